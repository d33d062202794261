// The game at this page: everything that is done goes through `act`, everything that is shown is
// drawn again from the snapshot.

import { settings } from "../settings/index.js";
import {
  cellNotes,
  Emitter,
  entry,
  loadLaterWords,
  loadWords,
  look,
  pieceName,
  refusalText,
  roleName,
  sentence,
  tell,
  words,
} from "../shell/index.js";
import { owed, resultText, special, stepText } from "./telling.js";

/** @typedef {import('../shell/table').Table} Table */
/** @typedef {import('../shell/table').Answer} Answer */
/** @typedef {import('../shell/table').Snapshot} Snapshot */

/**
 * What there is to be said of royals that are attacked now and were not before.
 * @param {Snapshot} before
 * @param {Snapshot} after
 */
function newChecks(before, after) {
  const old = new Set(before.cells.filter((cell) => cell.check).map((cell) => cell.square));
  return after.cells.flatMap(({ check, piece, square }) =>
    check && piece && !old.has(square)
      ? [words("step.check", { piece: pieceName(piece, after.game), square })]
      : [],
  );
}

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
  /** @type {(question: NonNullable<Answer['promote']>) => void} */
  onPromote = () => {};
  /** @type {(saved: string) => void} */
  onChange = () => {};
  /** @type {(text: string) => void} */
  onSay = () => {};
  /** @type {(answer: Answer) => void} */
  onAnswer = () => {};
  /** What was done is shown, and now said. @type {(answer: Answer, before: Snapshot) => void} */
  onPlayed = () => {};
  /** Another game takes the place of this one. @type {(saved: string) => void} */
  onLeave = () => {};
  /** Takes up a saved game in the place of this one. @type {(saved: string) => void} */
  onRestore = () => {};
  /** The game is kept under another name. @type {(from: string, to: string) => void} */
  onMove = () => {};

  #frame = 0;
  /** What the table says about what has just happened. @type {import('../shell/contract').Sentence[]} */
  #sayings = [];
  #kept = "";
  /** The game as it stands. */
  saved = "";
  /** Whether what happens in it is stored. */
  isKept = true;
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
    // Nothing has happened yet that would be kept.
    this.saved = this.#kept = table.save();
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
    const { snap } = this;
    const last = snap.held ?? snap.steps.at(-1)?.text ?? snap.last.turn.at(-1);
    const isNew = snap.view.of > before.view.of || snap.held !== null;
    const done = isNew && last !== undefined && before.held === null ? [last] : [];
    const answer = { done, refused: snap.refusal, promote: snap.promotion };
    this.onPlayed(answer, before);
    this.onAnswer(answer);
    if (answer.promote && !before.promotion) this.onPromote(answer.promote);
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
    const own = told.key.startsWith("owed.") ? special.turn(snap) : "";
    const more = told.key.startsWith("owed.step") && snap.most < 2 ? special.owed(snap) : "";
    return own || more || tell(told, snap.game);
  }

  /**
   * Goes over to another game.
   * @param {Table} table
   * @param {boolean} [isNew] whether nothing has happened in it that would be kept
   */
  replace(table, isNew = false) {
    this.seat(table);
    if (isNew) this.#kept = table.save();
    this.note = "";
    this.#isConfirming = false;
    this.refresh();
    this.say(owed(this.snap));
  }

  /**
   * Does something to the game and shows what came of it. `spoken` is what to say if it worked
   * and the steps do not speak for themselves.
   * @param {(table: Table) => Answer | boolean | void} work
   * @param {string} [spoken]
   * @returns {boolean} whether it was done
   */
  act(work, spoken) {
    if (this.broken) return false;
    const before = this.snap;
    /** @type {Answer | boolean | void} */
    let answer;
    try {
      answer = work(this.table);
      this.note = "";
      this.settle(before.exercise !== null);
      this.refresh();
    } catch (error) {
      this.crash(error);
      return false;
    }
    if (typeof answer === "object") {
      const taken = this.#answered(answer, before);
      this.onAnswer(answer);
      return taken;
    }
    const done = answer !== false;
    // In a lesson or a puzzle the table tells all that happens.
    if (done && spoken && !before.exercise) this.say(this.#told([spoken]));
    return done;
  }

  /**
   * @param {Answer} answer
   * @param {Snapshot} before
   */
  #answered(answer, before) {
    const { snap } = this;
    this.onPlayed(answer, before);
    if (answer.promote) {
      this.onPromote(answer.promote);
      return false;
    }
    if (snap.exercise) return answer.done.length > 0;
    if (answer.refused) {
      this.#refused(answer.refused);
      return false;
    }
    if (answer.done.length > 0) {
      const parts = answer.done.map((step) => sentence(`${stepText(step, before, snap)}.`));
      this.say(this.#told([...parts, ...(snap.result ? [] : newChecks(before, snap))]));
      return true;
    }
    if (snap.view.of < before.view.of) {
      this.say(this.#told([words("step.undone")]));
      return true;
    }
    const chosen = snap.cells.find((cell) => cell.selected);
    const targets = snap.cells.filter((cell) => cell.target).length;
    if (
      chosen?.piece &&
      !before.cells.some((cell) => cell.selected && cell.square === chosen.square)
    ) {
      const piece = sentence(pieceName(chosen.piece, snap.game));
      const told = words("step.selected", { piece, square: chosen.square, count: targets });
      this.say(`${told} ${this.aside}`.trim());
    } else if (snap.picked && snap.picked !== before.picked) {
      this.say(words("step.picked", { piece: sentence(roleName(snap.picked, snap.game)) }));
    }
    return false;
  }

  /** @param {import('../shell/table').Refusal} refusal */
  async #refused(refusal) {
    await loadWords("refusal").catch(() => {});
    const text = refusalText(refusal, this.snap.game) || words("notice.no-part");
    this.refuse(text.replace(/\.?$/, "."), refusal.rule);
  }

  /**
   * What was done and what is owed now.
   * @param {string[]} parts
   */
  #told(parts) {
    return [...parts, this.snap.result ? resultText(this.snap) : owed(this.snap)].join(" ");
  }

  /** Draws everything again from a new snapshot. */
  refresh() {
    this.snap = look(this.table);
    this.show();
    this.wake();
    const saved = this.table.save();
    this.saved = saved;
    // Where the table has a name to be kept under, it keeps itself.
    if (saved !== this.#kept && this.snap.keeping === "never") {
      this.#kept = saved;
      this.attempt(() => this.onChange(saved));
    }
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

  /** Whether somebody else has no turn to play first; a room that knows better says so. */
  isAtPlay() {
    return true;
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
