// Questions to the player, and what they are made of.

export { canSend, copyable, download, offerUndo, sayer } from "./fields.js";
export { createParts, openParts } from "./parts.js";
export { scanCode } from "./scan.js";
export { closeOutside, openSheet, sheet, show } from "./sheets.js";
