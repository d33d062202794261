// Conditional turns on the analysis board of a game by link: answers to what the friend may play, which go along with
// the letter. Which lines can be added the table decides.

import { loadTravel } from "../library/index.js";
import { button, lazily, make, set, tell, words } from "../shell/index.js";

/** @import { Conditional, Session } from "../shell/types" */

/**
 * Adds the list of conditional turns to the region of the analysis, in a game by link.
 * @param {{ session: Session, game: string, region: HTMLElement }} board
 */
export function addConditional({ session, game, region }) {
  /** Letters are amended one after the other. @type {Promise<unknown>} */
  let last = Promise.resolve();
  session.on("amend", (asked, answer) => {
    last = last.then(async () => {
      const write = async () => (await loadTravel()).amend(asked);
      const done = await write().catch((error) => console.warn(error));
      answer({ analyse: { amended: done === true } });
    });
  });
  if (!session.table.conditional()) return;

  const says = make("p", "effort");
  const title = words("conditional.title");
  const list = make("ol", { class: "list", role: "list", "aria-label": title });
  const add = button(words("conditional.add"), () =>
    session.emit({ analyse: { condition: session.snap.at.turn } }),
  );
  const summary = make("summary", "", title);
  const element = make("details", "conditional", summary, list, says, make("div", "pair", add));
  region.append(element);

  let known = "";
  /** @param {Conditional} view */
  const fill = ({ lines, removes }) => {
    const row = (/** @type {string} */ line, /** @type {number} */ place) => {
      const remove = button(words("conditional.remove"), () => {
        session.emit({ analyse: { uncondition: place } });
        summary.focus({ preventScroll: true });
      });
      set(remove, { "aria-label": words("conditional.remove-it", { line }), hidden: !removes });
      return make("li", "", make("bdi", "", line), " ", remove);
    };
    list.replaceChildren(...lines.map(row));
    if (lines.length > 0) element.open = true;
  };
  const render = () => {
    /** @type {Conditional | null} */
    const view = session.table.conditional();
    element.hidden = !view;
    if (!view) return;
    const { may, ...rest } = view;
    set(add, { "aria-disabled": !may });
    const now = JSON.stringify(rest);
    if (now === known) return;
    known = now;
    says.textContent = tell(view.says, game);
    fill(view);
  };
  session.watch(lazily(render));
  render();
}
