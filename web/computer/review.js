// The review of a finished game: its dialog, and the button to the next mistake.

import { openSheet, sayer } from "../dialogs/index.js";
import { button, find, make, set, tell, words } from "../shell/index.js";

/** @import { Moves, Session, Snapshot } from "../shell/types" */

/** The signs of grades in the list of moves. */
const SIGNS = { grave: "??", slip: "?", doubt: "?!" };

/** @param {{ session: Session, moves: Moves }} page */
export function addReview({ session, moves }) {
  const open = button(words("computer.review"), () => openReview());
  find("do-rematch").parentElement?.append(open);
  const next = button(words("computer.next"), () => session.emit("nextLapse"), "next-lapse");
  find("actions").append(next);

  /** Shows the dialog as it stands. @type {((view: Snapshot) => void) | undefined} */
  let fill;

  const openReview = () => {
    const { line, say } = sayer("says");
    const bar = make("progress", { "aria-label": words("computer.review") });
    const list = make("ol", "lapses");
    const { box } = openSheet("review", words("computer.review"), [line, bar, list]);
    box.onclose = () => {
      fill = undefined;
      session.emit("stopReview");
    };
    fill = ({ review, game }) => {
      if (!review) return;
      say(tell(review.says, game));
      bar.hidden = !review.progress;
      [bar.value, bar.max] = review.progress ?? [0, 1];
      if (list.childElementCount === review.lapses.length) return;
      const lapses = review.lapses.map(({ name, grade, better }, place) => {
        const show = () => {
          box.close("");
          session.emit({ showLapse: place });
        };
        const look = button("", show, "lapse");
        look.append(
          make("strong", "", tell(name, game)),
          make("em", grade, words(`computer.verdict.${grade}`)),
          make("span", "", tell(better, game)),
        );
        return make("li", "", look);
      });
      list.replaceChildren(...lapses);
      list.querySelector("button")?.focus();
    };
    session.emit("review");
  };

  let judged = "";
  session.watch((view) => {
    const lapses = view.review?.lapses ?? [];
    set(open, { hidden: !view.controls.review });
    set(next, { hidden: !view.review?.hasNext });
    fill?.(view);
    const key = lapses.map(({ from, grade }) => `${from} ${grade}`).join();
    if (key === judged) return;
    judged = key;
    const verdicts = lapses.map(({ from, grade }) => {
      const verdict = { sign: SIGNS[grade], name: words(`computer.verdict.${grade}`) };
      return /** @type {const} */ ([from, verdict]);
    });
    moves.judge(new Map(verdicts));
  });
}
