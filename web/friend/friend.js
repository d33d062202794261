// A game by link, as it is played: whose letter is due, what is sent, and what is asked about a link
// that came.

import { special } from "../game/index.js";
import {
  faultText,
  goesOn,
  keepMail,
  loadPost,
  mailOf,
  ownName,
  receive,
  storedGame,
  takeIn,
} from "../library/index.js";
import {
  closing,
  colorName,
  make,
  other,
  plain,
  sheet,
  toolButton,
  words,
} from "../shell/index.js";
import {
  action,
  heard,
  incoming,
  outgoing,
  ownSeat,
  proof,
  question,
  sideBySide,
} from "./friend-dialogs.js";
import { nameField } from "./invite.js";

/** @typedef {import('../game/session.js').Session} Session */
/** @typedef {import('../shell/table').Snapshot} Snapshot */
/** @typedef {import('../shell/table').Color} Color */
/** @typedef {import('../library/post.js').Letter} Letter */
/** @typedef {import('../library/post.js').Post} Post */
/** @typedef {import('../library/mail.js').Mail} Mail */
/** @typedef {NonNullable<ReturnType<typeof createFriend>>} Friend */

const ENVELOPE = "M4 6.500h16v11H4zM4 7l8 6.500L20 7";

/**
 * @param {{
 *   session: Session,
 *   game: string,
 *   find: (id: string) => HTMLElement,
 *   notify: (text: string) => void,
 *   leave: () => void,
 * }} page `leave`: another window has gone on with the game
 * @param {Mail | undefined} known what is known of the game, if it is one by link
 */
