// The worker in which the computer player thinks. It gets a `Question` and answers with `Reply`s:
// improving thoughts and the final one, or the judgement of each turn of a finished game. The
// module does both (crates/engine-worker).

/** @import { Effort, EngineLine, Judgement, Thought, TurnProof, Worth } from "../shell/types" */

/**
 * The game as the table saves it; when it was asked, in milliseconds since 1970; and where the game's net
 * is, if it has one; how many lines are wanted, behind how many turns it is surveyed, and behind
 * how many pieces are drawn. Loading is nothing but to be ready.
 * @typedef {Effort & { id: number, game: string, saved: string, asked: number, net: string, count?: number,
 *   kind: "load" | "turn" | "hint" | "draw" | "puzzle" | "review" | "lines" | "survey",
 *   places?: number[], draw?: number | null }} Question
 */

/**
 * Whether it is the last one, the module has been loaded, and a net judges; what was found.
 * @typedef {{ id: number, done: boolean, ready?: boolean, net?: "used" | "missing" | "none",
 *   thought?: Thought, judgement?: Judgement, rests?: boolean,
 *   found?: { lines: EngineLine[], nodes: number, ms: number }, proof?: TurnProof,
 *   surveyed?: { place: number, worth: Worth | null }, drawn?: { worth: Worth | null },
 *   error?: string }} Reply
 */

/** How many positions are looked at for a draw, at most for each hand; the module has a limit of its own. */
const FOR_A_DRAW = 10_000;

/** How long a net may take to come, in milliseconds. */
const NET_PATIENCE = 4000;

/** The question that came last: an analysis ends when another comes. */
let newest = 0;

/** Where the module is, as the page says before it asks anything. */
const module = { script: "", code: "" };
/** @type {Promise<any> | undefined} */
let loading;

async function load() {
  const { default: start, Players } = await import(module.script);
  await start({ module_or_path: module.code });
  return new Players();
}

/** Fetches a net. One that does not come is asked for again for the next game. @param {string} address */
async function fetchNet(address) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(NET_PATIENCE) });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @param {Reply} reply */
const tell = (reply) => postMessage(reply);

/**
 * Says what each place of a game is worth, and hears between them whether anything else is asked.
 * @param {any} players @param {Question} question
 */
async function survey(players, { id, saved, nodes, places = [] }) {
  for (const [at, place] of places.entries()) {
    if (newest !== id) return;
    const worth = players.survey(saved, place, nodes);
    tell({ id, done: false, surveyed: { place, worth }, rests: at === places.length - 1 });
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/**
 * Looks for lines until nothing more is to be found or anything else is asked, which the worker hears between
 * its slices; and behind the first of them, what a draw is worth.
 * @param {any} players @param {Question} question
 */
async function analyse(players, question) {
  const { id, saved, draw } = question;
  let isFirst = true;
  let goesOn = true;
  while (goesOn && newest === id) {
    goesOn = players.slice(question, tell);
    await new Promise((on) => setTimeout(on));
    if (isFirst && typeof draw === "number" && newest === id) {
      const worth = players.survey(saved, draw, FOR_A_DRAW);
      tell({ id, done: false, drawn: { worth }, rests: !goesOn });
    }
    isFirst = false;
  }
}

/** @param {Question} question */
async function answer(question) {
  const { id, kind, net } = question;
  newest = id;
  loading ??= load();
  const players = await loading;
  tell({ id, done: kind === "load", ready: true });
  if (kind === "load") return;
  if (players.seat(question)) {
    await fetchNet(net)
      .then((bytes) => players.set_net(bytes))
      .catch(console.warn);
  }
  if (kind === "survey") return survey(players, question);
  if (kind === "lines") return analyse(players, question);
  players.answer(question, tell);
}

addEventListener("message", ({ data }) => {
  if (data.script) Object.assign(module, data);
  else answer(data).catch((error) => tell({ id: data.id, done: true, error: String(error) }));
});
