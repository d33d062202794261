// The room of a game by link: the table decides whose letter is due, what is sent and what is
// asked.

import { canSend, openParts, scanCode } from "../dialogs/index.js";
import { showClocks } from "../game/index.js";
import { loadTravel } from "../library/index.js";
import { find, tell, toolButton, words } from "../shell/index.js";
import { heard } from "./invite.js";
import { showTurnTime } from "./turn-time.js";

/** @import { Sentence, Session } from "../shell/types" */

const ENVELOPE = "M4 6.500h16v11H4zM4 7l8 6.500L20 7";

/** @param {import("../live/presence.js").Page} page */
export function createFriend({ session, game, notify }) {
  /** What stands behind the game's links. */
  let behind = "";
  /** @param {Sentence} sentence */
  const text = (sentence) => tell(sentence, game);
  const site = new URL("./", document.baseURI).href;
  const openMail = () => heard(showMail, notify);
  find("actions").append(toolButton(words("mail.button"), ENVELOPE, openMail, { class: "mail" }));

  /** Opens the dialog of the game by link: the letter to send, the one to open, and the seat. */
  function showMail() {
    const parts = session.table.mail_dialog(site, canSend());
    const take = (/** @type {string} */ link) => {
      session.emit({ came: link.trim() });
      const { says } = session.snap;
      const isWrong = says.key.startsWith("travel.fault");
      dialog.say(isWrong ? text(says) : "", "wrong");
      if (!isWrong) dialog.box.close();
    };
    const dialog = openParts("mail", words("mail.title"), parts, game, {
      line({ value }) {
        session.emit({ line: value });
        fill();
      },
      came: ({ value }) => take(value),
      async scan() {
        const link = await scanCode();
        if (link) take(link);
      },
      takeBack() {
        dialog.box.close();
        session.emit("takeBack");
      },
      handedOn: () => session.emit("handedOn"),
    });
    const fill = () => {
      const { out, note } = session.snap.mail ?? {};
      const link = `${site}#${out}${behind}`;
      if (out && note) dialog.fill({ link, both: `${text(note)} ${link}` });
    };
    fill();
    const seat = /** @type {HTMLInputElement | undefined} */ (dialog.named.get("seat"));
    if (seat && behind) dialog.fill({ seat: seat.value + behind });
  }

  showTurnTime(session, game);

  /** A game that it was agreed to play live looks for the other device when it is asked to. */
  const asked = location.search + location.hash;
  let isLive = false;
  const live = async () => {
    const { createLive } = await import("../live/index.js");
    showClocks(session);
    // One that nothing was played in yet has just been agreed on.
    const begins = asked.includes("&live") || session.snap.view.of === 0;
    behind = await createLive({ session, game, notify }, asked, begins);
  };

  /** Whose seat was announced; nothing before the game is there. @type {string | null | undefined} */
  let seated;
  session.watch(({ mail, keeping, replaying, says }) => {
    // The link stays in the address until the game is stored, or put aside.
    if (location.hash && keeping !== "reading" && keeping !== "writing")
      history.replaceState(history.state, "", location.search);
    const isDue = mail?.isDue && !replaying;
    if (mail?.isLive && !isLive) {
      isLive = true;
      heard(live, notify);
    }
    document.documentElement.dataset.mail = mail ? (isDue ? "due" : "waits") : "";
    if (!mail || mail.own === seated) return;
    // Who has just begun the game on another page goes on at its board.
    if (
      mail.own &&
      document.activeElement === document.body &&
      !document.querySelector("dialog[open]")
    )
      /** @type {HTMLElement | null} */ (find("grid").querySelector("[tabindex='0']"))?.focus();
    // A friend's line of text is announced by itself.
    if (seated === undefined && says.key !== "mail.quote") session.say(text(says));
    seated = mail.own;
  });
  session.on("send", () => queueMicrotask(openMail));
  session.on("openApart", ({ link }) =>
    heard(async () => {
      const { readAnything, receive } = await loadTravel();
      const { games, link: found } = await readAnything(link, game);
      if (games[0]) location.assign((await receive(games[0], found)).search);
    }, notify),
  );
}
