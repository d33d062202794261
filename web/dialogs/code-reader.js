// Reads QR codes where the browser does not by itself. Fetched when one is to be read.

import decodeQR from "qr/decode.js";

/** The longest side of a picture that is looked through, in pixels: larger ones take a phone too long. */
const LONGEST = 960;

const canvas = document.createElement("canvas");

/** The text of the code that a camera sees; nothing if it sees none. @param {HTMLVideoElement} video @returns {string[]} */
export function readCode(video) {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, LONGEST / Math.max(videoWidth, videoHeight));
  const [width, height] = [videoWidth, videoHeight].map((side) => Math.round(side * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context || !width || !height) return [];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.drawImage(video, 0, 0, width, height);
  try {
    return [decodeQR(context.getImageData(0, 0, width, height))];
  } catch {
    // That is how it says that there is none.
    return [];
  }
}
