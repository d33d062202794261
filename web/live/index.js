// Games between two devices in which letters arrive by themselves. Nothing here is fetched, and no
// connection is opened, before a player asks for it.

export { relayAddress } from "./address.js";
export { beginRelayed, joinRelayed } from "./begin.js";
export { createLive } from "./room.js";
export { newKey } from "./sealed.js";
