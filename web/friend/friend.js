// A game by link, as it is shown: the table decides whose letter is due, what is sent and what is asked.

import { loadPost, ownName, readAnything, receive } from "../library/index.js";
import { closing, make, plain, sheet, tell, toolButton, words } from "../shell/index.js";
import { action, heard, incoming, outgoing, ownSeat, proof, question } from "./friend-dialogs.js";

/** @typedef {import('../game/session.js').Session} Session */
/** @typedef {import('../shell/table').Snapshot} Snapshot */
/** @typedef {import('../library/post.js').Post} Post */
/** @typedef {ReturnType<typeof createFriend>} Friend */

const ENVELOPE = "M4 6.500h16v11H4zM4 7l8 6.500L20 7";

/**
 * @param {{
 *   session: Session,
 *   game: string,
 *   find: (id: string) => HTMLElement,
 *   notify: (text: string) => void,
 * }} page
 */
export function createFriend({ session, game, find, notify }) {
  /** @param {import('../shell/contract').Sentence} sentence */
  const text = (sentence) => tell(sentence, game);
  /** @param {string} link */
  const address = (link) => `${new URL("./", document.baseURI).href}#${link}`;
  const handed = () => session.emit("handedOn");

  const button = toolButton(words("mail.button"), ENVELOPE);
  button.classList.add("mail");
  button.addEventListener("click", () => heard(openMail, notify));
  find("actions").append(button);

  /** Opens the dialog of the game by link: the letter to send, the one to open, and the seat. */
  function openMail() {
    const { mail } = session.snap;
    const { box, form } = sheet("mail", words("mail.title"));
    const told = make("p", "said");
    told.setAttribute("role", "status");
    const say = (/** @type {string} */ said) => {
      told.textContent = said;
    };
    const ready = mail?.out ? outgoing(mail, text, address(mail.out), handed, say) : undefined;
    const answer = incoming((came) => {
      session.emit({ came });
      const { says } = session.snap;
      if (says.key.startsWith("travel.fault")) return text(says);
      box.close();
      return "";
    });
    form.append(
      ...(ready?.parts ?? [make("p", "note", text(mail?.waits ?? session.snap.says))]),
      ...answer.parts,
    );
    if (mail?.seatLink) form.append(ownSeat(address(mail.seatLink), say));
    if (mail?.seatLater) form.append(make("p", "note", words("mail.seat-later")));
    if (session.snap.controls.takeback) {
      const ask = () => {
        box.close();
        session.emit("takeBack");
      };
      form.append(make("div", "row", action("mail.ask-takeback", ask, say)));
    }
    const proven = session.table.proof();
    if (proven) form.append(proof(proven, game));
    form.append(told, make("div", "pair", closing()));
    if (!box.open) box.showModal();
    (ready?.main ?? answer.field).focus();
  }

  let asked = "null";
  /** The dialog of the question that stands. @param {Snapshot["asked"]} now */
  const ask = (now) => {
    const said = JSON.stringify(now);
    if (said === asked) return;
    asked = said;
    const decide = (/** @type {import('../shell/contract').Decision} */ decision) =>
      session.emit(decision === "accept" ? { accept: ownName.get() } : decision);
    heard(() => question(now, game, decide, notify), notify);
  };

  /** Whose seat the board was turned to; nothing before the game is there. @type {string | null | undefined} */
  let seated;
  const render = (/** @type {Snapshot} */ snap) => {
    const { mail, controls, flipped, keeping } = snap;
    // The link stands in the address until the table has been kept, or put aside.
    if (location.hash && keeping !== "reading" && keeping !== "writing")
      history.replaceState(history.state, "", location.search);
    const isDue = mail?.isDue && !snap.replaying;
    document.documentElement.dataset.mail = mail ? (isDue ? "due" : "waits") : "";
    find("do-quick").hidden = true;
    find("do-end").lastElementChild?.replaceChildren(words("mail.end"));
    find("do-resign").hidden = !controls.resign;
    find("do-offer").hidden = !controls.offer;
    find("do-rematch").hidden = !controls.rematch;
    const names = mail?.names ?? ["", ""];
    for (const [strip, called] of [
      ["near", names[flipped ? 1 : 0]],
      ["far", names[flipped ? 0 : 1]],
    ]) {
      const name = find(strip).querySelector(".player-name");
      if (name && called) name.textContent = plain(called);
    }
    if (mail && mail.own !== seated) {
      if (seated === undefined) session.say(text(snap.says));
      seated = mail.own;
      const turned = mail.own === "black";
      if (mail.own && flipped !== turned)
        queueMicrotask(() => session.act((table) => table.flip()));
    }
    ask(snap.asked);
  };
  session.watch(render);
  session.on("send", () => queueMicrotask(() => heard(openMail, notify)));
  session.on("replay", () => queueMicrotask(() => session.replay()));
  session.on("openApart", ({ link }) =>
    heard(async () => {
      const { games, link: found } = await readAnything(link, game);
      if (games[0]) location.assign((await receive(games[0], found)).search);
    }, notify),
  );

  return {
    /** What is shared of the game: the letter that the other side waits for, and the game after it. */
    async sharing() {
      const { mail } = session.snap;
      if (!mail) return undefined;
      const post = /** @type {Post} */ (await loadPost());
      const [whole] = post.open_link(session.table.look_link() ?? "").games;
      const { friend } = mail;
      return {
        seated: mail.own !== null,
        name: "name" in friend ? friend.name : words("mail.friend"),
        names: { white: mail.names[0], black: mail.names[1] },
        saved: whole.saved,
        address: mail.out ? address(mail.out) : "",
        note: text(mail.note),
        handed,
      };
    },
  };
}
