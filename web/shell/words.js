// The catalogue: turns keys, squares and pieces into words for people.

import { once } from "./device.js";
import { way } from "./elements.js";

/** @import { Cell, Color, Piece } from "./table" */
/** @import { Sentence, Value } from "./contract" */

/** @type {any} */
const catalogue = {};

/**
 * What the build has put into the names of the files: each one's changes with what is in it, so
 * that a new version of the site has new names for what is new in it alone.
 * @type {Record<string, string>}
 */
const marks = JSON.parse(document.getElementById("files")?.textContent ?? "{}");

/** The address of a file of the page's folder. @param {string} path */
export function asset(path) {
  const mark = marks[path];
  const name = mark ? path.replace(/\.\w+$/, `-${mark}$&`) : path;
  return new URL(name, import.meta.url).href;
}

/**
 * Fetches a part of the catalogue, as the build has divided `strings/en.json`: what the first board
 * says, what refuses, what the choice of games and the dialogs say.
 */
export const loadWords = once(
  async (/** @type {"first" | "refusal" | "how" | "choice" | "dialogs"} */ part) => {
    const answer = await fetch(asset(`strings/en/${part}.json`));
    // A part may have more of a group than another, and come before it.
    for (const [group, found] of Object.entries(await answer.json())) {
      catalogue[group] = typeof found === "string" ? found : { ...catalogue[group], ...found };
    }
  },
);

/** Fetches all that the first board does not say. */
export const loadDialogWords = () =>
  Promise.all(/** @type {const} */ (["refusal", "how", "choice", "dialogs"]).map(loadWords));

/**
 * Whatever stands under a key such as "games.charismatic.name".
 * @param {string} key
 * @returns {any}
 */
export const entry = (key) => key.split(".").reduce((at, part) => at?.[part], catalogue);

/** Signs that turn the direction of the text around them, end a line, or are no text at all. */
const TURNING = /[\p{Cc}\p{Bidi_C}\p{Zl}\p{Zp}]/gu;
/** Letters of scripts that run from right to left; above U+FFFF, any. */
const FROM_RIGHT = /[\u0590-\u08ff\ud800-\udfff\ufb1d-\ufefc]/;
/** The longest text from outside that a sentence holds, in characters. */
const LONGEST = 300;

/**
 * A text from outside, as it can stand within a sentence without changing what is around it.
 * @param {string | number} value
 */
export function isolate(value) {
  const text = String(value).slice(0, LONGEST).replace(TURNING, "");
  return FROM_RIGHT.test(text) ? `\u2068${text}\u2069` : text;
}

/**
 * The sentence under a key, with its placeholders filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function words(key, values = {}) {
  const text = entry(key);
  if (typeof text !== "string") return key;
  return text.replace(/\{([\w-]+)\}/g, (whole, name) => isolate(values[name] ?? whole));
}

/** The name of a kind of piece in a game. @param {string} role @param {string} game */
export const roleName = (role, game) =>
  entry(`pieces-of.${game}.${role}`) ?? entry(`pieces.${role}`) ?? role.replace("-", " ");

/** "white knight" @param {Piece} piece @param {string} game */
export const pieceName = (piece, game) =>
  `${words(`of-color.${piece.color}`)} ${roleName(piece.role, game)}`;

/** @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "a, b and c" @param {string[]} parts */
export const list = (parts) =>
  parts.length < 2
    ? parts.join("")
    : `${parts.slice(0, -1).join(", ")} ${words("step.and")} ${parts[parts.length - 1]}`;

/** What a square is called by assistive technology. @param {Cell} cell @param {string} game */
export function cellName(cell, game) {
  const { square } = cell;
  if (cell.hole) return words("square.hole", { square });
  const parts = [
    cell.piece
      ? words("square.piece", { square, piece: pieceName(cell.piece, game) })
      : words("square.empty", { square }),
  ];
  if (cell.moved) parts.push(words("square.moved"));
  if (cell.charged) parts.push(words("square.charged"));
  if (cell.powers.length > 0) {
    const powers = cell.powers.map((role) => roleName(role, game));
    parts.push(words("square.powers", { powers: powers.join(", ") }));
  }
  if (cell.check) parts.push(words("square.check"));
  if (cell.selected) parts.push(words("square.selected"));
  if (cell.target) parts.push(words("square.target"));
  if (cell.target === "capture") parts.push(words("square.capture"));
  return parts.join(", ");
}

/** What else there is to say about a square, beside its name. @param {Cell} cell */
export function cellNotes(cell) {
  const notes = [];
  if (cell.forbidden) notes.push(words(cell.moved ? "square.offends" : "square.forbidden"));
  if (cell.attacked) notes.push(words("square.attacked"));
  return notes.join(" ");
}

/** The sign of a numeric annotation glyph, and what it is called. @param {number} number */
export function glyph(number) {
  const named = [`$${number}`, words("lines.other-glyph", { number })];
  const [sign, name] = entry(`lines.glyph.${number}`) ?? named;
  return { sign, name };
}

/** A value of a sentence as text. @param {Value} value @param {string} game @returns {string} */
export function valueText(value, game) {
  const [[kind, what]] = Object.entries(value);
  const texts = {
    color: () => words(`color.${what}`),
    piece: () => pieceName(what, game),
    role: () => roleName(what, game),
    key: () => words(what),
    game: () => words(`games.${what}.name`),
    sentence: () => phrase(what, game),
    list: () => list(what.map((/** @type {any} */ one) => valueText(one, game))),
    glyphs: () => what.map((/** @type {number} */ one) => glyph(one).name).join(", "),
    pieces: () =>
      what[1] > 1 ? `${what[1]} ${words(`many.${what[0]}`)}` : roleName(what[0], game),
  };
  return texts[/** @type {keyof typeof texts} */ (kind)]?.() ?? String(what);
}

/**
 * A sentence of the table as text. What a game words in its own way stands with the game.
 * @param {Sentence} told
 * @param {string} game
 * @returns {string}
 */
export const tell = (told, game) => sentence(phrase(told, game));

/**
 * The same as it stands within another sentence, or begins with a square.
 * @param {Sentence} told
 * @param {string} game
 * @returns {string}
 */
export function phrase({ key, values }, game) {
  const own = `games.${game}.${key}`;
  const texts = Object.entries(values).map(([name, value]) => [name, valueText(value, game)]);
  return words(entry(own) === undefined ? key : own, Object.fromEntries(texts));
}

/** @param {Color} color @returns {Color} */
export const other = (color) => (color === "white" ? "black" : "white");

/** @param {Color} color */
export const colorName = (color) => words(`color.${color}`);

/** The way to a place in the rules: "charismatic#movement-1". @param {string} rule @param {string} [root] the site's folder */
export function ruleLink(rule, root = "./") {
  const [page, place] = rule.split("#");
  return way(words("label.rule"), `${root}${page}/#${place}`);
}
