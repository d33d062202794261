// What the site's host has set in `site.json`, as far as it can be used; and what cannot, in sentences for the
// host. Whatever stands in the file, nothing here fails.

/** @typedef {{ title: string, community: { label: string, href: string } | null, relay: string, ice: RTCIceServer[], faults: string[] }} Site */

/** The longest title, and the longest words of a link, in characters. */
const LONGEST_WORDS = 40;
/** The longest address, and the longest text of a server. */
const [LONGEST_ADDRESS, LONGEST_TEXT] = [2_048, 256];
/** The most servers, and addresses of one: each of them is asked before the link for the other device is there. */
const MOST = 4;
/** How a page speaks to a relay, where it speaks to its own site as it does. @type {Record<string, string>} */
const PROTOCOLS = { "http:": "ws:", "https:": "wss:", "ws:": "ws:", "wss:": "wss:" };
/** Where a link to a community may lead. */
const LEADS = /^(https?:\/\/|mailto:)/i;
/** An address of a server as browsers read it (RFC 7064 and 7065). */
const SERVER =
  /^(?:stuns?:([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?|(turn)s?:([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?(?:\?transport=(?:udp|tcp))?)$/i;

/** @param {unknown} value @param {number} longest @returns {value is string} */
const isText = (value, longest) =>
  typeof value === "string" && value !== "" && value.length <= longest;

/** Nothing is set where these stand. @param {unknown} value */
const isUnset = (value) => value === undefined || value === null || value === "";

/** @param {string} text @param {string} [base] */
const read = (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);

/** The relay's address; empty if it is none. @param {unknown} relay @param {string} base of the site */
function relayIn(relay, base) {
  const address = isText(relay, LONGEST_ADDRESS) ? read(relay, base) : null;
  const protocol = address && Object.hasOwn(PROTOCOLS, address.protocol) && address.host;
  if (!address || !protocol) return "";
  address.protocol = PROTOCOLS[address.protocol];
  // No connection has a fragment.
  address.hash = "";
  return address.href;
}

/** @param {unknown} community */
function communityIn(community) {
  const { label, href } = Object(community);
  const text = typeof label === "string" ? label.trim().slice(0, LONGEST_WORDS) : "";
  const leads = isText(href, LONGEST_ADDRESS) && LEADS.test(href) && read(href);
  return text && leads ? { label: text, href: String(href) } : null;
}

/** Whether it is an address of a server; `turn`: of one that needs a name and a word. @param {unknown} url */
function kindOf(url) {
  const found = isText(url, LONGEST_TEXT) ? SERVER.exec(url) : null;
  const port = Number(found?.[2] ?? found?.[5] ?? 1);
  return found && port > 0 && port < 65_536 ? (found[3] ? "turn" : "stun") : "";
}

/** A server as a browser takes it; nothing if a browser would refuse it, and with it the connection. @param {unknown} entry */
function serverIn(entry) {
  const { urls, username, credential } = Object(entry);
  const all = Array.isArray(urls) ? urls : [urls];
  const kinds = all.length > 0 && all.length <= MOST ? all.map(kindOf) : [""];
  const relays = kinds.includes("turn");
  const isKnown = isText(username, LONGEST_TEXT) && isText(credential, LONGEST_TEXT);
  if (kinds.includes("") || (relays && !isKnown)) return null;
  return relays ? { urls, username, credential } : { urls };
}

/** What can be used of what stands in the file. @param {unknown} found @param {string} base of the site @returns {Site} */
export function readSite(found, base) {
  const { title, community, relay, ice } = Object(found);
  /** @type {string[]} */
  const faults = [];
  const fault = (/** @type {boolean} */ is, /** @type {string} */ text) => {
    if (is) faults.push(`site.json: ${text}`);
  };
  const called = typeof title === "string" ? title.trim().slice(0, LONGEST_WORDS) : "";
  fault(!isUnset(title) && !called, '"title" is no text.');
  const leads = communityIn(community);
  fault(
    !isUnset(community) && !leads,
    '"community" needs a "label" and an "href" that begins with https://, http:// or mailto:.',
  );
  const address = relayIn(relay, base);
  fault(!isUnset(relay) && !address, '"relay" is no address of a relay, nor a path of this site.');
  const servers = Array.isArray(ice) ? ice.slice(0, MOST) : [];
  fault(!isUnset(ice) && !Array.isArray(ice), '"ice" is no list of servers.');
  fault(Array.isArray(ice) && ice.length > MOST, `only the first ${MOST} of "ice" are asked.`);
  const usable = servers.map(serverIn);
  for (const [place, server] of usable.entries())
    fault(
      !server,
      `number ${place + 1} of "ice" is no STUN server, and no TURN server with its word.`,
    );
  return {
    title: called,
    community: leads,
    relay: address,
    ice: usable.flatMap((server) => server ?? []),
    faults,
  };
}
