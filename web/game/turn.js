// The turn bar: what is owed, the chips of the steps made, and the buttons.

import { pieceImage } from "../board/index.js";
import { droppable, entry, isLive, pieceName, words } from "../shell/index.js";
import { isLong, resultReason } from "./telling.js";

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../shell/table').Snapshot} Snapshot */

/**
 * @param {Session} session
 * @param {(id: string) => HTMLElement} find
 */
export function createTurn(session, find) {
  const chips = find("chips");
  const says = find("says");
  const result = find("result");
  let shown = "";
  let declared = "";

  /** @param {string} id @param {boolean} visible @param {boolean} [able] */
  const button = (id, visible, able = true) => {
    const element = find(`do-${id}`);
    element.hidden = !visible;
    element.setAttribute("aria-disabled", String(!able));
  };

  /** @param {Snapshot} snap */
  const renderChips = (snap) => {
    const on = snap.most > 1 && snap.phase === "movement" && !snap.result;
    chips.hidden = !on;
    if (!on) return;
    const key = JSON.stringify([snap.steps, snap.most]);
    if (key === shown) return;
    shown = key;
    const focused = [...chips.querySelectorAll("button")].findIndex((chip) =>
      chip.matches(":focus"),
    );
    chips.replaceChildren(
      ...Array.from({ length: snap.most }, (_, place) => {
        const item = document.createElement("li");
        const step = snap.steps[place];
        const number = place + 1;
        if (!step) {
          item.className = "pip";
          item.textContent = String(number);
          item.setAttribute("aria-label", words("step.pip", { number }));
          return item;
        }
        const chip = document.createElement("button");
        chip.type = "button";
        chip.className = "chip";
        const squares = document.createElement("span");
        squares.textContent = step.from ? `${step.from}${step.to}` : step.to;
        chip.append(pieceImage(step.role, step.color), squares);
        const piece = pieceName({ color: step.color, role: step.role }, snap.game);
        // The name has what can be read on the button, for those who speak to their device.
        const told = { number, squares: squares.textContent, piece };
        chip.setAttribute("aria-label", words("step.chip", told));
        chip.title = step.san;
        chip.addEventListener("click", () => {
          if (number < session.snap.steps.length) {
            session.emit({ undoTo: number });
          }
        });
        item.append(chip);
        return item;
      }),
    );
    if (focused >= 0) {
      const left = chips.querySelectorAll("button");
      left[Math.min(focused, left.length - 1)]?.focus();
    }
  };

  /** @param {Snapshot} snap */
  const renderResult = (snap) => {
    find("result-box").hidden = !snap.result;
    const title = snap.result ? words(`result.${snap.result.winner ?? "none"}`) : "";
    const why = resultReason(snap);
    if (declared === title + why) return;
    declared = title + why;
    const strong = document.createElement("strong");
    strong.textContent = title;
    // An alert that is filled anew is announced.
    result.replaceChildren(...(title ? [strong, ` ${why}`] : []));
  };

  /** @param {Snapshot} snap */
  const sentenceOf = (snap) => {
    if (session.note) return session.note;
    // What is said of a variation comes later, too.
    if (snap.tone === "owed" && snap.view.at >= 0) {
      if (snap.isLive && session.aside) return session.aside;
      if (session.invites && snap.view.of === 0) return words("front.try");
    }
    const isOfMail = snap.says.key.startsWith("mail.");
    if (entry("refusal") === undefined && (snap.tone !== "owed" || isOfMail)) {
      // What the rules refuse, and whose letter is due, is said with words that come later.
      session.words().then(() => entry("refusal") && session.show());
      return "";
    }
    return session.text(snap.says);
  };

  /** @param {string} rule */
  const ruleLink = (rule) => {
    const [page, place] = rule.split("#");
    const link = document.createElement("a");
    link.href = `./${page === "README" || page === "orthodox" ? "rules" : page}/#${place}`;
    link.textContent = words("label.rule");
    return link;
  };

  /** @param {Snapshot} snap */
  const render = (snap) => {
    const live = isLive(snap);
    const over = snap.result !== null;
    const { controls } = snap;
    const long = isLong(snap) && live && !over && !controls.draw;
    const placing = snap.phase === "placement";

    const fresh = snap.view.of === 0 && snap.redo === 0;
    const noted = session.advises ? "advice" : "refusal";
    const tone = session.note ? noted : snap.tone;
    const rule = session.note ? session.rule : (snap.refusal?.rule ?? "");
    says.dataset.kind = tone !== "owed" ? tone : snap.checked && !over ? "check" : "";
    const line = document.createElement("span");
    line.append(sentenceOf(snap));
    if (rule) line.append(" ", ruleLink(rule));
    if (!says.firstChild?.isEqualNode(line)) says.replaceChildren(line);
    // Two lines are kept free; a long sentence fits into them in smaller letters.
    says.classList.toggle("long", (line.textContent ?? "").length > 84);
    says.hidden = over && live && tone === "owed";
    renderChips(snap);
    renderResult(snap);

    button("live", !live && !session.isReplaying);
    button("undo", long && !(placing && fresh), controls.undo);
    button("redo", long && !(placing && fresh), snap.redo > 0);
    button("reset", long && !placing, controls.reset);
    button("clear", long && placing && !fresh, controls.clear);
    const owing = droppable(snap).length > 0;
    button("place", live && !over && controls.place && owing);
    button("shuffle", live && !over && controls.shuffle && !owing);
    button("draw", live && !over && controls.draw);
    button("quick", live && !over && placing && fresh);
    const end = find("do-end");
    button("end", controls.end !== "hidden" && !controls.draw);
    end.dataset.state = controls.end;
    button("replay", live && !over && snap.last.turn.length > 0 && !placing);
    find("turn").dataset.over = String(over);
  };

  return { render };
}
