// The move list and browsing.

import { button, colorName, find, make, set, words } from "../shell/index.js";

/** @import { Color, ScoreTurn, Session, Snapshot } from "../shell/types" */
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

/** A sign that is seen. @param {Verdict} verdict @param {string} kind */
const seen = ({ sign, name }, kind) =>
  make("strong", { class: kind, title: name, "aria-hidden": true }, sign);

/** What it says to those who do not see it. @param {Verdict} verdict */
const unseen = ({ name }) => make("span", "unseen", ` (${name})`);

/**
 * What stands on the button of a turn: its number, whose it is, its steps, and signs behind them.
 * @param {{ number: number, color: Color, san: string, done?: boolean }} turn
 * @param {Verdict[]} signs
 * @param {Verdict} [verdict]
 */
export function turnParts({ number: count, color, san: written, done = true }, signs, verdict) {
  // Black's is seen where White's does not stand before it.
  const seenNumber = count > 0 ? `${count}${color === "white" ? "." : "…"}` : "–";
  // A line may break behind each step; an unfinished turn closes with a comma.
  const steps = written.replace(/,$/, "").replaceAll(",", ",\u200b");
  const number = count > 0 ? count : words("turn.placement");
  const about = signs.flatMap((sign) => [seen(sign, "glyph"), unseen(sign)]);
  const judged = verdict ? [verdict] : [];
  return [
    make("span", { class: "number", "aria-hidden": true }, seenNumber),
    make("span", "unseen", words("history.row", { number, color: colorName(color) })),
    " ",
    make("span", "san", done ? steps : `${steps} …`, ...about, ...judged.map(unseen)),
    ...judged.map((one) => seen(one, "verdict")),
  ];
}

/** A row of the list that is no turn of the game. @param {Node} content */
const aside = (content) => make("li", "beside", content);

/** @param {Session} session */
export function createMoves(session) {
  const list = find("score");
  const scroller = /** @type {HTMLElement} */ (list.parentElement);
  /** What is drawn of each turn, and after what. @type {{ key: string, elements: ChildNode[] }[]} */
  const drawn = [];
  /** The buttons of the turns, and after how many steps they end. @type {Map<HTMLElement, number>} */
  const endings = new Map();
  /** What a review says of turns, by the place where they begin. @type {Map<number, Verdict>} */
  let verdicts = new Map();
  /** @type {Beside | undefined} */
  let beside;
  /** Whether the newest turn was shown, and not an earlier one. */
  let wasLive = true;

  /** Brings the newest turn into view, where the list is what stands there. */
  const follow = () => {
    if (wasLive && list.offsetHeight) scroller.scrollTop = scroller.scrollHeight;
  };
  // Other parts change the list's height, and larger text breaks its rows.
  const watch = new ResizeObserver(follow);
  watch.observe(scroller);
  watch.observe(list);

  /** @param {ScoreTurn} turn @param {number} place */
  const row = (turn, place) => {
    const about = beside?.at(place);
    const to = button("", () => session.emit({ showAt: turn.to }));
    to.append(...turnParts(turn, about?.signs ?? [], verdicts.get(turn.from)));
    endings.set(to, turn.to);
    const item = make("li", turn.color, to);
    const isLong = turn.to - turn.from > 1 || session.snap.most > 1;
    item.classList.toggle("wide", turn.number === 0 || isLong);
    if (!about || !beside) return [item];
    const first = place === 0 ? beside.first() : [];
    const last = place === session.snap.score.length - 1 ? beside.last() : [];
    return [
      ...[...first, ...about.before].map(aside),
      item,
      ...[...about.behind, ...last].map(aside),
    ];
  };

  /** What there is beside a game without a turn. */
  const around = () => [...(beside?.first() ?? []), ...(beside?.last() ?? [])].map(aside);

  /** @param {Snapshot} snap */
  const render = ({ score, view, isLive }) => {
    set(find("no-moves"), { hidden: score.length > 0 });
    // What stands behind the last turn moves on with the game.
    const keys = score.map((turn, place) =>
      JSON.stringify([turn, verdicts.get(turn.from), beside && place === score.length - 1]),
    );
    if (beside && score.length === 0) keys.push("beside");
    let same = 0;
    while (same < keys.length && keys[same] === drawn[same]?.key) same += 1;
    const changed = same < keys.length || drawn.length !== keys.length;
    for (const { elements } of drawn.splice(same)) for (const element of elements) element.remove();
    for (const [place, key] of keys.entries()) {
      if (place < same) continue;
      const elements = score[place] ? row(score[place], place) : around();
      drawn.push({ key, elements });
      list.append(...elements);
    }

    /** @type {HTMLElement | undefined} */
    let current;
    for (const [to, end] of endings) {
      to.removeAttribute("aria-current");
      if (!to.isConnected) endings.delete(to);
      else if (end <= view.at) current = to;
    }
    current?.setAttribute("aria-current", "true");
    const isNew = changed || !wasLive;
    wasLive = isLive;
    // With the frame: asked for now, the browser would lay the page out twice.
    if (isLive && isNew) requestAnimationFrame(follow);
    else if (current && !isLive) current.scrollIntoView({ block: "nearest" });
    else if (!isLive) scroller.scrollTop = 0;
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
