// Inviting a friend to a game by link, and what the dialogs about it share.

import { beginByLink, ownName } from "../library/index.js";
import { loadWhole, words } from "../shell/index.js";

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
 * @param {FormData} answers
 * @param {string} [fen] where it begins, if not as usual
 * @param {string} [live] the time control of a live game; empty: none
 */
export async function inviteFriend(game, answers, fen, live) {
  const { invite } = await loadWhole();
  const [side, open, quick] = ["side", "open", "quick"].map((name) => answers.get(name));
  const name = ownName.get();
  const isOpen = open !== null && live === undefined;
  const begun = invite({
    game,
    side: String(side),
    open: isOpen,
    name,
    quick: quick !== null,
    fen: fen ?? null,
    live: live ?? null,
    days: live === undefined ? Number(answers.get("days")) : 0,
  });
  beginByLink(begun, game);
}
