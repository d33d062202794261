// How a relay bears many games at once: bots over the page's own lines, encrypted, each with a turn
// every five seconds. They run in processes of their own, so that the server's figures are its own. What they send are
// the letters of games that the module of the built site (dist/) has played before, each signed, and taken up by the
// other side; what arrives must be the same.
//
//   node tools/relay-load.mjs [GAMES] [SECONDS]
//
// Fails above 50 ms from send to receipt at the 99th percentile.

import { fork } from "node:child_process";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { player } from "../tests/relay/player.mjs";
import { withRelay } from "../tests/relay/server.mjs";
import { newKey } from "../web/live/sealing.js";
import { MOST_TURNS, signedGame, wholeModule } from "./signed-games.mjs";

const LIMIT = 50;
/** A turn of each game in so many milliseconds. */
const PACE = 5_000;

/** @param {number} milliseconds */
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Plays games, and says how long each turn took. @param {string} address @param {number} count @param {number} seconds */
async function playGames(address, count, seconds) {
  /** @type {number[]} */
  const times = [];
  let [lost, longest] = [0, 0];
  const module = await wholeModule(fileURLToPath(new URL("../dist", import.meta.url)));
  const turns = Math.ceil((seconds * 1000) / PACE) + 1;
  const games = [];
  for (let number = 0; number < count; number += 1) {
    const key = newKey();
    const [white, black] = await Promise.all([player(address, key), player(address, key)]);
    await Promise.all([white.connected(), black.connected()]);
    games.push({ white, black, letters: signedGame(module, turns) });
  }
  process.send?.("ready");
  await new Promise((resolve) => process.once("message", resolve));
  const end = Date.now() + seconds * 1000;
  await Promise.all(
    games.map(async ({ white, black, letters }, number) => {
      await sleep((PACE * number) / games.length);
      for (let turn = 0; Date.now() < end; turn += 1) {
        const [mover, other] = turn % 2 ? [black, white] : [white, black];
        const text = letters[turn] ?? "";
        longest = Math.max(longest, text.length);
        const begun = performance.now();
        const arrived = other.next();
        await mover.send(text);
        if ((await arrived) === text) times.push(performance.now() - begun);
        else lost += 1;
        await sleep(Math.max(0, PACE - (performance.now() - begun)));
      }
    }),
  );
  process.send?.({ times, lost, longest });
  process.disconnect();
}

/** @param {number[]} sorted @param {number} part */
const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

/** @param {number} count @param {number} seconds */
async function measure(count, seconds) {
  await withRelay(async ({ server }) => {
    const before = await server.figures("/varz");
    const parts = 2;
    const bots = Array.from({ length: parts }, () => {
      const bot = fork(fileURLToPath(import.meta.url), [
        "bots",
        server.address,
        String(Math.ceil(count / parts)),
        String(seconds),
      ]);
      /** @type {(message: unknown) => void} */
      let go = () => {};
      const next = () =>
        new Promise((resolve) => {
          go = resolve;
        });
      bot.on("message", (message) => go(message));
      return { bot, next };
    });
    await Promise.all(bots.map(({ next }) => next()));
    const idle = await server.figures("/varz");
    const spent = server.processorTime();
    const ends = bots.map(({ bot, next }) => {
      const end = next();
      bot.send("go");
      return end;
    });
    /** @type {{ times: number[], lost: number, longest: number }[]} */
    const results = await Promise.all(ends);
    const used = server.processorTime() - spent;
    const after = await server.figures("/varz");
    const times = results.flatMap((result) => result.times).sort((a, b) => a - b);
    const lost = results.reduce((sum, result) => sum + result.lost, 0);
    const figures = {
      games: count,
      turns: times.length,
      lost,
      "longest letter, bytes": Math.max(...results.map((result) => result.longest)),
      "median, ms": at(times, 0.5).toFixed(1),
      "99 %, ms": at(times, 0.99).toFixed(1),
      "longest, ms": at(times, 1).toFixed(1),
      "server's memory a game, kB": (((idle.mem - before.mem) / count / 1024) | 0).toString(),
      "server's memory at the end, MB": (after.mem / 1048576).toFixed(0),
      "server's processor, % of a core": ((used / (seconds * 1000)) * 100).toFixed(1),
      "server's processor a turn, ms": (used / times.length).toFixed(3),
      cores: cpus().length,
    };
    for (const [name, value] of Object.entries(figures)) console.log(`${name}: ${value}`);
    if (lost > 0 || at(times, 0.99) > LIMIT) process.exitCode = 1;
  });
}

const [first, ...words] = process.argv.slice(2);
if (first === "bots") await playGames(words[0], Number(words[1]), Number(words[2]));
else {
  const seconds = Number(words[0] ?? 60);
  if (seconds * 1000 > (MOST_TURNS - 1) * PACE) throw new Error("the games are not so long");
  await measure(Number(first ?? 1000), seconds);
}
process.exit();
