// The worker in which the computer player thinks. It is asked with a `Question` and answers with
// `Reply`s: thoughts that get better and the last of them, or what there is to say about each turn of a
// finished game.

/** @import { Effort, Judgement, Thought } from "../shell/contract" */

/**
 * What is thought about, and how much (`load`: nothing, but to be ready); the game as the table saves
 * it; when it was asked, in milliseconds since 1970; and where the game's net is, if it has one.
 * @typedef {Effort & { id: number, kind: "load" | "turn" | "hint" | "draw" | "puzzle" | "review",
 *   game: string, saved: string, asked: number, net: string }} Question
 */

/**
 * @typedef {object} Reply
 * @property {number} id
 * @property {boolean} done whether it is the last one
 * @property {boolean} [ready] the module has been loaded
 * @property {"used" | "missing" | "none"} [net] whether a net judges, where the game and the level have one
 * @property {Thought | null} [thought]
 * @property {Judgement} [judgement]
 * @property {string} [error]
 */

/**
 * What the module has, made by wasm-bindgen: who thinks, one after the other.
 * @typedef {object} Players
 * @property {(kind: string, game: string, seed: number, level: number) => boolean} seat whether a net
 *   is wanted
 * @property {(net: Uint8Array) => void} set_net
 * @property {() => Reply["net"]} net
 * @property {(saved: string, level: number, nodes: number, stop: () => boolean,
 *   report: (thought: Thought) => void) => Thought | null} think
 * @property {(saved: string, nodes: number, report: (judgement: Judgement) => void) => void} review
 */

/** What is left of the time at least, however long the module took to come. */
const LEAST = 0.25;
/** How long a net may take to come, in milliseconds. */
const NET_PATIENCE = 4000;

/** Where the module is, as the page says before it asks anything. */
const module = { script: "", code: "" };
/** @type {Promise<Players> | undefined} */
let loading;

/** @returns {Promise<Players>} */
async function load() {
  const { default: start, Players } = await import(module.script);
  await start({ module_or_path: module.code });
  return new Players();
}

/**
 * Has a net judge. One that does not come is asked for again for the next game.
 * @param {Players} players
 * @param {string} address
 */
async function equip(players, address) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(NET_PATIENCE) });
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    players.set_net(new Uint8Array(await answer.arrayBuffer()));
  } catch (error) {
    console.warn(error);
  }
}

/** @param {Reply} reply */
const tell = (reply) => postMessage(reply);

/** @param {Question} question */
async function answer({ id, kind, game, saved, seed, level, ms, asked, nodes, net }) {
  loading ??= load();
  const players = await loading;
  tell({ id, done: kind === "load", ready: true });
  if (kind === "load") return;
  if (players.seat(kind, game, seed, level)) await equip(players, net);
  tell({ id, done: false, net: players.net() });
  if (kind === "review") {
    players.review(saved, nodes, (judgement) => tell({ id, judgement, done: false }));
    return tell({ id, done: true });
  }
  // The clock of the day may be set anew while it thinks; what it says counts only between 0 and
  // what may be taken off the time.
  const waited = Math.min(Math.max(Date.now() - asked, 0), ms * (1 - LEAST));
  const end = performance.now() + (ms || Number.POSITIVE_INFINITY) - waited;
  const isOver = () => performance.now() >= end;
  const hear = (/** @type {Thought} */ thought) => tell({ id, thought, done: false });
  tell({ id, thought: players.think(saved, level, nodes, isOver, hear), done: true });
}

addEventListener("message", ({ data }) => {
  if (data.script) Object.assign(module, data);
  else answer(data).catch((error) => tell({ id: data.id, done: true, error: String(error) }));
});
