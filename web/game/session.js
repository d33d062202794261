// The one way between the rooms of the page and the table: events go to the table, rooms carry out
// its requests, and the view is rendered again.

import { decodePieces } from "../board/index.js";
import { canvasColors, settings, slowness, wishes } from "../settings/index.js";
import { GAMES, isFailure, phrase, tell, withWords } from "../shell/index.js";

/**
 * @import { Asked, Cell, Event, Kind, Promotion, Request, Sentence, Snapshot, Table }
 *   from "../shell/types"
 */

/** How often it is looked whether the board has come to rest, in milliseconds. */
const REST = 30;
/** How large large pieces are, in parts of their usual size. */
const LARGE = 1.1;

/**
 * Everything that the page shows beside the canvas. A square that has not changed is the same object as before.
 * @param {Table} table
 * @param {Cell[]} [known] the squares as they were
 * @returns {Snapshot}
 */
function look(table, known = []) {
  const cells = [...known];
  for (const [index, cell] of table.cells()) cells[index] = cell;
  const snapshot = table.snapshot();
  // Another game's board may be smaller.
  cells.length = snapshot.files * snapshot.ranks;
  return { ...snapshot, cells };
}

export class Session {
  /** @type {Table} */
  table;
  /** The last view. @type {Snapshot} */
  snap;
  /** The name under which the game is kept. */
  key;
  /** The current game, without a step that waits for confirmation. */
  saved = "";
  /** Whether the module has failed, or another window has the game. */
  broken = false;
  /** What the board explains about the selected piece and the square pointed at. */
  aside = "";
  /** Whether the pointer has gone to another square since the view was made. */
  isPointed = false;
  /** The name of the piece that is selected or inspected, and how it moves. */
  named = "";
  /** The side of a square in CSS px. */
  square = 48;
  /** Whether the opponent plays without the net that its game has. */
  isWithoutNet = false;
  /** Whether the page suggests what to try first. */
  invites = false;
  /** Whether the squares are named at the board's edge; else the settings say so. @type {boolean | undefined} */
  coordinates;
  /** Whether its pieces are hidden for a player who plays blindfold. */
  isHidden = false;
  /** @type {(error: unknown) => void} */
  onCrash = () => {};
  /** @type {(question: Promotion) => void} */
  onPromote = () => {};
  /** Has assistive technology say something. @type {(text: string) => void} */
  say = () => {};
  /** Who renders the view. @type {((snap: Snapshot) => void)[]} */
  views = [];

  /** Who carries out what. @type {Map<Kind, (what: any, answer: (event: Event) => void) => void>} */
  #rooms = new Map();
  /** What nobody has come for yet. @type {Request[]} */
  #waiting = [];
  /** What has happened; the first is being handled. @type {Event[]} */
  #events = [];
  /** What the table says about what has just happened. @type {Sentence[]} */
  #sayings = [];
  /** The square pointed at. @type {string | undefined} */
  #pointed;
  #frame = 0;
  #ends = new AbortController();
  /** Ends all that serves this session. */
  signal = this.#ends.signal;

