// The graph of a game against the computer, shown beside its result: what White might expect, turn by turn.
// The computer looks at each place for a moment when the game is over.

import { draw, find, make, set, words } from "../shell/index.js";

/** @import { Session } from "../shell/types" */
/** @import { Thinker } from "./thinker.js" */

/** How long the worker may take to be ready, and to look at one place, in milliseconds. */
const PATIENCE = { loading: 30_000, silence: 30_000 };
/** What is asked, beside the game and its places: some thousand positions are looked at for each. */
const SURVEY = /** @type {const} */ ({
  kind: "survey",
  level: 0,
  ms: 0,
  nodes: 3_000,
  seed: 0,
  ...PATIENCE,
});
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

/** @param {{ session: Session, thinker: Thinker }} page */
export function addCourse({ session, thinker }) {
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

  /** Shows what is known, and what White has of the game as it has ended. */
  const render = () => {
    const { result } = session.snap;
    const end = { white: 1000, black: 0, none: 500 }[result?.winner ?? "none"];
    graph.replaceChildren(drawChances([...known, end]));
  };

  /** Has the computer look at what is left, unless it is asked something else. */
  const look = () => {
    if (left.length === 0 || thinker.isBusy) return;
    id += 1;
    const { game } = session.snap;
    thinker.ask({ ...SURVEY, id, game, saved: of, places: left }, (event) => {
      const found = Object(event).analyse?.surveyed;
      // If it has failed, what is there stays.
      left = left.filter((place) => found && place !== found.place);
      if (found?.worth) known[found.place] = found.worth.expected;
      if (left.length === 0) thinker.cancel();
      render();
    });
  };

  session.watch(({ result, opponent, controls, view }) => {
    const hidden = !(result && opponent && controls.review && view.of >= FEWEST);
    set(graph, { hidden });
    if (graph.hidden) [of, left] = ["", []];
    else if (of === "") {
      [of, known] = [session.saved, []];
      // There are no more turns than steps. From the end on, so that each place is drawn where it stays.
      left = Array.from({ length: view.of + 1 }, (_, place) => view.of - place);
      render();
    }
    look();
  });
}
