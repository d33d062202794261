// The move list and the ways through it.

import { colorName, isLive, words } from "../shell/index.js";

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../shell/table').Snapshot} Snapshot */
/** @typedef {import('../shell/table').ScoreTurn} ScoreTurn */
/** @typedef {ReturnType<typeof createMoves>} Moves */
/** @typedef {{ sign: string, name: string }} Verdict such as "??", a blunder */

/**
 * What stands beside the line played: variations, comments and glyphs.
 * @typedef {object} Beside
 * @property {() => Node[]} first what stands before the first turn
 * @property {(place: number) => { before: Node[], signs: Verdict[], behind: Node[] }} at what stands
 *   about a turn
 * @property {() => Node[]} last what stands behind the last turn
 */

/**
 * A sign that is seen, and what it says to those who do not see it.
 * @param {Verdict} verdict
 * @param {string} kind
 */
function signOf({ sign, name }, kind) {
  const seen = document.createElement("strong");
  seen.className = kind;
  seen.textContent = sign;
  seen.title = name;
  seen.setAttribute("aria-hidden", "true");
  const unseen = document.createElement("span");
  unseen.className = "unseen";
  unseen.textContent = ` (${name})`;
  return { seen, unseen };
}

/**
 * What stands on the button of a turn: its number, whose it is, its steps, and signs behind them.
 * @param {{ number: number, color: import('../shell/table').Color, san: string, done?: boolean }} turn
 * @param {Verdict[]} signs
 * @param {Verdict} [verdict]
 */
export function turnParts({ number: count, color, san: written, done = true }, signs, verdict) {
  const number = document.createElement("span");
  number.className = "number";
  // Black's is seen where White's does not stand before it.
  number.textContent = count > 0 ? `${count}${color === "white" ? "." : "…"}` : "–";
  number.setAttribute("aria-hidden", "true");
  const san = document.createElement("span");
  san.className = "san";
  // A line may break behind each step.
  // An unfinished turn closes with a comma.
  const steps = written.replace(/,$/, "").replaceAll(",", ",\u200b");
  san.append(done ? steps : `${steps} …`);
  for (const sign of signs) {
    const { seen, unseen } = signOf(sign, "glyph");
    san.append(seen, unseen);
  }
  const whose = document.createElement("span");
  whose.className = "unseen";
  whose.textContent = words("history.row", {
    number: count > 0 ? count : words("turn.placement"),
    color: colorName(color),
  });
  const parts = [number, whose, " ", san];
  if (verdict) {
    const { seen, unseen } = signOf(verdict, "verdict");
    san.append(unseen);
    parts.push(seen);
  }
  return parts;
}

/**
 * @param {Session} session
 * @param {(id: string) => HTMLElement} find
 */
export function createMoves(session, find) {
  const list = find("score");
  const scroller = /** @type {HTMLElement} */ (list.parentElement);
  /** What is drawn of each turn, and after what. @type {{ key: string, elements: Node[] }[]} */
  const drawn = [];
  /** What a review says of turns, by the place where they begin. @type {Map<number, Verdict>} */
  let verdicts = new Map();
  /** @type {Beside | undefined} */
  let beside;
  /** Whether the newest turn was shown, and not an earlier one. */
  let wasLive = true;

  /** Brings the newest turn into view. */
  const follow = () => {
    scroller.scrollTop = scroller.scrollHeight;
  };
  // What stands about the list takes and leaves it room, and wider letters break its rows.
  const watch = new ResizeObserver(() => {
    if (wasLive) follow();
  });
  watch.observe(scroller);
  watch.observe(list);

  /** @param {ScoreTurn} turn @param {number} place */
  const row = (turn, place) => {
    const item = document.createElement("li");
    item.className = turn.color;
    const long = turn.to - turn.from > 1 || session.snap.most > 1;
    item.classList.toggle("wide", turn.number === 0 || long);
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.to = String(turn.to);
    const about = beside?.at(place);
    button.append(...turnParts(turn, about?.signs ?? [], verdicts.get(turn.from)));
    item.append(button);
    if (!about) return [item];
    const before = place === 0 ? [...(beside?.first() ?? []), ...about.before] : about.before;
    const isLast = place === session.snap.score.length - 1;
    const behind = isLast ? [...about.behind, ...(beside?.last() ?? [])] : about.behind;
    return [...before.map(aside), item, ...behind.map(aside)];
  };

  /** A row of the list that is no turn of the game. @param {Node} content */
  const aside = (content) => {
    const item = document.createElement("li");
    item.className = "beside";
    item.append(content);
    return item;
  };

  /** What there is beside a game without a turn. */
  const around = () => [...(beside?.first() ?? []), ...(beside?.last() ?? [])].map(aside);

  list.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (button?.dataset.to) session.look(Number(button.dataset.to));
  });

  /** @param {Snapshot} snap */
  const render = (snap) => {
    const { score } = snap;
    find("no-moves").hidden = score.length > 0;
    // What stands behind the last turn moves on with the game.
    const keys = score.map((turn, place) =>
      JSON.stringify([turn, verdicts.get(turn.from), beside && place === score.length - 1]),
    );
    if (beside && score.length === 0) keys.push("beside");
    let same = 0;
    while (same < keys.length && keys[same] === drawn[same]?.key) same += 1;
    const changed = same < keys.length || drawn.length !== keys.length;
    for (const { elements } of drawn.splice(same)) {
      for (const element of elements) /** @type {ChildNode} */ (element).remove();
    }
    for (let place = same; place < keys.length; place += 1) {
      const elements = score[place] ? row(score[place], place) : around();
      drawn.push({ key: keys[place], elements });
      list.append(...elements);
    }

    const { at, back, on } = snap.view;
    /** @type {Element | null} */
    let current = null;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (
      list.querySelectorAll("button[data-to]")
    )) {
      const here = Number(button.dataset.to) <= at;
      button.removeAttribute("aria-current");
      if (here) current = button;
    }
    current?.setAttribute("aria-current", "true");
    const isNew = changed || !wasLive;
    wasLive = isLive(snap);
    if (wasLive && isNew) follow();
    else if (current && !wasLive) current.scrollIntoView({ block: "nearest" });
    else if (!wasLive) scroller.scrollTop = 0;
    for (const [id, able] of /** @type {[string, boolean][]} */ ([
      ["first", back],
      ["previous", back],
      ["next", on],
      ["latest", !wasLive],
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
    /** Shows what stands beside the line played. @param {Beside | undefined} found */
    accompany(found) {
      beside = found;
      for (const turn of drawn) turn.key = "";
      render(session.snap);
    },
  };
}
