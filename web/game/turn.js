// The turn bar: the prompt, the chips of the steps made, and the buttons.

import { pieceImage } from "../board/index.js";
import {
  button,
  entry,
  find,
  make,
  pieceName,
  ruleLink,
  set,
  tell,
  words,
} from "../shell/index.js";

/** @import { Session, Snapshot } from "../shell/types" */

/** So many chips are in view without scrolling on every screen (dialogs.css). */
const UNSCROLLED = 16;

/** @param {Session} session */
export function createTurn(session) {
  const chips = find("chips");
  const says = find("says");
  let shown = "";

  /** @param {Snapshot} snap @param {number} place */
  const chip = ({ steps, game }, place) => {
    const number = place + 1;
    const step = steps[place];
    if (!step) {
      const label = words("step.pip", { number });
      return make("li", { class: "pip", "aria-label": label }, String(number));
    }
    const { color, role, from, to, san } = step;
    const back = () => {
      if (number < session.snap.steps.length) session.emit({ undoTo: number });
    };
    const squares = from + to;
    // The name has what can be read on the button, for those who speak to their device.
    const label = words("step.chip", { number, squares, piece: pieceName({ color, role }, game) });
    const made = button("", back, { class: "chip", title: san, "aria-label": label });
    made.append(pieceImage(role, color), make("span", "", squares));
    return make("li", "", made);
  };

  /** @param {Snapshot} snap */
  const renderChips = (snap) => {
    set(chips, { hidden: snap.chips === 0 });
    const key = JSON.stringify([snap.steps, snap.chips]);
    if (chips.hidden || key === shown) return;
    shown = key;
    const focused = [...chips.querySelectorAll("button")].indexOf(
      /** @type {HTMLButtonElement} */ (document.activeElement),
    );
    chips.replaceChildren(...Array.from({ length: snap.chips }, (_, place) => chip(snap, place)));
    const left = chips.querySelectorAll("button");
    if (focused >= 0) left[Math.min(focused, left.length - 1)]?.focus();
    else if (snap.steps.length > 0 && snap.chips > UNSCROLLED) requestAnimationFrame(showNewest);
  };

  /** Brings the step made last into view, above the edge that fades, where a turn has to be scrolled. */
  const showNewest = () => {
    const first = /** @type {HTMLElement | null} */ (chips.firstElementChild);
    const newest = [...chips.querySelectorAll("button")].at(-1)?.parentElement;
    if (first && newest) chips.scrollTop = newest.offsetTop - first.offsetTop;
  };

  /** @param {Snapshot} snap */
  const renderResult = ({ result, game }) => {
    set(find("result-box"), { hidden: !result });
    const title = result ? tell(result.title, game) : "";
    const why = result ? ` ${tell(result.why, game)}` : "";
    const alert = find("result");
    // When it is filled anew, it is announced.
    if (alert.textContent !== title + why) alert.replaceChildren(make("strong", "", title), why);
  };

  /** @param {Snapshot} snap */
  const sentenceOf = (snap) => {
    if (snap.tone === "prompt" && snap.view.at >= 0) {
      if (snap.isLive && session.aside) {
        const { named, aside, isPointed } = session;
        const whole = `${named} ${aside}`.trim();
        // Beside how it moves there may be no room for more; a name alone is short.
        const isLong = whole.length > 120 && named && snap.named?.key !== "how.named";
        return isLong ? (isPointed ? aside : named) : whole;
      }
      if (snap.isLive && snap.result) return session.named;
      if (session.invites && snap.view.of === 0) return words("front.try");
    }
    const whole = `${session.text(snap.says)} ${session.named}`.trim();
    // A third line would push the buttons down: what is owed they say, too.
    return whole.length > 120 && session.named ? session.named : whole;
  };

  /** @param {Snapshot} snap */
  const render = (snap) => {
    const { buttons, controls, isLive, result, tone, rule } = snap;
    says.dataset.kind = tone !== "prompt" ? tone : snap.checked && !result ? "check" : "";
    const line = make("span", "", sentenceOf(snap));
    if (rule) line.append(" ", ruleLink(rule));
    // The element stays: for the browser it is no new text that the page would be painted late with.
    const old = says.firstElementChild;
    if (!old) says.replaceChildren(line);
    else if (!old.isEqualNode(line)) old.replaceChildren(...line.childNodes);
    // There is room for two lines; a longer sentence is set smaller.
    says.classList.toggle("long", (says.textContent ?? "").length > 84);
    const hidden = result !== null && isLive && tone === "prompt" && session.named === "";
    set(says, { hidden });
    renderChips(snap);
    renderResult(snap);

    find("do-end").dataset.state = controls.end;
    // In a game by link, it sends the turn.
    if (snap.mail && entry("mail.end"))
      find("do-end").lastElementChild?.replaceChildren(words("mail.end"));
    find("turn").dataset.over = String(result !== null);
    // Last: where one vanishes that has the focus, the browser works out at once how all looks.
    for (const [name, able] of Object.entries(buttons)) {
      // Those of the computer come with its room.
      const button = document.getElementById(`do-${name}`);
      if (button) set(button, { hidden: able === null, "aria-disabled": !able });
    }
    set(find("do-attacks"), { "aria-pressed": snap.attacks });
  };

  return { render };
}
