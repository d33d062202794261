// Inviting a friend to a game by link, and what the dialogs about it share.

import { beginByLink, ownName } from "../library/index.js";
import { loadWhole, words } from "../shell/index.js";

/** @import { Answers } from "../shell/types" */

/**
 * Does what may fail, at once or later: the player hears of it.
 * @param {() => unknown} work
 * @param {(text: string) => void} hear
 */
export async function heard(work, hear) {
  try {
    await work();
  } catch (error) {
    console.error(error);
    hear(words("mail.failed"));
  }
}

/**
 * Begins a game by link, on a page of its own.
 * @param {string} game
 * @param {Answers} answers
 * @param {string} [fen] where it begins, if not as usual
 */
export async function inviteFriend(game, answers, fen) {
  const { invite } = await loadWhole();
  beginByLink(invite(game, answers, ownName.get(), fen), game);
}
