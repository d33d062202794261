// The game on the page: what is done to it, its turns and its moves, and what is said of it.

export { createMoves, turnParts } from "./moves.js";

/** The pieces of the game, and how they move. @param {import("./session.js").Session} session */
export const openLegend = async (session) => (await import("./legend.js")).openLegend(session);
export { followPointing } from "./pointing.js";
export { Session } from "./session.js";
export { createTurn } from "./turn.js";
