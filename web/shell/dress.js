// What a page looks like whose host has set something: fetched only there.

import { button, find, make, pictured, toolButton } from "./elements.js";
import { loadWords, words } from "./words.js";

/** The picture of the link to the community. */
const BUBBLE = "M4.5 5.500h15v10H12l-4.5 4v-4h-3z";
/** That of the lobby: two who meet. */
const MEETING =
  "M8 5a3 3 0 100 6 3 3 0 000-6zM16 5a3 3 0 100 6 3 3 0 000-6zM2.5 19c0-4 3-6 5.500-6s4 1.500 4 3.500c0-2 1.500-3.500 4-3.500s5.500 2 5.500 6";

/** Adds an entry to the menu, behind the settings. @param {HTMLElement} entry */
function add(entry) {
  find("do-settings").after(entry);
  // In a low window the rail's rows share its height.
  const rail = find("rail");
  const entries = rail.querySelectorAll("#games a, .tools > *").length;
  rail.style.setProperty("--entries", String(entries));
}

/** The way to the lobby: in the menu, and beside the choice of games. @param {() => unknown} open */
async function offerLobby(open) {
  await loadWords("choice");
  const text = words("choice.lobby");
  add(toolButton(text, MEETING, open, { "aria-label": text, title: text }));
  document.querySelector(".meet")?.append(button(text, open));
}

/**
 * Gives the page its host's title and link, and the way to the lobby of its relay.
 * @param {import("./site.js").Site} site
 * @param {string} called what the page is called otherwise
 * @param {() => unknown} openLobby
 */
export async function dress({ title, community, relay }, called, openLobby) {
  const name = title || called;
  const brand = find("rail").querySelector(".brand span");
  if (brand) brand.textContent = name;
  document.title = document.title.replace(called, () => name);
  if (community) {
    const { label, href } = community;
    add(pictured(make("a", { href, rel: "noopener" }), BUBBLE, label));
  }
  if (relay) await offerLobby(openLobby);
}
