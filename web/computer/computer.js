// The computer at the table: its worker, the buttons beside the board, its name. What it does, and
// when, the table decides.

import { analysisOf, button, find, make, set, toolButton, way, words } from "../shell/index.js";
import { addCourse } from "./course.js";
import { rehearse } from "./rehearsal.js";
import { addReview } from "./review.js";
import { Thinker } from "./thinker.js";

/** @import { Moves, Session } from "../shell/types" */

/** The pictures on buttons. */
const LAMP =
  "M9.500 17.500h5M10.500 20.500h3M12 3.500a5.500 5.500 0 00-3.200 10c.5.4.7 1 .7 1.700v.300h5v-.300c0-.7.2-1.300.7-1.700A5.500 5.500 0 0012 3.500z";
const TREE = "M6 4v16m-3-3l3 3 3-3M6 9h6a4 4 0 014 4v6m-3-3l3 3 3-3";
const CURVE = "M4 5v14h16M7.500 15l3.500-5 3.500 3 4.500-6.500";
const ARROW = "M11.500 6.500L6 12l5.500 5.500M18 6.500L12.500 12l5.500 5.500";

/** @param {string} name @param {string} icon the strokes of its picture @param {() => void} work */
function tool(name, icon, work, label = words(`computer.${name}`)) {
  return toolButton(label, icon, work, { id: `do-${name}`, title: label, "aria-label": label });
}

/** @param {{ session: Session, game: string, moves: Moves, another?: () => void }} page
 *   `another` begins another game, where the front page offers ways on behind the first turn of all */
export function seatComputer({ session, game, moves, another }) {
  const thinker = new Thinker();
  const root = document.documentElement;

  const hearNet = (/** @type {string | undefined} */ net) => {
    if (session.isWithoutNet === (net === "missing")) return;
    session.isWithoutNet = !session.isWithoutNet;
    session.show();
    if (session.isWithoutNet) session.say(words("computer.net-missing"));
  };

  /** What is thought about as soon as the turn before it is confirmed. @type {(() => void) | undefined} */
  let next;
  session.on("think", (question, answer) => {
    next = () => thinker.ask(question, answer, question.kind === "turn" ? hearNet : undefined);
  });
  session.on("stopThinking", () => {
    next = undefined;
    thinker.cancel();
    thinker.warm();
  });
  session.on("hurry", () => thinker.hurry());

  const now = button("", () => session.emit("moveNow"), "now");
  find("actions").prepend(now);
  const hint = tool("hint", LAMP, () => session.emit("hint"));
  const takeback = tool("takeback", ARROW, () => session.emit("takeBack"));
  // The module is on its way before the button is pressed.
  for (const event of ["pointerenter", "focus"]) {
    hint.addEventListener(event, () => thinker.warm());
  }
  const openAnalysis = (/** @type {Record<string, string>} */ wishes = {}) =>
    location.assign(analysisOf(session, wishes));
  const analyse = tool("analysis", TREE, () => openAnalysis());
  const openReport = () => openAnalysis({ report: "" });
  const report = tool("report", CURVE, openReport, words("report.title"));
  // With what belongs to the game, where their places are kept.
  find("do-share").after(hint, report, takeback);
  const [rest, end] = [find("rest"), find("do-rematch").parentElement];

  const goOn = () => {
    another = undefined;
    session.show();
  };
  const ways = [
    button(words("welcome.on"), goOn, "main"),
    way(words("label.lesson"), `?game=${game}&lesson=1`, "button"),
    button(words("welcome.other"), () => another?.()),
  ];
  const onward = make("div", { id: "onward", class: "pair" }, ...ways);
  find("actions").after(onward);

  /** @type {boolean | undefined} */
  let isNear;
  session.watch(({ opponent, controls, computer, isAsked, held, welcomes, result }) => {
    // A game that is over offers it where it says so.
    const place = (result && end) || rest;
    if (analyse.parentElement !== place) place.append(analyse);
    set(onward, { hidden: !welcomes || !another });
    const doing = controls.now ? computer.replace("nothing", "thinks") : "";
    root.dataset.computer = doing;
    const textContent = words(`computer.${{ plays: "skip", failed: "again" }[doing] ?? "now"}`);
    set(now, { hidden: doing === "", textContent });
    find("chips").inert = doing !== "";
    set(hint, { "aria-busy": isAsked });
    if (!held) {
      next?.();
      next = undefined;
    }
    if (isNear !== (opponent !== null)) {
      isNear = opponent !== null;
      root.dataset.opponent = isNear ? "computer" : "person";
      if (isNear) thinker.warm();
    }
  });
  addReview({ session, moves });
  addCourse({ session, thinker });
  session.show();
  rehearse(session).catch(console.warn);
}
