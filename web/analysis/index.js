// What a game has beside its main line, and the analysis board.

export { addVariations } from "./variations.js";

/** @param {{ game: string, fen?: string, key: string }} address */
export const openBoard = async (address) => (await import("./analysis.js")).openBoard(address);
