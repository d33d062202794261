// A lesson: tasks on the board of the page, each of which asks for one turn and answers it. What is
// asked and answered stands in web/lessons; what is legal, and what it does, the rules decide.

import { owed, resultText, stepText } from "../game/index.js";
import { asset, loadLaterWords, sentence, words } from "../shell/index.js";

/** @typedef {import('../game/session.js').Session} Session */
/** @typedef {import('../shell/table').Answer} Answer */
/** @typedef {import('../shell/table').Color} Color */
/** @typedef {import('../shell/table').Snapshot} Snapshot */

/**
 * What a turn has to do; all that is given. Nothing given: to be finished.
 * @typedef {object} Goal
 * @property {string[]} [steps] to be one of these steps
 * @property {string} [ends] to win with this ending
 * @property {Record<string, string>} [stand] to leave these pieces on these squares: "white rook"
 */

/**
 * @typedef {object} Task
 * @property {string} title
 * @property {string} fen
 * @property {string} task
 * @property {string} hint
 * @property {Goal} goal
 * @property {string[]} solution
 * @property {string} good said when it is done
 * @property {{ play: string[], say: string }[]} wrong the first whose steps all belong to the turn
 * @property {string} otherwise said of any other finished turn
 * @property {{ try: string[], reason: string, say: string }[]} refused by the reason of the refusal
 */

/** @typedef {{ tasks: Task[], end: string }} Lesson */

/**
 * @typedef {object} Parts what a lesson needs of the page
 * @property {Session} session
 * @property {{ boxOf: (square: string) => DOMRect | undefined, resize: () => void, focus: () => void }} board
 * @property {(turned: boolean, fen: string) => void} begin puts a position on the board
 */

/** @typedef {(parts: Parts) => void} Teach */

const KEY = "fivefold-lessons";
/** After so many wrong tries comes the hint. */
const PATIENCE = 2;
/** Between two steps that are shown, in milliseconds. */
const BEAT = 900;

/** How far the lessons have come on this device: for each task "", "seen" or "done". */
const progress = {
  /** @returns {Record<string, string[]>} */
  all() {
    try {
      return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
    } catch {
      return {};
    }
  },
  /** @param {string} game @param {number} count @returns {string[]} */
  of(game, count) {
    const kept = this.all()[game];
    return Array.from({ length: count }, (_, place) => {
      const state = Array.isArray(kept) ? kept[place] : "";
      return state === "done" || state === "seen" ? state : "";
    });
  },
  /** @param {string} game @param {string[]} states */
  keep(game, states) {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...this.all(), [game]: states }));
    } catch {
      // It holds for this visit.
    }
  },
};

/**
 * Fetches what a game's lesson needs.
 * @param {string} game
 * @returns {Promise<Teach>}
 */
export async function open(game) {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = asset("learn/lessons.css");
  const [answer] = await Promise.all([
    fetch(asset(`lessons/${game}.json`)),
    // A lesson answers refusals at once.
    loadLaterWords(),
    new Promise((resolve, reject) => {
      style.addEventListener("load", resolve);
      style.addEventListener("error", reject);
      document.head.append(style);
    }),
  ]);
  const lesson = /** @type {Lesson} */ (await answer.json());
  return (parts) => teach(game, lesson, parts);
}

/**
 * An element of the page.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} [children]
 */
