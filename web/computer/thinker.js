// The page's side of the worker that thinks.

import { asset, scriptAddress } from "../shell/index.js";

/** @import { Judgement, Thought } from "../shell/contract" */
/** @import { Question, Reply } from "./engine-worker.js" */

/**
 * How long a worker may be silent before it is taken for dead, in milliseconds: until its module is
 * there; beyond the time that it has for a thought; and between two judgements.
 */
const PATIENCE = { loading: 30_000, thinking: 4000, reviewing: 30_000 };

/**
 * What the worker is doing.
 * @typedef {object} Job
 * @property {number} id
 * @property {number} silence how long it may be silent once its module is there
 * @property {(thought: Thought | null) => void} settle
 * @property {(error: Error) => void} fail
 * @property {(judgement: Judgement) => void} hear
 * @property {(net: Reply["net"]) => void} hearNet
 * @property {Thought | null} best the best found so far
 * @property {boolean} hurried whether the first thought is good enough
 * @property {ReturnType<typeof setTimeout>} [watch]
 */

export class Thinker {
  /** @type {Worker | undefined} */
  #worker;
  #id = 0;
  /** @type {Job | undefined} */
  #job;

  /** Starts the worker and has it load its module, so that the next question finds it ready. */
  warm() {
    try {
      if (!this.#worker) this.#start().postMessage({ id: 0, kind: "load" });
    } catch {
      // What it cannot do, the question will tell.
    }
  }

  #start() {
    const worker = new Worker(scriptAddress(asset("engine-worker.js")), { type: "module" });
    // It has no page that would tell it where its module is.
    const [script, code] = ["engine-worker.js", "engine-worker_bg.wasm"];
    worker.postMessage({ script: asset(`engine/${script}`), code: asset(`engine/${code}`) });
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#fail(event.message || "the worker failed");
    };
    this.#worker = worker;
    return worker;
  }

  /**
   * Thinks about a game.
   * @param {Omit<Question, "id" | "asked" | "net">} question
   * @param {(judgement: Judgement) => void} [hear] hears of each judgement of a review
   * @param {(net: Reply["net"]) => void} [hearNet] hears whether the game's net judges
   * @returns {Promise<Thought | null>} null: there is nothing to be played, or it was given up
   */
  async ask(question, hear = () => {}, hearNet = () => {}) {
    this.cancel();
    const worker = this.#worker ?? this.#start();
    const id = ++this.#id;
    const { kind, game, ms } = question;
    const net = asset(`computer/nets/${game}.net`);
    return new Promise((resolve, reject) => {
      const silence = kind === "review" ? PATIENCE.reviewing : ms + PATIENCE.thinking;
      const job = { id, silence, settle: resolve, fail: reject, hear, hearNet };
      this.#job = { ...job, best: null, hurried: false };
      this.#watch(this.#job, PATIENCE.loading);
      worker.postMessage({ ...question, id, net, asked: Date.now() });
    });
  }

  /** Takes the worker for dead if nothing is heard of it for so long. @param {Job} job @param {number} ms */
  #watch(job, ms) {
    clearTimeout(job.watch);
    job.watch = setTimeout(() => this.#fail("the worker fell silent"), ms);
  }

  /** The question is answered, or will not be. */
  #over() {
    const job = this.#job;
    clearTimeout(job?.watch);
    this.#job = undefined;
    return job;
  }

  /** @param {string} why */
  #fail(why) {
    this.#end();
    this.#over()?.fail(new Error(why));
  }

  /** @param {Reply} reply */
  #hear({ id, done, ready, net, thought, judgement, error }) {
    const job = this.#job;
    if (!job || id !== job.id) return;
    if (error !== undefined) this.#fail(error);
    else if (done) this.#over()?.settle(thought ?? null);
    else {
      if (ready || judgement) this.#watch(job, job.silence);
      if (net) job.hearNet(net);
      if (judgement) job.hear(judgement);
      if (thought) job.best = thought;
      if (job.hurried) this.hurry();
    }
  }

  /** Answers with the best found so far, or as soon as there is anything. */
  hurry() {
    const job = this.#job;
    if (job) job.hurried = true;
    if (!job?.best) return;
    this.#end();
    this.#over()?.settle(job.best);
    this.warm();
  }

  /** Gives the question up. */
  cancel() {
    if (this.#job) this.#end();
    this.#over()?.settle(null);
  }

  /** A worker in the middle of a thought hears nothing: another takes its place when needed. */
  #end() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
