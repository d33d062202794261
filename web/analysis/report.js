// The report of a game on the analysis board: the graph, what is counted of both sides, where the game turned,
// and the exercises that come of one's mistakes. What is judged, and how, the table decides.

import { Thinker } from "../computer/index.js";
import { button, colorName, lazily, make, set, tell, words } from "../shell/index.js";
import { makeGraph, turnName } from "./graph.js";

/** @import { Learn, Reported, Session, SideReport } from "../shell/types" */

/** The kinds of mistakes, as they are counted. */
const GRADES = ["doubt", "slip", "grave"];

/** A number of tenths as text. @param {number} tenths */
const decimal = (tenths) => (tenths / 10).toFixed(1);

/** What draws brought, as text. @param {number | null} luck in thousandths of a game */
function luckText(luck) {
  if (luck === null) return "";
  const sign = luck > 0 ? "+" : luck < 0 ? "\u2212" : "";
  return `${sign}${decimal(Math.abs(luck))} %`;
}

/** What a side's accuracy is, as text. @param {SideReport} side */
const accuracyText = ({ accuracy }) => (accuracy === null ? "–" : `${decimal(accuracy)} %`);

/**
 * Adds the graph and the report to the region of the analysis.
 * @param {{ session: Session, region: HTMLElement }} board
 * @returns {HTMLElement} the button that asks for a report
 */
