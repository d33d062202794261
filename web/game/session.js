// The game at this page: what happens goes to the table as events, what is shown is drawn again from
// the view.

import { settings } from "../settings/index.js";
import { cellNotes, Emitter, entry, loadLaterWords, look, tell } from "../shell/index.js";
import { special } from "./telling.js";

/** @typedef {import('../shell/table').Table} Table */
/** @typedef {import('../shell/table').Snapshot} Snapshot */
/** @typedef {import('../shell/contract').Promotion} Promotion */

/** How often it is looked whether the board has come to rest, in milliseconds. */
const REST = 30;

export class Session extends Emitter {
  /** What is said beside the board instead of what is owed: a refusal. */
  note = "";
  /** Whether the note is none of a refusal, but advice. */
  advises = false;
  /** The place in the rules that the refusal comes from: "charismatic#movement-1". */
  rule = "";
  /** What the board explains about the piece chosen and the square pointed at. */
  aside = "";
  /** What is said about a square beside its name. @type {(cell: import('../shell/table').Cell) => string} */
  notes = cellNotes;
  /** The side of a square in CSS px. */
  square = 48;
  /** The name under which the game is kept. */
  key = "";
  /** @type {(question: Promotion) => void} */
  onPromote = () => {};
  /** @type {(text: string) => void} */
  onSay = () => {};
  /** What has happened is shown. @type {(before: Snapshot) => void} */
  onPlayed = () => {};

  #frame = 0;
  /** What the table says about what has just happened. @type {import('../shell/contract').Sentence[]} */
  #sayings = [];
  /** The game as it stands, without a step that waits to be confirmed. */
  saved = "";
  /** Whether turns of one step are to wait for a confirmation. */
  confirms = () => settings.confirm;
  /** What the table knows of that. */
  #isConfirming = false;
  /** Whether the page says what to try first. */
  invites = false;

  /**
   * @param {Table} table
   * @param {string} key
   */
  constructor(table, key) {
    super(table);
    this.key = key;
    this.saved = table.save(true);
    this.on("say", (sentence) => {
      // What happens at once is said at once.
      if (this.#sayings.push(sentence) === 1) queueMicrotask(() => this.#speak());
    });
    this.on("wake", ({ id, after, atRest }, answer) => {
      const look = () => {
        if (atRest && this.isMoving && !document.hidden) setTimeout(look, REST);
        else answer({ woken: id });
      };
      setTimeout(look, after);
    });
  }

  /** Whether the last turn is being played again. */
  get isReplaying() {
    return this.snap.replaying;
  }

  /** A turn of one step that waits to be confirmed, or nothing. */
  get unconfirmed() {
    return this.snap.held ?? "";
  }

  /**
   * Something happens to the game by hand. @override
   * @param {import('../shell/contract').Event} event
   */
  emit(event) {
    const before = this.snap;
    this.note = "";
    const confirms = this.confirms();
    if (confirms !== this.#isConfirming) {
      this.#isConfirming = confirms;
      super.emit({ confirms });
    }
    super.emit(event);
    this.onPlayed(before);
    const { promotion } = this.snap;
    if (promotion && !before.promotion) this.onPromote(promotion);
  }

  /** Fetches the words that refusals and the later rooms need. @param {boolean} [refuses] */
  async words(refuses = true) {
    if (refuses && entry("refusal") === undefined) await loadLaterWords().catch(() => {});
  }

  /** Says what the table has said. */
  async #speak() {
    const told = this.#sayings;
    this.#sayings = [];
    await this.words(told.some(({ key }) => key === "refused" || entry(key) === undefined));
    this.say(told.map((sentence) => this.text(sentence)).join(" "));
  }

  /**
   * A sentence of the table as text, with what the board explains.
   * @param {import('../shell/contract').Sentence} told
   */
  text(told) {
    const { snap } = this;
    if (told.key === "step.selected") return `${tell(told, snap.game)} ${this.aside}`.trim();
    const more = told.key.startsWith("owed.step") && snap.most < 2 ? special.owed(snap) : "";
    return more || tell(told, snap.game);
  }

  /**
   * Goes over to another game.
   * @param {Table} table
   */
  replace(table) {
    this.seat(table);
    this.note = "";
    this.#isConfirming = false;
    this.refresh();
    this.say(this.text(this.snap.says));
  }

  /**
   * Does something to the picture, and shows it.
   * @param {(table: Table) => void} work
   */
  act(work) {
    if (this.broken) return;
    try {
      work(this.table);
      this.note = "";
      this.refresh();
    } catch (error) {
      this.crash(error);
    }
  }

  /** Draws everything again from a new snapshot. */
  refresh() {
    this.snap = look(this.table);
    this.show();
    this.wake();
    this.saved = this.table.save(true);
  }

  /** Whether a frame is on its way: whether something moves, as far as the page knows. */
  get isMoving() {
    return this.#frame > 0;
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

  /**
   * Refuses something, or advises: said, and shown beside the board.
   * @param {string} text
   * @param {string} [rule]
   * @param {boolean} [advises]
   */
  refuse(text, rule = "", advises = false) {
    this.note = text;
    this.rule = rule;
    this.advises = advises;
    this.show();
    this.say(text);
  }

  /** @param {string} text */
  say(text) {
    this.onSay(text);
  }

  /**
   * Shows the position after `index` steps of the record.
   * @param {number} index
   */
  look(index) {
    this.emit({ showAt: Math.max(0, index) });
  }

  /** Plays the last finished turn again on the board. */
  replay() {
    this.emit("replay");
  }
}
