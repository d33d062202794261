// The game on the page: its session, its turn bar, its moves and its descriptions.

export { createMoves, turnParts } from "./moves.js";

/** The pieces of the game, and how they move. @param {import("./session.js").Session} session */
export const openLegend = async (session) => (await import("./legend.js")).openLegend(session);
/** The clocks of a game that has them. @param {import("./session.js").Session} session */
export const showClocks = async (session) => (await import("./clock.js")).showClocks(session);
export { followPointing } from "./pointing.js";
export { Session } from "./session.js";
export { createTurn } from "./turn.js";
