// The parts of the dialog of a game by link.

import { codeFigure, copyable, sayer, sendButton } from "../dialogs/index.js";
import { button, make, tell, words } from "../shell/index.js";
import { heard } from "./invite.js";

/** @import { DrawsProof, MailView, Sentence } from "../shell/types" */

/**
 * @param {string} word
 * @param {() => unknown} work
 * @param {(text: string) => void} hear that it has failed
 */
export const action = (word, work, hear) => button(words(word), () => heard(work, hear));

/** The longest line of text, in characters. */
const LONGEST = 140;

/**
 * A letter to be handed on: to whom, its note, its link, the buttons for it, and its code as a picture.
 * @param {MailView} mail
 * @param {(sentence: Sentence) => string} textOf
 * @param {string} address of the letter
 * @param {() => void} handed when the player hands it on
 * @param {(text: string) => void} say
 * @param {(line: string) => string} write puts a line of one's own into the letter; its address then
 */
export function outgoing(mail, textOf, address, handed, say, write) {
  const text = textOf(mail.note);
  const { field, copy } = copyable(words("mail.link"), address, false, say);
  copy.addEventListener("click", handed);
  // Straight to where the friend is, if the browser can.
  const ways = [...sendButton({ text, url: address }, field, say, handed), copy];
  const [main] = ways;
  main.className = "main";
  const both = copyable(words("mail.text"), `${text} ${address}`, true, say);
  const { figure, show } = codeFigure();
  show(address).catch(console.warn);
  const line = make("input", {
    maxLength: LONGEST,
    value: mail.line ?? "",
    onchange: () => {
      field.value = write(line.value);
      both.field.value = `${text} ${field.value}`;
      show(field.value).catch(console.warn);
    },
  });
  const parts = [
    make("h3", "", textOf({ key: "mail.send-to", values: { name: mail.friend } })),
    make("p", "note", text),
    ...(mail.line === null ? [] : [make("label", "name", words("mail.line"), line)]),
    make("div", "row", ...ways),
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
  const label = words("mail.paste");
  const field = make("input", { "aria-label": label, placeholder: label });
  const { line, say } = sayer("wrong", "alert");
  const read = action("mail.open-it", () => say(open(field.value.trim())), say);
  const parts = [make("h3", "", words("mail.answer")), make("div", "row", field, read), line];
  return { parts, field };
}

/**
 * The link to the player's seat, to be stored or moved.
 * @param {string} address
 * @param {(text: string) => void} say
 */
export function ownSeat(address, say) {
  const { field, copy } = copyable(words("mail.seat-link"), address, false, say);
  const summary = make("summary", "", words("mail.seat"));
  const what = make("p", "", words("mail.seat-what"));
  return make("details", "", summary, what, make("div", "row", field, copy));
}

/** The panel that verifies the draws. @param {DrawsProof} proven @param {string} game */
export const proof = ({ draws, verdict, good }, game) =>
  make(
    "details",
    "fair",
    make("summary", "", words("fair.verify")),
    make("p", good ? "good" : "wrong", tell(verdict, game)),
    make("ol", "draws", ...draws.map((draw) => make("li", "", tell(draw, game)))),
    ...["how", "proves", "limits"].map((key) => make("p", "", words(`fair.${key}`))),
  );
