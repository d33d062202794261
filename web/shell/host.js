// What whoever hosts the site has set in `site.json`: a title, and a link to a community.

import { draw, find } from "./elements.js";

/** What the page is called where nobody has set anything. */
const NAME = "Fivefold";
/** The picture of the link to the community. */
const BUBBLE = "M4.5 5.500h15v10H12l-4.5 4v-4h-3z";

/** The settings of a host; what cannot be used is left out. @param {unknown} read */
function readHost(read) {
  const { title, community } = /** @type {Record<string, any>} */ (read ?? {});
  const name = typeof title === "string" && title.trim() ? title.trim().slice(0, 40) : NAME;
  const { label, href } = community ?? {};
  const way =
    typeof label === "string" && typeof href === "string" && /^(https?:\/\/|mailto:)/i.test(href)
      ? { label: label.trim().slice(0, 40), href }
      : null;
  return { title: name, community: way?.label ? way : null };
}

/** Gives the page its host's title and link. */
export async function dressForHost() {
  const answer = await fetch(new URL("./site.json", document.baseURI), { cache: "no-cache" });
  if (!answer.ok) return;
  const { title, community } = readHost(await answer.json());
  const brand = find("rail").querySelector(".brand span");
  if (brand) brand.textContent = title;
  document.title = document.title.replace(NAME, () => title);
  if (!community) return;
  const link = /** @type {HTMLAnchorElement} */ (find("rules").cloneNode(true));
  link.removeAttribute("id");
  link.href = community.href;
  link.rel = "noopener";
  const [label, icon] = [link.querySelector("span"), link.querySelector("use")];
  if (label) {
    label.textContent = community.label;
    delete label.dataset.word;
  }
  icon?.parentElement?.setAttribute("viewBox", "0 0 24 24");
  icon?.replaceWith(draw("path", { d: BUBBLE }));
  find("do-settings").after(link);
}
