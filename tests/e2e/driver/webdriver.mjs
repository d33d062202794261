// What the browsers that are driven by WebDriver have in common: elements that are found by a
// function in the page, and input by the actions that W3C WebDriver defines.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { find } from "./finder.mjs";
import * as driver from "./window.mjs";
import { along, call, PATIENCE, point, repeated } from "./window.mjs";

/** @typedef {import("./finder.mjs").Part} Part */
/** @typedef {import("./window.mjs").Box} Box */
/** @typedef {import("./window.mjs").Place} Place */
/** @typedef {import("./window.mjs").Point} Point */
/** @typedef {import("./window.mjs").PointerInput} PointerInput */

/**
 * A source of input and what it does, one action after the other.
 * @typedef {{ type: "pointer", id: string, parameters: { pointerType: "mouse" | "touch" }, actions: object[] }
 *   | { type: "key", id: string, actions: object[] }} Source
 */

/**
 * Where elements are looked for: the page, or a frame in it.
 * @typedef {object} Scope
 * @property {(expression: string) => Promise<unknown>} run
 * @property {() => Promise<Point>} corner where its corner is in the viewport
 * @property {(expression: string, file: string) => Promise<void>} choose puts a file into the field
 *   that the expression means
 */

/** Keys that are no letters, as WebDriver names them. @type {Record<string, string>} */
const KEYS = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Shift: "\uE008",
  Control: "\uE009",
  Alt: "\uE00A",
  Escape: "\uE00C",
  Space: " ",
  PageUp: "\uE00E",
  PageDown: "\uE00F",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Delete: "\uE017",
};

/** Folders of files that were chosen, for as long as the tests run. @type {string[]} */
const chosen = [];
process.once("exit", () => {
  for (const folder of chosen) rmSync(folder, { recursive: true });
});

const BUTTONS = { left: 0, none: 0, right: 2 };

/** @param {Point} at @param {number} [duration] in milliseconds */
const move = ({ x, y }, duration = 0) => ({
  type: "pointerMove",
  // Whole pixels are all that some browsers take.
  x: Math.round(x),
  y: Math.round(y),
  duration,
});
/** @param {"left" | "right" | "none"} [button] */
const down = (button = "left") => ({ type: "pointerDown", button: BUTTONS[button] });
/** @param {"left" | "right" | "none"} [button] */
const up = (button = "left") => ({ type: "pointerUp", button: BUTTONS[button] });
/** @param {number} duration in milliseconds */
const pause = (duration) => ({ type: "pause", duration });

/** @param {object[]} actions @returns {Source} */
const mouse = (actions) => ({
  type: "pointer",
  id: "mouse",
  parameters: { pointerType: "mouse" },
  actions,
});
/** @param {object[]} actions @param {number} [finger] @returns {Source} */
const touch = (actions, finger = 0) => ({
  type: "pointer",
  id: `finger${finger}`,
  parameters: { pointerType: "touch" },
  actions,
});

export class Window extends driver.Window {
  /** Performs what sources of input do, at the same time. @param {Source[]} _sources @returns {Promise<void>} */
  async perform(_sources) {
    throw new Error("This browser takes no input");
  }

  /** Puts a file into the field that an expression means. @param {string} _expression @param {string} _file @returns {Promise<void>} */
  async choose(_expression, _file) {
    throw new Error("This browser takes no files");
  }

  /** Where elements of the page itself are looked for. @returns {Scope} */
  get scope() {
    return {
      run: (expression) => this.run(expression),
      corner: async () => ({ x: 0, y: 0 }),
      choose: (expression, file) => this.choose(expression, file),
    };
  }

  /** @param {string} role @param {string | RegExp} [name] */
  find(role, name) {
    return new Element(this.scope, [part(role, name)]);
  }

  /** @param {string} selector */
  select(selector) {
    return new Element(this.scope, [{ css: selector }]);
  }

  /** @param {Place} place @param {"left" | "right"} [button] */
  async click(place, button = "left") {
    await this.perform([mouse([move(await point(place)), down(button), up(button)])]);
  }

  /** @param {Place} place */
  async hover(place) {
    await this.perform([mouse([move(await point(place))])]);
  }

  /** @param {Place} place */
  async tap(place) {
    await this.perform([touch([move(await point(place)), down(), up()])]);
  }

