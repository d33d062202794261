// QR codes as drawings.

import { draw, loadWhole, make, words } from "../shell/index.js";

/** Light squares about a QR code, as its standard wants them. */
const QUIET = 4;

/** A place for QR codes; hidden for what is too long for one. */
export function codeFigure() {
  const figure = make("figure", { hidden: true });
  const show = async (/** @type {string} */ text) => {
    const [side, d] = (await loadWhole()).qr(text) ?? [0, ""];
    const viewBox = `${-QUIET} ${-QUIET} ${side + 2 * QUIET} ${side + 2 * QUIET}`;
    const given = { viewBox, role: "img", "aria-label": words("travel.qr"), class: "qr" };
    figure.replaceChildren(draw("svg", given, draw("path", { d })));
    figure.hidden = d === "";
  };
  return { figure, show };
}
