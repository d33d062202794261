// The worker in which the computer player thinks. It gets a `EngineQuestion` and answers with `EngineReply`s:
// improving thoughts and the final one, or what the table is to be told. The module does both
// (crates/engine-worker).

/** @import { EngineQuestion, EngineReply } from "../shell/types" */

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

/** @param {EngineReply} reply */
const tell = (reply) => postMessage(reply);

/** @param {EngineQuestion & { net: string }} question `net`: where the game's net is, if it has one */
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
  // Between the slices of an answer the worker hears of what else is asked.
  while (newest === id && players.answer(question, tell)) await new Promise((on) => setTimeout(on));
}

addEventListener("message", ({ data }) => {
  if (data.script) Object.assign(module, data);
  else answer(data).catch((error) => tell({ id: data.id, done: true, error: String(error) }));
});