export function addReport({ session, region }) {
  const emit = (/** @type {import("../shell/types").Analyse} */ analyse) =>
    session.emit({ analyse });
  const learn = (/** @type {Learn} */ what) => emit({ learn: what });

  const graph = makeGraph(session);
  const says = make("p", "says");
  const bar = make("progress", { "aria-label": words("report.title") });
  const stop = button(words("report.stop"), () => {
    emit("stopReport");
    open.focus();
  });
  const running = make("div", "running", says, bar, stop);
  const body = make("tbody");
  const heads = ["white", "black"].map((color) =>
    make("th", { scope: "col" }, words(`color.${color}`)),
  );
  const head = make("thead", "", make("tr", "", make("td"), ...heads));
  const table = make("table", { class: "sides", "aria-label": words("report.title") }, head, body);
  const nodes = make("p", "effort");
  const turned = make("h2", "", words("report.turning"));
  const turning = make("ol", "turning");
  const learns = make("div", "pair");
  const panel = make("div", "report", table, nodes, learns, turned, turning);
  panel.hidden = true;

  const task = make("p", { class: "task", tabIndex: -1 });
  const count = make("p", "effort");
  const ways = /** @type {const} */ ([
    ["solve", () => learn("solve")],
    ["again", () => learn("again")],
    ["next", () => learn("next")],
    ["leave", () => learn("leave")],
  ]);
  const [solve, again, next, leave] = ways.map(([key, does]) =>
    button(words(`report.way.${key}`), does),
  );
  const exercise = make(
    "div",
    "exercise",
    task,
    count,
    make("div", "pair", solve, again, next, leave),
  );

  let isOpen = false;
  const toggle = () => {
    const { isWhole, progress } = session.table.reported();
    isOpen = !isOpen || (!isWhole && !progress);
    if (isOpen) emit("report");
    render();
  };
  const open = button(words("report.title"), toggle);
  region.append(running, graph.element, panel, exercise);

  const surveyor = new Thinker();
  session.on("survey", (question, answer) =>
    surveyor.ask(question, (event) =>
      answer("analyse" in Object(event) ? event : { analyse: { surveyFailed: question.id } }),
    ),
  );
  session.on("stopSurvey", () => surveyor.cancel());

  /** @param {Reported} report */
  const fill = ({ sides, turning: turns, points, learns: of, nodes: looked, isWhole }) => {
    const row = (/** @type {string} */ key, /** @type {(side: SideReport) => string} */ text) => {
      const cells = sides.map((side) => make("td", "", text(side)));
      return make("tr", "", make("th", { scope: "row" }, words(`report.row.${key}`)), ...cells);
    };
    const counted = GRADES.map((grade, place) => {
      const line = row(grade, ({ counts }) => String(counts[place]));
      line.firstElementChild?.prepend(make("i", { class: `mark ${grade}`, "aria-hidden": true }));
      return line;
    });
    const hasLuck = sides.some(({ luck }) => luck !== null);
    const luck = hasLuck ? [row("luck", (side) => luckText(side.luck) || "–")] : [];
    body.replaceChildren(row("accuracy", accuracyText), ...counted, ...luck);
    // Placements have no number.
    const hasPlaced = points.slice(1).some(({ number }) => number === 0);
    const kind = hasLuck ? "drawn" : "answered";
    const placed = hasPlaced ? ` ${words(`report.placed.${kind}`)}` : "";
    nodes.textContent = words("report.nodes", { nodes: looked.toLocaleString("en") }) + placed;
    const item = (/** @type {number} */ place) => {
      const point = points[place];
      const change = { turn: turnName(point), from: points[place - 1].score, to: point.score };
      const key = point.better ? "report.turned" : "report.turned-only";
      const look = button(words(key, { ...change, better: point.better }), () =>
        session.emit({ show: point.place }),
      );
      look.prepend(make("i", { class: `mark ${point.grade}`, "aria-hidden": true }), " ");
      return make("li", "", look);
    };
    turning.replaceChildren(...turns.map(item));
    turned.hidden = turning.hidden = turns.length === 0 || !isWhole;
    const offer = (/** @type {"white" | "black"} */ color) => {
      const key = of.length > 1 ? "report.learn-of" : "report.learn";
      return button(words(key, { color: colorName(color) }), () => learn(color), "main");
    };
    learns.replaceChildren(...of.map(offer));
  };

  let known = "";
  let learned = false;
  const render = () => {
    const report = session.table.reported();
    const { progress, isWhole, learning, points, may } = report;
    const isLearning = learning !== null;
    const isKnown = points.some(({ expected }) => expected !== null);
    set(open, { "aria-disabled": !may || isLearning, "aria-expanded": isOpen && !isLearning });
    const text = report.says ? tell(report.says, session.snap.game) : "";
    if (says.textContent !== text) says.textContent = text;
    running.hidden = isLearning || text === "";
    bar.hidden = stop.hidden = !progress;
    [bar.value, bar.max] = progress ?? [0, 1];
    graph.element.hidden = isLearning || !isKnown || points.length < 2;
    if (!graph.element.hidden) graph.render(points);
    const wasHidden = panel.hidden;
    panel.hidden = isLearning || !isOpen || !isWhole;
    exercise.hidden = !isLearning;
    region.classList.toggle("learning", isLearning);
    const { points: _, ...rest } = report;
    const now = JSON.stringify(rest);
    if (now !== known) {
      known = now;
      fill(report);
    }
    if (learning) {
      const { asks, isDone, isOver, number, of } = learning;
      const question = tell(learning.says, session.snap.game);
      if (task.textContent !== question) task.textContent = question;
      count.textContent = isOver ? "" : words("report.count", { number, of });
      const hidden = { solve: !asks, again: isOver, next: isOver };
      const had = exercise.contains(document.activeElement);
      set(solve, { hidden: hidden.solve });
      set(again, { hidden: hidden.again });
      set(next, { hidden: hidden.next, className: isDone ? "main" : "" });
      if (!learned || (had && !exercise.contains(document.activeElement))) {
        task.focus();
        // What ends a turn stands above the task, and is not to be below a board that stays in view.
        document.getElementById("turn")?.scrollIntoView({ block: "nearest" });
      }
    } else if (learned) {
      isOpen = true;
      panel.hidden = !isWhole;
      open.focus();
    }
    // What was asked for is seen, with the graph above it.
    if (wasHidden && !panel.hidden && document.activeElement === open)
      graph.element.scrollIntoView({ block: "start" });
    learned = isLearning;
    document.documentElement.classList.toggle("learns", isLearning);
  };
  session.watch(lazily(render));
  render();
  // Asked for where a game has ended: as soon as it is known what is kept of its analysis.
  let isAwaited = new URLSearchParams(location.search).has("report");
  const begin = () => {
    if (!isAwaited || session.snap.keeping === "reading") return;
    isAwaited = false;
    queueMicrotask(toggle);
  };
  session.watch(begin);
  begin();
  return open;
}
