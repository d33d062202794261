// The choice of games: cards with pictures, and the puzzle of the day.

import { loadPieces, miniature } from "../board/index.js";
import { todaysCard } from "../learn/index.js";
import { gamesUnderWay } from "../library/index.js";
import { GAMES } from "./address.js";
import { button, make, way } from "./elements.js";
import { load } from "./files.js";
import { words } from "./words.js";

/** How to learn a game: by playing, or by reading. @param {string} game */
function ways(game) {
  const values = { game: words(`games.${game}.name`) };
  const lesson = way(words("choice.lesson"), `?game=${game}&lesson=1`);
  const rules = way(words("label.rules"), `./${game}/`);
  lesson.setAttribute("aria-label", words("choice.lesson-on", values));
  rules.setAttribute("aria-label", words("choice.rules-of", values));
  return make("p", "learn", lesson, rules);
}

/**
 * The cards of games.
 * @param {string[]} games
 * @param {string} current the game at this page
 * @param {Set<string>} underWay games that wait to be gone on with
 * @param {(game: string, event: MouseEvent) => void} [chosen] hears of a click on a card
 */
export async function cards(games, current, underWay, chosen) {
  const roles = [...new Set(games.flatMap((game) => GAMES[game]))];
  // The build draws them (crates/site/src/cards.rs).
  const [pictures] = await Promise.all([load("shell/cards.json"), loadPieces(roles)]);
  const card = (/** @type {string} */ game) => {
    const name = make("strong", "", words(`games.${game}.name`));
    const by = make("small", "", words(`choice.games.${game}.by`));
    const text = make("span", "", name, words(`choice.games.${game}.about`), by);
    const given = {
      class: "whole",
      href: `?game=${game}&with=computer`,
      "aria-current": game === current ? "page" : undefined,
      onclick: (/** @type {MouseEvent} */ event) => chosen?.(game, event),
    };
    const link = make("a", given, miniature(pictures[game]), text);
    const note = game === current ? "choice.here" : underWay.has(game) ? "choice.progress" : "";
    if (note) by.append(make("em", "", words(note)));
    return make("li", { class: "card", "data-game": game }, link, ways(game));
  };
  return make("ul", "cards", ...games.map(card));
}

/** Fills the choice of the front page. @param {HTMLElement} section @param {string} current @param {() => unknown} invite */
export async function fillChoice(section, current, invite) {
  // Its place is kept, so that nothing moves when the card comes.
  const today = section.querySelector(".today");
  const title = section.querySelector("h2");
  if (title) title.textContent = words("choice.title");
  const all = await cards(Object.keys(GAMES), current, await gamesUnderWay());
  section.querySelector(".meet")?.prepend(button(words("choice.friend"), invite));
  section.append(all);
  try {
    today?.replaceWith(await todaysCard());
  } catch (error) {
    console.warn(error);
    today?.remove();
  }
}
