// The catalogue: turns keys, squares and pieces into words.

import { once } from "./device.js";
import { way } from "./elements.js";
import { load } from "./files.js";

/** @import { Cell, Color, Piece, Sentence, Value } from "./types" */

/** @type {any} */
const catalogue = {};

/** @typedef {"first" | "refusal" | "how" | "choice" | "dialogs"} Part as the build divides `strings/en.json` */

/** The parts that have come. @type {Set<Part>} */
const here = new Set();
/** Those without which something was to be said. @type {Set<Part>} */
const wanted = new Set();

/** Fetches a part of the catalogue. */
export const loadWords = once(async (/** @type {Part} */ part) => {
  // A part may have more of a group than another, and come before it.
  for (const [group, found] of Object.entries(await load(`strings/en/${part}.json`))) {
    catalogue[group] = typeof found === "string" ? found : { ...catalogue[group], ...found };
  }
  here.add(part);
});

/** The part that has a group of words, where that is not the first. @type {Record<string, Part>} */
const PARTS = { how: "how", ahead: "refusal", refusal: "refusal", choice: "choice" };

/**
 * Says something, and once more when words have come that it was without: those are empty before.
 * @template T
 * @param {() => T} work
 * @returns {Promise<T>} what came of it in the end
 */
export async function withWords(work) {
  wanted.clear();
  const result = work();
  if (wanted.size === 0) return result;
  await Promise.all([...wanted].map(loadWords));
  return withWords(work);
}

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
 * A text from outside, made safe for use within a sentence.
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
  if (typeof text !== "string") {
    const part = PARTS[key.split(".", 1)[0]] ?? "dialogs";
    if (here.has(part)) return key;
    wanted.add(part);
    return "";
  }
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

const together = new Intl.ListFormat("en-GB");

/** "a, b and c" @param {string[]} parts */
export const list = (parts) => together.format(parts);

/** What a square is called by assistive technology. @param {Cell} cell @param {string} game */
export function cellName({ square, piece, powers, says }, game) {
  const values = {
    square,
    piece: piece ? pieceName(piece, game) : "",
    powers: powers.map((role) => roleName(role, game)).join(", "),
  };
  return says.map((key) => words(key, values)).join(", ");
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
 * A sentence of the table as text; a game may have its own wording.
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
