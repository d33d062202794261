// The move list and the ways through it.

import { colorName, isLive } from "../telling.js";
import { words } from "../words.js";

/** @typedef {import('../session.js').Session} Session */
/** @typedef {import('../table').Snapshot} Snapshot */
/** @typedef {import('../table').ScoreTurn} ScoreTurn */
/** @typedef {ReturnType<typeof createMoves>} Moves */
/** @typedef {{ sign: string, name: string }} Verdict such as "??", a blunder */

/**
 * @param {Session} session
 * @param {(id: string) => HTMLElement} find
 */
export function createMoves(session, find) {
  const list = find("score");
  const scroller = /** @type {HTMLElement} */ (list.parentElement);
  /** @type {string[]} */
  let drawn = [];
  /** What a review says of turns, by the place where they begin. @type {Map<number, Verdict>} */
  let verdicts = new Map();

  /** @param {ScoreTurn} turn */
  const row = (turn) => {
    const item = document.createElement("li");
    item.className = turn.color;
    const long = turn.to - turn.from > 1 || session.snap.most > 1;
    item.classList.toggle("wide", turn.number === 0 || long);
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.to = String(turn.to);
    const number = document.createElement("span");
    number.className = "number";
    number.textContent = turn.number > 0 ? `${turn.number}.` : "–";
    const san = document.createElement("span");
    san.className = "san";
    // A line may break behind each step.
    // An unfinished turn closes with a comma.
    const steps = turn.san.replace(/,$/, "").replaceAll(",", ",\u200b");
    san.textContent = turn.done ? steps : `${steps} …`;
    const whose = document.createElement("span");
    whose.className = "unseen";
    whose.textContent = words("history.row", {
      number: turn.number > 0 ? turn.number : words("turn.placement"),
      color: colorName(turn.color),
    });
    number.setAttribute("aria-hidden", "true");
    button.append(number, whose, " ", san);
    const verdict = verdicts.get(turn.from);
    if (verdict) {
      const sign = document.createElement("strong");
      sign.className = "verdict";
      sign.textContent = verdict.sign;
      sign.title = verdict.name;
      sign.setAttribute("aria-hidden", "true");
      const name = document.createElement("span");
      name.className = "unseen";
      name.textContent = `, ${verdict.name}`;
      button.append(sign, name);
    }
    item.append(button);
    return item;
  };

  list.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (button) session.look(Number(button.dataset.to));
  });

  /** @param {Snapshot} snap */
  const render = (snap) => {
    find("no-moves").hidden = snap.score.length > 0;
    const keys = snap.score.map((turn) => JSON.stringify([turn, verdicts.get(turn.from)]));
    let same = 0;
    while (same < keys.length && keys[same] === drawn[same]) same += 1;
    while (list.children.length > same) list.lastElementChild?.remove();
    list.append(...snap.score.slice(same).map(row));
    const changed = same < keys.length || drawn.length !== keys.length;
    drawn = keys;

    const { at, of } = snap.view;
    /** @type {Element | null} */
    let current = null;
    for (const button of list.querySelectorAll("button")) {
      const here = Number(button.dataset.to) <= at;
      button.removeAttribute("aria-current");
      if (here) current = button;
    }
    current?.setAttribute("aria-current", "true");
    if (changed && isLive(snap)) scroller.scrollTop = scroller.scrollHeight;
    else if (!isLive(snap)) current?.scrollIntoView({ block: "nearest" });
    for (const [id, able] of /** @type {[string, boolean][]} */ ([
      ["first", at > 0],
      ["previous", at > 0],
      ["next", at < of],
      ["latest", at < of],
    ])) {
      find(`do-${id}`).setAttribute("aria-disabled", String(!able));
    }
  };

  return {
    render,
    /** Marks turns with what a review says of them. @param {Map<number, Verdict>} said */
    judge(said) {
      verdicts = said;
      render(session.snap);
    },
  };
}
