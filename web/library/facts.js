// What is known of the game on the page beside its steps: kept from its first step on, and moved
// with the game when another takes its place.

import { afterFrame } from "../shell/index.js";
import { keepOpponent, keptOpponent } from "./opponents.js";
import { everyOne, leave, me, oneOf, others, putInto, setBeside, transact } from "./storage.js";

/** @typedef {import('../game/session.js').Session} Session */
/** @typedef {import('./opponents.js').Opponent} Opponent */

/**
 * What is known of a game beside its steps.
 * @typedef {object} Facts
 * @property {number} begun when it began on this device, in milliseconds since 1970
 * @property {Opponent | null} opponent the computer, if that plays
 * @property {string} white the name of who plays White, or ""
 * @property {string} black
 * @property {string} [lines] a link to the game as it came, with its variations and comments
 */

/**
 * @param {Session} session
 * @param {() => import('./opponents.js').Opponent | null} opponent whom the player has chosen
 * @param {(saved: string, resume: () => void) => void} lost hears of a game that could not be kept when
 *   another took its place, and how that one gives way to it again
 */
export function followFacts(session, opponent, lost) {
  // A lesson is not kept.
  if (session.key === "") return;
  /** @type {Facts | undefined} */
  let facts;
  /** Another number, another game under the same key. */
  let round = 0;
  const loading = storedFacts(session.key).then(
    (found) => {
      if (round === 0) facts ??= found;
    },
    () => {},
  );

  const note = async () => {
    const now = round;
    if (facts || session.snap.view.of === 0) return;
    const mine = { begun: Date.now(), opponent: opponent(), white: "", black: "" };
    await loading;
    if (facts || now !== round) return;
    facts = mine;
    // One whom the address names plays on as it began when the page is loaded anew.
    seatOpponent(session.key, mine);
    const found = await noteFacts(session.key, mine);
    // It could not be read before.
    if (found && round === 0) facts = found;
  };
  const change = session.onChange;
  session.onChange = (saved) => {
    change(saved);
    // Whether anything is kept, the game itself tells.
    afterFrame(() => note().catch(() => {}));
  };
  note().catch(() => {});

  session.onLeave = (saved) => {
    const { snap } = session;
    const [old, isBegun] = [facts, snap.view.of > 0];
    facts = undefined;
    round += 1;
    if (!isBegun) return;
    const { key } = session;
    const { hold, resume } = leave(key);
    const left = { saved, at: Date.now(), underWay: snap.result === null };
    setBeside(key, left, old, hold)
      .then((beside) => keepOpponent(beside, old ? old.opponent : null))
      .catch(() => lost(saved, resume));
  };

  session.onMove = (from, to) => {
    const opponent = keptOpponent(from);
    if (opponent !== undefined) keepOpponent(to, opponent);
    facts ??= { begun: Date.now(), opponent: opponent ?? null, white: "", black: "" };
    keepFacts(to, facts).catch(() => {});
  };
}

/**
 * Has a game be gone on with against whom it was begun.
 * @param {string} key
 * @param {Facts | undefined} facts
 */
export function seatOpponent(key, facts) {
  if (facts?.opponent && keptOpponent(key) === undefined) keepOpponent(key, facts.opponent);
}

/** What is known of a game. @param {string} key @returns {Promise<Facts | undefined>} */
export const storedFacts = (key) => oneOf("facts", key);

/**
 * Keeps what is known of a game, unless something is known of it already.
 * @param {string} key @param {Facts} facts
 * @returns {Promise<Facts | undefined>} what was known
 */
export const noteFacts = (key, facts) =>
  transact(["facts"], "readwrite", async ([notes], commit) => {
    const found = await notes.get(key);
    if (!found) notes.put({ ...facts, key });
    commit();
    return found;
  });

/** @param {string} key @param {Facts} facts */
export const keepFacts = (key, facts) => putInto("facts", { ...facts, key });

/** The games that have been begun here and not been ended. @returns {Promise<Set<string>>} */
export async function gamesUnderWay() {
  try {
    const games = await everyOne("games");
    return new Set(games.filter(({ underWay }) => underWay).map(({ key }) => String(key)));
  } catch {
    return new Set();
  }
}

/** Asks the browser not to clear the games away when it wants space. */
export async function keepForLong() {
  if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.();
}

/**
 * Watches for other windows that take up a game.
 * @param {() => string} key that of the game on the page
 * @param {() => void} taken
 */
export function onOtherWindow(key, taken) {
  others?.addEventListener("message", ({ data }) => {
    if (data?.key === key() && data.me !== me) taken();
  });
}
