// After the game: the turns where most was lost, marked in the list of moves, and what was better.

import { closing, colorName, make, other, sheet, words } from "../shell/index.js";
import { markTurn, reasonsText, turnText } from "./reasons.js";

/** @typedef {import('../game/session.js').Session} Session */
/** @typedef {import('../shell/table').ScoreTurn} ScoreTurn */
/** @typedef {import('../shell/table').Snapshot} Snapshot */
/** @typedef {import('./engine-worker.js').Thought} Thought */
/** @typedef {import('./engine-worker.js').Verdict} Verdict */
/** @typedef {import('../game/moves.js').Moves} Moves */
/**
 * A turn that lost much.
 * @typedef {{ turn: ScoreTurn, verdict: Verdict, better: Thought, grade: Grade }} Lapse
 */
/** @typedef {{ from: number, sign: string, name: string }} Grade from which loss on it is given */

/** For each turn, in positions. */
const NODES = 40_000;
/** At most so many turns are shown. */
const MOST = 8;
/** From the worst on; losses in hundredths of a pawn. @type {Grade[]} */
const GRADES = [
  { from: 300, sign: "??", name: "grave" },
  { from: 150, sign: "?", name: "slip" },
  { from: 80, sign: "?!", name: "doubt" },
];

/**
 * @param {{ session: Session, game: string, thinker: import('./thinker.js').Thinker, seed: number,
 *   find: (id: string) => HTMLElement, moves: Moves }} page
 */
export function createReview({ session, game, thinker, seed, find, moves }) {
  /** The game looked through last, and what was found. */
  let reviewed = "";
  /** @type {Lapse[]} */
  let lapses = [];
  /** The one that the board shows, while its arrows stand there. @type {Lapse | undefined} */
  let shown;

  const open = make("button", "", words("computer.review"));
  open.type = "button";
  find("do-rematch").parentElement?.append(open);
  const next = make("button", "next-lapse", words("computer.next"));
  next.type = "button";
  find("actions").append(next);

  /** @param {Lapse} lapse @param {string} key */
  const told = ({ turn, grade }, key) =>
    words(`computer.${key}`, {
      number: turn.number,
      color: colorName(turn.color),
      san: turn.san.replaceAll(",", ", "),
      sign: grade.sign,
      verdict: words(`computer.verdict.${grade.name}`),
    });

  /** @param {Lapse} lapse */
  const betterText = ({ better, turn }) => {
    const reasons = reasonsText(better, game, turn.color);
    const values = { turn: turnText(better, game), reasons };
    return words(reasons ? "computer.better-because" : "computer.better", values);
  };

  /** Shows a turn that lost much: the position before it, and the better turn. @param {Lapse} lapse */
  const show = (lapse) => {
    session.look(lapse.turn.from);
    session.act((table) => markTurn(table, lapse.better));
    shown = lapse;
    let first = told(lapse, "lapse-at");
    // Who had lost anyway has lost no more by it.
    const { decided } = lapse.verdict;
    if (decided !== null && decided <= 0 && (lapse.better.decided ?? 1) > 0) {
      const values = { lapse: first, other: colorName(other(lapse.turn.color)) };
      first = words("computer.lost-after", values);
    } else first += ".";
    session.refuse(`${first} ${betterText(lapse)}`, "", true);
  };

  next.addEventListener("click", () => {
    const { at } = session.snap.view;
    const later = lapses.find(({ turn }) => turn.from > at) ?? lapses[0];
    if (later) show(later);
  });

  /** Looks through the game. @param {() => boolean} goesOn @param {(done: number) => void} report */
  async function look(goesOn, report) {
    const { table, snap } = session;
    const saved = table.save();
    const turns = new Map(snap.score.map((turn) => [turn.from, turn]));
    /** @type {Lapse[]} */
    const found = [];
    let done = 0;
    const question = /** @type {const} */ ({ kind: "review", level: 0, ms: 0, nodes: NODES });
    await thinker.ask({ ...question, game, saved, seed }, (verdict) => {
      done += 1;
      report(done);
      const turn = turns.get(verdict.from);
      const grade = GRADES.find(({ from }) => verdict.loss >= from);
      if (turn && grade && verdict.better) {
        found.push({ turn, verdict, better: verdict.better, grade });
      }
    });
    if (!goesOn() || session.table !== table) return false;
    lapses = found
      .sort((a, b) => b.verdict.loss - a.verdict.loss)
      .slice(0, MOST)
      .sort((a, b) => a.turn.from - b.turn.from);
    reviewed = saved;
    moves.judge(
      new Map(
        lapses.map(({ turn, grade: { sign, name } }) => [
          turn.from,
          { sign, name: words(`computer.verdict.${name}`) },
        ]),
      ),
    );
    return true;
  }

  open.addEventListener("click", async () => {
    const { box, form } = sheet("review", words("computer.review"));
    const says = make("p", "says", "");
    says.setAttribute("role", "status");
    form.append(says);
    let isOpen = true;
    box.onclose = () => {
      isOpen = false;
      thinker.cancel();
    };
    if (session.table.save() !== reviewed) {
      const bar = make("progress");
      bar.max = session.snap.score.filter(({ done, number }) => done && number > 0).length;
      bar.setAttribute("aria-label", words("computer.review"));
      const report = (/** @type {number} */ done) => {
        bar.value = done;
        says.textContent = words("computer.reviewing", { done, of: bar.max });
      };
      report(0);
      form.append(bar, make("div", "pair", closing()));
      box.showModal();
      try {
        if (!(await look(() => isOpen, report))) return;
      } catch (error) {
        console.warn(error);
        says.textContent = words("computer.no-hint");
        return;
      }
      bar.remove();
    } else {
      form.append(make("div", "pair", closing()));
      box.showModal();
    }
    says.textContent = words(lapses.length > 0 ? "computer.reviewed" : "computer.flawless");
    const list = make("ol", "lapses");
    list.append(
      ...lapses.map((lapse) => {
        const name = make("strong", "", told(lapse, "lapse"));
        const verdict = words(`computer.verdict.${lapse.grade.name}`);
        const look = make(
          "button",
          "lapse",
          name,
          make("em", lapse.grade.name, verdict),
          make("span", "", betterText(lapse)),
        );
        look.type = "button";
        look.addEventListener("click", () => {
          box.close("");
          show(lapse);
        });
        return make("li", "", look);
      }),
    );
    says.after(list);
    const first = list.querySelector("button");
    if (first) first.focus();
  });

  return {
    /** @param {Snapshot} snap */
    render(snap) {
      open.hidden = !snap.result || snap.score.length < 2;
      const isAt = (/** @type {Lapse} */ { turn }) => turn.from === snap.view.at;
      if (shown && !isAt(shown)) {
        // Its arrows mean nothing elsewhere.
        session.table.clear_marks();
        shown = undefined;
      }
      next.hidden = !lapses.some(isAt) || lapses.length < 2;
      if (lapses.length > 0 && !snap.result) {
        lapses = [];
        reviewed = "";
        moves.judge(new Map());
      }
    },
  };
}
