// A diagram on which one moves the pieces: the board of the game's page, without what is around it.

import { Board, choosePromotion, createDrag, loadPieces, pieceImage } from "../board/index.js";
import { followPointing, Session } from "../game/index.js";
import {
  announceIn,
  button,
  GAMES,
  loadDialogWords,
  loadModule,
  loadWords,
  once,
  roleName,
  ruleLink,
  sentence,
} from "../shell/index.js";

/** @import { Snapshot } from "../shell/types" */

/** The game itself, with its words. */
const loadGame = once(async () => {
  const [{ Table }] = await Promise.all([
    loadModule(),
    loadWords("first").then(() => loadDialogWords()),
  ]);
  return Table;
});

/** Also where it is alive already: then it begins anew. @param {HTMLElement} plate the diagram @param {HTMLElement} bar where its buttons stand */
export async function enliven(plate, bar) {
  const { game = "", fen = "" } = plate.dataset;
  const [Table] = await Promise.all([loadGame(), loadPieces(GAMES[game])]);

  const parts = /** @type {DocumentFragment} */ (
    /** @type {HTMLTemplateElement} */ (document.getElementById("live")).content.cloneNode(true)
  );
  /** @param {string} name */
  const find = (name) => /** @type {HTMLElement} */ (parts.querySelector(`.${name}`));
  const [frame, grid, stock, said, status] = ["frame", "grid", "stock", "said", "status"].map(find);
  const canvas = /** @type {HTMLCanvasElement} */ (find("canvas"));
  const [undo, end, draw, again] = ["undo", "end", "draw", "again"].map((name) =>
    find(`do-${name}`),
  );
  const held = /** @type {HTMLElement} */ (document.getElementById("held"));
  const promotion = /** @type {HTMLDialogElement} */ (document.getElementById("choice"));

  const session = new Session(Table.open(canvas, { game, fen }), "");
  session.coordinates = false;
  session.say = (text) => announceIn(status, text);
  session.onCrash = (error) => {
    console.error(error);
    session.end();
    frame.remove();
    bar.remove();
    plate.classList.remove("alive");
  };
  // The rules' pages are silent.
  session.on("sound", () => {});
  const board = new Board(session, { frame, canvas, grid });
  board.listen(createDrag(session, held, board.squareAt));

  /** @param {Snapshot} snap */
  const say = ({ tone, says, rule }) => {
    const isOwed = tone === "prompt";
    said.dataset.kind = isOwed ? "" : "refusal";
    said.textContent = (isOwed && session.aside) || session.text(says);
    if (rule) said.append(" ", ruleLink(rule, "../"));
  };

  /** @param {Snapshot} snap */
  const render = (snap) => {
    const { controls, result, drops, reserve, hand, turn, picked } = snap;
    say(snap);
    undo.hidden = !controls.undo;
    draw.hidden = !controls.draw;
    end.hidden = controls.end === "hidden" || result !== null;
    end.setAttribute("aria-disabled", String(controls.end === "not-yet"));
    const stocks = (hand ?? reserve?.[turn] ?? []).filter(({ role }) => drops.includes(role));
    const pieces = stocks.map(({ role, count }) => {
      const piece = button("", () => session.emit({ tapReserve: role }), {
        "aria-pressed": picked === role,
        "aria-label": `${sentence(roleName(role, game))}, ${count}`,
      });
      piece.append(pieceImage(role, turn), String(count));
      return piece;
    });
    stock.replaceChildren(...pieces);
    stock.hidden = pieces.length === 0;
  };
  session.views = [board.render, render];
  followPointing(session, grid, board, say);
  session.onPromote = (question) =>
    choosePromotion(session, question, board.boxOf, canvas, promotion);
  undo.addEventListener("click", () => session.emit("undo"));
  end.addEventListener("click", () => session.emit("endTurn"));
  draw.addEventListener("click", () => session.emit("draw"));
  again.addEventListener("click", async () => {
    session.end();
    await enliven(plate, bar);
    frame.remove();
    /** @type {HTMLElement | null} */ (bar.querySelector(".do-again"))?.focus();
  });
  find("open").setAttribute("href", `../?${new URLSearchParams({ game, fen })}`);
  find("analyse").setAttribute("href", `../?${new URLSearchParams({ analysis: game, fen })}`);

  // The board lies exactly over the squares of the picture.
  const picture = /** @type {SVGSVGElement} */ (plate.querySelector("svg"));
  const { x, y, width, height } = picture.viewBox.baseVal;
  const { files, ranks } = session.snap;
  frame.style.left = `${(-x / width) * 100}%`;
  frame.style.top = `${(-y / height) * 100}%`;
  frame.style.width = `${((files * 64) / width) * 100}%`;
  frame.style.height = `${((ranks * 64) / height) * 100}%`;
  await session.dress();
  if (session.broken) return;
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
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", () => session.color(), { signal: session.signal });
}
