// The settings of the site's host, in `site.json`: a title, and a link to a community.

import { draw, find } from "./elements.js";

/** What the page is called where nobody has set anything. */
const NAME = "Fivefold";
/** The picture of the link to the community. */
const BUBBLE = "M4.5 5.500h15v10H12l-4.5 4v-4h-3z";

/** A short text of a host; nothing if it is none. @param {unknown} text */
const short = (text) => (typeof text === "string" ? text.trim().slice(0, 40) : "");

/** Gives the page its host's title and link. */
export async function dressForHost() {
  const answer = await fetch(new URL("./site.json", document.baseURI), { cache: "no-cache" });
  if (!answer.ok) return;
  const { title, community } = Object(await answer.json());
  const name = short(title) || NAME;
  const brand = find("rail").querySelector(".brand span");
  if (brand) brand.textContent = name;
  document.title = document.title.replace(NAME, () => name);
  const [text, href] = [short(community?.label), String(community?.href)];
  // What cannot be used is left out.
  if (!text || !/^(https?:\/\/|mailto:)/i.test(href)) return;
  const link = /** @type {HTMLAnchorElement} */ (find("rules").cloneNode(true));
  link.removeAttribute("id");
  link.href = href;
  link.rel = "noopener";
  const [label, icon] = [link.querySelector("span"), link.querySelector("use")];
  if (label) {
    label.textContent = text;
    delete label.dataset.word;
  }
  icon?.parentElement?.setAttribute("viewBox", "0 0 24 24");
  icon?.replaceWith(draw("path", { d: BUBBLE }));
  find("do-settings").after(link);
}
