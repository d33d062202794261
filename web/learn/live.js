// A diagram on which one moves the pieces: the board of the game's page, without what is around it.

import {
  choosePromotion,
  createBoard,
  createDrag,
  decodePieces,
  loadPieces,
  pieceImage,
} from "../board/index.js";
import { addOverlays, Session } from "../game/index.js";
import { canvasColors } from "../settings/index.js";
import {
  droppable,
  GAMES,
  loadLaterWords,
  loadModule,
  loadWords,
  roleName,
  sentence,
  words,
} from "../shell/index.js";

/** @typedef {import('../shell/table').Snapshot} Snapshot */
/** @typedef {import('../shell/table').Table} Table */

/** @type {Promise<[import('../shell/table').TableModule, unknown]> | undefined} */
let loading;

/**
 * @param {HTMLElement} plate the diagram
 * @param {HTMLElement} bar where its buttons stand
 */
export async function enliven(plate, bar) {
  const { game = "", fen = "" } = plate.dataset;
  loading ??= Promise.all([loadModule(), loadWords("first").then(() => loadLaterWords())]);
  const [[{ Table }]] = await Promise.all([loading, loadPieces(GAMES[game])]);

  const parts = /** @type {DocumentFragment} */ (
    /** @type {HTMLTemplateElement} */ (document.getElementById("live")).content.cloneNode(true)
  );
  /** @param {string} name */
  const find = (name) => /** @type {HTMLElement} */ (parts.querySelector(`.${name}`));
  const frame = find("frame");
  const canvas = /** @type {HTMLCanvasElement} */ (find("canvas"));
  const grid = find("grid");
  const stock = find("stock");
  const said = find("said");
  const status = find("status");
  /** @param {string} name */
  const button = (name) => /** @type {HTMLButtonElement} */ (find(`do-${name}`));
  const [undo, end, draw, again] = ["undo", "end", "draw", "again"].map(button);
  const held = /** @type {HTMLElement} */ (document.getElementById("held"));
  const promotion = /** @type {HTMLDialogElement} */ (document.getElementById("choice"));

  const table = new Table(canvas, game, fen, undefined);
  const session = new Session(table, "");
  session.onSay = (text) => {
    // The same words again are news only if something changes.
    status.textContent = status.textContent === text ? `${text}\u00a0` : text;
  };
  session.onCrash = (error) => {
    console.error(error);
    said.textContent = "";
    bar.remove();
  };
  const board = createBoard(session, { frame, canvas, grid });
  board.listen(createDrag(session, held, board.squareAt));

  const quiet = matchMedia("(prefers-reduced-motion: reduce)");
  /** @param {Table} table */
  const dress = (table) => {
    table.set_colors(canvasColors());
    table.set_motion(quiet.matches);
    table.set_coordinates(false);
    return decodePieces(GAMES[game], (role, color, image) => {
      if (session.table !== table) return;
      table.set_sprite(role, color, image);
      session.wake();
    });
  };

  /** @param {Snapshot} snap */
  const say = (snap) => {
    const isOwed = snap.tone === "owed";
    said.dataset.kind = isOwed ? "" : "refusal";
    said.textContent = (isOwed && session.aside) || session.text(snap.says);
    if (!snap.refusal) return;
    const [page, place] = snap.refusal.rule.split("#");
    const link = document.createElement("a");
    link.href = `../${page === "README" || page === "orthodox" ? "rules" : page}/#${place}`;
    link.textContent = words("label.rule");
    said.append(" ", link);
  };

  /** @param {Snapshot} snap */
  const render = (snap) => {
    const { controls } = snap;
    say(snap);
    undo.hidden = !controls.undo;
    draw.hidden = !controls.draw;
    end.hidden = controls.end === "hidden" || snap.result !== null;
    end.setAttribute("aria-disabled", String(controls.end === "not-yet"));
    stock.replaceChildren(
      ...droppable(snap)
        .filter(({ count }) => count > 0)
        .map(({ role, count }) => {
          const piece = document.createElement("button");
          piece.type = "button";
          piece.setAttribute("aria-pressed", String(snap.picked === role));
          piece.setAttribute("aria-label", `${sentence(roleName(role, game))}, ${count}`);
          piece.append(pieceImage(role, snap.turn), String(count));
          piece.addEventListener("click", () => session.emit({ tapReserve: role }));
          return piece;
        }),
    );
    stock.hidden = stock.childElementCount === 0;
  };
  session.views = [board.render, render];
  addOverlays(session, grid, board.squareAt, say);
  session.onPromote = (question) => {
    const box = () => board.boxOf(question.to);
    choosePromotion(promotion, question, { box, board: canvas, game }, (role) => {
      session.emit({ promote: role || null });
    });
  };
  undo.addEventListener("click", () => session.emit("undo"));
  end.addEventListener("click", () => session.emit("endTurn"));
  draw.addEventListener("click", () => session.emit("draw"));
  again.addEventListener("click", () => {
    const table = new Table(canvas, game, fen, undefined);
    session.replace(table);
    dress(table).catch(console.error);
    board.resize();
  });
  const open = /** @type {HTMLAnchorElement} */ (find("open"));
  open.href = `../?${new URLSearchParams({ game, fen })}`;

  // The board lies exactly over the squares of the picture.
  const picture = /** @type {SVGSVGElement} */ (plate.querySelector("svg"));
  const { x, y, width, height } = picture.viewBox.baseVal;
  const { files, ranks } = session.snap;
  frame.style.left = `${(-x / width) * 100}%`;
  frame.style.top = `${(-y / height) * 100}%`;
  frame.style.width = `${((files * 64) / width) * 100}%`;
  frame.style.height = `${((ranks * 64) / height) * 100}%`;
  await dress(table);
  plate.append(frame);
  bar.replaceChildren(parts);
  plate.after(bar);
  session.refresh();
  board.resize();
  // What the board has been given is painted before the picture goes.
  requestAnimationFrame(() => {
    plate.classList.replace("still", "alive");
    plate.scrollIntoView({ block: "nearest" });
    if (document.activeElement === document.body) board.focus();
  });

  const recolor = () => {
    session.table.set_colors(canvasColors());
    session.wake();
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolor);
}
