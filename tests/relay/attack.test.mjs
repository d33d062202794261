// Whoever runs the relay, or has taken it over, has everything but the key of a game: he reads along, forges,
// repeats and changes messages. A stranger floods it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { headers, wsconnect } from "@nats-io/nats-core";
import { credentials } from "../../web/live/credentials.js";
import { derived, newKey } from "../../web/live/sealing.js";
import { watchFragment } from "../../web/live/watching.js";
import { player, watcher } from "./player.mjs";
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

test("who watches has no key to the game, and who carries it none to what is shown to those who watch", async () => {
  await withRelay(async ({ server, admin: connectAdmin }) => {
    const admin = await connectAdmin();
    const key = newKey();
    const white = await player(server.address, key);
    await white.connected();
    const link = await watchFragment(key);
    assert.match(link, /^watch=[\w-]{43}U[A-Z2-7]{55}$/);
    const [one, two] = [await watcher(server.address, link), await watcher(server.address, link)];
    await one.connected();
    await two.connected();
    await one.say("here");
    await until(() => white.heard.watched.length === 1, "the player hears who watches");
    // Whoever has the relay, and watches, tells the player nothing of the game.
    const bytes = new TextEncoder().encode("g2g4");
    const turn = await one.sealing.seal("turn", bytes);
    admin.publish(`turn.${one.game}`, turn, { headers: about(1000) });
    await until(() => white.heard.distrusted.length === 1, "it is distrusted");
    assert.deepEqual(white.heard.turns, []);
    // And without the link he shows those who watch nothing, though he may speak as a player.
    const { name, authenticator } = await credentials(await derived(key, "relay"));
    assert.equal(name, one.game);
    const carrier = await wsconnect({ servers: server.address, authenticator });
    /** @type {Uint8Array[]} */
    const seen = [];
    const said = {
      callback: (/** @type {any} */ _, /** @type {any} */ { data }) => void seen.push(data),
    };
    carrier.subscribe(`signal.${name}`, said);
    const foreign = await watcher(server.address, await watchFragment(newKey()));
    const shown = `watched.${name}.${one.name}`;
    carrier.publish(shown, await foreign.sealing.seal("watched", bytes));
    carrier.publish(shown, await one.sealing.seal("watch", bytes));
    carrier.publish(shown, "g2g4");
    await carrier.flush();
    await white.signal("hello");
    await white.show("look");
    await until(() => one.heard.shown.length + two.heard.shown.length === 2, "both see it");
    await until(() => seen.length === 1, "the relay carries what the players say");
    assert.deepEqual([one.heard.shown, two.heard.shown], [["look"], ["look"]]);
    assert.deepEqual(one.heard.distrusted, ["forged", "forged", "forged"]);
    // What the players say to each other, those who watch cannot open.
    for (const kind of /** @type {const} */ (["turn", "signal", "watched"]))
      assert.equal(await one.sealing.unseal(kind, seen[0]), "forged");
    assert.deepEqual(white.heard.watched, ["here"]);
    for (const line of [white, one, two, foreign]) line.close();
    for (const connection of [carrier, admin]) await connection.close();
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

test("who watches and floods the players is not heard for a while, and the game goes on", async () => {
  await withRelay(async ({ server }) => {
    const key = newKey();
    const [white, black] = [await player(server.address, key), await player(server.address, key)];
    await white.connected();
    await black.connected();
    const one = await watcher(server.address, await watchFragment(key));
    await one.connected();
    await one.say("here");
    await until(() => white.heard.watched.length === 1, "who watches is heard");
    const begun = performance.now();
    for (let count = 0; count < 3_000; count += 1) one.say(`flood ${count}`);
    await white.send("turn 1");
    await black.has("turn 1");
    await black.send("turn 2");
    await white.has("turn 2");
    await until(() => white.heard.watched.length > 1, "the first ones are heard");
    for (let count = 0; count < 100; count += 1) one.say(`again ${count}`);
    await white.send("turn 3");
    await black.has("turn 3");
    // More than 60 in two seconds are not read, however many come after them.
    const { length } = white.heard.watched;
    const most = 61 * Math.ceil(1 + (performance.now() - begun) / 2_000);
    assert.ok(length <= most, `${length} are heard, of ${most}`);
    // In the end they are.
    await until(async () => {
      await one.say("still here");
      return white.heard.watched.at(-1) === "still here";
    }, "who watches is heard again");
    for (const line of [white, black, one]) line.close();
  });
});
