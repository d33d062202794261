// A lesson or a puzzle beside the board: the task, the answers, and the actions. The table decides
// all of it.

import { button, colorName, find, make, ruleLink, tell, way, words } from "../shell/index.js";

/** @import { Event, Exercise, Session, Snapshot, Table, TableClass } from "../shell/types" */

/**
 * @typedef {object} Parts what an exercise needs of the page
 * @property {Session} session
 * @property {{ resize: () => void, focus: () => void }} board
 * @property {() => void} flip turns the board round
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

/** How hard a puzzle is, as five dots. @param {number} grade */
export function gradeMark(grade) {
  const dots = GRADES.map((one) => make("i", one <= grade ? "full" : ""));
  const label = words("puzzle.grade", { grade });
  return make("span", { class: "grade", role: "img", "aria-label": label }, ...dots);
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
  const title = make("h2", { id: "task-title" });
  const text = make("p", "task");
  const task = { id: "task", "aria-labelledby": title.id };
  const said = make("p", "reply");
  const ways = make("div", "ways");
  const answer = { id: "answer", "aria-label": words(`${kind}.answer`) };
  /** @type {Map<string, HTMLElement>} */
  const made = new Map();
  const shown = () => /** @type {Exercise} */ (session.snap.exercise);

  /** After a button: on the board if a turn is waited for, else where it goes on. @param {string} name */
  const focus = (name) => {
    const on = ["play", "again", "next", "finish"].find((way) => shown().ways.includes(way));
    if (shown().stage !== "open") made.get(on ?? "")?.focus();
    else if (name !== "hint") board.focus();
  };

  /** What can be done, as a link or a button. @param {string} name */
  const wayOf = (name) => {
    const label = words(`${kind}.${name}`);
    const does = () => {
      if (work[name]) return work[name](shown());
      session.emit(EVENTS[name]);
      focus(name);
    };
    const element =
      made.get(name) ??
      (links[name]
        ? way(label, links[name](shown()), `button to-${name}`)
        : button(label, does, `to-${name}`));
    made.set(name, element);
    return element;
  };

  /** @param {Exercise} exercise */
  const renderWays = (exercise) => {
    const next = exercise.ways.map(wayOf);
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
      const color = colorName(told.mover);
      const given = { class: "mover", "data-color": told.mover };
      const mover = make("span", given, words("puzzle.to-move", { color }));
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
    if (rule) line.append(" ", ruleLink(rule));
    said.replaceChildren(line);
    renderWays(exercise);
    if (laid === exercise.at) return;
    laid = exercise.at;
    // The tray stays when it is empty, so that the board keeps its size.
    const stocks = snap.hand ?? snap.reserve?.[snap.turn] ?? [];
    const has = stocks.some(({ count }) => count > 0);
    root.toggleAttribute("data-drops", has);
    board.resize();
  };

  root.dataset.lesson = game;
  const name = words(`${kind}.name`, { game: words(`games.${game}.name`) });
  document.title = `${name} · ${words("title")}`;
  find("game-name").textContent = name;
  const leave = way(words("lesson.leave"), `?game=${game}&with=computer`, "leave");
  // A puzzle has ways on beside its answer.
  leave.hidden = kind !== "lesson";
  find("frame").before(make("section", task, leave, caption, title, text));
  find("turn").after(make("section", answer, said, ways));
  session.watch(render);
  session.show();
}
