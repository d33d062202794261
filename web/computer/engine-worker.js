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
 * @typedef {object} Player
 * @property {() => void} free gives its memory back; it is not to be used any more
 * @property {(net: Uint8Array) => void} set_net
 * @property {(level: number) => void} set_level
 * @property {(saved: string, nodes: number, reasoned: boolean, stop: () => boolean,
 *   report: (thought: Thought) => void) => Thought | null} think
 * @property {(saved: string, nodes: number, report: (judgement: Judgement) => void) => void} review
 */

/**
 * What the module has, made by wasm-bindgen.
 * @typedef {object} EngineModule
 * @property {(input: { module_or_path: string }) => Promise<unknown>} default
 * @property {new (game: string, seed: number, megabytes: number) => Player} Player
 * @property {(game: string, level: number) => boolean} wants_net
 */

/**
 * What players remember of positions, in megabytes. The adviser has a memory of its own, so that
 * the opponent knows nothing but what its level has found out.
 */
const MEMORY = { opponent: 16, adviser: 8 };
/** What is left of the time at least, however long the module took to come. */
const LEAST = 0.25;
/** How long a net may take to come, in milliseconds. */
const NET_PATIENCE = 4000;

/** @type {Promise<Omit<EngineModule, "default">> | undefined} */
let loading;
/**
 * Who plays each part, and by what name: the game, its seed, and whether a net is to judge.
 * @type {Map<keyof typeof MEMORY, { name: string, player: Player, net: Reply["net"] }>}
 */
const seated = new Map();
/** The nets that have come or are on their way, by their addresses. @type {Map<string, Promise<Uint8Array>>} */
const nets = new Map();

/** Where the module is, as the page says before it asks anything. */
const module = { script: "", code: "" };

async function load() {
  const { default: start, ...rest } = /** @type {EngineModule} */ (await import(module.script));
  await start({ module_or_path: module.code });
  return rest;
}

/** @param {string} address */
async function fetchNet(address) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(NET_PATIENCE) });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * Has a net judge for a player. One that does not come is asked for again for the next game.
 * @param {Player} player
 * @param {string} address
 * @returns {Promise<Reply["net"]>}
 */
async function equip(player, address) {
  const net = nets.get(address) ?? fetchNet(address);
  nets.set(address, net);
  try {
    player.set_net(await net);
    return "used";
  } catch (error) {
    console.warn(error);
    nets.delete(address);
    return "missing";
  }
}

/** @param {Reply} reply */
const tell = (reply) => postMessage(reply);

/**
 * The player of a part. Who sat there for another game gives its memory back.
 * @param {Omit<EngineModule, "default">} engine
 * @param {keyof typeof MEMORY} part
 * @param {Question} question
 */
async function seat({ Player, wants_net }, part, { game, seed, level, net: address }) {
  const wantsNet = wants_net(game, level);
  const name = `${game} ${seed} ${wantsNet}`;
  const before = seated.get(part);
  if (before?.name === name) return before;
  seated.delete(part);
  before?.player.free();
  const player = new Player(game, seed, MEMORY[part]);
  const net = wantsNet ? await equip(player, address) : "none";
  const now = { name, player, net };
  seated.set(part, now);
  return now;
}

/** @param {Question} question */
async function answer(question) {
  const { id, kind, saved, level, ms, asked, nodes } = question;
  loading ??= load();
  const engine = await loading;
  tell({ id, done: kind === "load", ready: true });
  if (kind === "load") return;
  const isTurn = kind === "turn";
  const { player, net } = await seat(engine, isTurn ? "opponent" : "adviser", question);
  tell({ id, done: false, net });
  if (kind === "review") {
    player.review(saved, nodes, (judgement) => tell({ id, judgement, done: false }));
    return tell({ id, done: true });
  }
  player.set_level(level);
  // The clock of the day may be set anew while it thinks; what it says counts only between 0 and
  // what may be taken off the time.
  const waited = Math.min(Math.max(Date.now() - asked, 0), ms * (1 - LEAST));
  const end = performance.now() + (ms || Number.POSITIVE_INFINITY) - waited;
  const thought = player.think(
    saved,
    nodes || Number.MAX_SAFE_INTEGER,
    !isTurn,
    () => performance.now() >= end,
    (thought) => tell({ id, thought, done: false }),
  );
  tell({ id, thought, done: true });
}

addEventListener("message", ({ data }) => {
  if (data.script) Object.assign(module, data);
  else answer(data).catch((error) => tell({ id: data.id, done: true, error: String(error) }));
});
