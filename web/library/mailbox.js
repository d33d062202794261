// The letters and seats of games by link: kept with the games, and how links that come are taken up.

import { forgetMailAside, mailAside, mailIn, mailKey, mailPage, putMailAside } from "./mail.js";
import { loadPost } from "./post.js";
import { entryByLink, oneOf, storedGame, transact } from "./storage.js";

/** @typedef {import('./mail.js').Mail} Mail */
/** @typedef {import('./post.js').Reader} Reader */
/** @typedef {import('./post.js').Whole} Whole */

/** Games by link of which the store could not be asked in this visit. @type {Set<string>} */
const unread = new Set();

/**
 * @param {string} key the game's
 * @returns {Promise<Mail | undefined>} nothing if it is no game by link, or nothing is known of it
 */
export async function mailOf(key) {
  if (!key.startsWith("mail ")) return undefined;
  const aside = mailAside(key);
  try {
    const found = mailIn(await oneOf("mail", key));
    unread.delete(key);
    if (!found || !aside?.unread || found.link === aside.link) return aside ?? found;
    // Put aside without knowing of the other: the player is asked about it.
    return { ...found, seat: found.seat || aside.seat, came: aside.link };
  } catch {
    // Blocked.
    unread.add(key);
    return aside;
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
  const put = mailAside(key);
  // What was put aside without knowing of the store's does not stand before that.
  const aside = put?.unread ? undefined : put;
  /** @param {Mail | undefined} found */
  const isOther = (found) => found && found.link !== before?.link;
  if (isOther(aside)) return "elsewhere";
  try {
    const isKept = await transact(
      ["games", "mail"],
      "readwrite",
      async ([games, letters], commit) => {
        const found = mailIn(await letters.get(key));
        if (isOther(aside ?? found)) return false;
        const { unread: _, ...known } = mail;
        letters.put({ ...known, key });
        if (game) games.put(entryByLink(key, game));
        commit();
        return true;
      },
    );
    if (!isKept) return "elsewhere";
    forgetMailAside(key);
    return "kept";
  } catch {
    return putMailAside(key, unread.has(key) ? { ...mail, unread: true } : mail) ? "aside" : "held";
  }
}

/**
 * Takes up a link of a game by link: what is stored goes on, or the page asks about it.
 * @param {Reader} reader
 * @param {Whole} whole
 * @param {string} link
 * @param {boolean} [again] whether another window went on with the game when this was tried before
 * @returns {Promise<{ search: string, key: string, kept: boolean }>} the address of the game, its
 *   name in the store, and whether the browser has kept it
 */
export async function takeLetter(reader, whole, link, again = false) {
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
  if (done === "elsewhere" && !again) return takeLetter(reader, whole, link, true);
  return { search: mailPage(whole.game, invitation), key, kept: done !== "held" };
}

/** The game that comes with a letter, as the table saves it. @param {Reader} reader @param {string} link */
const gameOf = (reader, link) => reader.open_link(link).games[0]?.saved ?? "";
