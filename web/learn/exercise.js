// A lesson or a puzzle beside the board: the task, the answers, and the actions. The table decides
// all of it.

import { createParts } from "../dialogs/index.js";
import { find, make, way, words } from "../shell/index.js";

/** @import { Event, Exercise, Session, Snapshot, Table, TableClass } from "../shell/types" */

/**
 * @typedef {object} Parts what an exercise needs of the page
 * @property {Session} session
 * @property {{ resize: () => void, focus: () => void, squareAt: (event: PointerEvent) => string | undefined }} board
 */

/**
 * @typedef {object} Opened an exercise that can be begun
 * @property {((tables: TableClass, canvas: HTMLCanvasElement) => Table) | undefined} table the table
 *   that it is taken at, if it is not that of the page
 * @property {(parts: Parts & { introduce: (game: string) => Promise<void> }) => void} begin it may have the page
 *   become that of another game
 */

/**
 * Shows the exercise of the session's table around its board.
 * @param {Parts} parts
 * @param {"lesson" | "puzzle"} kind
 * @param {Record<string, (shown: Exercise) => void>} [work] what buttons do that is none of the table's
 */
export function showExercise({ session, board }, kind, work = {}) {
  const { game } = session.snap;
  const root = document.documentElement;
  const leave = way(words("lesson.leave"), `?game=${game}&with=computer`, "leave");
  // A puzzle has ways on beside its answer.
  leave.hidden = kind !== "lesson";
  const task = make("section", { id: "task", "aria-labelledby": "task-title" });
  const answer = make("section", { id: "answer", "aria-label": words(`${kind}.answer`) });
  const shown = () => /** @type {Exercise} */ (session.snap.exercise);

  /** After a button: on the board if a turn is waited for, else where it goes on. @param {string} name */
  const focus = (name) => {
    const on = ["play", "again", "next", "finish"].find((name) => named.has(name));
    if (shown().stage !== "open") named.get(on ?? "")?.focus();
    else if (name !== "hint") board.focus();
  };
  const { build, named } = createParts(game, (does) => {
    if (work[does]) return work[does](shown());
    session.emit(/** @type {Event} */ (does));
    focus(does);
  });

  /** What stands there, as text. */
  let known = "";
  /** @param {Exercise} exercise */
  const renderParts = (exercise) => {
    const now = JSON.stringify([exercise.task, exercise.answer]);
    if (now === known) return;
    known = now;
    const [had = ""] = [...named].find(([, made]) => made === document.activeElement) ?? [];
    named.clear();
    task.replaceChildren(leave, ...exercise.task.map((part) => build(part)));
    answer.replaceChildren(...exercise.answer.map((part) => build(part)));
    // Made anew, it has lost the focus.
    named.get(had)?.focus();
  };

  /** The number of the task for which the trays were laid out. @type {number | null | undefined} */
  let laid;
  /** @param {Snapshot} snap */
  const render = (snap) => {
    const { exercise } = snap;
    if (!exercise) return;
    root.dataset.lessonState = exercise.stage;
    renderParts(exercise);
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
  find("frame").before(task);
  find("turn").after(answer);
  session.watch(render);
  session.show();
}
