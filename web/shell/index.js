// What all rooms share: words, elements, frames, addresses, dialogs and the module.

export { analysisOf, FRONT, GAMES, LEVEL } from "./address.js";
export { forget, once, quietly, recall, retain } from "./device.js";
export {
  announceIn,
  button,
  draw,
  find,
  listen,
  make,
  set,
  toolButton,
  way,
} from "./elements.js";
export { asset, load, loadStyle } from "./files.js";
export { afterFrame, lazily, nextTask } from "./frames.js";
export { siteSettings } from "./host.js";
export { isFailure, loadModule, loadWhole } from "./module.js";
export { scriptAddress } from "./trusted.js";
export {
  cellName,
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
  withWords,
  words,
} from "./words.js";
