// The line of a page to the lobby of a relay. Each page is there under a name of its own, which it has
// for this visit: the relay lets nobody else speak under it.

import { connect, isRefusal, LONG, pause } from "./connection.js";
import { credentials } from "./credentials.js";
import { newKey } from "./sealed.js";

/** @typedef {import("@nats-io/nats-core").NatsConnection} Connection */

/**
 * @typedef {object} LobbyHearer
 * @property {(page: string, text: string) => void} heard a page has said something
 * @property {(isJoined: boolean) => void} changed whether the relay can be reached
 */

/** What comes before a page's name in its subject. */
const SUBJECT = "lobby.";

/**
 * Opens a line; it connects by itself, and again after each loss.
 * @param {string} address
 * @param {LobbyHearer} hearer
 */
export async function openLobbyLine(address, hearer) {
  const owner = await credentials(newKey(), "lobby");
  /** @type {Connection | undefined} */
  let connection;
  let isClosed = false;

  /** Until the connection is lost. @param {Connection} made */
  const hold = async (made) => {
    connection = made;
    if (isClosed) return;
    made.subscribe(`${SUBJECT}*`, {
      callback: (error, message) => {
        if (!error && !isClosed)
          hearer.heard(message.subject.slice(SUBJECT.length), message.string());
      },
    });
    hearer.changed(true);
    await made.closed();
  };
  const run = async () => {
    for (let attempt = 0; !isClosed; attempt += 1) {
      const begun = Date.now();
      try {
        await hold(await connect(address, owner));
      } catch (error) {
        console.warn(error);
        // A relay without a lobby.
        isClosed ||= isRefusal(error);
      }
      const was = connection;
      connection = undefined;
      await was?.close();
      if (isClosed) return;
      if (was) hearer.changed(false);
      if (Date.now() - begun > LONG) attempt = 0;
      await pause(attempt);
    }
  };
  run();
  return {
    /** This page's public name. */
    name: owner.name,
    /** @param {string} text */
    publish(text) {
      if (connection && !connection.isClosed()) connection.publish(SUBJECT + owner.name, text);
    },
    /** Until the relay has all that was published. */
    arrived: async () => connection?.flush(),
    close() {
      isClosed = true;
      connection?.close();
    },
  };
}
