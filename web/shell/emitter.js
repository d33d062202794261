// The one way between the rooms of the page and the table: rooms emit events, carry out what the table
// asks for, and render the view.

import { look } from "./cells.js";
import { isFailure } from "./module.js";

/** @typedef {import('./table').Table} Table */
/** @typedef {import('./table').Snapshot} Snapshot */
/** @typedef {import('./contract').Event} Event */
/** @typedef {import('./contract').Request} Request */
/** @typedef {import('./table').Kind} Kind */

export class Emitter {
  /** @type {Table} */
  table;
  /** The last view. @type {Snapshot} */
  snap;
  /** Whether the module has failed. */
  broken = false;
  /** @type {(error: unknown) => void} */
  onCrash = () => {};
  /** Who renders the view. @type {((snap: Snapshot) => void)[]} */
  views = [];
  /** Who carries out what. @type {Map<Kind, (what: any, answer: (event: Event) => void) => void>} */
  #rooms = new Map();
  /** What nobody has come for yet. @type {{ request: Request, table: Table }[]} */
  #waiting = [];
  /** What has happened; the first is being handled. @type {Event[]} */
  #events = [];

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.snap = look(table);
    this.#take(table.opened());
  }

  /**
   * Something has happened: the table decides, its requests are carried out, the view is rendered.
   * What a room emits while it carries out a request comes after that, before the view.
   * @param {Event} event
   */
  emit(event) {
    if (this.broken) return;
    this.#events.push(event);
    if (this.#events.length > 1) return;
    try {
      for (; this.#events.length > 0; this.#events.shift()) {
        this.#take(this.table.handle(this.#events[0]));
      }
      this.refresh();
    } catch (error) {
      this.#events = [];
      this.crash(error);
    }
  }

  /**
   * A room carries out what the table asks for. What it answers later is for the table that has asked:
   * another one does not hear it. One room carries out a kind of request.
   * @template {Kind} K
   * @param {K} kind
   * @param {(what: import('./table').Asked<K>, answer: (event: Event) => void) => void} work
   * @returns {() => void} ends it
   */
  on(kind, work) {
    if (this.#rooms.has(kind)) throw new Error(`two rooms carry out ${kind}`);
    this.#rooms.set(kind, work);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { request, table } of waiting) {
      if (table === this.table) this.#carry(request, table);
    }
    return () => this.#rooms.delete(kind);
  }

  /**
   * A room renders the view whenever it has changed.
   * @param {(snap: Snapshot) => void} view
   * @returns {() => void} ends it
   */
  watch(view) {
    this.views.push(view);
    return () => {
      this.views = this.views.filter((other) => other !== view);
    };
  }

  /** @param {Request[]} requests */
  #take(requests) {
    const { table } = this;
    for (const request of requests) this.#carry(request, table);
  }

  /** @param {Request} request @param {Table} table */
  #carry(request, table) {
    const [[kind, what]] = Object.entries(request);
    const work = this.#rooms.get(/** @type {Kind} */ (kind));
    if (!work) {
      this.#waiting.push({ request, table });
      return;
    }
    this.attempt(() =>
      work(what, (event) => {
        if (table === this.table) this.emit(event);
      }),
    );
  }

  /**
   * Carries out what the table asks for that it was not asked through an event.
   * @param {boolean} says whether it tells what happened; else the caller does
   */
  settle(says) {
    this.#take(this.table.opened().filter((request) => says || !("say" in request)));
  }

  /** Another table takes the place of this one, which is given back. @param {Table} table */
  seat(table) {
    const old = this.table;
    this.table = table;
    old.free();
    this.#take(table.opened());
  }

  /** Renders the view anew. */
  refresh() {
    this.snap = look(this.table);
    this.show();
  }

  /** Renders the view again as it is. */
  show() {
    for (const view of this.views) this.attempt(() => view(this.snap));
  }

  /**
   * Does what is none of the module's: if it fails, that is reported, and keeps nothing else from
   * going on.
   * @param {() => void} work
   */
  attempt(work) {
    try {
      work();
    } catch (error) {
      if (isFailure(error)) throw error;
      reportError(error);
    }
  }

  /** The module has failed: nothing is asked of it any more. @param {unknown} error */
  crash(error) {
    if (this.broken) return;
    this.broken = true;
    this.onCrash(error);
  }
}
