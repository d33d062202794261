// A connection to a relay, and what its loss means.

import { AuthorizationError, wsconnect } from "@nats-io/nats-core";

/** @typedef {import("./credentials.js").Credentials} Credentials */
/** @typedef {import("@nats-io/nats-core").NatsConnection} Connection */

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

/**
 * Connects, and again after each loss, until it is closed or the relay refuses.
 * @param {string} address
 * @param {Credentials} owner
 * @param {{ joined: (connection: Connection) => void, lost: () => void, refused: () => void }} hearer
 */
export function stayConnected(address, owner, { joined, lost, refused }) {
  /** @type {Connection | undefined} */
  let connection;
  let isClosed = false;
  const run = async () => {
    for (let attempt = 0; !isClosed; attempt += 1) {
      const begun = Date.now();
      try {
        connection = await connect(address, owner);
        if (!isClosed) joined(connection);
        if (!isClosed) await connection.closed();
      } catch (error) {
        console.warn(error);
        // A relay that has no such place.
        if (isRefusal(error) && !isClosed) {
          isClosed = true;
          refused();
        }
      }
      const was = connection;
      connection = undefined;
      await was?.close();
      if (isClosed) return;
      if (was) lost();
      if (Date.now() - begun > LONG) attempt = 0;
      await pause(attempt);
    }
  };
  run();
  return {
    /** @param {string} subject @param {string | Uint8Array} message */
    publish(subject, message) {
      if (connection && !connection.isClosed()) connection.publish(subject, message);
    },
    /** Until the relay has all that was published. */
    arrived: async () => connection?.flush(),
    close() {
      isClosed = true;
      connection?.close();
    },
  };
}
