// The pieces' pictures: one drawing for each role in White's colours; Black's has the two colours
// swapped.

import { settings } from "../settings/index.js";
import { load, make, nextTask, once, set } from "../shell/index.js";

/** @import { Color } from "../shell/types" */

const PAPER = "#FFFDF7";
const INK = "#1F252B";

/** @type {Map<string, string>} */
const pictures = new Map();

/** @param {string} drawing */
const exchange = (drawing) =>
  drawing.replace(/#FFFDF7|#1F252B/gi, (color) => (color.toUpperCase() === PAPER ? INK : PAPER));

/** @param {string} drawing */
const address = (drawing) => `data:image/svg+xml,${encodeURIComponent(drawing)}`;

/** The drawings of a set by their roles, which the build has put into one file. */
const drawingsOf = once((/** @type {string} */ set) => load(`pieces/${set}.json`));

/**
 * Fetches the drawings of these roles, of the set that the settings ask for.
 * @param {string[]} roles
 */
export async function loadPieces(roles) {
  const drawings = await drawingsOf(settings.men);
  for (const role of roles) {
    const drawing = drawings[role];
    if (!drawing) continue;
    pictures.set(`${role} white`, address(drawing));
    pictures.set(`${role} black`, address(exchange(drawing)));
  }
}

/** The address of a piece's picture. @param {string} role @param {Color} color */
export const picture = (role, color) => pictures.get(`${role} ${color}`) ?? "";

/** What has been decoded or is being so, by its address. @type {Map<string, Promise<HTMLImageElement>>} */
const decoded = new Map();
/** Of these, what can be drawn at once. @type {Map<string, HTMLImageElement>} */
const drawable = new Map();

/** @param {string} source */
function decode(source) {
  const image = new Image(96, 96);
  image.src = source;
  const decoding = image.decode().then(() => {
    drawable.set(source, image);
    return image;
  });
  decoding.catch(() => decoded.delete(source));
  decoded.set(source, decoding);
  return decoding;
}

/**
 * Hands decoded pictures of these roles to `take`, as they become ready.
 * @param {string[]} roles
 * @param {(role: string, color: Color, image: HTMLImageElement) => void} [take]
 */
export async function decodePieces(roles, take) {
  /** @type {Promise<void>[]} */
  const taken = [];
  for (const role of roles) {
    // The browser reads a drawing at once.
    await nextTask();
    for (const color of /** @type {Color[]} */ (["white", "black"])) {
      const source = picture(role, color);
      if (!source) continue;
      const decoding = decoded.get(source) ?? decode(source);
      taken.push(decoding.then((image) => take?.(role, color, image)));
    }
  }
  await Promise.all(taken);
}

/**
 * Draws a piece on a canvas of its own: an image with another address would be read anew before the next frame.
 * @param {HTMLElement} canvas
 * @param {string} [source] the address of its picture
 * @param {number} [size] the canvas's side, in pixels of the screen
 */
export function drawPiece(canvas, source = "", size = 0) {
  set(/** @type {HTMLCanvasElement} */ (canvas), { width: size, height: size });
  const image = drawable.get(source);
  const pen = /** @type {HTMLCanvasElement} */ (canvas).getContext("2d");
  if (image) pen?.drawImage(image, 0, 0, size, size);
}

/**
 * An image of a piece for the page. It has no name of its own: the text around it names it.
 * @param {string} role
 * @param {Color} color
 */
export const pieceImage = (role, color) =>
  make("img", { src: picture(role, color), alt: "", draggable: false });