  /** @param {Table} table @param {string} key */
  constructor(table, key) {
    this.table = table;
    this.snap = look(table);
    this.key = key;
    this.saved = table.save(true);
    this.#take(table.opened());
    this.on("say", (sentence) => {
      // Synchronous announcements are made at once.
      if (this.#sayings.push(sentence) === 1) queueMicrotask(() => this.#speak());
    });
    this.on("wake", ({ id, after, atRest }, answer) => {
      const wait = () => {
        if (atRest && this.#frame > 0 && !document.hidden) setTimeout(wait, REST);
        else setTimeout(() => answer({ woken: id }), after);
      };
      wait();
    });
    // What the settings ask of it, if that is not what it does anyway.
    if (settings.confirm || settings.replay !== "normal") this.wish();
  }

  /**
   * Something has happened: the table decides, its requests are carried out, the view is rendered.
   * What a room emits while it carries out a request comes after that, before the view.
   * @param {Event} event
   */
  emit(event) {
    if (this.broken || this.#events.push(event) > 1) return;
    const asked = this.snap.promotion;
    try {
      for (; this.#events.length > 0; this.#events.shift()) {
        this.#take(this.table.handle(this.#events[0]));
      }
      this.refresh();
    } catch (error) {
      this.#events = [];
      this.crash(error);
    }
    const { promotion } = this.snap;
    if (promotion && !asked) this.onPromote(promotion);
  }

  /**
   * A room carries out what the table asks for. One room carries out a kind of request.
   * @template {Kind} K
   * @param {K} kind
   * @param {(what: Asked<K>, answer: (event: Event) => void) => void} work
   */
  on(kind, work) {
    if (this.#rooms.has(kind)) throw new Error(`two rooms carry out ${kind}`);
    this.#rooms.set(kind, work);
    for (const request of this.#waiting.splice(0)) this.#carry(request);
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
    for (const request of requests) this.#carry(request);
  }

  /** @param {Request} request */
  #carry(request) {
    const [[kind, what]] = Object.entries(request);
    const work = this.#rooms.get(/** @type {Kind} */ (kind));
    if (work) this.#attempt(() => work(what, (event) => this.emit(event)));
    else this.#waiting.push(request);
  }

  /**
   * Does what is none of the module's: if it fails, that is reported, and keeps nothing else from
   * going on.
   * @param {() => void} work
   */
  #attempt(work) {
    try {
      work();
    } catch (error) {
      if (isFailure(error)) throw error;
      reportError(error);
    }
  }

  /** Renders the view anew. */
  refresh() {
    this.snap = look(this.table, this.snap.cells);
    this.aside = this.#about();
    this.isPointed = false;
    this.show();
    this.wake();
    this.saved = this.table.save(true);
  }

  /** Renders the view again as it is. */
  show() {
    const render = () => {
      const { named } = this.snap;
      this.named = named ? tell(named, this.snap.game) : "";
      for (const view of this.views) this.#attempt(() => view(this.snap));
    };
    withWords(render).catch((error) => {
      if (isFailure(error)) this.crash(error);
      else console.warn(error);
    });
  }

  /**
   * The player points at a square, or at none.
   * @param {string | undefined} square
   * @returns {boolean} whether that is news
   */
  point(square) {
    if (square === this.#pointed || this.broken) return false;
    this.#pointed = square;
    this.table.aim("mouse", square);
    this.aside = this.#about();
    this.isPointed = true;
    this.wake();
    return true;
  }

  /** What the board explains about the square pointed at or, without one, about the piece chosen. */
  #about() {
    return this.#phrases(this.table.explain());
  }

  /** @param {Sentence[]} sentences */
  #phrases(sentences) {
    return sentences.map((sentence) => phrase(sentence, this.snap.game)).join(" ");
  }

  /** What is said about each square beside its name. */
  notes() {
    return this.table.notes().map((sentences) => this.#phrases(sentences));
  }

  /** Asks of the table what the settings ask of it. */
  wish() {
    for (const event of wishes()) this.emit(event);
  }

  /** Gives the table its colours, and what else the settings say of the picture. */
  color() {
    const { powers, warnings } = settings;
    const coordinates = this.coordinates ?? settings.coordinates === "inside";
    const size = settings.size === "large" ? LARGE : 1;
    const seen = !(this.isHidden && settings.blindfold);
    const colors = canvasColors();
    const pace = slowness();
    this.table.set_look({ colors, slowness: pace, size, seen, coordinates, powers, warnings });
    this.wake();
  }

  /** Gives it its pieces, too, or those of a game that is to come. */
  async dress(game = this.snap.game) {
    this.color();
    await decodePieces(GAMES[game], (role, side, image) => {
      if (this.broken) return;
      this.table.set_sprite(role, side, image);
      this.wake();
    });
  }

  /** Asks for a frame, if none is on its way. */
  wake() {
    if (this.#frame || this.broken) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      try {
        if (this.table.paint(now)) this.wake();
      } catch (error) {
        this.crash(error);
      }
    });
  }

  /** Ends all that serves it, and gives its table back if the module still works. */
  end() {
    this.#ends.abort();
    this.views = [];
    if (!this.broken) this.table.free();
    this.broken = true;
  }

  /** The module has failed: nothing is asked of it any more. @param {unknown} error */
  crash(error) {
    if (this.broken) return;
    this.broken = true;
    this.onCrash(error);
  }

  /** Says what the table has said. */
  async #speak() {
    const sentences = this.#sayings;
    this.#sayings = [];
    const say = () => sentences.map((sentence) => this.text(sentence)).join(" ");
    this.say(await withWords(say).catch(say));
  }

  /** A sentence of the table as text, with what the board explains. @param {Sentence} sentence */
  text(sentence) {
    const text = tell(sentence, this.snap.game);
    return sentence.key === "step.selected" ? `${text} ${this.aside}`.trim() : text;
  }
}
