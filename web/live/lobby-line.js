// The line of a page to the lobby of a relay. Each page is there under a name of its own, which it has
// for this visit: the relay lets nobody else speak under it.

import { stayConnected } from "./connection.js";
import { credentials } from "./credentials.js";
import { newKey } from "./sealing.js";

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
  let isClosed = false;
  const line = stayConnected(address, owner, {
    joined(connection) {
      connection.subscribe(`${SUBJECT}*`, {
        callback: (error, message) => {
          if (!error && !isClosed)
            hearer.heard(message.subject.slice(SUBJECT.length), message.string());
        },
      });
      hearer.changed(true);
    },
    lost: () => hearer.changed(false),
    // A relay without a lobby: nobody is there.
    refused() {},
  });
  return {
    /** This page's public name. */
    name: owner.name,
    /** @param {string} text */
    publish: (text) => line.publish(SUBJECT + owner.name, text),
    arrived: line.arrived,
    close() {
      isClosed = true;
      line.close();
    },
  };
}
