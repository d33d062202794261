// What the dialogs of a game by link are made of.

import { miniature } from "../board/index.js";
import { drawCode, loadExchange } from "../library/index.js";
import { copyable, make, sendButton, sheet, tell, words } from "../shell/index.js";
import { nameField } from "./invite.js";

/**
 * Does what may fail, at once or later: the player hears of it.
 * @param {() => unknown} work
 * @param {(text: string) => void} hear
 */
export async function heard(work, hear) {
  try {
    await work();
  } catch (error) {
    console.error(error);
    hear(words("mail.failed"));
  }
}

/**
 * @param {string} word
 * @param {() => unknown} work
 * @param {(text: string) => void} hear that it has failed
 */
export function action(word, work, hear) {
  const made = make("button", "", words(word));
  made.type = "button";
  made.addEventListener("click", () => heard(work, hear));
  return made;
}

/**
 * A letter to be handed on: to whom, its note, its link, the buttons for it, and its code as a picture.
 * @param {import('../shell/contract').MailView} mail
 * @param {(sentence: import('../shell/contract').Sentence) => string} textOf
 * @param {string} address of the letter
 * @param {() => void} handed when the player hands it on
 * @param {(text: string) => void} say
 */
export function outgoing(mail, textOf, address, handed, say) {
  const text = textOf(mail.note);
  const { field, copy } = copyable(words("mail.link"), address, false, say);
  copy.addEventListener("click", handed);
  const send = sendButton({ text, url: address }, field, say, handed);
  // Straight to where the friend is, if the browser can.
  const main = send ?? copy;
  main.className = "main";
  const row = make("div", "row", main, ...(send ? [copy] : []));
  const both = copyable(words("mail.text"), `${text} ${address}`, true, say);
  const figure = make("figure");
  figure.hidden = true;
  const showCode = async () => {
    const code = drawCode((await loadExchange()).qr(address));
    if (code) figure.replaceChildren(code);
    figure.hidden = !code;
  };
  showCode().catch(console.warn);
  const parts = [
    make("h3", "", textOf({ key: "mail.send-to", values: { name: mail.friend } })),
    make("p", "note", text),
    row,
    field,
    figure,
    make("details", "", make("summary", "", words("mail.with-note")), both.field),
  ];
  return { parts, main };
}

/**
 * A field for the friend's answer.
 * @param {(text: string) => string} open takes up what came; what is wrong with it
 */
export function incoming(open) {
  const field = make("input");
  field.setAttribute("aria-label", words("mail.paste"));
  field.placeholder = words("mail.paste");
  const wrong = make("p", "wrong");
  wrong.setAttribute("role", "alert");
  const hear = (/** @type {string} */ text) => {
    wrong.textContent = text;
  };
  const read = action("mail.open-it", () => hear(open(field.value.trim())), hear);
  const parts = [make("h3", "", words("mail.answer")), make("div", "row", field, read), wrong];
  return { parts, field };
}

/**
 * The link of the own seat, to be kept or moved.
 * @param {string} address
 * @param {(text: string) => void} say
 */
export function ownSeat(address, say) {
  const { field, copy } = copyable(words("mail.seat-link"), address, false, say);
  return make(
    "details",
    "",
    make("summary", "", words("mail.seat")),
    make("p", "", words("mail.seat-what")),
    make("div", "row", field, copy),
  );
}

/**
 * The panel that verifies the draws.
 * @param {import('../shell/contract').DrawsProof} proven @param {string} game
 */
export const proof = ({ draws, verdict, good }, game) =>
  make(
    "details",
    "fair",
    make("summary", "", words("fair.verify")),
    make("p", good ? "good" : "wrong", tell(verdict, game)),
    make("ol", "draws", ...draws.map((draw) => make("li", "", tell(draw, game)))),
    ...["how", "proves", "limits"].map((key) => make("p", "", words(`fair.${key}`))),
  );

/**
 * The question that stands; none: what was asked is asked no longer.
 * @param {import('../shell/contract').Asked | null} asked
 * @param {string} game
 * @param {(decision: import('../shell/contract').Decision) => void} decide
 * @param {(text: string) => void} hear that what an answer does has failed
 */
export function question(asked, game, decide, hear) {
  const { box, form } = sheet("asked", asked ? tell(asked.title, game) : "");
  box.close();
  if (!asked) return;
  const { says, boards, replies } = asked;
  const buttons = replies.map(({ says, decision }) => {
    const made = make("button", "", tell(says, game));
    made.type = "button";
    made.addEventListener("click", () => {
      box.close();
      heard(() => decide(decision), hear);
    });
    return made;
  });
  if (buttons[0]) buttons[0].className = "main";
  form.append(...says.map((sentence) => make("p", "", tell(sentence, game))));
  if (boards.length > 0) {
    const figures = boards.map(({ caption, fen }) =>
      make("figure", "", miniature(game, fen), make("figcaption", "", tell(caption, game))),
    );
    form.append(make("div", "two", ...figures));
  }
  if (replies.some(({ decision }) => decision === "accept")) {
    const page = (/** @type {string} */ word, /** @type {string} */ address) => {
      const link = make("a", "", words(word));
      link.href = address;
      link.target = "_blank";
      return link;
    };
    const lesson = page("label.lesson", `?game=${game}&lesson=1`);
    form.append(make("p", "row", lesson, page("label.rules", `./${game}/`)), nameField().label);
  }
  form.append(make("div", "row", ...buttons));
  box.showModal();
  buttons[0]?.focus();
}
