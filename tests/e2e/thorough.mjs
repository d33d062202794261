// Combinations: each is looked at by `cargo xtask soak`, and each value of them by `cargo xtask test`.

/** Whether every combination is looked at. */
export const IS_THOROUGH = process.env.FIVEFOLD_THOROUGH === "1";

/**
 * What a case is tried with: all, where every combination is looked at, and otherwise one, in turns.
 * @template T
 * @param {readonly T[]} all
 * @param {number} turn the number of the case among those that share them
 * @returns {readonly T[]}
 */
export const among = (all, turn) => (IS_THOROUGH ? all : [all[turn % all.length]]);
