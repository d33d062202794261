// The worker in which the computer player thinks. It is asked with a `Question` and answers with
// thoughts that get better, and with the last of them.

/**
 * @typedef {object} Question
 * @property {number} id
 * @property {string} game
 * @property {string} saved the game as the table saves it
 * @property {number} [at] think about the position after so many steps instead of the last one
 * @property {number} level 1 to 6; 0 is full strength
 * @property {number} ms the time to think, in milliseconds
 * @property {number} nodes at most so many positions
 * @property {number} seed
 */

/**
 * @typedef {object} Thought
 * @property {string[]} turn the rest of the turn, in step notation
 * @property {number} score hundredths of a pawn for the side to move; near 30,000 for a win
 * @property {number | null} decided after how many turns of both sides the side to move has won
 *   (above 0) or lost
 * @property {number} depth
 * @property {number} nodes
 * @property {string[][]} line
 */

/** @typedef {{ id: number, thought: Thought | null, done: boolean, error?: string }} Reply */

/**
 * @typedef {object} Player
 * @property {(level: number) => void} set_level
 * @property {(saved: string, at: number | undefined, nodes: number, stop: () => boolean,
 *   report: (thought: Thought) => void) => Thought | null} think
 */

/**
 * What the module has, made by wasm-bindgen.
 * @typedef {object} EngineModule
 * @property {(input: { module_or_path: URL }) => Promise<unknown>} default
 * @property {new (game: string, seed: number, megabytes: number) => Player} Player
 */

/** What the computer remembers of positions, in megabytes. */
const MEMORY = 16;

/** @type {Promise<EngineModule> | undefined} */
let loading;
/** @type {{ game: string, seed: number, player: Player } | undefined} */
let seated;

async function load() {
  const script = new URL("./engine/engine_worker.js", import.meta.url);
  const module = /** @type {EngineModule} */ (await import(script.href));
  await module.default({
    module_or_path: new URL("./engine/engine_worker_bg.wasm", import.meta.url),
  });
  return module;
}

/** @param {Reply} reply */
const tell = (reply) => postMessage(reply);

/** @param {Question} question */
async function answer({ id, game, saved, at, level, ms, nodes, seed }) {
  loading ??= load();
  const { Player } = await loading;
  if (seated?.game !== game || seated.seed !== seed) {
    seated = { game, seed, player: new Player(game, seed, MEMORY) };
  }
  const { player } = seated;
  player.set_level(level);
  const end = performance.now() + ms;
  const thought = player.think(
    saved,
    at,
    nodes,
    () => performance.now() > end,
    (thought) => tell({ id, thought, done: false }),
  );
  tell({ id, thought, done: true });
}

addEventListener("message", ({ data }) => {
  answer(data).catch((error) =>
    tell({ id: data.id, thought: null, done: true, error: String(error) }),
  );
});
