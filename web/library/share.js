// Sharing a game: its link with a QR code, PGN, the position, a picture; and opening what others
// have shared.

import { decodePieces } from "../board/index.js";
import { canSend, closing, openParts, sayer, sheet } from "../dialogs/index.js";
import { canvasColors, settings } from "../settings/index.js";
import { button, GAMES, loadModule, loadWhole, make, tell, way, words } from "../shell/index.js";
import { storedFacts } from "./facts.js";
import { storedOpponent } from "./opponents.js";
import { readAnything, receive } from "./travel.js";

/** @import { Fault, Session, Whole } from "../shell/types" */

/** A piece's square on the picture, in its pixels. */
const SQUARE = 128;
/** How long an exported file is available, in milliseconds. */
const LEFT = 120_000;

/** Hands a file over to be kept. @param {Blob} content @param {string} name */
export function download(content, name) {
  const link = make("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  // The browser does not report when it takes the file: it may ask for a folder first.
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
 * Opens the dialog that shares the game. Of a game by link, the other side's letter comes first, and
 * what others may look at has neither a seat nor an unfinished turn.
 * @param {Session} session
 */
export async function openShare(session) {
  const { mail, game, flipped, view, fen } = session.snap;
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
    title: words(`games.${game}.name`),
    at: view.at >= 0 && view.at < view.of ? view.at : undefined,
    flipped,
    fen: mail ? undefined : fen,
    sends: canSend(),
    behind: Boolean(mail?.own),
  };
  const saved = (mail && session.table.look_on()) ?? session.table.save();
  const shared = post.share(saved, headers, facts?.lines ? [facts.lines] : []);
  const letter = mail ? session.table.letter_parts(site, headers.sends) : [];
  const parts = [...letter, ...shared.parts];
  const name = `fivefold-${game}`;
  const deeds = {
    // Shorter without the variations.
    lines: (/** @type {HTMLInputElement} */ { checked }) =>
      dialog.fill({ link: checked ? shared.whole : shared.short }),
    file: () =>
      download(new Blob([shared.pgn], { type: "application/vnd.chess-pgn" }), `${name}.pgn`),
    async picture() {
      download(await picture(session), `${name}.png`);
      dialog.say(words("travel.saved-picture"));
    },
    handedOn: () => session.emit("handedOn"),
  };
  const title = words("button.share");
  const dialog = openParts("share", title, parts, game, deeds, "travel.no-picture");
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
