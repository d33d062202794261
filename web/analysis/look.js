// A line of the computer's on a small board, which leaves the analysis board as it is: what is pointed at at
// once, or step by step.

import { miniature } from "../board/index.js";
import { button, make, set, tell, toolButton, words } from "../shell/index.js";

/** @import { FollowedStep, Session } from "../shell/types" */

/** A board of four squares. */
const BOARD = "M4.500 4.500h15v15h-15zM4.500 12h15M12 4.500v15";
/** How far from the window's edge the small board stays, in CSS px. */
const EDGE = 8;

/** The small board behind a step, as the large one is turned. @param {FollowedStep} step @param {boolean} flipped */
function drawn({ board, squares }, flipped) {
  const last = board.squares.length - 1;
  const turned = (/** @type {number} */ place) => (flipped ? last - place : place);
  const marks = squares.map(turned).map((place) => {
    const [x, y] = [place % board.files, Math.floor(place / board.files)];
    const given = { x: x * 64 + 3, y: y * 64 + 3, width: 58, height: 58, class: "moved" };
    return /** @type {[name: string, given: {}]} */ (["rect", given]);
  });
  const shown = flipped
    ? { ...board, squares: board.squares.toReversed(), holes: board.holes.map(turned) }
    : board;
  return miniature({ ...shown, over: marks });
}

/**
 * Shows lines of the computer on a small board.
 * @param {{ session: Session, lines: HTMLElement }} board
 */
export function makeLook({ session, lines }) {
  /** @param {number} line @returns {FollowedStep[]} */
  const follow = (line) => session.table.follow_line(line);
  const text = (/** @type {FollowedStep} */ { says }) => tell(says, session.snap.game);
  const figure = (/** @type {FollowedStep} */ step) => drawn(step, session.snap.flipped);

  /** What is gone through; it stays as it is while the computer finds other lines. @type {{ line: number, steps: FollowedStep[], at: number, from: string } | undefined} */
  let open;
  const plate = make("div", "plate-box");
  const says = make("p", { role: "status" });
  /** A button that shows a sign and is called something. @param {string} word @param {string} sign @param {() => void} work @param {string} kind */
  const signed = (word, sign, work, kind) => {
    const name = words(`analysis.${word}`);
    return button(sign, work, { class: `icon ${kind}`, title: name, "aria-label": name });
  };
  const back = signed("look-back", "\u2039", () => go(-1), "back");
  const on = signed("look-on", "\u203a", () => go(1), "on");
  const taken = button(words("analysis.look-take"), () => {
    if (!open) return;
    const { steps, at } = open;
    close();
    // Whole turns, as they were found when the line was opened.
    const tried = steps.filter(({ turn }) => turn <= steps[at].turn).flatMap(({ steps }) => steps);
    for (const step of tried) session.emit({ step });
  });
  const shut = signed("look-close", "\u00d7", () => close(), "shut");
  const panel = make(
    "div",
    { class: "look", role: "group", "aria-label": words("analysis.look-title"), hidden: true },
    plate,
    make("div", "", says, make("div", "ways", back, on, taken)),
    shut,
  );

  /** @type {HTMLElement[]} */
  const openers = [];
  const show = () => {
    panel.hidden = !open;
    for (const [line, opener] of openers.entries())
      set(opener, { "aria-expanded": String(open?.line === line) });
    if (!open) return;
    const { steps, at } = open;
    plate.replaceChildren(figure(steps[at]));
    const sentence = text(steps[at]);
    if (says.textContent !== sentence) says.textContent = sentence;
    set(back, { "aria-disabled": at === 0 });
    set(on, { "aria-disabled": at === steps.length - 1 });
    taken.hidden = session.table.analysed().threats;
  };
  const go = (/** @type {number} */ way) => {
    if (!open?.steps[open.at + way]) return;
    open.at += way;
    show();
  };
  const close = () => {
    const opener = open && openers[open.line];
    const hadFocus = panel.contains(document.activeElement);
    open = undefined;
    show();
    if (hadFocus && opener?.isConnected) opener.focus();
  };
  /** Where one stands, and whether the lines are the other side's. */
  const standing = () => JSON.stringify([session.snap.at, session.snap.fen]);
  const look = (/** @type {number} */ line) => {
    if (open?.line === line) return close();
    const steps = follow(line);
    if (steps.length === 0) return;
    open = { line, steps, at: 0, from: standing() };
    hide();
    show();
    on.focus({ preventScroll: true });
    panel.scrollIntoView({ block: "nearest" });
  };
  panel.onkeydown = (event) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Escape") close();
    else if (way) go(way);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  // What the mouse points at.
  const hint = make("div", { class: "look hint", hidden: true, "aria-hidden": true });
  document.body.append(hint);
  /** @type {{ steps: FollowedStep[], at: number } | undefined} */
  let pointed;
  const hide = () => {
    pointed = undefined;
    hint.hidden = true;
  };
  /** Draws it beside what is pointed at. @param {Element} beside */
  const place = (beside) => {
    if (!pointed) return;
    const step = pointed.steps[pointed.at];
    hint.replaceChildren(figure(step), make("p", "", text(step)));
    hint.hidden = false;
    const { left, top, bottom } = beside.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = hint;
    const below = bottom + EDGE;
    const isBelow = below + offsetHeight + EDGE <= innerHeight;
    const x = Math.max(EDGE, Math.min(left, innerWidth - offsetWidth - EDGE));
    hint.style.setProperty("left", `${x}px`);
    hint.style.setProperty(
      "top",
      `${isBelow ? below : Math.max(EDGE, top - offsetHeight - EDGE)}px`,
    );
  };
  lines.addEventListener("pointerleave", hide);

  session.watch(() => {
    if (open && open.from !== standing()) close();
    if (pointed && !lines.matches(":hover")) hide();
  });

  return {
    panel,
    /** The button that opens a line step by step. @param {number} line its place */
    opener(line) {
      const name = words("analysis.look", { line: line + 1 });
      const given = { class: "icon opener", title: name, "aria-label": name };
      openers[line] = toolButton("", BOARD, () => look(line), given);
      set(openers[line], { "aria-expanded": "false" });
      return openers[line];
    },
    /** Has a turn of a line be shown while the mouse points at it. @param {HTMLElement} turn @param {number} line @param {number} at their places */
    point(turn, line, at) {
      const enter = (/** @type {PointerEvent} */ { pointerType }) => {
        if (pointerType !== "mouse") return;
        const steps = follow(line);
        const last = steps.findLastIndex((step) => step.turn === at);
        if (last < 0) return hide();
        pointed = { steps, at: last };
        place(turn);
      };
      // The wheel goes through the line, as it goes through the game on the board.
      const wheel = (/** @type {WheelEvent} */ event) => {
        if (!pointed || event.ctrlKey) return;
        event.preventDefault();
        const next = pointed.at + Math.sign(event.deltaY);
        if (!pointed.steps[next]) return;
        pointed.at = next;
        place(turn);
      };
      turn.addEventListener("pointerenter", enter);
      turn.addEventListener("pointerleave", hide);
      turn.addEventListener("click", hide);
      turn.addEventListener("wheel", wheel, { passive: false });
    },
    /** The line is gone. @param {number} line its place */
    forget(line) {
      if (open?.line === line) close();
    },
  };
}
