// The page's side of the worker that thinks.

import { scriptAddress } from "./trusted.js";

/** @typedef {import('../engine-worker.js').Question} Question */
/** @typedef {import('../engine-worker.js').Reply} Reply */
/** @typedef {import('../engine-worker.js').Thought} Thought */

/** How much longer than asked for a worker may be silent before it is taken for dead, in ms. */
const PATIENCE = 15_000;

export class Thinker {
  /** @type {Worker | undefined} */
  #worker;
  #id = 0;
  /** @type {((thought: Thought | null) => void) | undefined} */
  #settle;
  /** @type {Thought | null} */
  #best = null;

  #start() {
    const tag = /** @type {HTMLScriptElement} */ (document.querySelector("script[data-module]"));
    const later = new URL(tag.dataset.modules ?? "", document.baseURI);
    return new Worker(scriptAddress(new URL("../engine-worker.js", later)), { type: "module" });
  }

  /** Whether a question is being thought about. */
  get isBusy() {
    return this.#settle !== undefined;
  }

  /**
   * Thinks about a game. A worker that dies is replaced, and asked once more.
   * @param {Omit<Question, "id">} question
   * @returns {Promise<Thought | null>} null: there is nothing to be played, or it was given up
   */
  async ask(question) {
    this.cancel();
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#try({ ...question, id: ++this.#id });
      } catch (error) {
        this.#end();
        if (tries > 0) throw error;
      }
    }
  }

  /** @param {Question} question @returns {Promise<Thought | null>} */
  #try(question) {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    this.#best = null;
    return new Promise((resolve, reject) => {
      const watch = setTimeout(() => reject(new Error("no answer")), question.ms + PATIENCE);
      const over = () => {
        clearTimeout(watch);
        this.#settle = undefined;
      };
      this.#settle = (thought) => {
        over();
        resolve(thought);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        over();
        reject(new Error(event.message || "the worker failed"));
      };
      worker.onmessage = (/** @type {MessageEvent<Reply>} */ { data }) => {
        if (data.id !== question.id) return;
        if (data.error) {
          over();
          reject(new Error(data.error));
        } else if (data.done) {
          this.#settle?.(data.thought);
        } else {
          this.#best = data.thought;
        }
      };
      worker.postMessage(question);
    });
  }

  /** Answers with the best found so far, if there is one yet. */
  hurry() {
    if (!this.#best) return;
    const best = this.#best;
    this.#end();
    this.#settle?.(best);
  }

  /** Gives the question up. */
  cancel() {
    if (!this.#settle) return;
    this.#end();
    this.#settle(null);
  }

  /** A worker in the middle of a thought hears nothing: another takes its place when needed. */
  #end() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
