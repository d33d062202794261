// After the game: where most was lost, and what was better.

import { colorName } from "../telling.js";
import { words } from "../words.js";
import { closing, make, sheet } from "./dialogs.js";

/** @typedef {import('../session.js').Session} Session */
/** @typedef {import('../table').ScoreTurn} ScoreTurn */
/** @typedef {import('./thinker.js').Thought} Thought */
/** @typedef {{ turn: ScoreTurn, loss: number, better: Thought }} Lapse */

/** For each position, in milliseconds and positions. */
const TIME = 300;
const NODES = 40_000;
/** Scores beyond this are alike: the game is decided. */
const DECIDED = 1500;
/** A turn that loses less is no lapse, in hundredths of a pawn. */
const LEAST = 60;
/** At most so many lapses are shown. */
const MOST = 6;

/** @param {number} score */
const bounded = (score) => Math.max(-DECIDED, Math.min(DECIDED, score));

/**
 * Looks through the game and shows the turns that lost most.
 * @param {{ session: Session, game: string, thinker: import('./thinker.js').Thinker, seed: number }} page
 */
export async function reviewGame({ session, game, thinker, seed }) {
  const { box, form } = sheet("review", words("computer.review"));
  const says = make("p", "", words("computer.reviewing"));
  const bar = make("progress");
  form.append(says, bar, make("div", "pair", closing()));
  let open = true;
  box.onclose = () => {
    open = false;
    thinker.cancel();
  };
  box.showModal();

  const { table, snap } = session;
  const saved = table.save();
  const turns = snap.score.filter((turn) => turn.done && turn.number > 0);
  bar.max = turns.length + 1;
  /** @type {(Thought | null)[]} */
  const thoughts = [];
  for (const from of [...turns.map((turn) => turn.from), snap.view.of]) {
    thoughts.push(
      await thinker.ask({ game, saved, at: from, level: 0, ms: TIME, nodes: NODES, seed }),
    );
    if (!open || session.table !== table) return;
    bar.value = thoughts.length;
  }

  /** @type {Lapse[]} */
  const lapses = turns.flatMap((turn, index) => {
    const better = thoughts[index];
    if (!better) return [];
    const after = thoughts[index + 1];
    const { result } = session.snap;
    // Behind the last turn there is nothing to be thought about: the result says it.
    const last = result?.winner ? (result.winner === turn.color ? DECIDED : -DECIDED) : 0;
    const got = after ? -bounded(after.score) : last;
    return [{ turn, loss: bounded(better.score) - got, better }];
  });
  const found = lapses
    .filter(({ loss }) => loss >= LEAST)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, MOST)
    .sort((a, b) => a.turn.from - b.turn.from);
  says.textContent = words(found.length > 0 ? "computer.reviewed" : "computer.flawless");
  const list = make("ol", "lapses");
  list.append(
    ...found.map(({ turn, loss, better }) => {
      const name = words("computer.lapse", {
        number: turn.number,
        color: colorName(turn.color),
        san: turn.san.replaceAll(",", ", "),
        loss: (loss / 100).toFixed(1),
      });
      const steps = better.turn.filter((step) => step !== "end").join(", ");
      const text = make("span", "", words("computer.better", { turn: steps }));
      const look = make("button", "lapse", make("strong", "", name), text);
      look.type = "button";
      look.addEventListener("click", () => {
        box.close("");
        session.look(turn.from);
        session.act((table) => {
          table.clear_marks();
          for (const step of better.turn) {
            const [from, to] = step.match(/[a-j]\d+/g) ?? [];
            if (from) table.mark(from, to ?? from);
          }
        });
      });
      return make("li", "", look);
    }),
  );
  bar.replaceWith(list);
}
