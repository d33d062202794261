// Sharing a game: its link with a QR code, PGN, the position, a picture; and opening what others
// have shared.

import { decodePieces } from "../board/index.js";
import { canSend, download, openParts, scanCode } from "../dialogs/index.js";
import { canvasColors, settings } from "../settings/index.js";
import { GAMES, loadWhole, make, set, tell, way, words } from "../shell/index.js";
import { storedFacts } from "./facts.js";
import { pageOf } from "./keys.js";
import { readAnything, receive, takeStudy } from "./travel.js";

/** @import { Session, Table, Taken, Whole, WholeModule } from "../shell/types" */

/** A piece's square on the picture, in its pixels. */
const SQUARE = 128;
/** The same on an animation. */
const SMALL = 60;

/**
 * Does something with a board of its own that has a game and looks like the one on the page.
 * @template T
 * @param {Session} session
 * @param {string} saved the game
 * @param {{ square: number, ratio: number, flipped: boolean }} size in CSS pixels, and how many pixels each is
 * @param {(table: Table, context: CanvasRenderingContext2D, module: WholeModule) => T | Promise<T>} work
 */
async function onBoard(session, saved, { square, ratio, flipped }, work) {
  const { game, files, ranks } = session.snap;
  const canvas = make("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no picture");
  const module = await loadWhole();
  const table = module.Table.open(canvas, { saved, flipped });
  try {
    const look = { slowness: 0, size: 1, seen: true, coordinates: true, warnings: false };
    table.set_look({ ...look, colors: canvasColors(), powers: settings.powers });
    table.resize(square * files, square * ranks, ratio);
    await decodePieces(GAMES[game], (role, color, image) => table.set_sprite(role, color, image));
    return await work(table, context, module);
  } finally {
    table.free();
  }
}

/**
 * A picture of the board as it is shown: the position, its coordinates, the last turn.
 * @param {Session} session
 * @param {boolean} isDrawing whether it is SVG, else PNG
 * @returns {Promise<Blob>}
 */
function picture(session, isDrawing) {
  const { snap, table } = session;
  const size = { square: SQUARE / 2, ratio: isDrawing ? 1 : 2, flipped: snap.flipped };
  return onBoard(session, table.shown(), size, (board, { canvas }) => {
    if (isDrawing) return new Blob([board.svg()], { type: "image/svg+xml" });
    board.paint_picture(false);
    return new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture")))),
    );
  });
}

/**
 * The game from its first position to its last, as an animated GIF: each step is a picture.
 * @param {Session} session
 * @param {string} saved the game
 * @param {boolean} flipped whether Black is below
 * @param {number} delay between two steps, in milliseconds
 */
function animation(session, saved, flipped, delay) {
  const size = { square: SMALL, ratio: 1, flipped };
  return onBoard(session, saved, size, async (board, context, { Animation }) => {
    board.paint_picture(true);
    const { width, height } = context.canvas;
    const animation = new Animation(width, height, delay);
    const { of } = board.snapshot().view;
    for (let at = 0; at <= of; at += 1) {
      board.handle({ showAt: at });
      board.paint_picture(true);
      const { data } = context.getImageData(0, 0, width, height);
      animation.add(new Uint8Array(data.buffer));
      // Others get their turn.
      if (at % 4 === 3) await new Promise((resolve) => setTimeout(resolve));
    }
    return new Blob([animation.finish()], { type: "image/gif" });
  });
}

/**
 * Opens the dialog that shares the game. Of a game by link, the other side's letter comes first, and
 * what others may look at has neither a seat nor an unfinished turn.
 * @param {Session} session
 */
