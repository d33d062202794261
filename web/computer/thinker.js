// The page's side of the worker that thinks.

import { asset, scriptAddress } from "../shell/index.js";

/** @import { EngineQuestion, EngineReply, Event, Thought } from "../shell/types" */

/**
 * What the worker is doing.
 * @typedef {object} Job
 * @property {number} id
 * @property {number} silence how long it may be silent once its module is there
 * @property {(event: Event) => void} answer
 * @property {(net: EngineReply["net"]) => void} [hearNet]
 * @property {Thought} [best] the best found so far
 * @property {boolean} hears whether the worker hears of something else between its slices
 * @property {boolean} [deaf] whether its slices are long
 * @property {boolean} [hurried] whether the first thought is good enough
 */

export class Thinker {
  /** @type {Worker | undefined} */
  #worker;
  /** @type {Job | undefined} */
  #job;
  /** When patience ends. @type {ReturnType<typeof setTimeout> | undefined} */
  #end;

  /** Whether it has been asked something that is not answered yet. */
  get isBusy() {
    return this.#job !== undefined;
  }

  /** Starts the worker and has it load its module, so that the next question finds it ready. */
  warm() {
    try {
      if (!this.#worker) this.#start().postMessage({ id: 0, kind: "load" });
    } catch {
      // Failures are reported by the next question.
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
   * Thinks about a game, instead of the previous one.
   * @param {EngineQuestion} question
   * @param {Job["answer"]} answer tells the table of each judgement, and of what came of it in the end
   * @param {Job["hearNet"]} [hearNet] hears whether the game's net judges
   */
  ask(question, answer, hearNet) {
    this.cancel();
    const { id, kind, game, loading, silence } = question;
    this.#job = { id, silence, answer, hearNet, hears: /^lines$|^survey$/.test(kind) };
    this.#wait(loading);
    const net = asset(`computer/nets/${game}.net`);
    try {
      const worker = this.#worker ?? this.#start();
      worker.postMessage({ ...question, net, asked: Date.now() });
    } catch (error) {
      queueMicrotask(() => this.#fail(error));
    }
  }

  /** Takes the worker for dead if nothing is heard of it for so long. @param {number} ms */
  #wait(ms) {
    clearTimeout(this.#end);
    this.#end = setTimeout(() => this.#fail("the worker fell silent"), ms);
  }

  /** The question is answered, or will not be. @param {Event} event */
  #over(event) {
    const job = this.#job;
    clearTimeout(this.#end);
    this.#job = undefined;
    job?.answer(event);
  }

  /** @param {unknown} why */
  #fail(why) {
    console.warn(why);
    this.#stop();
    if (this.#job) this.#over({ thoughtFailed: this.#job.id });
  }

  /** @param {EngineReply} reply */
  #hear({ id, done, ready, net, thought, event, rests, deaf, error }) {
    const job = this.#job;
    if (!job || id !== job.id) return;
    if (error !== undefined) this.#fail(error);
    else if (done) this.#over({ thought: { id, thought: thought ?? null } });
    else {
      if (ready || event) this.#wait(job.silence);
      if (rests) clearTimeout(this.#end);
      job.deaf = deaf;
      if (event) job.answer(event);
      if (net) job.hearNet?.(net);
      if (thought) job.best = thought;
      if (job.hurried) this.hurry();
    }
  }

  /** Answers with the best found so far, or as soon as there is anything. */
  hurry() {
    const job = this.#job;
    if (job) job.hurried = true;
    if (!job?.best) return;
    this.#stop();
    this.#over({ thought: { id: job.id, thought: job.best } });
    this.warm();
  }

  /** Gives the question up. */
  cancel() {
    if (this.#job?.hears && !this.#job.deaf) this.#worker?.postMessage({ id: 0, kind: "load" });
    else if (this.#job) this.#stop();
    clearTimeout(this.#end);
    this.#job = undefined;
  }

  /** A worker that thinks receives no messages: another takes its place when needed. */
  #stop() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
