// The built site with a relay behind it.

import { fileURLToPath } from "node:url";
import { serve } from "../../tools/site-server.mjs";
import { withRelay } from "./server.mjs";

const DIST = process.env.FIVEFOLD_SITE ?? fileURLToPath(new URL("../../dist", import.meta.url));

/**
 * @typedef {object} Site
 * @property {string} address
 * @property {() => void} cut ends all connections to the relay
 * @property {{ kill: () => Promise<void>, start: () => Promise<void> }} relay
 */

/** Serves the site with a relay at its path `relay` while something is done with it. @param {(site: Site) => Promise<void>} work */
export const withRelayedSite = (work) =>
  withRelay(async ({ server }) => {
    const files = { "site.json": JSON.stringify({ title: "Fivefold", relay: "relay" }) };
    const site = await serve(DIST, "/", undefined, { files, relay: server.port });
    try {
      await work({ address: site.address, cut: site.cut, relay: server });
    } finally {
      site.close();
    }
  });