export async function openShare(session) {
  const { mail, game, view } = session.snap;
  const post = await loadWhole();
  const facts = await storedFacts(session.key).catch(() => undefined);
  const { white = "", black = "", lines = "" } = facts ?? {};
  const site = new URL("./", document.baseURI).href;
  const title = words(`games.${game}.name`);
  const date = new Date();
  /** @type {[number, number, number]} */
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  const sends = canSend();
  const headers = { site, day, white, black, title, sends, page: session.snap };
  const saved = (mail && session.table.look_on()) ?? session.table.save();
  const shared = post.share(saved, headers, lines ? [lines] : []);
  const letter = mail ? session.table.letter_parts(site, sends) : [];
  const parts = [...letter, ...shared.parts];
  /** Hands a picture over once it is made. @param {Promise<Blob>} made @param {string} kind */
  const save = async (made, kind) => {
    download(await made, `fivefold-${game}.${kind}`);
    dialog.say(words("travel.saved-picture"));
  };
  const deeds = {
    // Shorter without the variations.
    lines: (/** @type {HTMLInputElement} */ { checked }) =>
      dialog.fill({ link: checked ? shared.whole : shared.short }),
    file: () =>
      download(
        new Blob([shared.pgn], { type: "application/vnd.chess-pgn" }),
        `fivefold-${game}.pgn`,
      ),
    picture: () => save(picture(session, false), "png"),
    drawing: () => save(picture(session, true), "svg"),
    animation() {
      dialog.say(words("travel.animating"));
      const { side, speed } = Object.fromEntries(new FormData(dialog.form));
      const game = view.at < 0 ? session.table.shown() : saved;
      return save(animation(session, game, side === "black", Number(speed)), "gif");
    },
    handedOn: () => session.emit("handedOn"),
  };
  const name = words("button.share");
  const dialog = openParts("share", name, parts, game, deeds, "travel.no-picture");
}

/**
 * Opens the dialog that takes in a link, PGN or a position.
 * @param {string} game the game on the page
 */
export async function openPaste(game) {
  const post = await loadWhole();
  /** What was read. @type {Taken} */
  let read;
  /** Whether it is to be analysed. */
  let analyses = false;
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
    // A game by link is stored by its own page.
    const isOpened = !analyses || games[0].letter;
    const page = isOpened ? first.search : pageOf(`analysis ${first.key}`, games[0].game);
    if (!fault) return location.assign(page);
    const others = words("travel.open-others", { count: games.length });
    dialog.named.get("wrong").append(" ", way(others, page));
  };
  const title = words("button.open");
  const deeds = {
    async file(/** @type {HTMLInputElement} */ { files }) {
      const [file] = files ?? [];
      if (file) await readFile(file);
    },
    open: () => begin(false),
    async scan() {
      const text = await scanCode();
      if (!text) return;
      dialog.fill({ text });
      await begin(false);
    },
    analyse: () => begin(true),
    async study() {
      dialog.say("", "wrong");
      const { page, fault } = await takeStudy(dialog.named.get("text").value);
      if (fault) dialog.say(tell(fault.says, fault.game), "wrong");
      else return location.assign(page);
      if (page) dialog.named.get("wrong").append(" ", way(words("study.open-others"), page));
    },
    take: ({ value = "" }) => take(read.games.filter((whole) => whole.game === value)),
  };
  const begin = async (/** @type {boolean} */ toAnalyse) => {
    analyses = toAnalyse;
    dialog.say("", "wrong");
    read = await readAnything(dialog.named.get("text").value, game);
    const which = set(dialog.named.get("which"), { hidden: !read.isChoice });
    which.replaceChildren(...read.which.map((part) => dialog.build(part)));
    if (!read.isChoice) return take(read.games);
    which.querySelector("button")?.focus();
  };
  const dialog = openParts("paste", title, post.paste_dialog(game), game, deeds, "notice.no-part");
  /** Puts the text of a file into the dialog. Of several games a study is offered first. @param {File} file */
  const readFile = async (file) => {
    dialog.say("", "wrong");
    const text = await file.text().catch(() => null);
    if (text === null) return dialog.say(words("travel.no-file"), "wrong");
    dialog.fill({ text });
    const { count } = post.read_study(text);
    const ways = [dialog.named.get("open"), dialog.named.get("study")];
    for (const [at, way] of ways.entries())
      set(way, { className: at === +(count > 1) ? "main" : "" });
    dialog.say(count > 1 ? words("study.several", { count }) : "");
    ways[+(count > 1)].focus();
  };
  return { readFile };
}
