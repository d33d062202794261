// What the module has that sends games elsewhere and takes them in.

import { loadAnother, loadModule, refusalText, sentence, words } from "../shell/index.js";

/**
 * A game taken in.
 * @typedef {object} Whole
 * @property {string} game
 * @property {string} saved as the table saves it
 * @property {string} white
 * @property {string} black
 * @property {string} date
 * @property {Letter | null} [letter] of a game by link
 * @property {"white" | "black" | ""} [seat] the side whose seat the link has
 * @property {string} [lines] a link to the game with its variations and comments, if it has any
 */

/**
 * What a letter of a game by link says.
 * @typedef {object} Letter
 * @property {string} invitation its name
 * @property {import('../shell/table').Color} inviter
 * @property {boolean} open
 * @property {boolean} answered
 * @property {import('../shell/table').Color} sender
 * @property {"invitation" | "answer" | "opening" | "turn" | "resignation" | "draw-accepted" | "takeback-asked" | "takeback-granted" | "takeback-refused"} act
 * @property {boolean} offers whether a draw is offered
 * @property {boolean} draws whether pieces are drawn, by both sides
 * @property {number} turns how many finished turns come with it
 * @property {import('../shell/table').Color | ""} next whose letter is due
 * @property {"answer" | "opening" | "turn" | "takeback" | ""} due what it has in it
 */

/**
 * How a link compares with the stored game.
 * @typedef {object} Compared
 * @property {"other" | "taken" | "terms" | "unfair" | "same" | "newer" | "taken-back" | "older" | "fork" | "not-due" | "ahead"} relation
 * @property {number} turns
 * @property {number} turn the number of the turn in which they part
 * @property {[number, number]} ends where that turn ends, in the stored game and in the link
 * @property {Fault | null | undefined} fault
 */

/**
 * Why something could not be taken in.
 * @typedef {object} Fault
 * @property {string} key of the sentence, under "travel.fault"
 * @property {number} line
 * @property {string} token
 * @property {string} why
 * @property {string} [game]
 * @property {import('../shell/table').Refusal | null} [refused]
 */

/** @typedef {{ games: Whole[], fault?: Fault | null }} Taken */

/**
 * What opens links.
 * @typedef {object} Reader
 * @property {(text: string) => Taken} open_link
 * @property {(text: string) => string} link_in the link in a message, an address or whatever else
 * @property {(link: string) => string} letter_link without the seat that a private link has
 * @property {(saved: string) => boolean} is_over
 */

/**
 * What else the module has, made by wasm-bindgen.
 * @typedef {object} Rest
 * @property {(input: { module_or_path: string | URL }) => Promise<unknown>} default
 * @property {(saved: string) => string} link_of
 * @property {(game: string, side: string, open: boolean, name: string) => { key: string, content: import('../shell/contract').Content }} invite
 * @property {(stored: string, saved: string, came: string) => Compared} compare
 * @property {(saved: string, lines: string[]) => string} link_with the link with the variations of
 *   other links to the same game
 * @property {(text: string, game?: string) => Taken} read_fen
 * @property {(saved: string, at?: number) => string} fen_of
 * @property {(text: string) => number} sum
 */

/** @typedef {Reader & Rest} Post */

/** What sends games elsewhere and takes them in: the page's module. */
export const loadPost = () => /** @type {Promise<Post>} */ (loadModule());

/** The same in another copy of the module, for when the first has failed. */
export const loadAnotherPost = () => /** @type {Promise<Post>} */ (loadAnother());

/**
 * Why a text could not be read, as a sentence.
 * @param {Fault} fault
 */
export function faultText(fault) {
  const { key, line, token, why, refused, game = "" } = fault;
  const reason = refused ? `${refusalText(refused, game)}.` : sentence(why);
  return words(`travel.fault.${key}`, { line, token, why: reason });
}
