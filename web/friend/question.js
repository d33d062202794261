// The dialog with the table's question to the player.

import { miniature } from "../board/index.js";
import { sheet } from "../dialogs/index.js";
import { loadTravel, ownName } from "../library/index.js";
import { button, make, set, tell, way, words } from "../shell/index.js";
import { heard } from "./invite.js";

/** @import { Decision, Event as TableEvent, Session } from "../shell/types" */

/** The longest name, in characters. */
const LONGEST = 40;

/**
 * The question that stands; none: what was asked is asked no longer. An invitation that was accepted in the list
 * of challenges is not asked about again.
 * @param {Session} session
 * @param {(text: string) => void} hear that what an answer does has failed
 */
export async function openQuestion(session, hear) {
  const { asked, game } = session.snap;
  const { box, form } = sheet("asked", asked ? tell(asked.title, game) : "");
  box.onclose = null;
  box.close();
  if (!asked) return;
  const { says, boards, replies, isFleeting } = asked;
  const decide = (/** @type {Decision} */ decision) => {
    box.onclose = null;
    box.close();
    // Who accepts does so by name.
    const event = typeof decision === "string" ? { [decision]: ownName.get() } : decision;
    heard(() => session.emit(/** @type {TableEvent} */ (event)), hear);
  };
  const accepting = replies.find((reply) => reply.decision === "accept");
  if (accepting) {
    const { storedRelay } = await loadTravel();
    const relayed = await storedRelay(session.key).catch(() => undefined);
    if (JSON.stringify(session.snap.asked) !== JSON.stringify(asked)) return;
    if (relayed?.accepted) return decide("accept");
  }
  const buttons = replies.map(({ says, decision }, place) =>
    button(tell(says, game), () => decide(decision), place === 0 ? "main" : ""),
  );
  form.append(...says.map((sentence) => make("p", "", tell(sentence, game))));
  if (boards.length > 0) {
    const figures = boards.map(({ caption, board }) =>
      make("figure", "", miniature(board), make("figcaption", "", tell(caption, game))),
    );
    form.append(make("div", "two", ...figures));
  }
  if (replies.some(({ decision }) => typeof decision === "string")) {
    const pages = [
      way(words("label.lesson"), `?game=${game}&lesson=1`),
      way(words("label.rules"), `./${game}/`),
    ].map((page) => set(page, { target: "_blank" }));
    const field = make("input", {
      maxLength: LONGEST,
      value: ownName.get(),
      onchange: () => ownName.set(field.value.trim()),
    });
    field.setAttribute("autocomplete", "nickname");
    const label = make("label", "name", words("mail.name"), field);
    form.append(make("p", "row", ...pages), label);
  }
  form.append(make("div", "pair", ...buttons));
  box.onclose = () => {
    if (isFleeting && !box.open) decide({ answer: false });
  };
  box.showModal();
  buttons[0]?.focus();
}
