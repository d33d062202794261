// What is above and below the board: the players, the reserves, the hand and the pouch that it
// comes out of.

import { isStill } from "../settings/index.js";
import {
  afterFrame,
  colorName,
  entry,
  find,
  isolate,
  once,
  other,
  set,
  words,
} from "../shell/index.js";
import { createTray } from "./tray.js";

/** @import { Color, Session, Snapshot } from "../shell/types" */
/** @typedef {ReturnType<typeof import("./drag.js").createDrag>} Drag */

/** @param {Session} session @param {Drag} drag */
export function createTrays(session, drag) {
  const boxes = ["far-reserve", "near-reserve"].map(find);
  const trays = boxes.map((box) => createTray(session, box, drag));
  const hand = createTray(session, find("hand"), drag);
  /** What a player is called, and what else there is to say of him. @param {Snapshot} snap @param {Color} color */
  const player = ({ mail, watched, opponent }, color) => {
    const called = (mail ?? watched)?.names[color === "white" ? 0 : 1];
    const level = opponent?.color === color && opponent.level;
    // What the computer is called comes with its room.
    if (!level || !entry("computer.name")) {
      const isOwn = mail?.own === color || (opponent && opponent.color !== color);
      // Beside "You" a color would be nobody's name.
      const person = isOwn ? "label.you" : mail?.own && "label.friend";
      const name = called ? isolate(called) : words(person || `label.player-${color}`);
      return { textContent: name, title: called || person ? colorName(color) : "" };
    }
    const [key, title] = session.isWithoutNet
      ? ["computer.name-without-net", words("computer.net-missing")]
      : ["computer.name", colorName(color)];
    return { textContent: words(key, { level: words(`computer.levels.${level}`) }), title };
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
    for (const [place, color] of colors.entries()) {
      const [box, strip] = [boxes[place], find(place === 0 ? "far" : "near")];
      const stocks = reserve?.[color] ?? [];
      set(box, { hidden: stocks.length === 0 || snap.spent.includes(color) });
      const isOpen = opens === (color === turn ? "reserve" : "ahead");
      trays[place].render(stocks, color, words(`label.reserve-${color}`), isOpen);
      set(strip, {
        "data-color": color,
        "data-turn": color === turn && !result,
        "data-empty": box.hidden,
        "data-across": player(snap, other(color)).textContent,
      });
      set(/** @type {HTMLElement} */ (strip.querySelector(".player-name")), player(snap, color));
    }
    set(find("purse"), { hidden: pouch === null });
    // Where it does not come, the pieces are there at once.
    if (pouch !== null) loadPouring().catch(console.warn);
    set(find("hand"), { hidden: !drawn?.length });
    hand.render(drawn ?? [], turn, words("label.hand"), opens === "hand");
    set(find("pouch-left"), { textContent: words("tray.left", { count: pouch ?? 0 }) });
    find("near").dataset.purse = String(pouch !== null);
  };

  /** Shows the drawn pieces coming out of the pouch, one after another. */
  const pour = () => {
    pouring?.skip();
    // They are in the hand already, but hidden.
    if (!isStill()) afterFrame(() => pouring?.pour(session.snap, hand.optionOf));
  };

  return {
    render,
    pour,
    /** Shows the pieces at once. */
    fill() {
      for (const tray of [...trays, hand]) tray.fill();
    },
  };
}
