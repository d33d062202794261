// A camera for the tests: what it sees are the QR codes of pages, near or far, turned, and in bad light.

import { writeFileSync } from "node:fs";

/** @typedef {import("./driver.mjs").Window} Window */

/** A code: its squares row by row, true where dark, with the light ones about it. @typedef {boolean[][]} Code */

/** The code that a page shows in a dialog, as it is drawn. @param {Window} window @param {string} dialog its id @returns {Promise<Code>} */
export async function codeShown(window, dialog) {
  const shown = `#${dialog}[open] svg.qr path`;
  await window.until((shown) => document.querySelector(shown) !== null, shown);
  const { box, d } = await window.evaluate((shown) => {
    const path = document.querySelector(shown);
    return {
      box: path?.closest("svg")?.getAttribute("viewBox") ?? "",
      d: path?.getAttribute("d") ?? "",
    };
  }, shown);
  const [left, top, width, height] = box.split(" ").map(Number);
  const code = Array.from({ length: height }, () => Array(width).fill(false));
  for (const [, x, y] of d.matchAll(/M(\d+) (\d+)/g))
    code[Number(y) - top][Number(x) - left] = true;
  return code;
}

/**
 * How a camera sees a code.
 * @typedef {object} View
 * @property {number} [width] of the picture
 * @property {number} [height]
 * @property {number} [size] of a square of the code, in pixels; by itself the code fills the picture
 * @property {number} [turn] by how much the code is turned, in degrees
 * @property {number} [noise] how much each pixel is off, at most, of 255
 * @property {number} [shade] how much darker the left side is, of 255
 * @property {boolean} [blurred] whether the picture is out of focus
 */

/** The picture, a byte of brightness a pixel. @param {Code} code @param {View} [view] */
export function seen(code, view = {}) {
  const { width = 640, height = 480, turn = 0, noise = 0, shade = 0, blurred = false } = view;
  const { size = Math.min(width, height) / code.length } = view;
  const [sine, cosine] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  const middle = code.length / 2;
  const isDark = (/** @type {number} */ x, /** @type {number} */ y) => {
    const [right, down] = [x - width / 2, y - height / 2];
    const column = Math.floor((cosine * right + sine * down) / size + middle);
    const row = Math.floor((cosine * down - sine * right) / size + middle);
    return code[row]?.[column] ?? false;
  };
  const beside = blurred ? [1, -1] : [];
  const focus = [
    [0, 0],
    ...beside.flatMap((by) => [
      [by, 0],
      [0, by],
    ]),
  ];
  let state = 12345;
  const chance = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  const picture = new Uint8Array(width * height);
  for (let place = 0; place < picture.length; place += 1) {
    const [x, y] = [(place % width) + 0.5, Math.floor(place / width) + 0.5];
    let dark = 0;
    for (const [right, down] of focus) dark += +isDark(x + right, y + down) / focus.length;
    const light = 232 - 200 * dark - shade * (1 - x / width) + 2 * noise * chance();
    picture[place] = Math.max(0, Math.min(255, light));
  }
  return { width, height, picture };
}

/** Has the camera see something from its next start on. @param {string} file @param {ReturnType<typeof seen>} what */
export function show(file, { width, height, picture }) {
  const colours = Buffer.alloc((width * height) / 2, 128);
  const head = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`;
  writeFileSync(file, Buffer.concat([Buffer.from(`${head}FRAME\n`), picture, colours]));
}

/** The same as a page has its pictures. @param {ReturnType<typeof seen>} what */
export function pixels({ width, height, picture }) {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let place = 0; place < picture.length; place += 1)
    data.fill(picture[place], 4 * place, 4 * place + 3);
  return { width, height, data };
}
