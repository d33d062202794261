// Letters on a line through a relay that refuses, as the page sends them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LineError } from "../../web/live/line-error.js";
import { openRelayed } from "../../web/live/relayed.js";
import { newKey } from "../../web/live/sealing.js";
import { until } from "./server.mjs";

/** @typedef {import("../../web/live/relay.js").RelayHearer} RelayHearer */

/**
 * A player whose relay is at hand: what is written waits for the test to answer.
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {string} side
 */
async function player(key, side) {
  /** @type {RelayHearer[]} */
  const ears = [];
  /** @type {{ message: Uint8Array, after: number, accept: (place: number) => void, refuse: () => void }[]} */
  const written = [];
  /** The letter that the player's game ends with, told again to whatever is older, as the table does. */
  const game = { newest: "" };
  /** @type {string[]} */
  const heard = [];
  const tell = () => {
    line.send(`letter ${game.newest}`, true).catch((error) => {
      assert.equal(error.why, "overtaken");
    });
  };
  const line = await openRelayed(
    key,
    side,
    {
      kept(text) {
        heard.push(text);
        if (game.newest && text !== `letter ${game.newest}`) tell();
      },
      signalled() {},
      watched() {},
      changed() {},
    },
    async (_, ear) => {
      ears.push(ear);
      return {
        send: (message, after) =>
          new Promise((resolve, reject) => {
            const refuse = () => reject(new LineError("overtaken"));
            written.push({ message, after, accept: resolve, refuse });
          }),
        signal() {},
        show() {},
        close() {},
      };
    },
  );
  return {
    written,
    heard,
    /** @param {string} letter */
    play(letter) {
      game.newest = letter;
      tell();
    },
    /** @param {Uint8Array} message @param {number} place */
    hear: (message, place) => ears[0].received(message, place),
  };
}

test("a letter that was overtaken while it was told again comes to the relay", async () => {
  const key = newKey();
  const [white, black] = [await player(key, "white"), await player(key, "black")];
  black.play("g=one");
  await until(() => black.written.length === 1, "Black has written");
  white.play("g=one-two");
  await until(() => white.written.length === 1, "White has written");
  // Black's letter is in the relay before White's, and is heard before that is refused.
  white.hear(black.written[0].message, 1);
  await until(() => white.heard.length === 1, "White has heard Black's letter");
  white.written[0].refuse();
  await until(() => white.written.length === 2, "White has written again");
  assert.deepEqual(
    white.written.map(({ after }) => after),
    [0, 1],
  );
  white.written[1].accept(2);
});
