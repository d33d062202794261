// What is proven of the turn on the analysis board, beside the lines of the computer.

import { make, words } from "../shell/index.js";

/** A list of what is proven; empty, it takes no room. */
export function makeProofs() {
  const given = { class: "proofs", role: "list", "aria-label": words("proof.title") };
  const element = make("ul", given);
  element.hidden = true;
  let known = "";
  /** @param {string[]} proofs whole sentences */
  const render = (proofs) => {
    const now = proofs.join("\n");
    if (now === known) return;
    known = now;
    element.replaceChildren(...proofs.map((proof) => make("li", "", proof)));
    element.hidden = proofs.length === 0;
  };
  return { element, render };
}
