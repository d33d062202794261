// Importing games: by a link, as PGN, as a position.

import { GAMES, loadWhole } from "../shell/index.js";
import { gamesUnderWay, keepFacts, storedFacts } from "./facts.js";
import { keep } from "./keeping.js";
import { mailKey, pageOf } from "./keys.js";
import { me, others, putNext } from "./storage.js";
import { factsOf, readGame } from "./stored.js";

export { removeGames } from "./shelf.js";

/** @import { Fault, Whole } from "../shell/types" */

/**
 * What opens a game in the relay: the key in its link, and whether both players have met there already.
 * @param {string} key @returns {Promise<import("./facts.js").Relayed | undefined>}
 */
export const storedRelay = async (key) => (await storedFacts(key))?.relay;

/** Keeps it for good: a second link with another key changes nothing. @param {string} key @param {import("./facts.js").Relayed} relay */
export const keepRelay = (key, relay) =>
  putNext("facts", key, (found) => ({ relay, ...(found ?? factsOf(null)), key }));

/** The key of a game in the relay, in its link. @param {string} link @returns {string} empty: none */
export const relayKeyIn = (link) => /[#&]relay=([\w-]{43})(?![\w-])/.exec(link)?.[1] ?? "";

/** The games that the page has boards for. */
const PLAYABLE = Object.keys(GAMES);

/** What stands behind a letter where a game is played live: by it, the other device is found. */
const BEHIND = /&(?:live|relay)=[\w-]+/;

/**
 * Reads a pasted text: a message with a link in it, PGN, or the FEN of a position.
 * @param {string} text
 * @param {string} game the game in which a position is read first
 */
export async function readAnything(text, game) {
  const taken = (await loadWhole()).read_anything(text, game, PLAYABLE);
  const behind = taken.games[0]?.letter ? (BEHIND.exec(text)?.[0] ?? "") : "";
  return { ...taken, link: taken.link + behind };
}

/** Reads the link that a page was opened with. @param {string} link */
export const openLink = async (link) => (await loadWhole()).open_link(link, PLAYABLE);

/**
 * Keeps what came from elsewhere under a name of its own.
 * @param {string} key @param {string} saved @param {boolean} isOver
 */
async function keepNew(key, saved, isOver) {
  const content = { saved, held: "", computer: null, post: null };
  return Object(await keep({ key, follows: "0", revision: "1", content, isOver }));
}

/**
 * Keeps a game beside the others.
 * @param {Whole} whole
 * @returns {Promise<{ search: string, key: string, kept: boolean }>} the address under which it
 *   opens, its name in the store, and whether the browser has kept it
 */
async function takeIn({ game, saved, key, isOver, white, black }) {
  const { kept, refused, keepFailed } = await keepNew(key, saved, isOver);
  // What belongs to the game matters less than the game itself.
  if (kept) await keepFacts(key, { ...factsOf(null), white, black }).catch(() => {});
  // Opening a link again continues the stored game.
  if (refused) await addTree(refused, saved).catch(() => {});
  return { search: pageOf(key, game), key, kept: !keepFailed };
}

/**
 * Keeps the study of a link or of a file.
 * @param {string} text
 * @returns {Promise<{ page: string, fault: Fault | null }>} the address under which it opens, or nothing if
 *   there is none or nothing can be kept; and what could not be read
 */
export async function takeStudy(text) {
  const { saved, key, game, fault } = (await loadWhole()).read_study(text);
  if (!saved) return { page: "", fault };
  const { keepFailed } = await keepNew(key, saved, false);
  if (!keepFailed) return { page: pageOf(key, game), fault };
  return { page: "", fault: { says: { key: "study.unkept", values: {} }, game } };
}

/**
 * Adds variations and comments to a game that is kept already.
 * @param {{ key: string, found: import("../shell/types").Stored | null }} kept
 * @param {string} saved
 */
async function addTree({ key, found }, saved) {
  const both = found && (await loadWhole()).grafted(found.content.saved, saved);
  if (!both) return;
  const revision = String(crypto.getRandomValues(new Uint32Array(1))[0] + 1);
  const content = { ...found.content, saved: both };
  const isOver = !(await gamesUnderWay()).has(key);
  await keep({ key, follows: found.revision, revision, content, isOver });
}

/**
 * Keeps a game that came by a link: a game by link goes on, another is kept beside the others.
 * @param {Whole} whole
 * @param {string} link
 */
export async function receive(whole, link) {
  if (!whole.letter) return takeIn(whole);
  // Its table compares it with what the device knows.
  return { search: link, key: mailKey(whole.letter), kept: true };
}

/**
 * Takes up the link that the page was opened with: its game is kept, and the address becomes that
 * of the game.
 * @returns {Promise<{ saved?: string, letter?: string, fault?: Fault | null }>} the game, for a
 *   browser that keeps nothing; the link, of a game by link
 */
export async function arrive() {
  const { games, fault, link } = await openLink(location.hash);
  const [whole] = games;
  if (!whole) {
    history.replaceState(null, "", location.pathname + location.search);
    return { fault };
  }
  if (whole.letter) {
    const key = mailKey(whole.letter);
    // By what stands behind the letter, two devices connect: the page of the game may wait for that.
    const isLive = location.hash.includes("&live=");
    if (isLive && (await passOn(key, location.hash))) {
      history.replaceState(null, "", location.pathname);
      return { fault: { says: { key: "live.passed-on", values: {} }, game: whole.game } };
    }
    const relay = relayKeyIn(location.hash);
    if (relay) await keepRelay(key, { key: relay, met: false }).catch(console.warn);
    // The link stays in it until its game is stored.
    const page = pageOf(key, whole.game) + (isLive ? "&live" : "");
    history.replaceState(null, "", page + location.hash);
    return { letter: link };
  }
  const { search } = await receive(whole, link);
  history.replaceState(null, "", search);
  return { saved: whole.saved, fault };
}

/**
 * Stores a letter that was amended beside its game, where the letter is still the one that it was. Whether it is stored.
 * @param {import("../shell/types").Asked<"amend">} asked
 */
export async function amend({ key, link, post, revision }) {
  const stored = await readGame(key);
  if (stored?.content.post?.link !== link) return false;
  const content = { ...stored.content, post };
  const done = await keep({ key, follows: stored.revision, revision, content, isOver: false });
  return "kept" in Object(done);
}

/** How long a window may take to say that it has the link, in milliseconds. */
const PATIENCE = 2_000;

/**
 * Passes a link on to the window that waits for it.
 * @param {string} key the game's
 * @param {string} link
 * @returns {Promise<boolean>} whether there is one
 */
const passOn = (key, link) =>
  new Promise((resolve) => {
    if (!others) return resolve(false);
    const controller = new AbortController();
    const end = (/** @type {boolean} */ taken) => {
      controller.abort();
      resolve(taken);
    };
    const hear = (/** @type {MessageEvent} */ { data }) => {
      if (data?.taken === link) end(true);
    };
    others.addEventListener("message", hear, { signal: controller.signal });
    others.postMessage({ to: key, link, me });
    setTimeout(() => end(false), PATIENCE);
  });

/**
 * Waits for links of a game.
 * @param {string} key the game's
 * @param {(link: string) => boolean} take whether the link is one for it
 * @param {AbortSignal} signal
 */
export function onPassedOn(key, take, signal) {
  const hear = (/** @type {MessageEvent} */ { data }) => {
    if (data?.to === key && typeof data.link === "string" && take(data.link))
      others?.postMessage({ taken: data.link, me });
  };
  others?.addEventListener("message", hear, { signal });
}
