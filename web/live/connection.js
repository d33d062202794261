// A connection to a relay, and what its loss means.

import { AuthorizationError, wsconnect } from "@nats-io/nats-core";

/** @typedef {import("./credentials.js").Credentials} Credentials */

/** How long an answer of the relay may take, in milliseconds. */
export const PATIENCE = 5_000;
/** How often an idle connection is tried. */
const HEARTBEAT = 20_000;
/** The first pause before something is tried again, and the longest. */
const FIRST = 250;
export const LONG = 10_000;

/** @param {number} attempt from 0 on */
export const pause = (attempt) => {
  const longest = Math.min(LONG, FIRST * 2 ** attempt);
  // Not all who have lost a server come back at once.
  const milliseconds = longest * (0.5 + Math.random() / 2);
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
};

/** Whether the relay does not know who connects. That it had no time to find out passes. @param {unknown} error */
export const isRefusal = (error) =>
  error instanceof AuthorizationError && !/timeout/i.test(error.message);

/**
 * A connection's socket: to a close without a code servers answer with one that browsers report as broken.
 * @param {string} address
 */
async function wsFactory(address) {
  const socket = new WebSocket(address);
  const close = socket.close.bind(socket);
  socket.close = (code = 1000, reason = "") => close(code, reason);
  return { socket, encrypted: address.startsWith("wss:") };
}

/** @param {string | string[]} address @param {Credentials} owner */
export const connect = (address, { name, authenticator }) =>
  wsconnect({
    servers: address,
    wsFactory,
    authenticator,
    inboxPrefix: `_INBOX.${name}`,
    // Who has a line knows what to ask for on a new connection.
    reconnect: false,
    // The servers of a cluster have one address outside.
    ignoreClusterUpdates: true,
    pingInterval: HEARTBEAT,
    noEcho: true,
    timeout: PATIENCE,
  });
