// The game at this page: everything that is done goes through `act`, everything that is shown is
// drawn again from the snapshot.

import { settings } from "../settings/index.js";
import {
  cellNotes,
  colorName,
  Emitter,
  isLive,
  loadWords,
  look,
  pieceName,
  refusalText,
  roleName,
  sentence,
  words,
} from "../shell/index.js";
import { isLong, owed, resultText, stepText } from "./telling.js";

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
  /** Whether the last turn is being played again. */
  isReplaying = false;
  #kept = "";
  /** The game as it stands. */
  saved = "";
  /** Whether what happens in it is stored. */
  isKept = true;
  /**
   * The game before a turn of one step that the player has still to confirm, if the settings ask
   * for that.
   */
  unconfirmed = "";
  /** Whether a turn of one step waits for a confirmation. */
  confirms = () => settings.confirm;
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
  }

  #look() {
    const snap = look(this.table);
    if (!this.unconfirmed || !isLive(snap)) return snap;
    // The turn is still its player's.
    const turn = snap.score.at(-1)?.color ?? snap.turn;
    const controls = { ...snap.controls, end: /** @type {const} */ ("may"), undo: true };
    return { ...snap, turn, actor: turn, result: null, controls };
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
    this.isReplaying = false;
    this.unconfirmed = "";
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
    const saved = this.#kept;
    /** @type {Answer | boolean | void} */
    let answer;
    try {
      this.#stopReplay();
      answer = work(this.table);
      this.note = "";
      const done = typeof answer === "object" && answer.done.length > 0;
      // A turn of one step that has ended by itself.
      const { exercise } = before;
      if (done && this.confirms() && !isLong(before) && !exercise) this.unconfirmed = saved;
      if (exercise) this.settle();
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
    this.snap = this.#look();
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
        else if (this.isReplaying) this.#stopReplay(true);
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

  /** Whether the board shows the game as it stands; says so if it does not. */
  isAtPlay() {
    this.skipReplay();
    if (this.snap.exercise) return true;
    if (isLive(this.snap) && !this.unconfirmed) return true;
    const key = isLive(this.snap) ? "step.unconfirmed" : "history.look";
    this.refuse(words(key));
    return false;
  }

  /** Ends the turn. */
  endTurn() {
    if (!this.unconfirmed) {
      if (this.isAtPlay()) this.act((table) => table.end_turn());
      return;
    }
    const color = colorName(this.snap.turn);
    this.unconfirmed = "";
    this.act((table) => table.view(this.snap.view.of), `${words("step.end", { color })}.`);
  }

  /** Takes the last step of this turn back. */
  undo() {
    if (this.unconfirmed) this.onRestore(this.unconfirmed);
    else if (this.isAtPlay()) this.act((table) => table.undo(), words("step.undone"));
  }

  /**
   * Shows the position after `index` steps of the record.
   * @param {number} index
   */
  look(index) {
    const { of } = this.snap.view;
    const at = Math.max(0, Math.min(of, index));
    if (at === this.snap.view.at || this.snap.exercise) return;
    this.act((table) => table.view(at));
    this.say(at === of ? owed(this.snap) : words("history.at", { at, of }));
  }

  /** Plays the last finished turn again on the board. */
  replay() {
    this.act((table) => {
      this.isReplaying = table.replay_turn() > 0;
    });
    if (this.isReplaying) this.say(words("history.replay"));
  }

  /** Whether a replay was under way; it is over then. */
  skipReplay() {
    const running = this.isReplaying;
    if (running) this.act(() => {});
    return running;
  }

  /** @param {boolean} [shown] whether the page is to follow */
  #stopReplay(shown = false) {
    if (this.isReplaying) this.table.stop_replay();
    this.isReplaying = false;
    if (shown) this.refresh();
  }
}
