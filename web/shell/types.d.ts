// The types that scripts name: what crosses between the page and the module, and what rooms hand to one
// another.

declare global {
  interface Window {
    /** When something has been painted (`early.js`). */
    painted?: Promise<unknown>;
  }
}

export type { Board } from "../board/board.js";
export type { Moves } from "../game/moves.js";
export type { Session } from "../game/session.js";
export type * from "./contract";
export type { Post } from "./contract";
export type * from "./table";
export type { Asked } from "./table";
