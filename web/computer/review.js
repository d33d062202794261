// The review of a finished game: its dialog, and the button to the next turn that lost much.

import { closing, make, sheet, tell, words } from "../shell/index.js";

/** @typedef {import('../shell/table').Snapshot} Snapshot */

/** The signs of grades in the list of moves. */
const SIGNS = { grave: "??", slip: "?", doubt: "?!" };

/**
 * @param {{ session: import('../game/session.js').Session, find: (id: string) => HTMLElement,
 *   moves: import('../game/moves.js').Moves }} page
 */
export function addReview({ session, find, moves }) {
  const open = make("button", "", words("computer.review"));
  open.type = "button";
  find("do-rematch").parentElement?.append(open);
  const next = make("button", "next-lapse", words("computer.next"));
  next.type = "button";
  find("actions").append(next);
  next.addEventListener("click", () => session.emit("nextLapse"));

  /** Shows the dialog as it stands. @type {((view: Snapshot) => void) | undefined} */
  let fill;

  open.addEventListener("click", () => {
    const { box, form } = sheet("review", words("computer.review"));
    const says = make("p", "says");
    says.setAttribute("role", "status");
    const bar = make("progress");
    bar.setAttribute("aria-label", words("computer.review"));
    const list = make("ol", "lapses");
    form.append(says, bar, list, make("div", "pair", closing()));
    box.onclose = () => {
      fill = undefined;
      session.emit("stopReview");
    };
    fill = ({ review, game }) => {
      if (!review) return;
      says.textContent = tell(review.says, game);
      bar.hidden = !review.progress;
      [bar.value, bar.max] = review.progress ?? [0, 1];
      if (list.childElementCount === review.lapses.length) return;
      list.replaceChildren(
        ...review.lapses.map(({ name, grade, better }, place) => {
          const look = make(
            "button",
            "lapse",
            make("strong", "", tell(name, game)),
            make("em", grade, words(`computer.verdict.${grade}`)),
            make("span", "", tell(better, game)),
          );
          look.type = "button";
          look.addEventListener("click", () => {
            box.close("");
            session.emit({ showLapse: place });
          });
          return make("li", "", look);
        }),
      );
      list.querySelector("button")?.focus();
    };
    box.showModal();
    session.emit("review");
  });

  let judged = "";
  session.watch((view) => {
    const lapses = view.review?.lapses ?? [];
    open.hidden = !view.controls.review;
    next.hidden = !view.review?.hasNext;
    fill?.(view);
    const key = lapses.map(({ from, grade }) => `${from} ${grade}`).join();
    if (key === judged) return;
    judged = key;
    moves.judge(
      new Map(
        lapses.map(({ from, grade }) => [
          from,
          { sign: SIGNS[grade], name: words(`computer.verdict.${grade}`) },
        ]),
      ),
    );
  });
}
