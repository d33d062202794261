// The choice of games: on the front page, and wherever a new game is begun.

import { loadPieces, miniature, picture } from "../board/index.js";
import { todaysCard } from "../learn/index.js";
import { gamesUnderWay } from "../library/index.js";
import { GAMES } from "./address.js";
import { closing, sheet } from "./dialogs.js";
import { draw, make, way } from "./elements.js";
import { words } from "./words.js";

/** The side of a square in the units of what is drawn over the boards, and how many there are. */
const SIDE = 64;
const FILES = 4;
const RANKS = 3;

/**
 * A corner of a board in mid-game.
 * @typedef {object} Scene
 * @property {string} pieces role, colour (w or b), file and rank from the bottom left, by spaces
 * @property {string} [arrows] pairs of squares: "11-13"
 * @property {string} [rings] squares with a ring around the piece's foot
 * @property {string} [holes]
 * @property {string} [numbers] squares with the numbers 1, 2, 3 …
 * @property {string} [lit] the square that all is about
 */

/** @type {Record<string, Scene>} */
const SCENES = {
  charismatic: {
    pieces: "pawn:w:12 knight:w:33 rook:w:42 king:b:13",
    arrows: "11-12 21-33 41-42",
    numbers: "12 33 42",
  },
  chessence: {
    pieces: "man-rb:w:22 man-r:w:21 man-b:w:33 man:b:43",
    holes: "42 13",
    arrows: "21-22 33-22",
  },
  contramatic: { pieces: "contramatic-king:w:21 rook:b:23 pawn:w:31 bishop:b:43", arrows: "23-21" },
  "complete-contramatic": {
    pieces: "king:w:31 contramatic-king:w:11 rook:b:13 bishop:b:42 pawn:w:41",
    arrows: "13-11",
  },
  magnetic: {
    pieces: "knight:w:22 rook:b:12 pawn:b:23 rook:w:42",
    arrows: "32-42",
    lit: "22",
  },
  batteries: {
    pieces: "battery:w:22 diag:w:31 soldier:w:12 soldier:b:43",
    rings: "31 12",
    arrows: "22-31 22-12",
  },
  progressive: {
    pieces: "pawn:w:13 knight:b:42 king:b:43 pawn:b:33",
    arrows: "11-12 12-13",
    numbers: "13",
  },
};

/** The corner of a square named by two digits. @param {string} square */
const corner = ([file = "1", rank = "1"]) => ({
  x: (Number(file) - 1) * SIDE,
  y: (RANKS - Number(rank)) * SIDE,
});

/** @param {string} [text] */
const split = (text = "") => text.split(" ").filter((part) => part !== "");

/** @param {string} arrow two squares */
function arrowOf(arrow) {
  const [from, to] = arrow.split("-").map((square) => {
    const { x, y } = corner(square);
    return { x: x + SIDE / 2, y: y + SIDE / 2 };
  });
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [x, y] = [to.x - dx * 22, to.y - dy * 22];
  const [bx, by] = [x - dx * 14, y - dy * 14];
  const wing = 9;
  const shaft = `M${from.x + dx * 18} ${from.y + dy * 18}L${bx} ${by}`;
  const head = `M${x} ${y}L${bx - dy * wing} ${by + dx * wing}L${bx + dy * wing} ${by - dx * wing}z`;
  return [
    draw("path", { d: shaft + head, class: "halo" }),
    draw("path", { d: shaft }),
    draw("path", { d: head, class: "full" }),
  ];
}

/** A picture of a game. @param {string} game */
function plate(game) {
  const { pieces, holes, lit, rings, arrows, numbers } = SCENES[game];
  const place = (/** @type {string} */ square) =>
    Number(square[0]) - 1 + (RANKS - Number(square[1])) * FILES;
  const squares = Array(FILES * RANKS).fill(null);
  for (const [role, color, square] of split(pieces).map((piece) => piece.split(":"))) {
    squares[place(square)] = { role, color: color === "w" ? "white" : "black" };
  }
  const board = { files: FILES, ranks: RANKS, squares, holes: split(holes).map(place) };
  const svg = miniature(board, lit === undefined ? undefined : place(lit));
  const over = draw("g", { transform: `scale(${1 / SIDE})` });
  for (const square of split(rings)) {
    const { x, y } = corner(square);
    over.append(draw("ellipse", { cx: x + 32, cy: y + 56, rx: 26, ry: 6 }));
  }
  for (const arrow of split(arrows)) over.append(...arrowOf(arrow));
  for (const [place, square] of split(numbers).entries()) {
    const { x, y } = corner(square);
    const number = draw("text", { x: x + 50, y: y + 21 }, new Text(String(place + 1)));
    over.append(draw("circle", { cx: x + 50, cy: y + 15, r: 12, class: "full" }), number);
  }
  svg.append(over);
  return svg;
}

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
async function cards(games, current, underWay, chosen) {
  const pieces = games.flatMap((game) =>
    split(SCENES[game].pieces).map((piece) => piece.split(":")[0]),
  );
  await loadPieces([...new Set(pieces)].filter((role) => picture(role, "white") === ""));
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
    const link = make("a", given, plate(game), text);
    const note = game === current ? "choice.here" : underWay.has(game) ? "choice.progress" : "";
    if (note) by.append(make("em", "", words(note)));
    return make("li", { class: "card", "data-game": game }, link, ways(game));
  };
  return make("ul", "cards", ...games.map(card));
}

/** Fills the choice of the front page. @param {HTMLElement} section @param {string} current */
export async function fillChoice(section, current) {
  const title = make("h2", { id: "choice-title" }, words("choice.title"));
  const all = await cards(Object.keys(GAMES), current, await gamesUnderWay());
  // The card's place is kept, so that nothing moves when it comes.
  const today = make("div", "card today");
  section.replaceChildren(today, title, all);
  try {
    today.replaceWith(await todaysCard());
  } catch (error) {
    console.warn(error);
    today.remove();
  }
}

/**
 * Asks which game is to be begun.
 * @param {string} current the game at this page
 * @param {boolean} isUnderWay whether one is in progress here
 * @param {HTMLElement} opponent the questions about the opponent
 * @param {(game: string) => void} begin begins a game: at this page anew, another on its own page
 */
export async function chooseGame(current, isUnderWay, opponent, begin) {
  const { box, form } = sheet("new-game", words("choice.new"));
  const anew = make("button", { class: "main", value: "yes" }, words("ask.begin"));
  const same = make("p", "", words("choice.same", { game: words(`games.${current}.name`) }));
  if (isUnderWay) same.append(make("small", "", words("choice.lost")));
  const others = Object.keys(GAMES).filter((game) => game !== current);
  const underWay = await gamesUnderWay();
  const list = await cards(others, current, underWay, (game, event) => {
    // Another tab is opened as it is.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    box.close("");
    begin(game);
  });
  const stays = make("p", "", make("small", "", words("choice.stays")));
  stays.hidden = !others.some((game) => underWay.has(game));
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
    if (box.returnValue === "yes") begin(current);
  };
  box.showModal();
  anew.focus();
}
