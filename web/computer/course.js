// The graph of a game against the computer, shown beside its result: what White might expect, turn by turn.
// The computer looks at each place for a moment when the game is over.

import { draw, find, make, words } from "../shell/index.js";

/** @import { Session, Snapshot } from "../shell/types" */
/** @import { Thinker } from "./thinker.js" */

/** How many positions are looked at for a place of the game. */
const NODES = 3_000;
/** How long the worker may take to be ready, and to look at one place, in milliseconds. */
const PATIENCE = 30_000;
/** Fewer places make no graph. */
const FEWEST = 4;
/** The number of the first question: the table's own begin at 1. */
const FIRST = 1e9;

/**
 * The line of what White may expect, with White's part below it. What is not known is left out.
 * @param {(number | null | undefined)[]} places in thousandths of a game
 */
export function drawChances(places) {
  const last = Math.max(places.length - 1, 1);
  const view = { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" };
  const svg = draw("svg", view);
  const spots = places.flatMap((expected, place) =>
    typeof expected === "number"
      ? [[((place / last) * 100).toFixed(2), (100 - expected / 10).toFixed(1)]]
      : [],
  );
  if (spots.length === 0) return svg;
  const line = spots.map((spot) => spot.join(" ")).join("L");
  const [from, to] = [spots[0][0], spots[spots.length - 1][0]];
  svg.append(
    draw("path", { class: "white", d: `M${from} 100L${line}L${to} 100Z` }),
    draw("path", { class: "middle", d: "M0 50H100" }),
    draw("path", { class: "chances", d: `M${line}` }),
  );
  return svg;
}

/** What White has of a game that has ended so, in thousandths. @param {Snapshot} snap */
const endOf = ({ result }) => ({ white: 1000, black: 0, none: 500 })[result?.winner ?? "none"];

/** @param {{ session: Session, game: string, thinker: Thinker }} page */
export function addCourse({ session, game, thinker }) {
  const graph = make("div", { id: "course", role: "img", "aria-label": words("computer.course") });
  graph.hidden = true;
  find("result").after(graph);

  let id = FIRST;
  /** The game that is looked at. */
  let of = "";
  /** The places that nobody has looked at. @type {number[]} */
  let left = [];
  /** @type {(number | undefined)[]} */
  let known = [];

  const render = (/** @type {number} */ end) => {
    const places = [...known];
    places.push(end);
    graph.replaceChildren(drawChances(places));
  };

  /** Has the computer look at what is left, unless it is asked something else. */
  const look = () => {
    if (left.length === 0 || thinker.isBusy) return;
    id += 1;
    const effort = { level: 0, ms: 0, nodes: NODES, seed: 0, loading: PATIENCE, silence: PATIENCE };
    const question = { id, kind: /** @type {const} */ ("survey"), game, saved: of, ...effort };
    thinker.ask({ ...question, places: left }, (event) => {
      const told = typeof event === "object" && "analyse" in event ? event.analyse : undefined;
      if (typeof told !== "object" || !("surveyed" in told)) {
        // It has failed: what is there stays.
        left = [];
        return;
      }
      const { place, worth } = told.surveyed;
      left = left.filter((other) => other !== place);
      if (worth) known[place] = worth.expected;
      if (left.length === 0) thinker.cancel();
      render(endOf(session.snap));
    });
  };

  session.watch((snap) => {
    const { result, opponent, controls, view } = snap;
    const has = Boolean(result && opponent && controls.review && view.of >= FEWEST);
    graph.hidden = !has;
    if (!has) {
      [of, left] = ["", []];
      return;
    }
    if (of === "") {
      [of, known] = [session.saved, []];
      // There are no more turns than steps. From the end on, so that each place is drawn where it stays.
      left = Array.from({ length: view.of + 1 }, (_, place) => view.of - place);
      render(endOf(snap));
    }
    look();
  });
}
