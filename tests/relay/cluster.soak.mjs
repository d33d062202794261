// Three servers that keep the same games: one of them is killed in the midst of a hundred.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newKey } from "../../web/live/sealing.js";
import { player } from "./player.mjs";
import { until, withCluster } from "./server.mjs";

const GAMES = 100;
const TURNS = 12;

test("a server of three is killed in the midst of a hundred games: no turn is lost", async () => {
  await withCluster(async (servers, connectAdmin) => {
    // Whoever was at the server that dies comes back by another one, as nginx would have it.
    const games = [];
    for (let number = 0; number < GAMES; number += 1) {
      const key = newKey();
      const at = (/** @type {number} */ place) => servers[place % 3].address;
      const white = await player([at(number), at(number + 1)], key);
      const black = await player([at(number + 1), at(number + 2)], key);
      await Promise.all([white.connected(), black.connected()]);
      games.push({ key, white, black });
    }
    let made = 0;
    const ended = Promise.all(
      games.map(async ({ white, black }) => {
        for (let turn = 1; turn <= TURNS; turn += 1) {
          const [mover, other] = turn % 2 ? [white, black] : [black, white];
          await mover.send(`turn ${turn}`);
          made += 1;
          await other.has(`turn ${turn}`);
        }
      }),
    );
    await until(() => made > (GAMES * TURNS) / 3, "a third of the turns is made");
    const admin = await connectAdmin(servers[0]);
    const about = (await admin.request("$JS.API.STREAM.INFO.GAMES", "")).json();
    const { leader } = /** @type {any} */ (about).cluster;
    await admin.close();
    // The one that decides the order of turns.
    const victim = servers[Number(leader.slice("server".length))];
    await victim.kill();
    await ended;
    const rest = servers.filter((server) => server !== victim);
    for (const [number, { key, white, black }] of games.entries()) {
      const all = Array.from({ length: TURNS }, (_, turn) => `turn ${turn + 1}`);
      assert.deepEqual(
        black.heard.turns,
        all.filter((_, turn) => turn % 2 === 0),
      );
      assert.deepEqual(
        white.heard.turns,
        all.filter((_, turn) => turn % 2 === 1),
      );
      const late = await player(rest[number % 2].address, key);
      await late.has(`turn ${TURNS}`);
      for (const one of [white, black, late]) one.close();
    }
  });
});
