// What the module has that sends games elsewhere and takes them in.

import { loadAnother, loadModule, refusalText, sentence, words } from "../shell/index.js";

/** @import { Fault, Post } from "../shell/table" */

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
