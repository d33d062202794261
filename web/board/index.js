// The board: its squares, the pieces on it and beside it, and how they are moved.

export { Board } from "./board.js";
export { createDrag } from "./drag.js";
export { miniature } from "./miniature.js";
export { decodePieces, loadPieces, picture, pieceImage } from "./piece-images.js";
export { createTrays } from "./trays.js";

/**
 * Asks what a pawn becomes, over its square.
 * @type {(...given: Parameters<typeof import("./promotion.js").choosePromotion>) => Promise<void>}
 */
export const choosePromotion = async (...given) =>
  (await import("./promotion.js")).choosePromotion(...given);
