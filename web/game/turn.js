// The turn bar: what is owed, the chips of the steps made, and the buttons.

import { pieceImage } from "../board/index.js";
import {
  button,
  colorName,
  entry,
  find,
  make,
  other,
  pieceName,
  ruleLink,
  set,
  words,
} from "../shell/index.js";

/** @import { Session } from "./session.js" */
/** @import { Snapshot } from "../shell/table" */

/** @param {Session} session */
export function createTurn(session) {
  const chips = find("chips");
  const says = find("says");
  let shown = "";
  let declared = "null";

  /** @param {string} id @param {boolean} visible @param {boolean} [able] */
  const show = (id, visible, able = true) =>
    set(find(`do-${id}`), { hidden: !visible, "aria-disabled": !able });

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
    const { most, steps, phase, result } = snap;
    chips.hidden = most <= 1 || phase !== "movement" || result !== null;
    const key = JSON.stringify([steps, most]);
    if (chips.hidden || key === shown) return;
    shown = key;
    const focused = [...chips.querySelectorAll("button")].indexOf(
      /** @type {HTMLButtonElement} */ (document.activeElement),
    );
    chips.replaceChildren(...Array.from({ length: most }, (_, place) => chip(snap, place)));
    const left = chips.querySelectorAll("button");
    if (focused >= 0) left[Math.min(focused, left.length - 1)]?.focus();
  };

  /** @param {Snapshot} snap */
  const renderResult = ({ result }) => {
    find("result-box").hidden = !result;
    const now = JSON.stringify(result);
    if (declared === now) return;
    declared = now;
    // An alert that is filled anew is announced.
    find("result").replaceChildren();
    if (!result) return;
    const { winner, ending } = result;
    const loser = colorName(other(winner ?? "white"));
    const title = make("strong", "", words(`result.${winner ?? "none"}`));
    find("result").append(title, ` ${words(`result.why.${ending}`, { loser })}`);
  };

  /** @param {Snapshot} snap */
  const sentenceOf = (snap) => {
    // What is said of a variation comes later, too.
    if (snap.tone === "owed" && snap.view.at >= 0) {
      if (snap.isLive && session.aside) return `${session.named} ${session.aside}`.trim();
      if (snap.isLive && snap.result) return session.named;
      if (session.invites && snap.view.of === 0) return words("front.try");
    }
    const isOfMail = snap.says.key.startsWith("mail.");
    if (entry("refusal") === undefined && (snap.tone !== "owed" || isOfMail)) {
      // What the rules refuse, and whose letter is due, is said with words that come later.
      session.words().then(() => entry("refusal") && session.show());
      return "";
    }
    return `${session.text(snap.says)} ${session.named}`.trim();
  };

  /** @param {Snapshot} snap */
  const render = (snap) => {
    const { controls, isLive, result, redo, tone, refusal } = snap;
    const isOn = isLive && result === null;
    // Whether the turn has several steps and an end that the player gives.
    const hasEnd = snap.most > 1 || controls.end !== "hidden" || controls.undo || redo > 0;
    const long = hasEnd && isOn && !controls.draw;
    const placing = snap.phase === "placement";
    const fresh = snap.view.of === 0 && redo === 0;

    says.dataset.kind = tone !== "owed" ? tone : snap.checked && !result ? "check" : "";
    const line = make("span", "", sentenceOf(snap));
    if (refusal?.rule) line.append(" ", ruleLink(refusal.rule));
    if (!says.firstChild?.isEqualNode(line)) says.replaceChildren(line);
    // Two lines are kept free; a long sentence fits into them in smaller letters.
    says.classList.toggle("long", (line.textContent ?? "").length > 84);
    says.hidden = result !== null && isLive && tone === "owed" && session.named === "";
    renderChips(snap);
    renderResult(snap);

    show("live", !isLive && !snap.replaying);
    show("undo", long && !(placing && fresh), controls.undo);
    show("redo", long && !(placing && fresh), redo > 0);
    show("reset", long && !placing, controls.reset);
    show("clear", long && placing && !fresh, controls.clear);
    const owing = snap.drops.length > 0;
    show("place", isOn && controls.place && owing);
    show("shuffle", isOn && controls.shuffle && !owing);
    show("draw", isOn && controls.draw);
    // A friend places for himself.
    show("quick", isOn && placing && fresh && !snap.mail);
    show("end", controls.end !== "hidden" && !controls.draw);
    find("do-end").dataset.state = controls.end;
    show("replay", isOn && snap.last.turn.length > 0 && !placing);
    find("turn").dataset.over = String(result !== null);
  };

  return { render };
}
