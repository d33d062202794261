// A puzzle on the page's board. What is legal and what a turn leads to the rules decide; which first
// turns of two lead on stands with the puzzle; what speaks against any other the computer says.

import { reasonsText, Thinker, turnText } from "../computer/index.js";
import { resultText as endText, owed, stepText } from "../game/index.js";
import { isStill } from "../settings/index.js";
import {
  asset,
  colorName,
  list,
  loadLaterWords,
  make,
  other,
  roleName,
  sentence,
  words,
} from "../shell/index.js";
import {
  allPuzzles,
  dayOf,
  here,
  keepDay,
  keepProgress,
  numeral,
  progress,
  puzzleOf,
  puzzlesOf,
  resultText,
  shareText,
  solvedDays,
  streakOf,
  taskText,
} from "./daily.js";
import { gradeMark, openPuzzles, shareResult } from "./puzzle-list.js";

/** @typedef {import('../shell/table').Snapshot} Snapshot */
/** @typedef {import('./daily.js').Entry} Entry */
/** @typedef {import('./daily.js').Progress} Progress */
/** @typedef {import('./daily.js').Puzzle} Puzzle */
/** @typedef {import('./daily.js').Result} Result */
/** @typedef {import('./lessons.js').Parts} Parts */
/** @typedef {import('./lessons.js').Teach} Teach */

/**
 * What the puzzle does: waits for the solver's turn; has found it wrong; asks the computer what
 * speaks against it; has shown that; plays an answer or a solution; is through.
 * @typedef {"open" | "missed" | "thinking" | "refuted" | "playing" | "done"} State
 */

/** How long the computer looks for what speaks against a turn, in milliseconds. */
const REFUTING = 1200;
/** Between two steps that are shown, in milliseconds. */
const BEAT = 700;
/** After so many mistakes or hints the solution is offered. */
const PATIENCE = 2;

/** @param {string} file */
function style(file) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = asset(`learn/${file}`);
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", reject);
  });
}

/** The way to the place in the rules that a refusal comes from. @param {string} rule */
function ruleLink(rule) {
  const [page, place] = rule.split("#");
  const link = make("a", "", words("label.rule"));
  link.href = `./${page === "README" || page === "orthodox" ? "rules" : page}/#${place}`;
  return link;
}

/** The steps of a turn, without its end. @param {string[]} turn */
const moves = (turn) => turn.filter((step) => step !== "end");

/** Whether two turns have the same steps, in whatever order. @param {string[]} one @param {string[]} two */
const isSame = (one, two) => [...moves(one)].sort().join() === [...moves(two)].sort().join();

/**
 * Fetches what a puzzle needs.
 * @param {string} game the game of the page
 * @param {string} asked the puzzle's name, or "today"
 * @returns {Promise<Teach>}
 */
export async function open(game, asked) {
  const styles = [style("lessons.css"), style("puzzles.css")];
  const [all] = await Promise.all([allPuzzles(), loadLaterWords()]);
  const day = dayOf(new Date());
  const due = puzzleOf(all, day);
  const id = asked === "today" ? due.id : asked;
  const entry = all.find((one) => one.id === id);
  if (entry && entry.game !== game) {
    // The board on its way is that of another game.
    location.replace(`?puzzle=${id}`);
    return new Promise(() => {});
  }
  const [puzzles, known, days] = await Promise.all([
    entry ? puzzlesOf(game) : [],
    progress(),
    solvedDays(),
    ...styles,
  ]);
  const puzzle = puzzles.find((one) => one.id === id);
  if (!entry || !puzzle) {
    return () => void openPuzzles("", words("puzzle.none", { id })).catch(console.error);
  }
  history.replaceState(history.state, "", `?puzzle=${id}`);
  const daily = id === due.id ? day : 0;
  return (parts) => pose({ puzzle, entry, all, known, days, daily, today: day }, parts);
}

/**
 * The puzzle to go on with: the next of the game that has not been solved, else of any.
 * @param {Entry[]} all
 * @param {Entry} entry
 * @param {Map<string, Progress>} known
 */
