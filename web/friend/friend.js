// The room of a game by link: the table decides whose letter is due, what is sent and what is
// asked.

import { openSheet, sayer } from "../dialogs/index.js";
import { readAnything, receive } from "../library/index.js";
import { find, make, tell, toolButton, words } from "../shell/index.js";
import { action, incoming, outgoing, ownSeat, proof } from "./friend-dialogs.js";
import { heard } from "./invite.js";

/** @import { Sentence, Session } from "../shell/types" */

const ENVELOPE = "M4 6.500h16v11H4zM4 7l8 6.500L20 7";

/** @param {{ session: Session, game: string, notify: (text: string) => void }} page */
export function createFriend({ session, game, notify }) {
  /** @param {Sentence} sentence */
  const text = (sentence) => tell(sentence, game);
  /** @param {string} link */
  const address = (link) => `${new URL("./", document.baseURI).href}#${link}`;
  const handed = () => session.emit("handedOn");
  const openMail = () => heard(showMail, notify);
  find("actions").append(toolButton(words("mail.button"), ENVELOPE, openMail, { class: "mail" }));

  /** Opens the dialog of the game by link: the letter to send, the one to open, and the seat. */
  function showMail() {
    const { mail, says, controls } = session.snap;
    const { line, say } = sayer();
    const write = (/** @type {string} */ line) => {
      session.emit({ line });
      return address(session.snap.mail?.out ?? "");
    };
    const ready = mail?.out
      ? outgoing(mail, text, address(mail.out), handed, say, write)
      : undefined;
    const answer = incoming((came) => {
      session.emit({ came });
      const { says } = session.snap;
      if (says.key.startsWith("travel.fault")) return text(says);
      box.close();
      return "";
    });
    const parts = ready?.parts ?? [make("p", "note", text(mail?.waits ?? says))];
    if (mail?.quote) parts.unshift(make("p", "note quote", text(mail.quote)));
    parts.push(...answer.parts);
    if (mail?.seatLink) parts.push(ownSeat(address(mail.seatLink), say));
    if (mail?.seatLocked) parts.push(make("p", "note", words("mail.seat-later")));
    if (controls.takeback) {
      const ask = () => {
        box.close();
        session.emit("takeBack");
      };
      parts.push(make("div", "row", action("mail.ask-takeback", ask, say)));
    }
    const proven = session.table.proof();
    if (proven) parts.push(proof(proven, game));
    const { box } = openSheet("mail", words("mail.title"), [...parts, line]);
    (ready?.main ?? answer.field).focus();
  }

  /** Whose seat the board was turned to; nothing before the game is there. @type {string | null | undefined} */
  let seated;
  session.watch(({ mail, flipped, keeping, replaying, says }) => {
    // The link stays in the address until the game is stored, or put aside.
    if (location.hash && keeping !== "reading" && keeping !== "writing")
      history.replaceState(history.state, "", location.search);
    const isDue = mail?.isDue && !replaying;
    document.documentElement.dataset.mail = mail ? (isDue ? "due" : "waits") : "";
    if (!mail || mail.own === seated) return;
    // A friend's line of text is announced by itself.
    if (seated === undefined && says.key !== "mail.quote") session.say(text(says));
    seated = mail.own;
    if (mail.own && flipped !== (mail.own === "black"))
      queueMicrotask(() => session.act((table) => table.flip()));
  });
  session.on("send", () => queueMicrotask(openMail));
  session.on("openApart", ({ link }) =>
    heard(async () => {
      const { games, link: found } = await readAnything(link, game);
      if (games[0]) location.assign((await receive(games[0], found)).search);
    }, notify),
  );
}
