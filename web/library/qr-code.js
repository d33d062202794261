// QR codes as drawings.

import { draw, loadWhole, make, words } from "../shell/index.js";

/** Light squares about a QR code, as its standard wants them. */
const QUIET = 4;

/** A QR code as a drawing; nothing if the text is too long for one. @param {Uint8Array} modules */
function drawCode(modules) {
  const size = Math.sqrt(modules.length);
  if (!size) return undefined;
  const side = size + 2 * QUIET;
  let way = "";
  for (const [place, isDark] of modules.entries()) {
    if (isDark) way += `M${place % size} ${Math.floor(place / size)}h1v1h-1z`;
  }
  const viewBox = `${-QUIET} ${-QUIET} ${side} ${side}`;
  const given = { viewBox, role: "img", "aria-label": words("travel.qr"), class: "qr" };
  return draw("svg", given, draw("path", { d: way }));
}

/** A place for QR codes; hidden for what is too long for one. */
export function codeFigure() {
  const figure = make("figure", { hidden: true });
  const show = async (/** @type {string} */ text) => {
    const code = drawCode((await loadWhole()).qr(text));
    figure.replaceChildren(...(code ? [code] : []));
    figure.hidden = !code;
  };
  return { figure, show };
}
