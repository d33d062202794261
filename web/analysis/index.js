// What a game has beside its line.

export { addVariations } from "./variations.js";
