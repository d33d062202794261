// What the dialogs of a game by link are made of.

import { miniature } from "../board/index.js";
import { drawCode, faultText, loadExchange, readAnything } from "../library/index.js";
import { colorName, copyable, make, sendButton, sheet, words } from "../shell/index.js";

/** @typedef {import('../library/post.js').Post} Post */
/** @typedef {import('../library/post.js').Whole} Whole */

/**
 * Does what may fail, at once or later: the player hears of it.
 * @param {() => unknown} work
 * @param {(text: string) => void} tell
 */
export async function heard(work, tell) {
  try {
    await work();
  } catch (error) {
    console.error(error);
    tell(words("mail.failed"));
  }
}

/**
 * @param {string} word
 * @param {() => unknown} work
 * @param {(text: string) => void} tell says that it has failed
 * @param {string} [kind]
 */
export function action(word, work, tell, kind = "") {
  const made = make("button", kind, words(word));
  made.type = "button";
  made.addEventListener("click", () => heard(work, tell));
  return made;
}

/**
 * A letter to be handed on: its note, its link, the buttons for it, and its code as a picture.
 * @param {string} text the note
 * @param {string} address of the letter
 * @param {() => void} handed when the player hands it on
 * @param {(text: string) => void} say
 */
export function outgoing(text, address, handed, say) {
  const { field, copy } = copyable(words("mail.link"), address, false, say);
  copy.className = "main";
  copy.addEventListener("click", handed);
  const row = make("div", "row", copy);
  const send = sendButton({ text, url: address }, field, say, handed);
  if (send) row.append(send);
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
    make("p", "note", text),
    field,
    row,
    figure,
    make("details", "", make("summary", "", words("mail.with-note")), both.field),
  ];
  return { parts, copy };
}

/**
 * A field for the friend's answer.
 * @param {string} game
 * @param {(whole: Whole, text: string) => unknown} opened a link that can be read
 */
export function incoming(game, opened) {
  const field = make("input");
  field.setAttribute("aria-label", words("mail.paste"));
  field.placeholder = words("mail.paste");
  const wrong = make("p", "wrong");
  wrong.setAttribute("role", "alert");
  const tell = (/** @type {string} */ text) => {
    wrong.textContent = text;
  };
  const read = async () => {
    const { games, fault, link, isChoice } = await readAnything(field.value, game);
    // A position is no answer.
    const [whole] = isChoice ? [] : games;
    if (isChoice) tell(words("travel.fault.link.foreign"));
    else tell(fault ? faultText(fault) : "");
    if (whole) await opened(whole, link);
  };
  const open = action("mail.open-it", read, tell);
  const parts = [make("h3", "", words("mail.answer")), make("div", "row", field, open), wrong];
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

/** The panel that verifies the draws. @param {Post} post @param {string} link the newest letter */
export function proof(post, link) {
  const { draws, fault } = post.verify(link);
  const list = make("ol", "draws");
  for (const { turn, color, hand } of draws) {
    const pieces = hand.replace("draw:", "");
    const text = words("fair.draw", { turn, color: colorName(color), pieces });
    list.append(make("li", "", text));
  }
  const verdict = fault
    ? faultText(fault)
    : words(draws.length > 0 ? "fair.good" : "fair.none", { count: draws.length });
  return make(
    "details",
    "fair",
    make("summary", "", words("fair.verify")),
    make("p", fault ? "wrong" : "good", verdict),
    list,
    make("p", "", words("fair.how")),
    make("p", "", words("fair.proves")),
    make("p", "", words("fair.limits")),
  );
}

/**
 * A question with several answers.
 * @param {string} id
 * @param {string} title
 * @param {(HTMLElement | SVGElement)[]} parts
 * @param {[string, () => unknown, string?][]} answers
 * @param {(text: string) => void} tell says that what an answer does has failed
 */
export function question(id, title, parts, answers, tell) {
  const { box, form } = sheet(id, title);
  const buttons = answers.map(([word, work, kind]) =>
    action(
      word,
      () => {
        box.close();
        return work();
      },
      tell,
      kind,
    ),
  );
  form.append(...parts, make("div", "row", ...buttons));
  box.showModal();
  buttons[0]?.focus();
}

/**
 * The game as it stands here, and as it stands in the link that came.
 * @param {string} game
 * @param {string[]} fens
 * @param {string[]} [captions] the keys of their words
 */
export const sideBySide = (game, fens, captions = ["mail.here", "mail.there"]) =>
  make(
    "div",
    "two",
    ...fens.map((fen, place) =>
      make(
        "figure",
        "",
        miniature(game, fen),
        make("figcaption", "", words(captions[place] ?? "")),
      ),
    ),
  );
