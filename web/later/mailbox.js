// The letters and seats of games by link: kept with the games, and how links that come are taken up.

import "../first.js";
import { answered, open, settled, storedGame, within } from "../storage.js";
import { forgetMailAside, mailAside, mailIn, mailKey, mailPage, putMailAside } from "./mail.js";
import { loadPost } from "./post.js";

/** @typedef {import('./mail.js').Mail} Mail */
/** @typedef {import('./post.js').Reader} Reader */
/** @typedef {import('./post.js').Whole} Whole */

/**
 * @param {string} key the game's
 * @returns {Promise<Mail | undefined>} nothing if it is no game by link, or nothing is known of it
 */
export async function mailOf(key) {
  if (!key.startsWith("mail ")) return undefined;
  const aside = mailAside(key);
  if (aside) return aside;
  try {
    return mailIn(await answered((await within("mail", "readonly")).get(key)));
  } catch {
    // Blocked.
    return undefined;
  }
}

/**
 * Keeps what is known of a game by link, and the game with it if that is given: both or neither.
 * @param {string} key
 * @param {Mail} mail
 * @param {Mail | undefined} before what was known so far: if the device knows something else by now,
 *   another window has gone on, and nothing is kept
 * @param {{ saved: string, underWay: boolean }} [game]
 * @returns {Promise<"kept" | "aside" | "held" | "elsewhere">} in the store; beside it, without the
 *   game; for this visit only; not at all
 */
export async function keepMail(key, mail, before, game) {
  const aside = mailAside(key);
  /** @param {Mail | undefined} found */
  const isOther = (found) => before && found && found.link !== before.link;
  if (isOther(aside)) return "elsewhere";
  try {
    const stores = (await open()).transaction(["games", "mail"], "readwrite");
    const letters = stores.objectStore("mail");
    const found = aside ?? mailIn(await answered(letters.get(key)));
    if (isOther(found)) return "elsewhere";
    letters.put({ ...mail, key });
    if (game) stores.objectStore("games").put({ key, ...game, at: Date.now() });
    await settled(stores);
    forgetMailAside(key);
    return "kept";
  } catch {
    return putMailAside(key, mail) ? "aside" : "held";
  }
}

/**
 * Takes up a link of a game by link: what is stored goes on, or the page asks about it.
 * @param {Reader} reader
 * @param {Whole} whole
 * @param {string} link
 * @returns {Promise<{ search: string, key: string, kept: boolean }>} the address of the game, its
 *   name in the store, and whether the browser has kept it
 */
export async function takeLetter(reader, whole, link) {
  const invitation = whole.letter?.invitation ?? "";
  const key = mailKey(invitation);
  const known = await mailOf(key);
  const seat = known?.seat || (whole.seat ? link : "");
  // A seat stays here, whatever is handed on.
  const letter = reader.letter_link(link);
  // With the seat came an own letter: whether it has been handed on, is not known.
  const sent = !whole.seat || whole.seat !== whole.letter?.sender;
  let came = "";
  let goesOn = true;
  if (known) {
    // Where the game itself could not be kept, the letter has it.
    const saved = (await storedGame(key).catch(() => undefined)) ?? gameOf(reader, known.link);
    const post = await loadPost();
    try {
      const { relation } = post.compare(known.link, saved, letter);
      goesOn = relation === "newer" || relation === "taken-back";
      if (!goesOn && relation !== "same") came = letter;
    } catch (error) {
      // What is kept is damaged: the link restores the game.
      console.warn(error);
    }
  }
  const done =
    known && !goesOn
      ? await keepMail(key, { ...known, seat, came }, known)
      : await keepMail(key, { link: letter, seat, sent, seen: false, came }, known, {
          saved: whole.saved,
          underWay: !reader.is_over(whole.saved),
        });
  return { search: mailPage(whole.game, invitation), key, kept: done !== "held" };
}

/** The game that comes with a letter, as the table saves it. @param {Reader} reader @param {string} link */
const gameOf = (reader, link) => reader.open_link(link).games[0]?.saved ?? "";
