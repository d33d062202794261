// Questions to the player, and what they are made of.

export { copyable, option, sayer, sendButton } from "./fields.js";
export { codeFigure } from "./qr-code.js";
export { closeOutside, closing, openSheet, sheet } from "./sheets.js";
