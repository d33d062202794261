// Games between two devices in which letters arrive by themselves. Nothing here is fetched, and no
// connection is opened, before a player asks for it.

export { createLive, signalIn } from "./room.js";
