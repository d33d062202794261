// The computer: as an opponent, as an adviser and as a reviewer.

export { createComputer } from "./computer.js";
export { chosenOpponent, opponentForm } from "./opponent.js";
export { reasonsText, turnText } from "./reasons.js";
export { Thinker } from "./thinker.js";
