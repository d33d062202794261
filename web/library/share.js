// Sharing a game: its link with a QR code, PGN, the position, a picture; and opening what somebody
// else has shared.

import { decodePieces } from "../board/index.js";
import { canvasColors, settings } from "../settings/index.js";
import {
  button,
  closing,
  copyable,
  GAMES,
  loadModule,
  loadWhole,
  make,
  openSheet,
  option,
  sayer,
  sendButton,
  sheet,
  tell,
  way,
  words,
} from "../shell/index.js";
import { storedFacts } from "./facts.js";
import { storedOpponent } from "./opponents.js";
import { codeFigure } from "./qr-code.js";
import { readAnything, receive } from "./travel.js";

/** @import { Session } from "../game/session.js" */
/** @import { Fault, Whole } from "../shell/contract" */
/** @import { Snapshot } from "../shell/table" */

/** A piece's square on the picture, in its pixels. */
const SQUARE = 128;
/** The width of a frame on somebody's page, in CSS pixels. */
const FRAME = 480;
/** How long a file that is handed over can be had, in milliseconds. */
const LEFT = 120_000;

/** Hands a file over to be kept. @param {Blob} content @param {string} name */
export function download(content, name) {
  const link = make("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  // When the browser takes it, is not told: it may ask where the file is to go first.
  setTimeout(() => URL.revokeObjectURL(link.href), LEFT);
}

/**
 * A picture of the board as it is shown: the position, its coordinates, the last turn.
 * @param {Session} session
 * @returns {Promise<Blob>} PNG
 */
export async function picture(session) {
  const { game, files, ranks, flipped } = session.snap;
  const canvas = make("canvas");
  const { Table } = await loadModule();
  const table = Table.open(canvas, { saved: session.table.shown() });
  try {
    if (flipped) table.flip();
    table.set_colors(canvasColors());
    table.set_motion(0);
    table.set_coordinates(true);
    table.set_switches?.(settings.powers, false);
    table.resize((SQUARE / 2) * files, (SQUARE / 2) * ranks, 2);
    await decodePieces(GAMES[game], (role, color, image) => table.set_sprite(role, color, image));
    table.paint(performance.now());
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture")))),
    );
  } finally {
    table.free();
  }
}

/**
 * The code that shows a game in a frame, with the position and the side that are shown now.
 * @param {Snapshot} snap
 * @param {string} fragment
 */
function frameCode({ game, view, flipped, files, ranks, reserve }, fragment) {
  const asked = new URLSearchParams();
  if (view.at >= 0 && view.at < view.of) asked.set("at", String(view.at));
  if (flipped) asked.set("flip", "1");
  const search = asked.size > 0 ? `?${asked}` : "";
  const source = `${new URL("./embed/", document.baseURI).href}${search}#${fragment}`;
  // Beside the board: the name above, the buttons below, and two strips for reserves.
  const height = Math.round((FRAME * ranks) / files) + 108 + (reserve ? 64 : 0);
  const title = words(`games.${game}.name`);
  const frame = make("iframe", { src: source, title, width: `${FRAME}`, height: `${height}` });
  // Its style is nothing to this page, whose policy knows none in attributes.
  const rest = ' style="border:0;max-width:100%" loading="lazy"></iframe>';
  return frame.outerHTML.replace("></iframe>", rest);
}

/**
 * Opens the dialog that shares the game. Of a game by link, the other side's letter comes first, and
 * what others may look at has neither a seat nor an unfinished turn.
 * @param {Session} session
 */
