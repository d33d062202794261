// The trays beside the board: reserves, and the hand with the pouch that it comes out of.

import { isStill } from "../settings/index.js";
import {
  afterFrame,
  colorName,
  entry,
  find,
  isolate,
  lazily,
  listen,
  make,
  once,
  pieceName,
  set,
  words,
} from "../shell/index.js";
import { pieceImage } from "./piece-images.js";

/** @import { Session } from "../game/session.js" */
/** @import { Color, Snapshot, Stock } from "../shell/table" */
/** @typedef {ReturnType<typeof import("./drag.js").createDrag>} Drag */

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

  /** Whether its pieces can be picked. */
  let isOpen = false;

  /** @param {Stock} stock @param {Color} color */
  const option = ({ role }, color) => {
    const count = make("span", { class: "count", "aria-hidden": true });
    const given = { role: "option", "data-role": role };
    const element = make("div", given, pieceImage(role, color), count);
    options.set(role, element);
    return element;
  };

  /** @param {Event} event */
  const roleOf = ({ target }) => {
    const element = /** @type {Element} */ (target).closest("[data-role]");
    return element?.getAttribute("data-role") ?? undefined;
  };

  /** @param {string} role */
  const canPick = (role) => isOpen && session.snap.drops.includes(role);

  /** @param {string} role */
  const pick = (role) => {
    if (canPick(role)) session.emit({ tapReserve: role });
  };

  /** @param {PointerEvent} event */
  const pointerdown = (event) => {
    const role = roleOf(event);
    // The right button draws, and needs no piece that can be picked.
    if (role && (event.button === 2 || canPick(role))) drag.down(event, { role }, box);
  };
  /** @param {MouseEvent} event */
  const click = (event) => {
    const role = roleOf(event);
    if (role && !drag.isEcho(event)) pick(role);
  };
  /** @param {KeyboardEvent} event */
  const keydown = (event) => {
    const role = roleOf(event);
    const roles = [...options.keys()];
    const place = role ? roles.indexOf(role) : -1;
    if (!role || place < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    if (key === "Enter" || key === " ") pick(role);
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
  };
  const contextmenu = (/** @type {Event} */ event) => event.preventDefault();
  listen(box, { pointerdown, click, contextmenu, keydown }, session.signal);

  /** @type {[stocks: Stock[] | null, color: Color, name: string]} */
  let wanted;
  const fill = () => {
    const [stocks, color, name] = wanted;
    if (!stocks || stocks.length === 0) return;
    const { picked, game } = session.snap;
    const shape = `${color} ${stocks.map((stock) => stock.role)}`;
    if (shape !== built) {
      built = shape;
      options.clear();
      box.replaceChildren(...stocks.map((stock) => option(stock, color)));
    }
    set(box, { "aria-label": name, "data-open": isOpen });
    const all = [...options.values()];
    const stop = all.find((element) => element.tabIndex === 0) ?? all[0];
    for (const { role, count } of stocks) {
      const element = options.get(role);
      if (!element) continue;
      const piece = pieceName({ role, color }, game);
      set(element, {
        tabIndex: element === stop ? 0 : -1,
        "aria-label": words("tray.option", { piece, count }),
        "aria-selected": isOpen && picked === role,
        "aria-disabled": !canPick(role),
      });
      element.classList.toggle("used", count === 0);
      const disc = /** @type {HTMLElement} */ (element.lastElementChild);
      disc.textContent = String(count);
      disc.hidden = count < 2 && (isOpen || count === 0);
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
      isOpen = open;
      wanted = [stocks, color, name];
      fillSoon();
    },
    fill,
  };
}

/** @param {Session} session @param {Drag} drag */
export function createTrays(session, drag) {
  const far = createTray(session, find("far-reserve"), drag);
  const near = createTray(session, find("near-reserve"), drag);
  const hand = createTray(session, find("hand"), drag);
  /** What a player is called, and what else there is to say of him. @param {Snapshot} snap @param {Color} color */
  const player = ({ mail, opponent }, color) => {
    const called = mail?.names[color === "white" ? 0 : 1];
    const level = opponent?.color === color && opponent.level;
    // What the computer is called comes with its room.
    if (!level || !entry("computer.name"))
      return { textContent: called ? isolate(called) : words(`label.player-${color}`), title: "" };
    const [key, title] = session.isWithoutNet
      ? ["computer.name-without-net", words("computer.net-missing")]
      : ["computer.name", colorName(color)];
    return { textContent: words(key, { level }), title };
  };

  /** What only a game with a pouch needs. @type {typeof import("./pouring.js") | undefined} */
  let pouring;
  const loadPouring = once(async () => {
    pouring = await import("./pouring.js");
  });

  /** @param {Snapshot} snap */
  const render = (snap) => {
    const { reserve, pouch, hand: drawn, turn, flipped, result, opens } = snap;
    const colors = /** @type {Color[]} */ (flipped ? ["white", "black"] : ["black", "white"]);
    for (const [place, tray] of [far, near].entries()) {
      const color = colors[place];
      const isOpen = opens === (color === turn ? "reserve" : "ahead");
      tray.render(reserve?.[color] ?? null, color, words(`label.reserve-${color}`), isOpen);
      tray.box.hidden ||= snap.spent.includes(color);
      const strip = find(place === 0 ? "far" : "near");
      set(strip, {
        "data-color": color,
        "data-turn": color === turn && !result,
        "data-empty": tray.box.hidden,
      });
      set(/** @type {HTMLElement} */ (strip.querySelector(".player-name")), player(snap, color));
    }
    find("purse").hidden = pouch === null;
    // Where it does not come, the pieces are there at once.
    if (pouch !== null) loadPouring().catch(console.warn);
    hand.render(drawn, turn, words("label.hand"), opens === "hand");
    find("pouch-left").textContent = words("tray.left", { count: pouch ?? 0 });
    find("near").dataset.purse = String(pouch !== null);
  };

  /** Shows the drawn pieces coming out of the pouch, one after another. */
  const pour = () => {
    pouring?.skip();
    // They are in the hand by then, and not painted yet.
    if (!isStill()) afterFrame(() => pouring?.pour(session.snap, hand.optionOf));
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
