// Whoever runs the relay, or has taken it over, has everything but the key of a game: he reads along, forges,
// repeats and changes messages. A stranger floods it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { headers, wsconnect } from "@nats-io/nats-core";
import { credentials } from "../../web/live/credentials.js";
import { newKey } from "../../web/live/sealed.js";
import { player } from "./player.mjs";
import { until, withRelay } from "./server.mjs";

/** What NATS tells of a turn. @param {number} place */
function about(place) {
  const all = headers();
  all.set("Nats-Sequence", String(place));
  return all;
}

test("who has the relay and no key reads nothing, and what he forges or repeats is not passed on", async () => {
  await withRelay(async ({ server, admin: connectAdmin }) => {
    const admin = await connectAdmin();
    /** @type {import("@nats-io/nats-core").Msg[]} */
    const seen = [];
    admin.subscribe("turn.*", { callback: (_, message) => void seen.push(message) });
    await admin.flush();
    const key = newKey();
    const [white, black] = [await player(server.address, key), await player(server.address, key)];
    await white.connected();
    await black.connected();
    const texts = ["a", "Knight to f3", "x".repeat(400), "y".repeat(2000)];
    for (const text of texts) {
      await white.send(text);
      await black.has(text);
    }
    await white.send("the same again");
    await white.send("the same again");
    await until(() => seen.length === 6 && black.heard.turns.length === 6, "all turns are there");
    const all = seen.map(({ data }) => Buffer.from(data));
    assert.deepEqual(
      all.map((data) => data.length),
      [512, 512, 512, 2048, 512, 512],
    );
    for (const data of all) {
      for (const word of ["Knight", "xxxx", "yyyy", "again"]) assert.ok(!data.includes(word));
    }
    // Nothing is sealed twice with one number.
    const nonces = all.map((data) => data.subarray(1, 13).toString("hex"));
    assert.equal(new Set(nonces).size, 6);
    // What the server adds for the players has no address in it.
    for (const one of seen) assert.ok(!/127\.0\.0\.1/.test(String(one.headers)));

    const subject = seen[0].subject;
    let place = 1000;
    const show = (/** @type {Uint8Array} */ data) => {
      place += 1;
      admin.publish(subject, data, { headers: about(place) });
    };
    const before = black.heard.turns.length;
    show(seen[1].data);
    show(new Uint8Array(512));
    show(new Uint8Array(0));
    show(new Uint8Array(3));
    for (const at of [0, 1, 12, 13, 300, 511]) {
      const changed = new Uint8Array(seen[5].data);
      changed[at] ^= 1;
      show(changed);
    }
    await until(() => black.heard.distrusted.length === 10, "all of it is distrusted");
    assert.deepEqual(black.heard.distrusted, ["repeated", ...Array(9).fill("forged")]);
    assert.equal(black.heard.turns.length, before);
    for (const one of [white, black]) one.close();
    await admin.close();
  });
});

test("a game goes on beside a stranger who writes as fast as he can", async () => {
  await withRelay(async ({ server }) => {
    const key = newKey();
    const [white, black] = [await player(server.address, key), await player(server.address, key)];
    await white.connected();
    await black.connected();
    const { name, authenticator } = await credentials(new Uint8Array(32).fill(9));
    const stranger = await wsconnect({ servers: server.address, authenticator });
    let isOver = false;
    const flood = (async () => {
      for (let count = 0; !isOver; count += 50) {
        for (let one = 0; one < 50; one += 1) stranger.publish(`game.${name}`, `${count + one}`);
        await stranger.flush();
      }
    })();
    let longest = 0;
    for (let turn = 0; turn < 40; turn += 1) {
      const [mover, other] = turn % 2 ? [black, white] : [white, black];
      const begun = Date.now();
      await mover.send(`turn ${turn}`);
      await other.has(`turn ${turn}`);
      longest = Math.max(longest, Date.now() - begun);
    }
    isOver = true;
    await flood;
    assert.ok(longest < 5000, `a turn took ${longest} ms`);
    await stranger.close();
    for (const one of [white, black]) one.close();
  });
});