function element(name, attributes = {}, children = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * Whether a finished turn does what is asked.
 * @param {Goal} goal
 * @param {string[]} steps
 * @param {Color} learner
 * @param {Snapshot} snap
 */
function isMet({ steps: accepted, ends, stand }, steps, learner, { result, cells }) {
  const stands = (/** @type {[string, string]} */ [square, piece]) =>
    cells.some(
      (cell) => cell.square === square && `${cell.piece?.color} ${cell.piece?.role}` === piece,
    );
  return (
    (!accepted || (steps.length === 1 && accepted.includes(steps[0]))) &&
    (!ends || (result?.ending === ends && result.winner === learner)) &&
    Object.entries(stand ?? {}).every(stands)
  );
}

/**
 * @param {string} game
 * @param {Lesson} lesson
 * @param {Parts} parts
 */
function teach(game, { tasks, end }, { session, board, begin }) {
  const states = progress.of(game, tasks.length);
  let at = Math.max(0, states.indexOf(""));
  /** @type {"open" | "missed" | "done" | "showing" | "end"} */
  let state = "open";
  let misses = 0;
  /** Whether the task's solution has been shown. */
  let shown = false;
  /** What is answered, as long as the position stands in which it was said. */
  let reply = { kind: "", text: "", rule: "", fen: "" };
  let before = session.snap;
  /** What was last to be seen before the turn ended: steps may be taken back, and made again. */
  let latest = session.snap;
  /** The side that learns: the one to move in the task's position. @type {Color} */
  let learner = "white";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let clock;

  const pips = element("p", { class: "pips", role: "img" });
  const title = element("h2", { id: "task-title" });
  const text = element("p", { class: "task" });
  const box = element("section", { id: "task", "aria-labelledby": "task-title" }, [
    pips,
    title,
    text,
  ]);
  const said = element("p", { class: "reply" });
  /** @param {string} name @param {() => void} work */
  const button = (name, work) => {
    const made = element("button", { type: "button", class: `to-${name}` }, [
      words(`lesson.${name}`),
    ]);
    made.addEventListener("click", work);
    return made;
  };
  /** @param {string} word @param {string} href @param {string} kind */
  const link = (word, href, kind) =>
    element("a", { class: `button ${kind}`, href }, [words(`lesson.${word}`)]);

  const root = document.documentElement;
  const task = () => tasks[at];
  const asked = () => words("lesson.task", { title: task().title, task: task().task });

  /** @param {string} kind @param {string} text @param {string} [rule] */
  const answer = (kind, text, rule = "") => {
    reply = { kind, text, rule, fen: session.snap.fen };
  };

  /** Puts the task's position on the board. */
  const set = () => {
    clearTimeout(clock);
    state = "open";
    begin(session.snap.flipped, task().fen);
    before = session.snap;
    learner = session.snap.turn;
    const { hand, reserve } = session.snap;
    const stocks = hand ?? reserve?.[learner] ?? [];
    // The tray stays when it is empty, so that the board keeps its size.
    root.toggleAttribute(
      "data-drops",
      stocks.some(({ count }) => count > 0),
    );
    board.resize();
    if (misses >= PATIENCE) point();
    render();
  };

  /** Circles the piece that moves first. */
  const point = () => {
    const from = task().solution[0].match(/^([a-z]\d+)[a-z]/)?.[1];
    if (from) session.act((table) => table.mark(from, from));
  };

  /** @param {number} next */
  const go = (next) => {
    if (next === tasks.length) {
      state = "end";
      session.say(`${words("lesson.end")}. ${end}`);
      render();
      play.focus();
      return;
    }
    at = next;
    misses = 0;
    shown = false;
    set();
    answer("", "");
    render();
    session.say(`${words("lesson.at", { at: at + 1, of: tasks.length })}: ${asked()}`);
  };

  /** Does what a button or a touch of the board asks for, and keeps what was answered in sight. */
  const again = () => {
    const kept = reply;
    set();
    answer(kept.kind, kept.text, kept.rule);
    render();
  };

  const show = () => {
    shown = true;
    set();
    state = "showing";
    answer("", words("lesson.showing"));
    render();
    session.say(reply.text);
    let next = 0;
    const step = () => {
      const name = task().solution[next];
      next += 1;
      session.act((table) => (name === "end" ? table.end_turn() : table.typed(name)));
      if (next < task().solution.length) clock = setTimeout(step, BEAT);
    };
    clock = setTimeout(step, BEAT / 3);
  };

  /** @param {Answer} given */
  const refused = ({ refused }) => {
    if (!refused) return;
    misses += 1;
    const more = task().refused.find(({ reason }) => reason === refused.reason);
    const text = [session.note, more?.say].filter(Boolean).join(" ");
    answer("refusal", hinted(text), session.rule);
    session.say(reply.text);
    if (misses === PATIENCE) point();
  };

  /** The text with the hint, once it is time for it. @param {string} text */
  const hinted = (text) =>
    misses < PATIENCE ? text : `${text} ${words("lesson.hint", { hint: task().hint })}`;

  /** @param {Answer} given */
  const taken = ({ done }) => {
    const { snap } = session;
    const over = snap.turn !== learner || snap.result !== null;
    const made = (over ? latest : snap).steps.map((step) => step.text);
    const steps = over ? [...made, ...done] : made;
    const told = done.map((step) => sentence(stepText(step, before, snap))).join(". ");
    if (over && isMet(task().goal, steps, learner, snap)) {
      state = "done";
      if (states[at] !== "done") states[at] = shown ? "seen" : "done";
      progress.keep(game, states);
      const result = snap.result ? `${resultText(snap)} ` : "";
      const { good } = task();
      answer("good", `${result}${shown ? words("lesson.shown", { good }) : good}`);
      session.say(`${told}. ${reply.text}`);
      return;
    }
    if (state === "showing") return;
    const wrong = task().wrong.find(({ play }) => play.every((step) => steps.includes(step)));
    if (over) {
      state = "missed";
      misses += 1;
      const say = hinted(wrong?.say ?? task().otherwise);
      answer("wrong", say);
      session.say(words("lesson.missed", { step: told, say }));
    } else if (wrong) {
      answer("wrong", wrong.say);
      session.say(`${told}. ${wrong.say}`);
    }
  };

  // What is done wrong is answered at once.
  session.confirms = () => false;
  session.onAnswer = (given) => {
    if (state === "open") refused(given);
    if (given.done.length > 0) taken(given);
    before = session.snap;
    render();
  };

  const atPlay = session.isAtPlay.bind(session);
  session.isAtPlay = () => {
    if (state === "showing" || state === "end") return false;
    if (state === "done") {
      session.say(words("lesson.over"));
      return false;
    }
    // Whoever touches the board after a wrong turn tries again.
    if (state === "missed") again();
    return atPlay();
  };

  // Earlier positions are of no use here, and there is no list of moves to go back by.
  session.look = () => {};

  const back = button("back", () => {
    go(at - 1);
    board.focus();
  });
  const demonstrate = button("show", () => {
    show();
    next.focus();
  });
  const retry = button("again", () => {
    again();
    session.say(asked());
    board.focus();
  });
  const next = button("next", () => {
    go(at + 1);
    if (state === "open") board.focus();
  });
  const play = link("play", `?game=${game}`, "main");
  const rules = link("rules", `./${game}/`, "");
  const restart = button("restart", () => {
    states.fill("");
    progress.keep(game, states);
    go(0);
    board.focus();
  });
  const buttons = element("div", { class: "ways" }, [
    back,
    demonstrate,
    restart,
    rules,
    retry,
    next,
    play,
  ]);
  const answers = element("section", { id: "answer", "aria-label": words("lesson.answer") }, [
    said,
    buttons,
  ]);

  const renderPips = () => {
    pips.replaceChildren(
      ...states.map((state, place) => {
        const pip = element("i", { class: `pip-${state || "open"}` });
        pip.classList.toggle("here", place === at);
        return pip;
      }),
    );
    const told = states[at] ? `, ${words(`lesson.${states[at]}`)}` : "";
    pips.setAttribute("aria-label", words("lesson.at", { at: at + 1, of: tasks.length }) + told);
  };

  const renderReply = () => {
    const { snap } = session;
    let { kind, text, rule } = reply;
    const stays = reply.fen === snap.fen || state === "missed" || state === "done";
    if (!stays || !text) {
      [kind, text, rule] = ["", "", ""];
      // A turn of many steps says what is owed.
      if (snap.controls.end !== "hidden" && state === "open") text = owed(snap);
    }
    const line = element("span", {}, [text]);
    if (rule) {
      const [page, place] = rule.split("#");
      const folder = page === "README" || page === "orthodox" ? "rules" : page;
      line.append(" ", element("a", { href: `./${folder}/#${place}` }, [words("label.rule")]));
    }
    said.dataset.kind = kind;
    said.replaceChildren(line);
  };

  const render = () => {
    const over = state === "end";
    if (session.snap.turn === learner && !session.snap.result) latest = session.snap;
    root.dataset.lessonState = state;
    renderPips();
    title.textContent = over ? words("lesson.end") : task().title;
    text.textContent = over ? end : task().task;
    renderReply();
    back.hidden = over || at === 0;
    demonstrate.hidden = over || state === "done" || state === "showing";
    retry.hidden = over || !(state === "missed" || state === "done");
    next.hidden = over;
    next.classList.toggle("main", state === "done");
    next.textContent = words(at + 1 < tasks.length ? "lesson.next" : "lesson.finish");
    for (const way of [play, rules, restart]) way.hidden = !over;
    said.hidden = over;
  };

  root.dataset.lesson = game;
  const name = words("lesson.name", { game: words(`games.${game}.name`) });
  document.title = `${name} · ${words("title")}`;
  /** @type {HTMLElement} */ (document.getElementById("game-name")).textContent = name;
  document.getElementById("frame")?.before(box);
  document.getElementById("turn")?.after(answers);
  session.views.push(render);
  go(at);
}
