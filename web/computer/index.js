// The computer: as an opponent, as an adviser and as a reviewer.

export { seatComputer } from "./computer.js";
export { drawChances } from "./course.js";
export { Thinker } from "./thinker.js";
