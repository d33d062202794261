// What all rooms share: words, elements, frames, addresses, dialogs and the module.

export { FRONT, GAMES } from "./address.js";
export { look } from "./cells.js";
export { copyable, sendButton } from "./copying.js";
export { forget, once, quietly, recall, retain } from "./device.js";
export { closeOutside, closing, openSheet, sheet } from "./dialogs.js";
export {
  announceIn,
  button,
  draw,
  find,
  listen,
  make,
  option,
  sayer,
  set,
  toolButton,
  way,
} from "./elements.js";
export { afterFrame, lazily } from "./frames.js";
export { isFailure, loadModule, loadWhole } from "./module.js";
export { loadStyle } from "./style.js";
export { scriptAddress } from "./trusted.js";
export {
  asset,
  cellName,
  cellNotes,
  colorName,
  entry,
  glyph,
  isolate,
  list,
  loadDialogWords,
  loadWords,
  other,
  phrase,
  pieceName,
  roleName,
  ruleLink,
  sentence,
  tell,
  words,
} from "./words.js";
