// The dialog that begins a game: here, or on another game's page.

import { openParts } from "../dialogs/index.js";
import { inviteFriend } from "../friend/index.js";
import { gamesUnderWay, keepOpponent, keptOpponent, ownName } from "../library/index.js";
import { GAMES } from "./address.js";
import { cards } from "./choice.js";
import { hostSettings } from "./host.js";
import { loadWhole } from "./module.js";
import { words } from "./words.js";

/** @import { Place } from "./rooms.js" */

/** The room of live games, where the host has named a relay that can be used. */
async function loadRelayed() {
  const { relay } = await hostSettings().catch(() => ({ relay: null }));
  if (!relay) return undefined;
  const live = await import("../live/index.js");
  return (await live.relayAddress()) ? live : undefined;
}

/**
 * Asks which game is to be begun, and against whom.
 * @param {Place} place
 * @param {(game: string, clock: string) => void} choose is told of the game and its time control before it begins
 */
export async function beginNew({ session, game, notify }, choose) {
  const others = Object.keys(GAMES).filter((other) => other !== game);
  const [post, underWay, live] = await Promise.all([loadWhole(), gamesUnderWay(), loadRelayed()]);
  const stays = others.some((other) => underWay.has(other));
  const isForTwo = keptOpponent(session.key) === null;
  const parts = post.new_game(game, session.snap, isForTwo, ownName.get(), stays, Boolean(live));
  /** Begins a game: at this page anew, another on its own page. @param {string} kind */
  const begin = (kind, isLive = false) => {
    const answers = Object.fromEntries(new FormData(dialog.form));
    const { clock, event, forgets } = post.begun(game, session.snap, kind, answers);
    choose(kind, clock);
    if (forgets) keepOpponent(session.key, null);
    if (event) return session.emit(event);
    // A live game has a clock instead.
    if (isLive) answers.days = "0";
    const inviting = isLive
      ? import("../live/index.js").then((live) => live.playFriend(kind, answers, clock))
      : live && answers.relayed
        ? live.beginRelayed(kind, answers, "")
        : inviteFriend(kind, answers);
    inviting.catch((error) => {
      console.error(error);
      notify(words("mail.no-invitation"));
    });
  };
  const list = await cards(others, game, underWay, (other, event) => {
    // Another tab is opened as it is.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    dialog.box.close("");
    begin(other);
  });
  const dialog = openParts("new-game", words("choice.new"), parts, game, {
    level: ({ value }) => dialog.say(words(`computer.about.${value}`), "about"),
    answersFirst: () => dialog.named.get("black").click(),
    name: ({ value }) => ownName.set(value.trim()),
    lobby() {
      dialog.box.close("");
      live?.openLobby(game).catch((error) => {
        console.error(error);
        notify(words("notice.no-part"));
      });
    },
    live() {
      dialog.box.close("");
      begin(game, true);
    },
  });
  dialog.named.get("cards").replaceWith(list);
  dialog.box.onclose = () => {
    if (dialog.box.returnValue === "yes") begin(game);
  };
}
