// The line of a page that watches a game: hears what its players show, and tells them that it is there.

import { stayConnected } from "./connection.js";
import { credentials } from "./credentials.js";

/**
 * @typedef {object} WatchHearer
 * @property {(message: Uint8Array) => void} shown the players have shown something
 * @property {(state: "open" | "lost" | "refused") => void} changed
 * @property {(why: "forged" | "repeated") => void} distrusted
 */

/**
 * Opens a line; it connects by itself, and again after each loss.
 * @param {string} address
 * @param {NonNullable<Awaited<ReturnType<typeof import("./watching.js").watchedBy>>>} watched
 * @param {WatchHearer} hearer
 */
export async function openWatchLine(address, { game, seed, sealing }, hearer) {
  const owner = await credentials(seed, "watch");
  let isClosed = false;
  /** What was shown before is unsealed before. @type {Promise<void>} */
  let unsealed = Promise.resolve();
  const hear = async (/** @type {Uint8Array} */ sealed) => {
    const message = await sealing.unseal("watched", sealed);
    if (isClosed) return;
    if (typeof message === "string") hearer.distrusted(message);
    else hearer.shown(message);
  };
  const line = stayConnected(address, owner, {
    joined(connection) {
      // Of this game alone: another's players may know the same name.
      connection.subscribe(`watched.${game}.${owner.name}`, {
        callback: (error, message) => {
          if (!error) unsealed = unsealed.then(() => hear(message.data));
        },
      });
      hearer.changed("open");
    },
    lost: () => hearer.changed("lost"),
    refused: () => hearer.changed("refused"),
  });
  return {
    /** @param {Uint8Array} message */
    async say(message) {
      const sealed = await sealing.seal("watch", message);
      if (!isClosed) line.publish(`watch.${game}.${owner.name}`, sealed);
    },
    close() {
      isClosed = true;
      line.close();
    },
  };
}
