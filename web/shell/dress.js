// What a page looks like whose host has set something: fetched only there.

import { draw, find } from "./elements.js";

/** The picture of the link to the community. */
const BUBBLE = "M4.5 5.500h15v10H12l-4.5 4v-4h-3z";

/** A short text of a host; nothing if it is none. @param {unknown} text */
const short = (text) => (typeof text === "string" ? text.trim().slice(0, 40) : "");

/** An entry of the menu, behind the settings. @param {string} text @param {string} picture */
function entry(text, picture) {
  const link = /** @type {HTMLAnchorElement} */ (find("rules").cloneNode(true));
  link.removeAttribute("id");
  const [label, icon] = [link.querySelector("span"), link.querySelector("use")];
  if (label) {
    label.textContent = text;
    delete label.dataset.word;
  }
  icon?.parentElement?.setAttribute("viewBox", "0 0 24 24");
  icon?.replaceWith(draw("path", { d: picture }));
  find("do-settings").after(link);
  return link;
}

/**
 * Gives the page its host's title and link.
 * @param {Record<string, any>} host
 * @param {string} called what the page is called otherwise
 */
export function dress({ title, community }, called) {
  const name = short(title) || called;
  const brand = find("rail").querySelector(".brand span");
  if (brand) brand.textContent = name;
  document.title = document.title.replace(called, () => name);
  const [text, href] = [short(community?.label), String(community?.href)];
  // What cannot be used is left out.
  if (text && /^(https?:\/\/|mailto:)/i.test(href)) {
    const link = entry(text, BUBBLE);
    link.href = href;
    link.rel = "noopener";
  }
}