export function createFriend({ session, game, find, notify, leave }, known) {
  const key = session.key;
  if (!key.startsWith("mail ")) return undefined;
  // The page has let nobody play until here.
  Reflect.deleteProperty(session, "isAtPlay");
  if (!known) {
    notify(words("mail.gone"));
    return undefined;
  }
  /** @type {Mail} */
  let mail = known;
  /** What the device knows, as far as this page has heard. */
  let kept = known;
  // Beside a letter and a seat that could not be read: the game is not to be further than those.
  if (known.unread) session.isKept = false;
  /** Whether the player was told that the browser keeps nothing. */
  let isTold = false;
  let keeping = Promise.resolve();
  /** @type {Post | undefined} */
  let post;
  /** What the newest letter says. @type {Letter | undefined} */
  let letter;
  /** The own side, for who has a seat. @type {Color | undefined} */
  let own;
  let names = { white: "", black: "" };
  /** Whether a draw is offered with the next turn. */
  let offers = false;
  session.confirms = () => true;

  /** @param {Partial<Mail>} news */
  const keep = (news) => {
    mail = { ...mail, ...news };
    const now = mail;
    keeping = keeping.then(async () => {
      if (session.broken) return;
      const done = await keepMail(key, now, kept);
      if (done === "elsewhere") {
        await forked();
        return;
      }
      kept = now;
      if (done === "held" && !isTold) notify(words("mail.unkept"));
      isTold ||= done === "held";
    });
    // Nothing that fails keeps the next from being kept.
    keeping = keeping.catch((error) => {
      console.error(error);
      notify(words("mail.unkept"));
    });
  };

  /**
   * Another window has gone on with the game. One seat plays one game: what was done here is not kept
   * in its place, and is shown beside it.
   */
  async function forked() {
    if (session.broken) return;
    const mine = session.table.save();
    leave();
    const [loaded, stored] = await Promise.all([reading(), storedGame(key).catch(() => undefined)]);
    /** @type {[string, () => unknown, string?][]} */
    const answers = [["mail.go-on", () => location.reload(), "main"]];
    const parts = [make("p", "", words("mail.forked"))];
    if (stored !== undefined) {
      const fens = [stored, mine].map((saved) => loaded.fen_of(saved));
      parts.push(sideBySide(game, fens, ["mail.elsewhere", "mail.here"]));
    }
    if (session.snap.view.of > 0) {
      const whole = { game, saved: mine, white: names.white, black: names.black, date: "" };
      const both = async () => location.assign((await takeIn(whole)).search);
      answers.push(["mail.keep-both", both]);
    }
    question("came", words("mail.forked-title"), parts, answers, notify);
  }

  /** Reads the newest letter and the seat. @param {Post} post */
  const read = (post) => {
    const [whole] = post.open_link(mail.link).games;
    letter = whole?.letter ?? undefined;
    names = { white: whole?.white ?? "", black: whole?.black ?? "" };
    const [seated] = mail.seat ? post.open_link(mail.seat).games : [];
    own = seated?.seat || undefined;
  };

  /** Whether the own first turn goes with the invitation, or with the answer. */
  const isFirst = () =>
    letter?.sender === own &&
    !letter?.draws &&
    (letter?.act === "invitation" || letter?.act === "answer");

  /** Whether a letter is due from here that nobody need be asked for: the first draw waits for it. */
  const owesOpening = () => letter?.due === "opening" && letter.next === own;

  /** Whether the own turn is due. */
  const isDue = () => {
    const { snap } = session;
    if (!letter || !own || snap.result || snap.turn !== own) return false;
    return letter.due === "turn" && letter.next === own;
  };

  /** Whether an own letter is to be handed on: all but an empty one whose turn is still to come. */
  const isOut = () => own !== undefined && letter?.sender === own && !isDue();

  /** What the other player is called. */
  const friend = () => {
    const color = own ? other(own) : session.snap.turn;
    return names[color] || words("mail.friend");
  };

  const waits = () => {
    if (!own) return words("mail.looking");
    if (letter?.act === "invitation") return words("mail.waits-answer");
    return words(mail.sent ? "mail.waits" : "mail.unsent", { name: friend() });
  };

  session.isAtPlay = () => {
    const atPlay = Object.getPrototypeOf(session).isAtPlay;
    if (session.snap.result || isDue()) return atPlay.call(session);
    session.refuse(post ? waits() : words("notice.loading"), "", true);
    return false;
  };

  const button = toolButton(words("mail.button"), ENVELOPE);
  button.classList.add("mail");
  button.addEventListener("click", () =>
    heard(async () => {
      // It could not be read when the page was opened.
      if (!post) await arrive();
      await openMail();
    }, notify),
  );
  find("actions").append(button);

  /** Buttons that a player could press in the other's name. */
  const OTHERS = ["place", "shuffle", "clear", "draw", "end", "undo", "redo", "reset", "takeback"];
  const render = (/** @type {Snapshot} */ snap) => {
    document.documentElement.dataset.mail = post ? (isDue() ? "due" : "waits") : "";
    find("do-quick").hidden = true;
    if (!isDue()) for (const id of OTHERS) hide(`do-${id}`);
    find("do-end").lastElementChild?.replaceChildren(words("mail.end"));
    find("do-resign").hidden = !own || snap.result !== null;
    find("do-offer").hidden = !isDue();
    find("do-rematch").hidden = true;
    for (const [strip, color] of [
      ["near", snap.flipped ? "black" : "white"],
      ["far", snap.flipped ? "white" : "black"],
    ]) {
      const name = find(strip).querySelector(".player-name");
      const called = names[/** @type {Color} */ (color)];
      if (name && called) name.textContent = plain(called);
    }
    // Only the own turns can be finished here; another may stand in a game whose letter was not kept.
    const next = finished()[letter?.turns ?? 0];
    if (letter && own && !session.unconfirmed && next?.color === own) send("turn");
  };
  /** @param {string} id */
  const hide = (id) => {
    const element = document.getElementById(id);
    if (element) element.hidden = true;
  };

  const finished = () => session.snap.score.filter((turn) => turn.done);

  /**
   * Writes the next letter, and shows it.
   * @param {string} act
   */
  function send(act) {
    if (!post) return;
    try {
      const saved = session.table.save();
      const link = post.reply(mail.link, mail.seat, saved, act, offers, ownName.get());
      offers = false;
      keep({ link, sent: false, seen: true });
      read(post);
      if (!/^(turn|opening)$/.test(act)) session.onRestore(post.open_link(link).games[0].saved);
      // After the views have been drawn.
      queueMicrotask(() => {
        session.show();
        heard(openMail, notify);
      });
    } catch (error) {
      console.error(error);
      notify(words("mail.no-letter"));
    }
  }

  /** What one says beside the link. */
  const note = () => {
    const { snap } = session;
    const values = {
      game: words(`games.${game}.name`),
      number: Math.max(snap.number, 1),
      color: colorName(own ? other(own) : snap.turn),
    };
    const act = letter?.act ?? "turn";
    if (snap.result && act !== "invitation") return words("mail.note.over", values);
    if (letter?.due === "opening") return words("mail.note.taken", values);
    const kind = /^(turn|opening)$/.test(act) && snap.phase === "placement" ? "placing" : act;
    const text = words(`mail.note.${kind}`, values);
    return letter?.offers ? `${text} ${words("mail.note.offers")}` : text;
  };

  /** The own letter has been handed on. */
  const handed = () => {
    keep({ sent: true });
    session.show();
  };

  /** Opens the dialog of the game by link: the letter to send, the one to open, and the seat. */
  async function openMail() {
    const post = await reading();
    const { box, form } = sheet("mail", words("mail.title"));
    const told = make("p", "said");
    told.setAttribute("role", "status");
    const say = (/** @type {string} */ text) => {
      told.textContent = text;
    };
    const base = new URL("./", document.baseURI).href;
    /** @type {(HTMLElement | SVGElement)[]} */
    const parts = [];
    /** @type {HTMLElement | undefined} */
    let first;
    if (isOut()) {
      const ready = outgoing(note(), `${base}#${mail.link}`, handed, say);
      parts.push(...ready.parts);
      first = ready.copy;
    } else {
      parts.push(make("p", "note", isDue() ? words("mail.your-turn") : waits()));
    }
    const answer = incoming(game, async (whole, text) => {
      const { search, key: place } = await receive(whole, text);
      if (place !== key) {
        location.assign(search);
        return;
      }
      box.close();
      const now = (await mailOf(key)) ?? mail;
      const isNew = now.link !== mail.link;
      mail = kept = now;
      read(post);
      if (isNew) session.onRestore(whole.saved);
      takeUp(post);
    });
    parts.push(...answer.parts);

    if (own && !session.snap.result) {
      const moved = post.seat_link(mail.link, mail.seat);
      parts.push(
        moved ? ownSeat(`${base}#${moved}`, say) : make("p", "note", words("mail.seat-later")),
      );
      if (isDue() && !isFirst() && post.can_take_back(session.table.save(), own)) {
        const asked = () => {
          box.close();
          send("takeback-asked");
        };
        const ask = action("mail.ask-takeback", asked, say);
        parts.push(make("div", "row", ask));
      }
    }
    if (letter?.draws) parts.push(proof(post, mail.link));
    form.append(...parts, told, make("div", "pair", closing()));
    if (!box.open) box.showModal();
    (first ?? answer.field).focus();
  }

  /** Who has no seat yet may take one, or look on. @param {Post} post */
  function offerSeat(post) {
    if (!letter || session.snap.result) return;
    const color = other(letter.sender);
    const values = {
      game: words(`games.${game}.name`),
      name: names[letter.sender] || words("mail.somebody"),
      color: colorName(color),
    };
    if (letter.act === "invitation") {
      const fault = post.objection(mail.link);
      if (fault) {
        notify(faultText(fault));
        return;
      }
      const { label } = nameField();
      const what = letter.draws ? [make("p", "", words("mail.invited-draws"))] : [];
      question(
        "invited",
        words("mail.invited-title", values),
        [make("p", "", words("mail.invited", values)), label, ...what],
        [
          ["mail.accept", () => accept(post), "main"],
          ["mail.look", () => {}],
        ],
        notify,
      );
    } else if (!letter.draws) {
      question(
        "invited",
        words("mail.sit-title", values),
        [make("p", "", words("mail.sit", values))],
        [
          ["mail.play-on", () => take(post, post.sit_down(mail.link) ?? ""), "main"],
          ["mail.look", () => {}],
        ],
        notify,
      );
    } else {
      notify(words("mail.needs-seat"));
    }
  }

  /** @param {Post} post */
  function accept(post) {
    const { link, seat } = post.answer(mail.link, ownName.get());
    keep({ link, sent: false });
    take(post, seat);
    if (isOut()) heard(openMail, notify);
  }

  /** @param {Post} post @param {string} seat */
  function take(post, seat) {
    keep({ seat });
    read(post);
    sit();
    session.show();
  }

  /** Turns the board to the own side. */
  function sit() {
    if (own && session.snap.flipped !== (own === "black")) session.act((table) => table.flip());
  }

  /** Says why a link that came does not simply go on with the game. @param {Post} post */
  function explain(post) {
    const came = mail.came;
    const saved = session.table.save();
    const { games } = post.open_link(came);
    const [whole] = games;
    keep({ came: "" });
    if (!whole) return;
    const told = post.compare(mail.link, saved, came);
    const { relation, turns, turn, ends, fault } = told;
    // Put aside while the store could not be read.
    if (/^(newer|taken-back)$/.test(relation)) {
      keep({ link: came, sent: true, seen: false });
      read(post);
      session.onRestore(whole.saved);
      return;
    }
    const text =
      relation === "unfair" && fault
        ? `${words("mail.came.unfair")} ${faultText(fault)}`
        : words(`mail.came.${relation}`, { count: turns, turn });
    const both = async () => {
      const { search } = await takeIn(whole);
      location.assign(search);
    };
    const theirs = () => {
      keep({ link: came, sent: true, seen: true });
      read(post);
      session.onRestore(whole.saved);
    };
    /** @type {[string, () => unknown, string?][]} */
    const answers = [["mail.keep-mine", () => {}, "main"]];
    const parts = [make("p", "", text)];
    if (/^(fork|older|ahead)$/.test(relation)) {
      const fens =
        relation === "fork"
          ? [post.fen_of(saved, ends[0]), post.fen_of(whole.saved, ends[1])]
          : [post.fen_of(saved), post.fen_of(whole.saved)];
      parts.push(sideBySide(game, fens));
      answers.push(["mail.take-theirs", theirs], ["mail.keep-both", both]);
    } else {
      answers.push(["mail.keep-apart", both]);
    }
    question("came", words("mail.came-title"), parts, answers, notify);
  }

  /** What the newest letter of the other side asks. */
  function answerIt() {
    if (!letter || letter.sender === own || session.snap.result) return;
    if (letter.act === "takeback-asked") {
      question(
        "asked",
        words("mail.takeback-title", { name: friend() }),
        [make("p", "", words("mail.takeback", { name: friend() }))],
        [
          ["mail.grant", () => send("takeback-granted"), "main"],
          ["mail.refuse", () => send("takeback-refused")],
        ],
        notify,
      );
    } else if (letter.offers) {
      question(
        "asked",
        words("mail.offered-title", { name: friend() }),
        [make("p", "", words("mail.offered", { name: friend() }))],
        [
          ["ask.agree", () => send("draw-accepted"), "main"],
          ["mail.play-on", () => {}],
        ],
        notify,
      );
    }
  }

  /** @type {Promise<Post> | undefined} */
  let loading;
  /** The module, when the newest letter and the seat have been read with it. */
  function reading() {
    loading ??= loadPost().then((loaded) => {
      // An older Fivefold may have kept the own seat with the letter, which is handed on.
      mail = { ...mail, link: loaded.letter_link(mail.link) };
      read(loaded);
      return loaded;
    });
    // What failed is tried again.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  }

  async function arrive() {
    post = await reading();
    // Behind what the computer says of its turns, which it has hung up meanwhile.
    const said = special.turn;
    special.turn = (snap) => (isDue() || snap.result ? said(snap) : waits());
    const [whole] = post.open_link(mail.link).games;
    // The letter was kept, and the game was not; or the game of a window that did not hear of it.
    const isOver = session.snap.result === null && post.is_over(whole.saved);
    if (isOver || !goesOn(session.table.save(), whole.saved)) session.onRestore(whole.saved);
    takeUp(post);
  }

  /** Shows what the newest letter brings, and asks what it asks. @param {Post} post */
  function takeUp(post) {
    sit();
    session.show();
    if (mail.came) explain(post);
    else if (!own) offerSeat(post);
    else if (owesOpening()) send("opening");
    else {
      if (!mail.seen && letter?.act === "turn") session.replay();
      keep({ seen: true });
      if (letter?.act === "takeback-granted") notify(words("mail.granted"));
      if (letter?.act === "takeback-refused") notify(words("mail.refused"));
      answerIt();
      if (isOut() && !mail.sent) heard(openMail, notify);
    }
  }

  // Before the page draws by chance: here both sides draw.
  find("do-draw").addEventListener(
    "click",
    (event) => {
      event.stopImmediatePropagation();
      if (!post || !session.isAtPlay()) return;
      try {
        const step = post.fair_draw(mail.link, mail.seat, session.table.save());
        session.act((table) => table.typed(step));
      } catch (error) {
        console.error(error);
        notify(words("mail.no-draw"));
      }
    },
    { capture: true },
  );

  session.views.push(render);
  arrive().catch((error) => {
    console.error(error);
    notify(words("notice.no-part"));
  });

  return {
    /** The own side resigns, whoever is to move. */
    resign() {
      if (!own) return;
      const color = own;
      question(
        "asked",
        words("ask.resign-title"),
        [
          make(
            "p",
            "",
            words("ask.resign", { color: colorName(color), other: colorName(other(color)) }),
          ),
        ],
        [
          ["button.resign", () => send("resignation"), "main"],
          ["ask.keep-playing", () => {}],
        ],
        notify,
      );
    },
    forked,
    /**
     * What is shared of the game: the letter that the other side waits for, if it is there, and the game
     * as it stands after it.
     * @param {Post} post
     */
    sharing: (post) => ({
      seated: own !== undefined,
      name: friend(),
      names,
      saved: post.open_link(mail.link).games[0].saved,
      address: isOut() ? `${new URL("./", document.baseURI).href}#${mail.link}` : "",
      note: note(),
      handed,
    }),
    /** A draw is offered with the next turn. */
    offer() {
      offers = !offers;
      session.refuse(words(offers ? "mail.offers" : "mail.offers-not"), "", true);
    },
  };
}
