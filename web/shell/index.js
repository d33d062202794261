// What all rooms share: words, frames, addresses, dialogs and the module.

export { FRONT, GAMES, readAddress } from "./address.js";
export { droppable, isLive, look } from "./cells.js";
export { copyable, sendButton } from "./copying.js";
export { ask, closeOutside, closing, make, sheet, toolButton } from "./dialogs.js";
export { Emitter } from "./emitter.js";
export { afterFrame, lazily } from "./frames.js";
export { isFailure, loadAnother, loadModule } from "./module.js";
export { loadStyle } from "./style.js";
export { scriptAddress } from "./trusted.js";
export {
  asset,
  cellName,
  cellNotes,
  colorName,
  entry,
  glyph,
  list,
  loadLaterWords,
  loadWords,
  other,
  pieceName,
  plain,
  refusalText,
  roleName,
  sentence,
  tell,
  words,
} from "./words.js";
