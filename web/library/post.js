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
 * @property {(saved: string) => boolean} is_over
 */

/**
 * What else the module has, made by wasm-bindgen.
 * @typedef {object} Rest
 * @property {(input: { module_or_path: string | URL }) => Promise<unknown>} default
 * @property {(saved: string) => string} link_of
 * @property {(saved: string) => string} name_of the key of a game that comes from elsewhere
 * @property {(noted: import('../shell/contract').Noted, found: import('../shell/contract').Stored | null) => import('../shell/contract').KeepPlace | null} recovered
 *   where what a page has noted and not written is to be kept; null: it stands there
 * @property {(stored: import('../shell/contract').Stored) => string | undefined} room_for the key that a
 *   stored game goes over to when another takes its place; nothing if it was not begun
 * @property {(shelved: import('../shell/contract').Shelved) => import('../shell/contract').Standing | null} standing
 *   what the list says of a game; null if it cannot be read
 * @property {(game: string, side: string, open: boolean, name: string) => { key: string, content: import('../shell/contract').Content }} invite
 * @property {(found: import('../shell/contract').Found) => import('../shell/contract').Brought | null} brought
 *   what a game of a file is; null if it cannot be read
 * @property {(saved: string) => string | undefined} same_as what tells a stored game from others,
 *   however it was saved; nothing if it cannot be read
 * @property {(here: import('./mail.js').Mail | null, found: import('../shell/contract').Post) => "same" | "further" | "apart"} beside
 *   what a game by link of a file is beside what the device knows of it
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
