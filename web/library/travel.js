// Games that come from elsewhere: by a link, as PGN, as a position.

import { GAMES } from "../shell/index.js";
import { keepFacts, storedFacts } from "./facts.js";
import { keep } from "./keeping.js";
import { pageOf } from "./keys.js";
import { mailKey, mailPage } from "./mail.js";
import { loadPost } from "./post.js";

/** @import { Fault, Taken, Whole } from "../shell/table" */

/** The longest text that is looked at, in characters. */
const LONGEST = 4_000_000;

/**
 * Reads whatever somebody has pasted: a message with a link in it, PGN, or the FEN of a position.
 * @param {string} text
 * @param {string} game the game in which a position is read first
 * @returns {Promise<Taken & { link: string, isChoice: boolean }>} with the link, if it was one; of a
 *   position that can be played in several games there is one for each, and one is meant
 */
export async function readAnything(text, game) {
  const post = await loadPost();
  const found = text.trim().slice(0, LONGEST);
  const isPgn = /^\[\w+\s+"/.test(found) || /^\d+\.\s*\S/.test(found);
  const taken = isPgn ? playable(post.read_pgn(found)) : undefined;
  // A message may begin like a list of moves, and a game may have a link in a comment.
  const hasLink = /(#|%23)\s*g\s*(=|%3d)/i.test(found);
  if (taken && (taken.games.length > 0 || !hasLink)) return { ...taken, link: "", isChoice: false };
  if (!hasLink && /^[\w*]+(\/[\w*]+)+/.test(found)) {
    const positions = post.read_fen(found, game);
    const games = positions.games.filter(({ game }) => Object.hasOwn(GAMES, game));
    return { games, fault: positions.fault, link: "", isChoice: games.length > 1 };
  }
  const link = post.link_in(found);
  return { ...playable(post.open_link(link)), link, isChoice: false };
}

/** Without games that the page has no board for. @param {Taken} taken @returns {Taken} */
function playable(taken) {
  const games = taken.games.filter(({ game }) => Object.hasOwn(GAMES, game));
  if (games.length === taken.games.length) return taken;
  const fault = { key: "link.game", line: 0, token: "", why: "", game: "", refused: null };
  return { games, fault: taken.fault ?? fault };
}

/**
 * Reads the link that a page was opened with.
 * @param {string} link
 */
export async function openLink(link) {
  return playable((await loadPost()).open_link(link));
}

/**
 * Keeps a game beside the others.
 * @param {Whole} whole
 * @returns {Promise<{ search: string, key: string, kept: boolean }>} the address under which it
 *   opens, its name in the store, and whether the browser has kept it
 */
async function takeIn({ game, saved, white, black, lines = "" }) {
  const post = await loadPost();
  const key = post.name_of(saved);
  const search = pageOf(key, game);
  const content = { saved, held: "", computer: null, post: null };
  const isOver = post.is_over(saved);
  const done = await keep({ key, follows: "0", revision: "1", content, isOver });
  // What belongs to the game is less than the game itself.
  const facts = { begun: Date.now(), opponent: null, white, black, lines };
  if ("kept" in Object(done)) await keepFacts(key, facts).catch(() => {});
  // Who opens a link again goes on where the game stands by now.
  else if (lines) await addLines(key, saved, lines).catch(() => {});
  return { search, key, kept: !("keepFailed" in Object(done)) };
}

/**
 * Adds variations and comments to those that are known of a game.
 * @param {string} key
 * @param {string} saved
 * @param {string} lines
 */
async function addLines(key, saved, lines) {
  const facts = await storedFacts(key);
  if (!facts || facts.lines === lines) return;
  const all = facts.lines ? (await loadPost()).link_with(saved, [facts.lines, lines]) : lines;
  await keepFacts(key, { ...facts, lines: all });
}

/**
 * Keeps a game that came by a link: a game by link goes on, another is kept beside the others.
 * @param {Whole} whole
 * @param {string} link
 */
export async function receive(whole, link) {
  if (!whole.letter) return takeIn(whole);
  // Its table compares it with what the device knows.
  return { search: link, key: mailKey(whole.letter.invitation), kept: true };
}

/**
 * Takes up the link that the page was opened with: its game is kept, and the address becomes that
 * of the game.
 * @returns {Promise<{ saved?: string, letter?: string, fault?: Fault }>} the game, for a browser that
 *   keeps nothing; the link, of a game by link
 */
export async function arrive() {
  const link = (await loadPost()).link_in(location.hash);
  const { games, fault } = await openLink(link);
  const [whole] = games;
  if (!whole) {
    history.replaceState(null, "", location.pathname + location.search);
    return fault ? { fault } : {};
  }
  if (whole.letter) {
    // The link stays in it until its game is kept.
    const page = mailPage(whole.game, whole.letter.invitation);
    history.replaceState(null, "", page + location.hash);
    return { letter: link };
  }
  const { search } = await receive(whole, link);
  history.replaceState(null, "", search);
  return { saved: whole.saved, ...(fault && { fault }) };
}
