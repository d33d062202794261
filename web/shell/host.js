// The settings of the site's host, in `site.json`: a title, a link to a community, a relay for live games.

import { once } from "./device.js";

/** What the page is called where nobody has set anything. */
const NAME = "Fivefold";

/**
 * What the host has set: whatever stands in the file.
 * @returns {Promise<Record<string, any>>}
 */
export const hostSettings = once(async () => {
  const answer = await fetch(new URL("./site.json", document.baseURI), { cache: "no-cache" });
  return Object(answer.ok && (await answer.json()));
});

/** The same, as far as it can be used; the browser's console says what cannot. */
export const siteSettings = once(async () => {
  const [{ readSite }, found] = await Promise.all([import("./site.js"), hostSettings()]);
  const site = readSite(found, document.baseURI);
  for (const fault of site.faults) console.warn(fault);
  return site;
});

/** Gives the page what its host has set. @param {() => unknown} openLobby */
export async function dressForHost(openLobby) {
  const host = await hostSettings();
  if (host.title !== NAME || host.community || host.relay)
    (await import("./dress.js")).dress(await siteSettings(), NAME, openLobby);
}