  /**
   * @param {Place} from
   * @param {Place} to
   * @param {{ touch?: boolean, button?: "left" | "right", halfway?: () => Promise<void> }} [how]
   */
  async drag(from, to, { touch: byFinger = false, button = "left", halfway } = {}) {
    const [start, end] = [await point(from), await point(to)];
    const source = byFinger ? touch : mouse;
    const pace = byFinger ? 20 : 0;
    // A finger rests before it lets go: a tap soon after a fling only ends the fling.
    const rest = byFinger ? [pause(500), move(end)] : [];
    const way = along(start, end).map((at) => move(at, pace));
    await this.perform([source([move(start), down(button), ...way, ...rest])]);
    await halfway?.();
    await this.perform([source([up(button)])]);
  }

  /** @param {PointerInput[]} events */
  async point(events) {
    /** What each finger does; a finger rests while another moves. @type {object[][]} */
    const fingers = [];
    /** @type {object[]} */
    const hand = [];
    let [ticks, pressed] = [0, 0];
    const [right, bottom] = /** @type {number[]} */ (await this.run("[innerWidth, innerHeight]"));
    // WebDriver lets no pointer leave the viewport.
    /** @param {Point} place */
    const inside = ({ x, y }) =>
      move({ x: Math.max(0, Math.min(x, right - 1)), y: Math.max(0, Math.min(y, bottom - 1)) });
    /** @param {object[]} actions @param {object} action @param {number} tick */
    const at = (actions, action, tick) => {
      while (actions.length < tick) actions.push(pause(0));
      actions.push(action);
    };
    for (const event of events) {
      if ("mouse" in event) {
        at(hand, inside(event), ticks);
        ticks += 1;
        if (event.mouse !== "move") {
          at(hand, event.mouse === "down" ? down(event.button) : up(event.button), ticks);
          ticks += 1;
        }
        continue;
      }
      const count = event.touch === "end" || event.touch === "cancel" ? 0 : event.points.length;
      for (const [finger, place] of event.points.entries()) {
        fingers[finger] ??= [];
        at(fingers[finger], inside(place), ticks);
      }
      ticks += 1;
      for (let finger = Math.min(count, pressed); finger < Math.max(count, pressed); finger += 1) {
        at(fingers[finger], count > pressed ? down() : up(), ticks);
      }
      ticks += 1;
      pressed = count;
    }
    const sources = fingers.map((actions, finger) => touch(actions, finger));
    if (hand.length > 0) sources.push(mouse(hand));
    await this.perform(sources);
  }

  /** @param {string} chord */
  async key(chord) {
    const names = chord === "+" ? ["+"] : chord.split("+");
    const keys = names.map((name) => KEYS[name] ?? name);
    const actions = [
      ...keys.map((value) => ({ type: "keyDown", value })),
      ...keys.toReversed().map((value) => ({ type: "keyUp", value })),
    ];
    await this.perform([{ type: "key", id: "keyboard", actions }]);
  }
}

/** Keeps the site off the device: requests that a service worker answers cannot be held up. */
export function refuseServiceWorkers() {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register = () => new Promise(() => {});
}

/** @param {string} role @param {string | RegExp} [name] @returns {Part} */
function part(role, name) {
  if (name instanceof RegExp) return { role, pattern: [name.source, name.flags] };
  return name === undefined ? { role } : { role, name };
}

export class Element extends driver.Element {
  /** @type {Scope} */ #scope;
  /** @type {Part[]} */ #way;

  /** @param {Scope} scope @param {Part[]} way */
  constructor(scope, way) {
    super();
    this.#scope = scope;
    this.#way = way;
  }

  /** @param {string} role @param {string | RegExp} [name] */
  find(role, name) {
    return new Element(this.#scope, [...this.#way, part(role, name)]);
  }

  async shown() {
    await this.#repeated((all) => isSeen(all[0]), "is not shown");
  }

  async gone() {
    await this.#repeated((all) => !isSeen(all[0]), "is not gone");
  }

  async visible() {
    return this.#asked((all) => isSeen(all[0]));
  }

  async count() {
    return this.#asked((all) => all.length);
  }

  async text() {
    await this.#there();
    return this.#asked((all) => /** @type {HTMLElement} */ (all[0]).innerText);
  }

  async value() {
    await this.#there();
    return this.#asked((all) => /** @type {HTMLInputElement} */ (all[0]).value);
  }

  async names() {
    return this.#asked((all) =>
      all.map((one) => one.getAttribute("aria-label") ?? one.textContent?.trim() ?? ""),
    );
  }

