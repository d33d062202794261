// What a game has beside its main line, the analysis board, and the position editor.

export { addVariations } from "./variations.js";

/** @param {{ game: string, fen?: string, key: string }} address */
export const openBoard = async (address) =>
  new URLSearchParams(location.search).has("editor")
    ? (await import("./editor.js")).openEditor(address)
    : (await import("./analysis.js")).openBoard(address);
