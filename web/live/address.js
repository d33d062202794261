// The relay of the site, if its host has named one: in `site.json`, as an address or as a path of the site.

import { hostSettings, once } from "../shell/index.js";

/** How a page speaks to a relay, where it speaks to its own site as it does. @type {Record<string, string>} */
const PROTOCOLS = { "http:": "ws:", "https:": "wss:", "ws:": "ws:", "wss:": "wss:" };

/** The relay's address; nothing without one. @returns {Promise<string>} */
export const relayAddress = once(async () => {
  const { relay } = await hostSettings();
  if (typeof relay !== "string" || !relay || !URL.canParse(relay, document.baseURI)) return "";
  const address = new URL(relay, document.baseURI);
  const protocol = PROTOCOLS[address.protocol];
  if (!protocol) return "";
  address.protocol = protocol;
  return address.href;
});
