// The page's side of the worker that thinks.

import { asset, scriptAddress } from "../shell/index.js";

/** @typedef {import('./engine-worker.js').Question} Question */
/** @typedef {import('./engine-worker.js').Reply} Reply */
/** @typedef {import('./engine-worker.js').Thought} Thought */
/** @typedef {import('./engine-worker.js').Verdict} Verdict */

/**
 * How long a worker may be silent before it is taken for dead, in milliseconds: until its module is
 * there; beyond the time that it has for a thought; and between two verdicts.
 */
const PATIENCE = { loading: 30_000, thinking: 4000, reviewing: 30_000 };

/**
 * What the worker is doing.
 * @typedef {object} Job
 * @property {Question} question
 * @property {(thought: Thought | null) => void} settle
 * @property {(error: Error) => void} fail
 * @property {(verdict: Verdict) => void} hear
 * @property {Thought | null} best the best found so far
 * @property {boolean} hurried whether the first thought is good enough
 * @property {ReturnType<typeof setTimeout>} watch
 */

export class Thinker {
  /** @type {Worker | undefined} */
  #worker;
  #id = 0;
  /** @type {Job | undefined} */
  #job;

  /** Starts the worker and has it load its module, so that the next question finds it ready. */
  warm() {
    if (this.#worker) return;
    this.#start().postMessage({ id: 0, kind: "load" });
  }

  #start() {
    const worker = new Worker(scriptAddress(asset("engine-worker.js")), { type: "module" });
    // It has no page that would tell it where its module is.
    const [script, code] = ["engine-worker.js", "engine-worker_bg.wasm"];
    worker.postMessage({ script: asset(`engine/${script}`), code: asset(`engine/${code}`) });
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker !== this.#worker) return;
      this.#end();
      this.#job?.fail(new Error(event.message || "the worker failed"));
    };
    this.#worker = worker;
    return worker;
  }

  /**
   * Thinks about a game. A worker that dies is replaced, and asked once more.
   * @param {Omit<Question, "id" | "asked">} question
   * @param {(verdict: Verdict) => void} [hear] hears of each verdict of a review
   * @returns {Promise<Thought | null>} null: there is nothing to be played, or it was given up
   */
  async ask(question, hear = () => {}) {
    for (let tries = 0; ; tries += 1) {
      this.cancel();
      const id = ++this.#id;
      try {
        return await this.#try({ ...question, id, asked: Date.now() }, hear);
      } catch (error) {
        this.#end();
        // What was cancelled or asked anew meanwhile has been settled.
        if (tries > 0 || id !== this.#id) throw error;
      }
    }
  }

  /**
   * @param {Question} question
   * @param {(verdict: Verdict) => void} hear
   * @returns {Promise<Thought | null>}
   */
  #try(question, hear) {
    const worker = this.#worker ?? this.#start();
    return new Promise((resolve, reject) => {
      const over = () => {
        clearTimeout(job.watch);
        this.#job = undefined;
      };
      /** @type {Job} */
      const job = {
        question,
        hear,
        best: null,
        hurried: false,
        watch: setTimeout(() => {}, 0),
        settle(thought) {
          over();
          resolve(thought);
        },
        fail(error) {
          over();
          reject(error);
        },
      };
      this.#job = job;
      this.#watch(job, PATIENCE.loading);
      worker.postMessage(question);
    });
  }

  /** Takes the worker for dead if nothing is heard of it for so long. @param {Job} job @param {number} ms */
  #watch(job, ms) {
    clearTimeout(job.watch);
    job.watch = setTimeout(() => job.fail(new Error("the worker fell silent")), ms);
  }

  /** @param {Reply} reply */
  #hear({ id, done, ready, thought, verdict, error }) {
    const job = this.#job;
    if (!job || id !== job.question.id) return;
    const { kind, ms } = job.question;
    if (error !== undefined) job.fail(new Error(error));
    else if (done) job.settle(thought ?? null);
    else if (ready) {
      this.#watch(job, kind === "review" ? PATIENCE.reviewing : ms + PATIENCE.thinking);
    } else if (verdict) {
      this.#watch(job, PATIENCE.reviewing);
      job.hear(verdict);
    } else if (thought) {
      job.best = thought;
      if (job.hurried) this.hurry();
    }
  }

  /** Answers with the best found so far, or as soon as there is anything. */
  hurry() {
    const job = this.#job;
    if (!job) return;
    job.hurried = true;
    if (!job.best) return;
    this.#end();
    job.settle(job.best);
    this.warm();
  }

  /** Gives the question up. */
  cancel() {
    const job = this.#job;
    if (!job) return;
    this.#end();
    job.settle(null);
  }

  /** A worker in the middle of a thought hears nothing: another takes its place when needed. */
  #end() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
