// The trays beside the board: reserves, and the hand with the pouch that it comes out of.

import { isStill } from "../settings/index.js";
import { afterFrame, droppable, lazily, other, pieceName, words } from "../shell/index.js";
import { picture, pieceImage } from "./piece-images.js";

/** @typedef {import('../game/session.js').Session} Session */
/** @typedef {import('../shell/table').Snapshot} Snapshot */
/** @typedef {import('../shell/table').Color} Color */
/** @typedef {import('../shell/table').Stock} Stock */
/** @typedef {ReturnType<typeof import("./drag.js").createDrag>} Drag */

/** Between one piece and the next out of the pouch, and how long each takes, in milliseconds. */
const BEAT = 90;
const FLIGHT = 300;

/**
 * A list of pieces that can be picked.
 * @param {Session} session
 * @param {HTMLElement} box
 * @param {Drag} drag
 */
function createTray(session, box, drag) {
  /** @type {Map<string, HTMLElement>} */
  const options = new Map();
  let built = "";

  /** @param {Stock} stock @param {Color} color */
  const option = ({ role }, color) => {
    const element = document.createElement("div");
    element.setAttribute("role", "option");
    element.dataset.role = role;
    const count = document.createElement("span");
    count.className = "count";
    count.setAttribute("aria-hidden", "true");
    element.append(pieceImage(role, color), count);
    options.set(role, element);
    return element;
  };

  /** @param {Event} event */
  const roleOf = (event) => {
    const element = /** @type {Element} */ (event.target).closest("[data-role]");
    return element?.getAttribute("data-role") ?? undefined;
  };

  /** @param {string} role */
  const canPick = (role) =>
    box.dataset.open === "true" && options.get(role)?.getAttribute("aria-disabled") !== "true";

  /** @param {string} role */
  const pick = (role) => {
    if (canPick(role)) session.emit({ tapReserve: role });
  };

  box.addEventListener("pointerdown", (event) => {
    const role = roleOf(event);
    // The right button draws, and needs no piece that can be picked.
    if (role && (event.button === 2 || canPick(role)))
      drag.down(event, { role }, box, () => pick(role));
  });
  box.addEventListener("click", (event) => {
    const role = roleOf(event);
    if (role && !drag.isEcho(event)) pick(role);
  });
  box.addEventListener("contextmenu", (event) => event.preventDefault());
  box.addEventListener("keydown", (event) => {
    const role = roleOf(event);
    const roles = [...options.keys()];
    const place = role ? roles.indexOf(role) : -1;
    if (!role || place < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    if (key === "Enter" || key === " ") pick(role);
    else if (key === "Escape") session.emit("letGo");
    else {
      const last = roles.length - 1;
      const to = {
        ArrowLeft: place - 1,
        ArrowUp: place - 1,
        ArrowRight: place + 1,
        ArrowDown: place + 1,
        Home: 0,
        End: last,
      }[key];
      if (to === undefined) return;
      const next = options.get(roles[Math.max(0, Math.min(last, to))]);
      for (const element of options.values()) element.tabIndex = element === next ? 0 : -1;
      next?.focus();
    }
    event.preventDefault();
  });

  /** @type {[stocks: Stock[] | null, color: Color, name: string, open: boolean]} */
  let wanted;
  const fill = () => {
    const [stocks, color, name, open] = wanted;
    if (!stocks || stocks.length === 0) return;
    const { snap } = session;
    const shape = `${color} ${stocks.map((stock) => stock.role)}`;
    if (shape !== built) {
      built = shape;
      options.clear();
      box.replaceChildren(...stocks.map((stock) => option(stock, color)));
    }
    box.setAttribute("aria-label", name);
    box.dataset.open = String(open);
    let stop = [...options.values()].find((element) => element.tabIndex === 0);
    for (const { role, count } of stocks) {
      const element = options.get(role);
      if (!element) continue;
      const piece = pieceName({ role, color }, snap.game);
      element.setAttribute("aria-label", words("tray.option", { piece, count }));
      element.setAttribute("aria-selected", String(open && snap.picked === role));
      const able = open && droppable(snap).some((stock) => stock.role === role);
      element.setAttribute("aria-disabled", String(!able));
      element.classList.toggle("used", count === 0);
      const disc = /** @type {HTMLElement} */ (element.lastElementChild);
      disc.textContent = String(count);
      disc.hidden = count < 2 && (open || count === 0);
      if (!stop) {
        stop = element;
        element.tabIndex = 0;
      } else if (element !== stop) {
        element.tabIndex = -1;
      }
    }
  };
  /** Its pieces follow: the page answers first. */
  const fillSoon = lazily(fill);

  return {
    box,
    /** @param {string} role */
    optionOf: (role) => options.get(role),
    /**
     * @param {Stock[] | null} stocks
     * @param {Color} color
     * @param {string} name
     * @param {boolean} open whether its pieces can be picked
     */
    render(stocks, color, name, open) {
      box.hidden = !stocks || stocks.length === 0;
      wanted = [stocks, color, name, open];
      fillSoon();
    },
    fill,
  };
}

/**
 * @param {Session} session
 * @param {(id: string) => HTMLElement} find
 * @param {Drag} drag
 */
export function createTrays(session, find, drag) {
  const far = createTray(session, find("far-reserve"), drag);
  const near = createTray(session, find("near-reserve"), drag);
  const hand = createTray(session, find("hand"), drag);
  const purse = find("purse");
  const pouch = find("pouch");
  /** @type {Animation[]} */
  let flights = [];

  /** @param {Snapshot} snap */
  const render = (snap) => {
    /** @type {Color} */
    const below = snap.flipped ? "black" : "white";
    const live = snap.isLive || snap.tries;
    const free = droppable(snap);
    for (const {
      tray,
      color,
      strip,
    } of /** @type {{ tray: typeof far, color: Color, strip: HTMLElement }[]} */ ([
      { tray: far, color: other(below), strip: find("far") },
      { tray: near, color: below, strip: find("near") },
    ])) {
      const stocks = snap.reserve?.[color] ?? null;
      const open = live && snap.hand === null && color === snap.turn && free.length > 0;
      tray.render(stocks, color, words(`label.reserve-${color}`), open);
      const gone = snap.phase === "movement" && stocks?.every((stock) => stock.count === 0);
      if (gone && snap.game !== "chessence") tray.box.hidden = true;
      strip.dataset.color = color;
      strip.dataset.turn = String(color === snap.turn && !snap.result);
      strip.dataset.empty = String(tray.box.hidden);
      const name = /** @type {HTMLElement} */ (strip.querySelector(".player-name"));
      name.textContent = words(`label.player-${color}`);
    }
    const draws =
      snap.reserve !== null && snap.game === "charismatic" && snap.phase === "placement";
    purse.hidden = !draws;
    hand.render(snap.hand, snap.turn, words("label.hand"), live && (snap.tries || !snap.result));
    const left = snap.reserve?.[snap.turn].reduce((sum, stock) => sum + stock.count, 0) ?? 0;
    find("pouch-left").textContent = words("tray.left", { count: left });
    find("near").dataset.purse = String(draws);
  };

  const skip = () => {
    for (const flight of flights) flight.finish();
  };

  /** Shows the drawn pieces coming out of the pouch, one after another. */
  const pour = () => {
    skip();
    // They are in the hand by then, and not painted yet.
    if (!isStill()) afterFrame(fly);
  };

  const fly = () => {
    const { snap } = session;
    if (!snap.hand) return;
    const from = pouch.getBoundingClientRect();
    const pieces = snap.hand.flatMap(({ role, count }) => Array(count).fill(role));
    /** @type {Map<string, number>} */
    const arrived = new Map();
    flights = pieces.map((role, place) => {
      const option = /** @type {HTMLElement} */ (hand.optionOf(role));
      const image = /** @type {HTMLElement} */ (option.firstElementChild);
      const disc = /** @type {HTMLElement} */ (option.lastElementChild);
      image.classList.add("coming");
      disc.hidden = true;
      const to = image.getBoundingClientRect();
      const piece = new Image();
      piece.src = picture(role, snap.turn);
      piece.alt = "";
      piece.className = "flying";
      piece.style.left = `${to.left}px`;
      piece.style.top = `${to.top}px`;
      piece.style.width = `${to.width}px`;
      piece.style.height = `${to.height}px`;
      document.body.append(piece);
      const x = from.left + from.width / 2 - to.left - to.width / 2;
      const y = from.top - to.top;
      const flight = piece.animate(
        [
          { transform: `translate(${x}px, ${y + 8}px) scale(0.3)`, opacity: 0 },
          { transform: `translate(${x}px, ${y - 20}px) scale(0.8)`, opacity: 1, offset: 0.35 },
          { transform: "none", opacity: 1 },
        ],
        {
          duration: FLIGHT,
          delay: place * BEAT,
          easing: "cubic-bezier(0.3, 0, 0.2, 1)",
          fill: "both",
        },
      );
      const land = () => {
        piece.remove();
        image.classList.remove("coming");
        const count = (arrived.get(role) ?? 0) + 1;
        arrived.set(role, count);
        if (count > 1) {
          disc.hidden = false;
          disc.textContent = String(count);
        }
      };
      flight.addEventListener("finish", land, { once: true });
      return flight;
    });
    pouch.animate(
      [
        { transform: "none" },
        { transform: "rotate(-5deg) scale(1.08, 0.94)" },
        { transform: "none" },
      ],
      { duration: BEAT * 2, iterations: 3 },
    );
    addEventListener("pointerdown", skip, { once: true });
    addEventListener("keydown", skip, { once: true });
  };

  return {
    render,
    pour,
    /** Shows the pieces at once. */
    fill() {
      for (const tray of [far, near, hand]) tray.fill();
    },
  };
}
