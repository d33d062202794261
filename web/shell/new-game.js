// The dialog that begins a game: here, or on another game's page.

import { opponentForm, wishOf } from "../computer/index.js";
import { closing, sheet } from "../dialogs/index.js";
import { friendFields, inviteFriend } from "../friend/index.js";
import { gamesUnderWay, keepOpponent, keptOpponent } from "../library/index.js";
import { GAMES } from "./address.js";
import { cards } from "./choice.js";
import { make } from "./elements.js";
import { words } from "./words.js";

/** @import { Place } from "./rooms.js" */

/**
 * Asks which game is to be begun, and against whom.
 * @param {Place} place
 * @param {(game: string) => void} choose is told of the game before it begins
 */
export async function beginNew({ session, game, notify }, choose) {
  const { view, result, opponent: met } = session.snap;
  const isByLink = session.key.startsWith("mail ");
  // Two who play here, or have chosen to, do so again.
  const isForTwo = !met && (view.of > 0 || keptOpponent(session.key) === null);
  const opponent = opponentForm(met, isForTwo, friendFields(game));
  const { box, form } = sheet("new-game", words("choice.new"));
  /** Begins a game: at this page anew, another on its own page. @param {string} kind */
  const begin = (kind) => {
    choose(kind);
    const answers = new FormData(form);
    if (answers.get("opponent") !== "friend") {
      const wish = wishOf(answers);
      if (kind === game && !wish && !isByLink) keepOpponent(session.key, null);
      return session.emit(kind === game ? { anew: wish } : { begin: wish });
    }
    inviteFriend(kind, answers).catch((error) => {
      console.error(error);
      notify(words("mail.no-invitation"));
    });
  };

  const anew = make("button", { class: "main", value: "yes" }, words("ask.begin"));
  const same = make("p", "", words("choice.same", { game: words(`games.${game}.name`) }));
  if (view.of > 0 && !result && !isByLink) same.append(make("small", "", words("choice.lost")));
  const others = Object.keys(GAMES).filter((other) => other !== game);
  const underWay = await gamesUnderWay();
  const list = await cards(others, game, underWay, (other, event) => {
    // Another tab is opened as it is.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    box.close("");
    begin(other);
  });
  const stays = make("p", "", make("small", "", words("choice.stays")));
  stays.hidden = !others.some((other) => underWay.has(other));
  form.append(
    opponent,
    make("div", "anew", same, anew),
    make("h3", "", words("choice.others")),
    stays,
    list,
    make("div", "pair", closing("ask.keep-playing")),
  );
  box.returnValue = "";
  box.onclose = () => {
    if (box.returnValue === "yes") begin(game);
  };
  box.showModal();
  anew.focus();
}
