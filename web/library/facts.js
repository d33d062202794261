// What is known of the game on the page beside its steps: kept from its first step on, and moved
// with the game when another takes its place.

import { keepOpponent, keptOpponent } from "../computer/opponent.js";
import { afterFrame } from "../shell/frames.js";
import { keepFacts, noteFacts, storedFacts } from "./shelf.js";
import { leave, setBeside } from "./storage.js";

/** @typedef {import('../game/session.js').Session} Session */
/** @typedef {import('./shelf.js').Facts} Facts */

/**
 * @param {Session} session
 * @param {() => import('../computer/levels.js').Opponent | null} opponent whom the player has chosen
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
