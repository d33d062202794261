// The graph of a game: what White may expect, and the score, over the turns of the main line. It is tapped
// and dragged along, gone through by keys, and is a table too.

import { drawChances } from "../computer/index.js";
import { button, colorName, draw, make, set, words } from "../shell/index.js";

/** @import { Point, Session } from "../shell/types" */

/** A score of so many hundredths of a pawn stands at the edge. */
const EDGE = 1000;

/** A turn in words. @param {Point} point */
export const turnName = ({ number, color, san }) =>
  san === ""
    ? words("report.start")
    : words("lines.turn", {
        number: number > 0 ? number : words("turn.placement"),
        color: colorName(color),
        san,
      });

/** What White may expect, in words. @param {Point} point */
const chances = ({ expected }) =>
  expected === null ? "" : words("report.chances", { percent: Math.round(expected / 10) });

/** What is known of a place, in words. @param {Point} point */
function pointText(point) {
  const grade = point.grade && words(`computer.verdict.${point.grade}`);
  return [turnName(point), point.score, chances(point), grade].filter(Boolean).join(", ");
}

/** How high a score stands, in per cent. @param {number} points */
const height = (points) => 50 + (Math.max(-EDGE, Math.min(EDGE, points)) / EDGE) * 50;

/** @param {Session} session */
export function makeGraph(session) {
  const image = make("div", { role: "img", class: "graph", "aria-label": words("report.graph") });
  const slider = make("input", {
    type: "range",
    min: "0",
    "aria-label": words("report.slider"),
    class: "along",
  });
  const now = make("i", "now");
  const readout = make("p", "readout");
  const rows = make("tbody");
  const titles = ["turn", "score", "expected", "judged"].map((key) =>
    make("th", { scope: "col" }, words(`report.column.${key}`)),
  );
  const table = make(
    "table",
    { "aria-label": words("report.graph") },
    make("thead", "", make("tr", "", ...titles)),
    rows,
  );
  const asTable = make("details", "as-table", make("summary", "", words("report.as-table")), table);
  const element = make("div", "course", make("div", "frame", slider, image), readout, asTable);

  /** @type {Point[]} */
  let points = [];
  let at = 0;
  let known = "";

  const go = (/** @type {number} */ place) => {
    const point = points[Math.max(0, Math.min(place, points.length - 1))];
    if (point) session.emit({ show: point.place });
  };
  slider.oninput = () => go(Number(slider.value));
  /** The point below a pointer. @param {PointerEvent} event */
  const below = ({ clientX }) => {
    const { left, width } = image.getBoundingClientRect();
    return Math.round(((clientX - left) / width) * Math.max(points.length - 1, 1));
  };
  const follow = (/** @type {PointerEvent} */ event) => {
    if (below(event) !== at) go(below(event));
  };
  image.onpointerdown = (event) => {
    if (event.button !== 0) return;
    image.setPointerCapture(event.pointerId);
    follow(event);
  };
  image.onpointermove = (event) => {
    if (image.hasPointerCapture(event.pointerId)) follow(event);
    else tell(points[below(event)] ?? points[at]);
  };
  image.onpointerleave = () => tell(points[at]);

  const tell = (/** @type {Point | undefined} */ point) => {
    const text = point ? pointText(point) : "";
    if (readout.textContent !== text) readout.textContent = text;
  };

  const list = () => {
    if (!asTable.open) return;
    const row = (/** @type {Point} */ point) => {
      const look = button(turnName(point), () => session.emit({ show: point.place }));
      const judged = point.grade
        ? words(point.better ? "report.judged" : "report.judged-only", {
            grade: words(`computer.verdict.${point.grade}`),
            better: point.better,
          })
        : "";
      const percent =
        point.expected === null
          ? ""
          : words("report.percent", { percent: Math.round(point.expected / 10) });
      const cells = [point.score, percent, judged].map((text) => make("td", "", text));
      return make("tr", "", make("th", { scope: "row" }, look), ...cells);
    };
    rows.replaceChildren(...points.map(row));
    mark();
  };
  asTable.ontoggle = list;

  /** Marks the row of the place that is shown. */
  const mark = () => {
    for (const [place, row] of [...rows.children].entries()) {
      set(/** @type {HTMLElement} */ (row), { "aria-current": place === at ? "true" : "false" });
    }
  };

  const redraw = () => {
    const last = Math.max(points.length - 1, 1);
    const x = (/** @type {number} */ place) => (place / last) * 100;
    // Before the first place that is known, and behind the last, it goes on as there.
    const places = points.map(({ expected }) => expected);
    const isKnown = (/** @type {number | null} */ expected) => expected !== null;
    places[0] ??= places.find(isKnown) ?? null;
    places[places.length - 1] ??= places.findLast(isKnown) ?? null;
    const svg = drawChances(places);
    const scores = points.flatMap((point, place) =>
      point.expected === null
        ? []
        : [`${x(place).toFixed(2)} ${(100 - height(point.points)).toFixed(1)}`],
    );
    if (scores.length > 0) svg.append(draw("path", { class: "score", d: `M${scores.join("L")}` }));
    const marks = points.flatMap((point, place) => {
      if (!point.grade || point.expected === null) return [];
      const mark = make("i", `mark ${point.grade}`);
      mark.style.setProperty("--x", `${x(place)}%`);
      mark.style.setProperty("--y", `${100 - point.expected / 10}%`);
      return [mark];
    });
    image.replaceChildren(svg, now, ...marks);
    slider.max = String(points.length - 1);
    list();
  };

  return {
    element,
    /** Shows the points, and which of them is on the board. @param {Point[]} given */
    render(given) {
      const text = JSON.stringify(given);
      if (text !== known) {
        [known, points] = [text, given];
        redraw();
      }
      const { turn } = session.snap.at;
      const found = points.findIndex(({ place }) => place.turn === turn);
      now.hidden = found < 0;
      const isElsewhere = at !== Math.max(found, 0);
      at = Math.max(found, 0);
      now.style.setProperty("--x", `${(at / Math.max(points.length - 1, 1)) * 100}%`);
      slider.value = String(at);
      const point = points[at];
      slider.setAttribute("aria-valuetext", point ? pointText(point) : "");
      // What a key has led to is told, wherever the mouse rests.
      if (isElsewhere || !image.matches(":hover")) tell(found < 0 ? undefined : point);
      mark();
    },
  };
}
