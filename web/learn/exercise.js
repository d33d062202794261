// A lesson or a puzzle beside the board: what is asked, what is answered, and what can be done. All of
// it the table decides.

import { asset, colorName, make, tell, words } from "../shell/index.js";

/** @typedef {import('../game/session.js').Session} Session */
/** @typedef {import('../shell/contract').Event} Event */
/** @typedef {import('../shell/contract').Exercise} Exercise */
/** @typedef {import('../shell/table').Snapshot} Snapshot */
/** @typedef {import('../shell/table').Table} Table */
/** @typedef {import('../shell/table').TableClass} TableClass */

/**
 * @typedef {object} Parts what an exercise needs of the page
 * @property {Session} session
 * @property {{ resize: () => void, focus: () => void }} board
 */

/**
 * @typedef {object} Opened an exercise that can be begun
 * @property {((tables: TableClass, canvas: HTMLCanvasElement) => Table) | undefined} table the table
 *   that it is taken at, if it is not that of the page
 * @property {(parts: Parts) => void} begin
 */

/** What the buttons make happen. @type {Record<string, Event>} */
const EVENTS = {
  back: "previous",
  show: "showSolution",
  restart: "restart",
  why: "refute",
  again: "again",
  hint: "hint",
  next: "next",
  finish: "next",
};
/** How hard a puzzle can be. */
const GRADES = [1, 2, 3, 4, 5];

/** A file of the site. @param {string} path @returns {Promise<any>} */
export async function load(path) {
  const answer = await fetch(asset(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** The way to a place in the rules. @param {string} rule @param {string} root the site's folder */
export function ruleLink(rule, root) {
  const [page, place] = rule.split("#");
  const link = make("a", "", words("label.rule"));
  link.href = `${root}${page === "README" || page === "orthodox" ? "rules" : page}/#${place}`;
  return link;
}

/** How hard a puzzle is, as five dots. @param {number} grade */
export function gradeMark(grade) {
  const dots = GRADES.map((one) => make("i", one <= grade ? "full" : ""));
  const mark = make("span", "grade", ...dots);
  mark.setAttribute("role", "img");
  mark.setAttribute("aria-label", words("puzzle.grade", { grade }));
  return mark;
}

/**
 * Shows the exercise of the session's table around its board.
 * @param {Parts} parts
 * @param {"lesson" | "puzzle"} kind
 * @param {{ links: Record<string, (shown: Exercise) => string>, work?: Record<string, (shown: Exercise) => void> }} more
 *   what leads elsewhere, and what else the buttons do
 */
export function showExercise({ session, board }, kind, { links, work = {} }) {
  const { game } = session.snap;
  const root = document.documentElement;
  const caption = make("p");
  const title = make("h2");
  title.id = "task-title";
  const text = make("p", "task");
  const box = make("section", "", caption, title, text);
  box.id = "task";
  box.setAttribute("aria-labelledby", title.id);
  const said = make("p", "reply");
  const ways = make("div", "ways");
  const answers = make("section", "", said, ways);
  answers.id = "answer";
  answers.setAttribute("aria-label", words(`${kind}.answer`));
  /** @type {Map<string, HTMLElement>} */
  const made = new Map();
  const shown = () => /** @type {Exercise} */ (session.snap.exercise);

  /** After a button: on the board if a turn is waited for, else where it goes on. @param {string} name */
  const focus = (name) => {
    const on = ["play", "again", "next", "finish"].find((way) => shown().ways.includes(way));
    if (shown().stage !== "open") made.get(on ?? "")?.focus();
    else if (name !== "hint") board.focus();
  };

  /** @param {string} name */
  const way = (name) => {
    const known = made.get(name);
    if (known) return known;
    const label = words(`${kind}.${name}`);
    /** @type {HTMLElement} */
    let element;
    if (links[name]) {
      element = make("a", `button to-${name}`, label);
      element.setAttribute("href", links[name](shown()));
    } else {
      element = make("button", `to-${name}`, label);
      element.setAttribute("type", "button");
      element.addEventListener("click", () => {
        if (work[name]) return work[name](shown());
        session.emit(EVENTS[name]);
        focus(name);
      });
    }
    made.set(name, element);
    return element;
  };

  /** @param {Exercise} exercise */
  const renderWays = (exercise) => {
    const next = exercise.ways.map(way);
    for (const [name, element] of made) element.classList.toggle("main", name === exercise.main);
    if (next.length === ways.childElementCount && next.every((one) => one.parentElement === ways))
      return;
    const focused = document.activeElement;
    ways.replaceChildren(...next);
    // Taken out and put in again, it has lost the focus.
    if (focused instanceof HTMLElement && next.includes(focused)) focused.focus();
  };

  /** @param {Exercise} exercise */
  const renderCaption = ({ caption: told, at, tasks }) => {
    if (told) {
      const mover = make(
        "span",
        "mover",
        words("puzzle.to-move", { color: colorName(told.mover) }),
      );
      mover.dataset.color = told.mover;
      const called = make("span", "", tell(told.called, game), gradeMark(told.grade));
      caption.className = "caption";
      caption.replaceChildren(mover, called);
      return;
    }
    const place = at ?? 0;
    const pip = (/** @type {string} */ state, /** @type {number} */ of) =>
      make("i", `pip-${state || "open"}${of === place ? " here" : ""}`);
    caption.className = "pips";
    caption.setAttribute("role", "img");
    caption.replaceChildren(...tasks.map(pip));
    const state = tasks[place] ? `, ${words(`lesson.${tasks[place]}`)}` : "";
    const number = words("lesson.at", { at: place + 1, of: tasks.length });
    caption.setAttribute("aria-label", number + state);
  };

  /** The number of the task for which the trays were laid out. @type {number | null | undefined} */
  let laid;
  /** @param {Snapshot} snap */
  const render = (snap) => {
    const { exercise } = snap;
    if (!exercise) return;
    root.dataset.lessonState = exercise.stage;
    renderCaption(exercise);
    title.textContent = tell(exercise.title, game);
    text.hidden = !exercise.text;
    text.textContent = exercise.text ? tell(exercise.text, game) : "";
    const { kind, says, rule } = exercise.answer;
    said.dataset.kind = kind;
    said.hidden = exercise.stage === "end";
    const line = make("span", "", says.map((one) => tell(one, game)).join(" "));
    if (rule) line.append(" ", ruleLink(rule, "./"));
    said.replaceChildren(line);
    renderWays(exercise);
    if (laid === exercise.at) return;
    laid = exercise.at;
    // The tray stays when it is empty, so that the board keeps its size.
    const stocks = snap.hand ?? snap.reserve?.[snap.turn] ?? [];
    root.toggleAttribute(
      "data-drops",
      stocks.some(({ count }) => count > 0),
    );
    board.resize();
  };

  root.dataset.lesson = game;
  const name = words(`${kind}.name`, { game: words(`games.${game}.name`) });
  document.title = `${name} · ${words("title")}`;
  /** @type {HTMLElement} */ (document.getElementById("game-name")).textContent = name;
  document.getElementById("frame")?.before(box);
  document.getElementById("turn")?.after(answers);
  session.watch(render);
  session.show();
}
