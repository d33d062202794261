// The game on the page: what is done to it, its turns and its moves, and what is said of it.

export { createMoves, turnParts } from "./moves.js";
export { followPointing } from "./pointing.js";
export { Session } from "./session.js";
export { createTurn } from "./turn.js";
