// A game over a relay, as the page plays it: turns, two windows, catching up, a server that dies.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newKey } from "../../web/live/sealing.js";
import { player } from "./player.mjs";
import { until, withRelay } from "./server.mjs";

test("turns and signals arrive, in order, at the other and not at oneself", async () => {
  await withRelay(async ({ server }) => {
    const key = newKey();
    const [white, black] = [await player(server.address, key), await player(server.address, key)];
    await white.connected();
    await black.connected();
    const all = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const [mover, other] = turn % 2 ? [black, white] : [white, black];
      all.push(`turn ${turn}`);
      await mover.send(`turn ${turn}`);
      await other.has(`turn ${turn}`);
      await mover.signal(`seen ${turn}`);
    }
    await until(() => white.heard.signals.length + black.heard.signals.length === 20, "signals");
    assert.deepEqual(
      black.heard.turns,
      all.filter((_, turn) => turn % 2 === 0),
    );
    assert.deepEqual(
      white.heard.turns,
      all.filter((_, turn) => turn % 2 === 1),
    );
    // Who comes later needs the last turn alone, and gets no old signal.
    const late = await player(server.address, key);
    await late.connected();
    assert.deepEqual([late.heard.turns, late.heard.signals], [["turn 19"], []]);
    // Another game has another key, and hears nothing.
    const other = await player(server.address, newKey());
    await other.connected();
    await white.send("turn 20");
    await late.has("turn 20");
    assert.deepEqual(other.heard.turns, []);
    for (const one of [white, black, late, other]) {
      one.close();
      assert.deepEqual(one.heard.distrusted, []);
    }
    await assert.rejects(white.send("too late"), { why: "closed" });
  });
});

test("of two windows that write the next turn the second is refused, and gets the first one's", async () => {
  await withRelay(async ({ server }) => {
    const key = newKey();
    /** @type {Awaited<ReturnType<typeof player>>[]} */
    const windows = [];
    for (let number = 0; number < 4; number += 1) windows.push(await player(server.address, key));
    for (const one of windows) await one.connected();
    for (let round = 0; round < 10; round += 1) {
      const sent = await Promise.allSettled(
        windows.map((one, number) => one.send(`round ${round} by ${number}`)),
      );
      const winners = sent.flatMap(({ status }, number) =>
        status === "fulfilled" ? [number] : [],
      );
      assert.equal(winners.length, 1, `round ${round}: ${winners} have written`);
      for (const [number, result] of sent.entries()) {
        if (result.status === "fulfilled") continue;
        assert.equal(result.reason.why, "overtaken");
        assert.equal(windows[number].heard.turns.at(-1), `round ${round} by ${winners[0]}`);
      }
    }
    // What was to follow a turn that was refused is refused with it.
    const [first, second] = windows;
    await first.send("the next");
    await second.has("the next");
    const both = [first.send("by first"), second.send("by second"), second.send("on top of it")];
    const ends = await Promise.allSettled(both);
    const kinds = ends.map(({ status }) => status);
    assert.ok(
      [
        ["fulfilled", "rejected", "rejected"],
        ["rejected", "fulfilled", "fulfilled"],
      ].some((wanted) => String(wanted) === String(kinds)),
      String(kinds),
    );
    for (const one of windows) one.close();
  });
});

test("a server that is killed in the middle of games and started again has lost no turn", async () => {
  await withRelay(async ({ server }) => {
    const games = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const key = newKey();
        const [white, black] = [
          await player(server.address, key),
          await player(server.address, key),
        ];
        await Promise.all([white.connected(), black.connected()]);
        return { key, white, black };
      }),
    );
    await Promise.all(games.map(({ white }) => white.send("turn 1")));
    await Promise.all(games.map(({ black }) => black.has("turn 1")));
    // Some turns are under way when it dies, others are made while it is away.
    const sent = games.slice(0, 10).map(({ black }) => black.send("turn 2"));
    await server.kill();
    await Promise.all(games.map(({ black }) => black.lost()));
    sent.push(...games.slice(10).map(({ black }) => black.send("turn 2")));
    await server.start();
    await Promise.all(sent);
    await Promise.all(games.map(({ white }) => white.has("turn 2")));
    for (const { key, white, black } of games) {
      const late = await player(server.address, key);
      await late.connected();
      assert.deepEqual(late.heard.turns, ["turn 2"]);
      assert.deepEqual([white.heard.turns, black.heard.turns], [["turn 2"], ["turn 1"]]);
      for (const one of [white, black, late]) one.close();
    }
  });
});

test("a page that is closed before it is connected stays so, and one that finds no server waits", async () => {
  await withRelay(async ({ server }) => {
    await server.kill();
    const key = newKey();
    const [hasty, patient] = [await player(server.address, key), await player(server.address, key)];
    const sent = patient.send("when you are back");
    hasty.close();
    await server.start();
    await sent;
    assert.equal(hasty.heard.states.at(-1), "closed");
    const other = await player(server.address, key);
    await other.has("when you are back");
    patient.close();
    other.close();
  });
});
