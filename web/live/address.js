// The relay of the site, if its host has named one: in `site.json`, as an address or as a path of the site.

import { siteSettings } from "../shell/index.js";

/** The relay's address; empty without one. */
export const relayAddress = async () => (await siteSettings()).relay;