function following(all, { game, grade, number }, known) {
  const open = all.filter((one) => one.number !== number || one.game !== game);
  const unsolved = open.filter(({ id }) => !known.get(id)?.solved);
  const own = unsolved.filter((one) => one.game === game);
  own.sort((one, two) => one.grade - two.grade || one.number - two.number);
  const harder = own.find(
    (one) => one.grade > grade || (one.grade === grade && one.number > number),
  );
  return harder ?? own[0] ?? unsolved[0] ?? open[0];
}

/**
 * @param {{ puzzle: Puzzle, entry: Entry, all: Entry[], known: Map<string, Progress>,
 *   days: Map<number, Result>, daily: number, today: number }} what `daily` is today if this is its
 *   puzzle, else 0
 * @param {Parts} parts
 */
function pose({ puzzle, entry, all, known, days, daily, today }, { session, board, begin }) {
  const { id, game, number, turns, steps, goal } = entry;
  const root = document.documentElement;
  const thinker = new Thinker();
  /** What is kept of this puzzle. @type {Progress} */
  const kept = known.get(id) ?? { id, misses: 0, hints: 0, shown: 0, solved: null };
  /** @type {State} */
  let state = "open";
  /** How many turns the solver has made rightly, and the game before each. */
  let stage = 0;
  /** @type {string[]} */
  const starts = [];
  /** The first turn that was made: its answers. @type {{ turn: string[], then: string[][] }[]} */
  let replies = [];
  /** What is answered, as long as the position stands in which it was said. */
  let reply = { kind: "", text: "", fen: "" };
  /** Whether what is to be answered ended the game: nothing more can be shown then. */
  let ended = false;
  /** The steps that hints have spoken of, and how often. @type {Map<string, number>} */
  const hinted = new Map();
  /** What was last to be seen before the turn ended. */
  let before = session.snap;
  /** How the puzzle was solved: in this attempt, or before. @type {Result | null} */
  let finished = daily > 0 ? (days.get(daily) ?? null) : kept.solved;
  /** Changes whenever what is under way is given up. */
  let round = 0;

  const called =
    daily > 0 ? words("puzzle.of-day", { day: daily }) : words("puzzle.number", { number });
  const mover = make("span", "mover");
  const caption = make("p", "caption", mover, make("span", "", called, gradeMark(entry.grade)));
  const title = make("h2", "", taskText(entry));
  title.id = "task-title";
  const box = make("section", "", caption, title);
  box.id = "task";
  box.setAttribute("aria-labelledby", title.id);
  const said = make("p", "reply");

  /** @param {string} kind @param {string} text */
  const answer = (kind, text) => {
    reply = { kind, text, fen: session.snap.fen };
  };
  /** @param {string} kind @param {string} text */
  const tell = (kind, text) => {
    answer(kind, text);
    render();
    session.say(text);
  };

  const keep = () => {
    known.set(id, kept);
    keepProgress({ ...kept }).catch(console.error);
  };

  begin(session.snap.flipped, puzzle.fen);
  /** The side that solves. */
  const solver = session.snap.turn;
  const rival = colorName(other(solver));
  if (solver === "black") session.act((table) => table.flip());
  starts.push(session.table.save());
  root.toggleAttribute(
    "data-drops",
    (session.snap.reserve?.[solver] ?? []).some(({ count }) => count > 0),
  );
  mover.textContent = words("puzzle.to-move", { color: colorName(solver) });
  mover.dataset.color = solver;
  const brief = words(`puzzle.brief.${turns}`, {
    move: words(`puzzle.${game === "charismatic" ? "turn" : "move"}`),
    other: rival,
  });
  const asked = () =>
    words("puzzle.asked", { task: title.textContent ?? "", move: mover.textContent ?? "" });

  /** Puts the position of this stage on the board again. */
  const set = () => {
    round += 1;
    thinker.cancel();
    state = "open";
    ended = false;
    session.onRestore(starts[stage]);
  };

  /** Again from where it was right. */
  const again = () => {
    set();
    answer("", "");
    render();
  };

  /** A step in the puzzle's name. @param {string} step */
  const play = (step) =>
    session.act((table) => (step === "end" ? table.end_turn() : table.typed(step)));

  /** @param {number} ms */
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, isStill() ? 0 : ms));

  /**
   * Plays a turn step by step on the board.
   * @param {string[]} turn
   * @returns {Promise<string>} the turn in words; "" if it was given up
   */
  async function perform(turn) {
    const now = round;
    const say = session.onSay;
    const told = [];
    for (const step of turn) {
      await pause(BEAT);
      if (now !== round) return "";
      const was = session.snap;
      session.onSay = () => {};
      const done = play(step);
      session.onSay = say;
      if (!done) throw new Error(`the step ${step} was refused`);
      if (step !== "end") told.push(stepText(step, was, session.snap));
    }
    return list(told);
  }

  /** Asks the computer for the best turn of the side to move. */
  const ask = () =>
    thinker.ask({
      kind: "hint",
      game,
      saved: session.table.save(),
      level: 0,
      ms: REFUTING,
      nodes: 1e12,
      seed: 1,
    });

  /** A finished turn. @param {string[]} turn its steps */
  const judge = (turn) => {
    const { result } = session.snap;
    const [first] = puzzle.solutions.filter((one) => isSame(one.turn, turn));
    if (result?.winner === solver) {
      if (turns > 1 || turn.length <= steps) solved();
      else {
        missed(words("puzzle.too-many", { result: endText(session.snap), pieces: numeral(steps) }));
        ended = true;
      }
    } else if (result) {
      missed(words("puzzle.ended", { result: endText(session.snap) }));
      ended = true;
    } else if (stage === 0 && turns > 1 && first) {
      replies = first.replies ?? [];
      goOn().catch(fail);
    } else missed(words(`puzzle.missed.${goal}`, { other: rival }));
  };

  /** @param {string} text */
  const missed = (text) => {
    state = "missed";
    kept.misses += 1;
    keep();
    answer("wrong", text);
    thinker.warm();
  };

  /** The first turn of two is right: the answer follows. */
  async function goOn() {
    state = "playing";
    const now = round;
    tell("good", words("puzzle.right"));
    const turn = replies[0]?.turn ?? (await ask())?.turn;
    if (now !== round) return;
    if (!turn) throw new Error("there is no answer");
    const told = await perform(turn);
    if (now !== round) return;
    stage = 1;
    starts[1] = session.table.save();
    state = "open";
    const answers = words("puzzle.answers", { other: rival, turn: told });
    tell("good", `${words("puzzle.right")} ${answers} ${words("puzzle.now")}`);
  }

  const solved = () => {
    state = "done";
    const end = endText(session.snap);
    if (kept.shown === today) {
      answer("good", `${end} ${words("puzzle.shown")}`);
      return;
    }
    const result = { misses: kept.misses, hints: kept.hints };
    const more = finished !== null;
    finished ??= result;
    kept.solved ??= result;
    kept.misses = kept.hints = 0;
    keep();
    if (daily > 0 && !days.has(daily)) {
      days.set(daily, result);
      keepDay(daily, result).catch(console.error);
    }
    const key = more ? "puzzle.solved-again" : "puzzle.solved";
    const told = words(key, { how: resultText(finished) });
    answer("good", `${told} ${end} ${streak()}`.trim());
  };

  /** The days on end, if this is the day's puzzle. */
  const run = () => (daily > 0 ? streakOf(new Set(days.keys()), daily) : 0);
  const streak = () => (run() > 1 ? `${words("puzzle.streak", { days: run() })}.` : "");

  /** @param {unknown} error */
  const fail = (error) => {
    console.warn(error);
    if (state === "playing") again();
    else state = "missed";
    tell("wrong", words("puzzle.no-answer"));
  };

  /** Why the turn was wrong: the computer's answer, played on the board. */
  async function refute() {
    state = "thinking";
    const now = round;
    tell("wrong", words("puzzle.thinking"));
    const { snap } = session;
    const thought = await ask();
    if (now !== round) return;
    if (!thought) throw new Error("there is no answer");
    const turn = turnText(thought, game);
    // That a lost game lasts longer by it is no reason why the puzzle's turn was wrong.
    const telling = thought.reasons.filter(({ why }) => why !== "delays");
    const reasons = reasonsText({ ...thought, reasons: telling }, game, snap.turn);
    state = "playing";
    const key = reasons ? "puzzle.refuted-because" : "puzzle.refuted";
    const told = words(key, { other: rival, turn, reasons });
    tell("wrong", told);
    await perform(thought.turn);
    if (now !== round) return;
    state = "refuted";
    const still = stage + 1 < turns ? "first" : goal === "mate" ? "mate" : "last";
    const end = session.snap.result ? endText(session.snap) : words(`puzzle.still.${still}`);
    tell("wrong", `${told} ${end}`);
  }

  /** The solution, from where it stands. */
  async function show() {
    kept.shown = today;
    keep();
    set();
    const now = round;
    const first = puzzle.solutions[0];
    state = "playing";
    tell("", words("puzzle.showing"));
    if (stage === 0) {
      replies = first.replies ?? [];
      await perform(first.turn);
      if (now !== round) return;
      const answer = turns > 1 ? (replies[0]?.turn ?? (await ask())?.turn) : undefined;
      if (answer) await perform(answer);
    }
    if (now !== round) return;
    const last = turns > 1 ? (replies[0]?.then[0] ?? (await ask())?.turn) : undefined;
    if (now !== round) return;
    if (last) await perform(last);
    if (now !== round) return;
    state = "done";
    tell("good", `${endText(session.snap)} ${words("puzzle.shown")}`);
  }

  /** The turns that lead on from here. */
  const accepted = () =>
    stage === 0 ? puzzle.solutions.map(({ turn }) => turn) : (replies[0]?.then ?? []);

  /** First which piece moves next, then where to. */
  const hint = () => {
    const made = session.snap.steps.map((step) => step.text);
    const [turn] = accepted().filter((turn) => made.every((step) => turn.includes(step)));
    session.act((table) => table.clear_marks());
    if (!turn) {
      tell("hint", words("puzzle.hint-back"));
      return;
    }
    const step = moves(turn).find((step) => !made.includes(step));
    if (!step) {
      tell("hint", words("puzzle.hint-end"));
      return;
    }
    const times = hinted.get(`${stage} ${step}`) ?? 0;
    if (times < 2) {
      hinted.set(`${stage} ${step}`, times + 1);
      kept.hints += 1;
      keep();
    }
    const [from = "", to = from] = step.match(/[a-j]\d+/g) ?? [];
    const drop = step.includes("@");
    const cell = session.snap.cells.find(({ square }) => square === from);
    const piece = roleName(drop ? dropped(step) : (cell?.piece?.role ?? ""), game);
    const whole = times > 0;
    if (!drop || whole) session.act((table) => table.mark(from, whole ? to : from));
    const begins = made.length === 0 ? "hint-piece" : "hint-next";
    const key = drop ? (whole ? "hint-put" : "hint-drop") : whole ? "hint-move" : begins;
    tell("hint", sentence(words(`puzzle.${key}`, { piece, from, to })));
  };

  /** The kind of piece that a drop places: the one of the reserve with this letter. @param {string} step */
  const dropped = ([letter]) => {
    const pieces = session.snap.reserve?.[solver] ?? [];
    const letters = /** @type {Record<string, string>} */ ({ N: "knight", C: "contramatic-king" });
    const role = letters[letter];
    return (
      pieces.find((stock) => stock.role === role || stock.role[0].toUpperCase() === letter)?.role ??
      "man"
    );
  };

  // What is done is judged at once.
  session.confirms = () => false;
  session.onAnswer = ({ done }) => {
    if (done.length > 0 && state === "open") {
      const { snap } = session;
      // What a hint has drawn is done, or was not followed.
      session.table.clear_marks();
      const turn = moves([...before.steps.map((step) => step.text), ...done]);
      if (snap.turn !== solver || snap.result) {
        const told = done.map((step) => sentence(stepText(step, before, snap))).join(". ");
        judge(turn);
        session.say(`${told}. ${reply.text}`);
      }
    }
    render();
  };

  const atPlay = session.isAtPlay.bind(session);
  session.isAtPlay = () => {
    if (state === "missed" || state === "refuted") {
      // Whoever touches the board after a wrong turn tries again.
      again();
      session.say(asked());
    }
    if (state === "open") return atPlay();
    session.say(words(state === "done" ? "puzzle.over" : "puzzle.wait"));
    return false;
  };

  // Earlier positions are of no use here, and there is no list of moves to go back by.
  session.look = () => {};

  /** @param {string} name @param {() => unknown} work */
  const button = (name, work) => {
    const made = make("button", `to-${name}`, words(`puzzle.${name}`));
    made.type = "button";
    made.addEventListener("click", work);
    return made;
  };
  const why = button("why", () => {
    refute().catch(fail);
    retry.focus();
  });
  const retry = button("again", () => {
    if (state === "done") stage = 0;
    again();
    session.say(asked());
    board.focus();
  });
  const point = button("hint", () => {
    if (state !== "open") again();
    hint();
  });
  const solve = button("solve", () => {
    show().catch(fail);
    retry.focus();
  });
  const share = button("share", () => {
    if (finished) {
      const when = { day: daily, streak: run() };
      shareResult(`${shareText(entry, finished, when)}\n${address}`);
    }
  });
  const address = new URL(`?puzzle=${id}`, document.baseURI).href;
  const next = make("a", "button to-next", words("puzzle.next"));
  next.href = `?puzzle=${following(all, entry, known).id}`;
  const more = button("all", () => openPuzzles(id).catch(console.error));
  const buttons = make("div", "ways", why, retry, point, solve, share, more, next);
  const answers = make("section", "", said, buttons);
  answers.id = "answer";
  answers.setAttribute("aria-label", words("puzzle.answer"));

  /** @param {Snapshot} snap */
  const renderReply = (snap) => {
    const line = make("span");
    if (state === "open" && session.note) {
      said.dataset.kind = "refusal";
      line.append(session.note);
      if (session.rule) line.append(" ", ruleLink(session.rule));
    } else if (reply.text && (state !== "open" || reply.fen === snap.fen)) {
      said.dataset.kind = reply.kind;
      line.append(reply.text);
    } else {
      said.dataset.kind = "";
      const many = snap.controls.end !== "hidden" && snap.steps.length > 0;
      line.append(many || stage > 0 ? owed(snap) : brief);
    }
    said.replaceChildren(line);
  };

  const render = () => {
    const { snap } = session;
    // Steps may have been taken back, too.
    if (state === "open" && snap.turn === solver && !snap.result) before = snap;
    root.dataset.lessonState = state;
    renderReply(snap);
    const failed = state === "missed" || state === "refuted" || state === "thinking";
    why.hidden = state !== "missed" || ended;
    why.classList.toggle("main", !why.hidden);
    // A right turn is being answered.
    const waits = state === "playing" && reply.kind === "good";
    retry.hidden = state === "open" || waits;
    retry.classList.toggle("main", failed && why.hidden);
    point.hidden = !(state === "open" || failed) || accepted().length === 0;
    const tired = kept.misses + kept.hints >= PATIENCE;
    solve.hidden = state !== "open" || !tired;
    share.hidden = !finished || !(state === "done" || (state === "open" && stage === 0 && !tired));
    next.hidden = state !== "done";
    next.classList.toggle("main", state === "done");
    more.hidden = failed;
  };

  root.dataset.lesson = game;
  root.dataset.puzzle = id;
  here.puzzle = id;
  const name = words("puzzle.name", { game: words(`games.${game}.name`) });
  document.title = `${name} · ${words("title")}`;
  /** @type {HTMLElement} */ (document.getElementById("game-name")).textContent = name;
  document.getElementById("frame")?.before(box);
  document.getElementById("turn")?.after(answers);
  session.views.push(render);
  board.resize();
  if (finished) answer("", words("puzzle.before", { how: resultText(finished) }));
  render();
  session.say(`${called}. ${asked()} ${reply.text}`.trim());
}
