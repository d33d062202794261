// What there is to be said about a game, from its snapshot alone.

import { colorName, other, words } from "../shell/index.js";

/** @typedef {import('../shell/table').Snapshot} Snapshot */

/**
 * What the overlays of a game say in place of the sentence that all games share, if they do.
 * @type {Record<"owed", (snap: Snapshot) => string>}
 */
export const special = { owed: () => "" };

/** Whether a turn has several steps and an end that the player gives. @param {Snapshot} snap */
export const isLong = (snap) =>
  snap.most > 1 || snap.controls.end !== "hidden" || snap.controls.undo || snap.redo > 0;

/**
 * "White wins by checkmate."
 * @param {Snapshot} snap
 */
export function resultText(snap) {
  const { result } = snap;
  if (!result) return "";
  const title = words(`result.${result.winner ?? "none"}`);
  const why = resultReason(snap);
  return why.startsWith("by ") ? `${title} ${why}` : `${title}: ${why}`;
}

/** @param {Snapshot} snap */
export function resultReason(snap) {
  const { result } = snap;
  if (!result) return "";
  const loser = colorName(other(result.winner ?? "white"));
  return words(`result.why.${result.ending}`, { loser });
}
