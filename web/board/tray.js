// A list of pieces beside the board that can be picked: a reserve, or the hand.

import { lazily, listen, make, pieceName, set, words } from "../shell/index.js";
import { pieceImage } from "./piece-images.js";

/** @import { Color, Session, Stock } from "../shell/types" */
/** @typedef {ReturnType<typeof import("./drag.js").createDrag>} Drag */

/** How far keys lead in the list. @type {Record<string, number>} */
const WAYS = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  Home: -99,
  End: 99,
};

/**
 * A list of pieces that can be picked.
 * @param {Session} session
 * @param {HTMLElement} box
 * @param {Drag} drag
 */
export function createTray(session, box, drag) {
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
    else if (WAYS[key] === undefined) return;
    else {
      const to = Math.max(0, Math.min(roles.length - 1, place + WAYS[key]));
      const next = options.get(roles[to]);
      for (const element of options.values()) element.tabIndex = element === next ? 0 : -1;
      next?.focus();
    }
    event.preventDefault();
  };
  const contextmenu = (/** @type {Event} */ event) => event.preventDefault();
  listen(box, { pointerdown, click, contextmenu, keydown }, session.signal);

  /** @type {[stocks: Stock[], color: Color, name: string]} */
  let wanted;
  const fill = () => {
    const [stocks, color, name] = wanted;
    if (stocks.length === 0) return;
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
      set(disc, {
        textContent: String(count),
        hidden: count < 2 && (isOpen || count === 0),
      });
    }
  };
  /** Its pieces follow: the page answers first. */
  const fillSoon = lazily(fill);

  return {
    /** @param {string} role */
    optionOf: (role) => options.get(role),
    /** @param {Stock[]} stocks @param {Color} color @param {string} name @param {boolean} open whether its pieces can be picked */
    render(stocks, color, name, open) {
      isOpen = open;
      wanted = [stocks, color, name];
      fillSoon();
    },
    fill,
  };
}
