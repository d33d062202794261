// A game in a frame on another site: the board for browsing, and a link to the game. Nothing is
// stored.
//
// `#g=…` is the game's link; `?at=N` shows the position after N steps first, and `flip` turns the
// board round.

import { Board, loadPieces, pieceImage } from "../board/index.js";
import { Session } from "../game/index.js";
import { loadTravel } from "../library/index.js";
import { followSettings } from "../settings/index.js";
import {
  FRONT,
  find,
  GAMES,
  loadDialogWords,
  loadWhole,
  loadWords,
  make,
  roleName,
  set,
  tell,
  words,
} from "../shell/index.js";

/** @import { Color, Snapshot } from "../shell/table" */

const root = document.documentElement;

/** Browsing, and its keys: anywhere, and on the board. */
const WAYS = /** @type {const} */ ([
  { name: "first", walk: "first", keys: ["{", "Home"] },
  { name: "previous", walk: "back", keys: ["[", "ArrowLeft"] },
  { name: "next", walk: "on", keys: ["]", "ArrowRight"] },
  { name: "latest", walk: "latest", keys: ["}", "End"] },
]);

/** The first step to show, from the address; by default the last one. */
function firstShown() {
  const asked = new URLSearchParams(location.search).get("at") ?? "";
  return /^\d{1,6}$/.test(asked) ? Number(asked) : Number.POSITIVE_INFINITY;
}

/** The turn that led to the position shown, and how the game ended. @param {Session} session */
const turnText = ({ table, snap }) =>
  table
    .announced()
    .map((one) => tell(one, snap.game))
    .join(" · ");

/**
 * Shows what a side has in reserve.
 * @param {HTMLElement} strip
 * @param {Snapshot} snap
 * @param {Color} color
 */
function showReserve(strip, snap, color) {
  const stocks = (snap.reserve?.[color] ?? []).filter(({ count }) => count > 0);
  strip.hidden = snap.reserve === null;
  set(strip, { role: "group", "aria-label": words(`label.reserve-${color}`) });
  const pieces = stocks.map(({ role, count }) => {
    const given = { role: "img", "aria-label": `${roleName(role, snap.game)}, ${count}` };
    return make("span", given, pieceImage(role, color), String(count));
  });
  strip.replaceChildren(...pieces);
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
  const loading = loadWhole();
  const { games, fault } = await (await loadTravel()).openLink(location.hash);
  const [whole] = games;
  const game = whole?.game ?? FRONT;
  await Promise.all([loadWords("first"), loadDialogWords()]);
  if (!whole) {
    fail(fault ? tell(fault.says, fault.game) : words("travel.fault.link.empty"));
    return;
  }
  root.dataset.game = game;
  const [{ Table }] = await Promise.all([loading, loadPieces(GAMES[game])]);
  const name = words(`games.${game}.name`);
  find("name").textContent = name;
  document.title = `${name} · ${words("title")}`;
  find("open").setAttribute("href", `../${location.hash}`);
  find("open").textContent = words("travel.embed-open");
  set(find("grid"), { "aria-label": words("label.board") });
  for (const frame of document.querySelectorAll("#frame, footer")) {
    /** @type {HTMLElement} */ (frame).hidden = false;
  }

  const canvas = /** @type {HTMLCanvasElement} */ (find("canvas"));
  const flipped = new URLSearchParams(location.search).has("flip");
  const table = Table.open(canvas, { saved: whole.saved, show: true, flipped });
  const session = new Session(table, "");
  session.coordinates = true;
  session.say = () => {
    find("status").textContent = turnText(session);
  };
  session.onCrash = (error) => {
    console.error(error);
    fail(words("notice.broken"));
  };
  const board = new Board(session, { frame: find("frame"), canvas, grid: find("grid") });

  for (const { name, walk } of WAYS) {
    const title = words(`button.${name}`);
    const onclick = () => session.emit({ walk });
    set(find(`do-${name}`), { "aria-label": title, title, onclick });
  }
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const inGrid = find("grid").contains(document.activeElement);
    const way = WAYS.find(
      ({ keys: [any, own] }) => event.key === any || (!inGrid && event.key === own),
    );
    if (!way) return;
    event.preventDefault();
    session.emit({ walk: way.walk });
  });

  session.views = [
    board.render,
    (snap) => {
      find("turn-text").textContent = turnText(session);
      for (const [place, { name }] of WAYS.entries()) {
        const able = place < 2 ? snap.view.back : snap.view.on;
        set(find(`do-${name}`), { "aria-disabled": !able });
      }
      const [far, near] = /** @type {Color[]} */ (
        snap.flipped ? ["white", "black"] : ["black", "white"]
      );
      showReserve(find("far"), snap, far);
      showReserve(find("near"), snap, near);
    },
  ];
  followSettings(() => session.color());
  session.emit({ showAt: Math.min(firstShown(), session.snap.view.of) });
  await session.dress();
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
