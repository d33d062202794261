// The built site with a relay behind it.

import { fileURLToPath } from "node:url";
import { serve } from "../../tools/site-server.mjs";
import { until, withRelay } from "./server.mjs";

const DIST = process.env.FIVEFOLD_SITE ?? fileURLToPath(new URL("../../dist", import.meta.url));

/**
 * @typedef {object} Site
 * @property {string} address
 * @property {() => Promise<number>} turns how many turns have been kept until now, of all games
 * @property {(turns: number) => Promise<void>} keeps waits until so many turns have been kept, of all games
 * @property {() => void} cut ends all connections to the relay
 * @property {{ kill: () => Promise<void>, start: () => Promise<void> }} relay
 */

/** Serves the site with a relay at its path `relay` while something is done with it. @param {(site: Site) => Promise<void>} work */
export const withRelayedSite = (work) =>
  withRelay(async ({ server }) => {
    const files = { "site.json": JSON.stringify({ title: "Fivefold", relay: "relay" }) };
    const site = await serve(DIST, "/", undefined, { files, relay: server.port });
    try {
      const turns = async () => {
        const { account_details: accounts } = await server.figures("/jsz?streams=true");
        return accounts[0].stream_detail[0].state.last_seq;
      };
      const keeps = async (/** @type {number} */ wanted) => {
        await until(async () => (await turns()) >= wanted, `${wanted} turns are kept`);
      };
      await work({ address: site.address, turns, keeps, cut: site.cut, relay: server });
    } finally {
      site.close();
    }
  });
