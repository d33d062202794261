// A game in a frame on somebody's page: the board, to be stepped through and not to be played on,
// and the way to the game itself. Nothing is stored.
//
// `#g=…` is the game's link; `?at=N` shows the position after N steps first, and `flip` turns the
// board round.

import { createBoard, decodePieces, loadPieces, pieceImage } from "../board/index.js";
import { resultText, Session } from "../game/index.js";
import { faultText, openLink } from "../library/index.js";
import { canvasColors, followSettings, isStill } from "../settings/index.js";
import {
  colorName,
  FRONT,
  GAMES,
  loadLaterWords,
  loadModule,
  loadWords,
  roleName,
  words,
} from "../shell/index.js";

/** @typedef {import('../shell/table').Snapshot} Snapshot */
/** @typedef {import('../shell/table').Color} Color */

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const root = document.documentElement;

/** The step after which the address asks to begin; the last one unless it says so. */
function firstShown() {
  const asked = new URLSearchParams(location.search).get("at") ?? "";
  return /^\d{1,6}$/.test(asked) ? Number(asked) : Number.POSITIVE_INFINITY;
}

/**
 * The turn that led to the position shown: "12. Qa5", or how the game ended.
 * @param {Snapshot} snap
 */
function turnText(snap) {
  const { at, of } = snap.view;
  const turn = snap.score.filter(({ from }) => from < at).at(-1);
  if (!turn) return words("travel.embed-start");
  const number = turn.number > 0 ? `${turn.number}.` : "–";
  const text = words("travel.embed-turn", {
    color: colorName(turn.color),
    number,
    turn: turn.san.replace(/,$/, "").replaceAll(",", ", "),
  });
  return at === of && snap.result ? `${text} · ${resultText(snap)}` : text;
}

/**
 * Shows what a side has in reserve.
 * @param {HTMLElement} strip
 * @param {Snapshot} snap
 * @param {Color} color
 */
function showReserve(strip, snap, color) {
  const stocks = (snap.reserve?.[color] ?? []).filter(({ count }) => count > 0);
  strip.hidden = snap.reserve === null;
  strip.setAttribute("role", "group");
  strip.setAttribute("aria-label", words(`label.reserve-${color}`));
  strip.replaceChildren(
    ...stocks.map(({ role, count }) => {
      const piece = document.createElement("span");
      piece.setAttribute("role", "img");
      piece.setAttribute("aria-label", `${roleName(role, snap.game)}, ${count}`);
      piece.append(pieceImage(role, color), String(count));
      return piece;
    }),
  );
}

/** @param {string} text */
function fail(text) {
  const wrong = find("wrong");
  wrong.textContent = text;
  wrong.hidden = false;
  find("open").textContent = words("travel.embed-site");
}

async function start() {
  followSettings(() => {});
  const loading = loadModule();
  const { games, fault } = await openLink(location.hash);
  const [whole] = games;
  const game = whole?.game ?? FRONT;
  await Promise.all([loadWords("first"), loadLaterWords()]);
  if (!whole) {
    fail(fault ? faultText(fault) : words("travel.fault.link.empty"));
    return;
  }
  root.dataset.game = game;
  const [{ Table }] = await Promise.all([loading, loadPieces(GAMES[game])]);
  const name = words(`games.${game}.name`);
  find("name").textContent = name;
  document.title = `${name} · ${words("title")}`;
  const open = /** @type {HTMLAnchorElement} */ (find("open"));
  open.href = `../${location.hash}`;
  open.textContent = words("travel.embed-open");
  find("grid").setAttribute("aria-label", words("label.board"));
  for (const frame of document.querySelectorAll("#frame, footer")) {
    /** @type {HTMLElement} */ (frame).hidden = false;
  }

  const canvas = /** @type {HTMLCanvasElement} */ (find("canvas"));
  const table = Table.open(canvas, { saved: whole.saved, show: true });
  if (new URLSearchParams(location.search).has("flip")) table.flip();
  const session = new Session(table, "");
  session.onSay = () => {
    find("status").textContent = turnText(session.snap);
  };
  session.onCrash = (error) => {
    console.error(error);
    fail(words("notice.broken"));
  };
  const board = createBoard(session, { frame: find("frame"), canvas, grid: find("grid") });

  /** @type {[string, (at: number, of: number) => number][]} */
  const ways = [
    ["first", () => 0],
    ["previous", (at) => at - 1],
    ["next", (at) => at + 1],
    ["latest", (_, of) => of],
  ];
  for (const [way, to] of ways) {
    const button = find(`do-${way}`);
    button.setAttribute("aria-label", words(`button.${way}`));
    button.title = words(`button.${way}`);
    button.addEventListener("click", () => go(to));
  }
  /** @param {(at: number, of: number) => number} to */
  const go = (to) => {
    session.look(to(session.snap.view.at, session.snap.view.of));
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const inGrid = find("grid").contains(document.activeElement);
    const arrows = ["Home", "ArrowLeft", "ArrowRight", "End"];
    const way = Math.max(
      ["{", "[", "]", "}"].indexOf(event.key),
      inGrid ? -1 : arrows.indexOf(event.key),
    );
    if (way < 0) return;
    event.preventDefault();
    go(ways[way][1]);
  });

  session.views = [
    board.render,
    (snap) => {
      const { at, of } = snap.view;
      find("turn-text").textContent = turnText(snap);
      for (const [way, to] of ways) {
        const there = Math.max(0, Math.min(of, to(at, of)));
        find(`do-${way}`).setAttribute("aria-disabled", String(there === at));
      }
      const [far, near] = /** @type {Color[]} */ (
        snap.flipped ? ["white", "black"] : ["black", "white"]
      );
      showReserve(find("far"), snap, far);
      showReserve(find("near"), snap, near);
    },
  ];
  followSettings(() => {
    table.set_colors(canvasColors());
    table.set_motion(isStill());
    table.set_coordinates(true);
    session.wake();
  });
  session.look(Math.min(firstShown(), session.snap.view.of));
  await decodePieces(GAMES[game], (role, color, image) => table.set_sprite(role, color, image));
  session.refresh();
  board.resize();
  root.dataset.ready = "true";
}

addEventListener("hashchange", () => location.reload());
start().catch((error) => {
  console.error(error);
  // Perhaps not even the words have come.
  find("failed").hidden = false;
});
