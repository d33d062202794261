// The page of somebody who watches a live game: opens the line to what its players show. What that means is decided in
// the table.

import { showClocks } from "../game/index.js";
import {
  find,
  loadDialogWords,
  loadStyle,
  make,
  set,
  tell,
  toolButton,
  words,
} from "../shell/index.js";
import { relayAddress } from "./address.js";
import { EYE } from "./presence.js";
import { openWatchLine } from "./watch-line.js";
import { watchedBy } from "./watching.js";

/** @import { Color, Session, Table, TableClass, Value } from "../shell/types" */

/** Shows which of the players are there. @param {Session} session @param {string} game */
function showPlayers(session, game) {
  const dots = ["white", "black"].map(() => make("span", { class: "presence", role: "img" }));
  session.watch(({ watched, flipped }) => {
    for (const [place, dot] of dots.entries()) {
      const color = /** @type {Color} */ (place === 0 ? "white" : "black");
      const strip = find((color === "black") === flipped ? "near" : "far");
      const player = strip.querySelector(".player");
      if (player?.nextElementSibling !== dot) player?.after(dot);
      const isHere = watched?.here[place] ?? false;
      const called = watched?.names[place];
      /** @type {Value} */
      const name = called ? { name: called } : { color };
      const label = tell({ key: isHere ? "watch.here" : "watch.gone", values: { name } }, game);
      set(dot, { "data-live": isHere ? "here" : "away", "aria-label": label, title: label });
    }
  });
}

/** Offers to go on with the next game of the same players. @param {Session} session @param {string} game */
function offerNext(session, game) {
  /** @type {HTMLElement | undefined} */
  let tool;
  session.on("askedAgain", ({ link, says }) => {
    tool?.remove();
    const follow = () => location.assign(`./?game=${game}&watch#${link}`);
    tool = toolButton(words("watch.follow"), EYE, follow, { class: "follow" });
    find("actions").append(tool);
    session.say(tell(says, game));
  });
}

/** @param {Session} session */
async function connect(session) {
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  const [address, watched] = await Promise.all([relayAddress(), watchedBy(location.hash)]);
  if (!address || !watched) return session.emit({ watch: "refused" });
  const line = await openWatchLine(address, watched, {
    shown: (message) => session.emit({ watch: { heard: decoder.decode(message) } }),
    changed: (state) => session.emit({ watch: state }),
    distrusted: console.warn,
  });
  session.on("tell", ({ message }) => {
    line.say(encoder.encode(message)).catch(console.warn);
  });
  session.signal.addEventListener("abort", line.close);
}

/** Fetches what somebody needs who watches a game. @param {string} game */
export async function open(game) {
  await Promise.all([loadDialogWords(), loadStyle("shell/dialogs.css")]);
  return {
    /** @param {TableClass} tables @param {HTMLCanvasElement} canvas @returns {Table} */
    table(tables, canvas) {
      const table = tables.open(canvas, { game, show: true });
      table.handle({ watch: "calling" });
      return table;
    },
    /** @param {{ session: Session }} parts */
    begin({ session }) {
      // Nothing is typed where nothing can be played.
      find("typed").hidden = true;
      showPlayers(session, game);
      showClocks(session);
      offerNext(session, game);
      connect(session).catch((error) => {
        console.error(error);
        session.emit({ watch: "refused" });
      });
      addEventListener("hashchange", () => location.reload(), { signal: session.signal });
    },
  };
}