  /** @param {string} name */
  async attribute(name) {
    await this.#there();
    return this.#asked((all, name) => all[0].getAttribute(name), name);
  }

  async enabled() {
    await this.#there();
    return this.#asked((all) => !all[0].matches(":disabled, [aria-disabled=true]"));
  }

  async focus() {
    await this.#there();
    await this.#asked((all) => /** @type {HTMLElement} */ (all[0]).focus());
  }

  /** @param {string} text */
  async fill(text) {
    await this.#repeated(
      (all) => isSeen(all[0]) && !all[0].matches(":disabled, :read-only"),
      "cannot be filled",
    );
    await this.#asked((all, text) => {
      const field = /** @type {HTMLInputElement} */ (all[0]);
      field.focus();
      field.select();
      // As if it were typed or pasted, with the events that go with that.
      if (text === "") document.execCommand("delete");
      else document.execCommand("insertText", false, text);
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }, text);
  }

  /** @param {string} name @param {string} text */
  async choose(name, text) {
    await this.#there();
    const folder = mkdtempSync(join(tmpdir(), "fivefold-"));
    // It may be read long after it is chosen.
    chosen.push(folder);
    const file = join(folder, name);
    writeFileSync(file, text);
    await this.#scope.choose(
      this.#expression((all) => all[0], []),
      file,
    );
  }

  async box() {
    await this.shown();
    const box = await this.#asked(async (all) => {
      const element = all[0];
      /** Whether a box is in sight: all of its height, and the middle of its width. @param {DOMRect} box @param {DOMRect} sight */
      const fits = (box, sight) =>
        box.top >= sight.top - 1 &&
        box.bottom <= sight.bottom + 1 &&
        box.left + box.width / 2 >= sight.left &&
        box.left + box.width / 2 <= sight.right;
      const box = element.getBoundingClientRect();
      let inSight = fits(box, new DOMRect(0, 0, innerWidth, innerHeight));
      for (let outer = element.parentElement; outer && inSight; outer = outer.parentElement) {
        if (outer === document.body) break;
        if (!/auto|scroll/.test(getComputedStyle(outer).overflow)) continue;
        inSight = fits(box, outer.getBoundingClientRect());
      }
      if (!inSight)
        element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      // What is on its way, as a dialog that opens, is waited for.
      let [last, found] = [new DOMRect(), element.getBoundingClientRect()];
      while (last.x !== found.x || last.y !== found.y || last.width !== found.width) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        [last, found] = [found, element.getBoundingClientRect()];
      }
      const { x, y, width, height } = found;
      return { x, y, width, height };
    });
    const corner = await this.#scope.corner();
    return { ...box, x: box.x + corner.x, y: box.y + corner.y };
  }

  async #there() {
    await this.#repeated((all) => all.length > 0, "is not there");
  }

  /** @param {(all: globalThis.Element[]) => boolean} condition @param {string} complaint */
  async #repeated(condition, complaint) {
    await repeated(
      () => this.#asked(condition),
      () => `${this.#told()} ${complaint}, after ${PATIENCE / 1000} seconds`,
    );
  }

  /**
   * Runs a function in the page, which is given all elements that fit.
   * @template T
   * @template {unknown[]} A
   * @param {(all: globalThis.Element[], ...args: A) => T | Promise<T>} work
   * @param {A} args
   */
  async #asked(work, ...args) {
    return /** @type {T} */ (await this.#scope.run(this.#expression(work, args)));
  }

  /** @param {(all: globalThis.Element[], ...args: any[]) => unknown} work @param {unknown[]} args */
  #expression(work, args) {
    const found = call(find, [this.#way]);
    const rest = args.map((one) => `, ${JSON.stringify(one)}`).join("");
    return `(() => { ${isSeen}; return (${work})(${found}${rest}); })()`;
  }

  #told() {
    const told = this.#way.map((part) => {
      if ("css" in part) return part.css;
      const name = part.pattern ? `/${part.pattern.join("/")}` : JSON.stringify(part.name ?? "");
      return `${part.role} ${name}`;
    });
    return told.join(" > ");
  }
}

/** Whether an element can be seen; sent to the page as text. @param {globalThis.Element | undefined} element */
function isSeen(element) {
  if (!element?.checkVisibility({ visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** The element of a role and name in a scope. @param {Scope} scope @param {string} role @param {string | RegExp} [name] */
export const found = (scope, role, name) => new Element(scope, [part(role, name)]);
