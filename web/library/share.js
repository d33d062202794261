// Sharing a game: its link with a QR code, PGN, the position, a picture; and opening what others
// have shared.

import { decodePieces } from "../board/index.js";
import { canSend, openParts } from "../dialogs/index.js";
import { canvasColors, settings } from "../settings/index.js";
import { GAMES, loadModule, loadWhole, make, set, tell, way, words } from "../shell/index.js";
import { storedFacts } from "./facts.js";
import { storedOpponent } from "./opponents.js";
import { readAnything, receive } from "./travel.js";

/** @import { Session, Taken, Whole } from "../shell/types" */

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
export async function openPaste(game) {
  const post = await loadWhole();
  /** What was read. @type {Taken} */
  let read;
  const take = async (/** @type {Whole[]} */ games) => {
    const { fault, link } = read;
    const taken = await Promise.all(games.map((whole) => receive(whole, link)));
    const [first] = taken;
    if (fault) dialog.say(tell(fault.says, fault.game), "wrong");
    if (!first) return;
    if (!first.kept) {
      // Nothing can be kept here: the link itself carries the game over to the new page.
      return location.assign(`./${link || `#${post.link_of(games[0].saved)}`}`);
    }
    if (!fault) return location.assign(first.search);
    const others = words("travel.open-others", { count: games.length });
    dialog.named.get("wrong").append(" ", way(others, first.search));
  };
  const title = words("button.open");
  const deeds = {
    async file(/** @type {HTMLInputElement} */ { files }) {
      const [file] = files ?? [];
      const refused = () => dialog.say(words("travel.no-file"), "wrong");
      await file?.text().then((text) => dialog.fill({ text }), refused);
    },
    async open() {
      dialog.say("", "wrong");
      read = await readAnything(dialog.named.get("text").value, game);
      const which = set(dialog.named.get("which"), { hidden: !read.isChoice });
      which.replaceChildren(...read.which.map((part) => dialog.build(part)));
      if (!read.isChoice) return take(read.games);
      which.querySelector("button")?.focus();
    },
    take: ({ value = "" }) => take(read.games.filter((whole) => whole.game === value)),
  };
  const dialog = openParts("paste", title, post.paste_dialog(), game, deeds, "notice.no-part");
}
