// The servers by which two devices find a way to each other where they share no network (STUN, TURN): those
// that the site's host has named in `site.json`. None by default: then nobody else is asked.

import { hostSettings, once } from "../shell/index.js";

/** The most servers: each of them is asked before the link for the other device is there. */
const MOST = 4;
/** The longest text of a server. */
const LONGEST = 256;
const ADDRESS = /^(?:stuns?|(turns?)):[^\s/@]+$/;

/** @param {unknown} value @returns {value is string} */
const isText = (value) => typeof value === "string" && value !== "" && value.length <= LONGEST;

/**
 * A server as a browser takes it; nothing if a browser would refuse it, and with it the connection.
 * @param {unknown} entry
 * @returns {RTCIceServer[]}
 */
function serverOf(entry) {
  const { urls, username, credential } = Object(entry);
  const addresses = [urls].flat().map((url) => (isText(url) ? ADDRESS.exec(url) : null));
  const relays = addresses.some((address) => address?.[1]);
  const is = addresses.length > 0 && addresses.length <= MOST && addresses.every(Boolean);
  if (!is || (relays && !(isText(username) && isText(credential)))) {
    console.warn("site.json: no STUN or TURN server", entry);
    return [];
  }
  return [relays ? { urls, username, credential } : { urls }];
}

/** The servers that the site names. @returns {Promise<RTCIceServer[]>} */
export const iceServers = once(async () => {
  const { ice } = await hostSettings().catch(() => Object());
  return Array.isArray(ice) ? ice.slice(0, MOST).flatMap(serverOf) : [];
});