export async function openShare(session) {
  const { snap } = session;
  const { mail, game } = snap;
  const post = await loadWhole();
  const facts = await storedFacts(session.key).catch(() => undefined);
  const site = new URL("./", document.baseURI).href;
  const date = new Date();
  const headers = {
    site,
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    opponent: session.key === "" ? null : storedOpponent(session.key, facts),
    white: mail?.names[0] || facts?.white || "",
    black: mail?.names[1] || facts?.black || "",
  };
  const saved = (mail && session.table.look_on()) ?? session.table.save();
  const {
    short,
    whole,
    pgn: text,
    fen,
  } = post.share(saved, headers, facts?.lines ? [facts.lines] : []);
  const base = `${site}#`;
  let address = base + whole;
  const note = tell(post.note_of(saved), game);
  const { line, say } = sayer();

  const link = copyable(words("travel.link"), address, false, say);
  if (!mail?.own) link.copy.className = "main";
  const send = sendButton({ text: note, url: address }, link.field, say);
  const { figure, show } = codeFigure();
  show(address);
  // Shorter without the variations.
  const label = make("span", "", words("travel.lines"));
  const choice = option("checkbox", "lines", [label], { checked: true });
  choice.className = "lines";
  choice.hidden = whole === short;
  choice.addEventListener("change", () => {
    address = base + (choice.querySelector(":checked") ? whole : short);
    link.field.value = address;
    show(address);
  });

  const pgn = copyable("PGN", text, true, say);
  const name = `fivefold-${game}`;
  const file = button(words("travel.download"), () =>
    download(new Blob([text], { type: "application/vnd.chess-pgn" }), `${name}.pgn`),
  );
  const position = copyable("FEN", mail ? fen : snap.fen, false, say);
  const save = button(words("travel.save-picture"), async () => {
    try {
      download(await picture(session), `${name}.png`);
      say(words("travel.saved-picture"));
    } catch (error) {
      console.error(error);
      say(words("travel.no-picture"));
    }
  });
  const frame = copyable(words("travel.embed-code"), frameCode(snap, short), true, say);

  /** A text to be copied under its title. @param {string} word @param {(Node | string)[]} parts */
  const section = (word, ...parts) => [make("h3", "", words(word)), ...parts];
  /** @param {(Node | string)[]} buttons */
  const row = (...buttons) => make("div", "row", ...buttons);
  /** @type {(Node | string)[]} */
  const letter = [];
  let first = link.copy;
  if (mail?.own) {
    const says = (/** @type {string} */ key) => tell({ key, values: { name: mail.friend } }, game);
    letter.push(make("p", "", says(mail.out ? "travel.letter" : "travel.no-letter")));
    if (mail.out) {
      const handed = () => session.emit("handedOn");
      const { field, copy } = copyable(words("mail.link"), base + mail.out, false, say);
      copy.className = "main";
      copy.addEventListener("click", handed);
      const what = { text: tell(mail.note, game), url: field.value };
      letter.push(field, row(copy, ...sendButton(what, field, say, handed)));
      first = copy;
    }
    letter.push(...section("travel.look-on", make("p", "", says("travel.looks-on"))));
  }
  openSheet("share", words("button.share"), [
    ...letter,
    make("p", "note", note),
    link.field,
    choice,
    row(link.copy, ...send),
    figure,
    ...section("travel.pgn", pgn.field, row(pgn.copy, file)),
    ...section("travel.position", position.field, row(position.copy, save)),
    ...section("travel.embed", make("p", "", words("travel.embed-what")), frame.field),
    row(frame.copy),
    line,
  ]);
  first.focus();
}

/**
 * Opens the dialog that takes in a link, PGN or a position.
 * @param {string} game the game on the page
 */
export function openPaste(game) {
  const { box, form } = sheet("paste", words("button.open"));
  const label = words("travel.paste");
  const given = { "aria-label": label, placeholder: label, spellcheck: false };
  const field = make("textarea", given);
  const { line: wrong, say } = sayer("wrong", "alert");
  const chooser = make("input", {
    type: "file",
    accept: ".pgn,.txt,application/vnd.chess-pgn,text/plain",
    "aria-label": words("travel.file"),
    async onchange() {
      const [file] = chooser.files ?? [];
      try {
        if (file) field.value = await file.text();
      } catch (error) {
        console.warn(error);
        say(words("travel.no-file"));
      }
    },
  });
  const which = make("fieldset", { class: "which", hidden: true });
  const work = async () => {
    say("");
    which.hidden = true;
    const { games, fault, link, isChoice } = await readAnything(field.value, game);
    if (isChoice) ask(games);
    else await take(games, fault, link);
  };
  /** Asks in which game a position is to be played. @param {Whole[]} games */
  const ask = (games) => {
    const buttons = games.map((whole) =>
      button(words(`games.${whole.game}.name`), () => take([whole], undefined, "").catch(failed)),
    );
    const legend = make("legend", "", words("travel.which"));
    which.replaceChildren(legend, make("div", "row", ...buttons));
    which.hidden = false;
    buttons[0]?.focus();
  };
  /** @param {Whole[]} games @param {Fault | null | undefined} fault @param {string} address */
  const take = async (games, fault, address) => {
    const taken = await Promise.all(games.map((whole) => receive(whole, address)));
    const [first] = taken;
    if (fault) say(tell(fault.says, fault.game));
    if (!first) return;
    if (!first.kept) {
      // Nothing can be kept here: the link itself carries the game over to the new page.
      const post = await loadWhole();
      location.assign(`./${address || `#${post.link_of(games[0].saved)}`}`);
      return;
    }
    if (!fault) location.assign(first.search);
    else wrong.append(" ", way(words("travel.open-others", { count: games.length }), first.search));
  };
  const failed = (/** @type {unknown} */ error) => {
    console.error(error);
    say(words("notice.no-part"));
  };
  const open = button(words("travel.open-it"), () => work().catch(failed), "main");
  form.append(
    make("p", "", words("travel.paste-what")),
    field,
    chooser,
    wrong,
    which,
    make("div", "pair", open, closing("travel.cancel")),
  );
  box.showModal();
  field.focus();
}
