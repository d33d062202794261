// What the module has that sends games elsewhere and takes them in.

import { loadAnother, loadWhole, refusalText, sentence, words } from "../shell/index.js";

/** @import { Fault } from "../shell/table" */

/** What sends games elsewhere and takes them in: the module with everything. */
export const loadPost = loadWhole;

/** The same in another copy of the module, for when the first has failed. */
export const loadAnotherPost = loadAnother;

/**
 * Why a text could not be read, as a sentence.
 * @param {Fault} fault
 */
export function faultText(fault) {
  const { key, line, token, why, refused, game = "" } = fault;
  const reason = refused ? `${refusalText(refused, game)}.` : sentence(why);
  return words(`travel.fault.${key}`, { line, token, why: reason });
}
