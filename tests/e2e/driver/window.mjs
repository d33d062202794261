// What tests do with a browser: the interface that every browser stands behind, and what all of
// them do in the same way. It asks for nothing that W3C WebDriver could not express.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** How long to wait for anything, in milliseconds, before a test fails: long, for slow machines. */
export const PATIENCE = 40_000;

/** How often the page is asked again for what it does not have yet, in milliseconds. */
const PAUSE = 40;

/** Steps that a pointer takes from one place to another. */
const PACES = 8;

/** @typedef {{ x: number, y: number }} Point in CSS pixels, from the viewport's top left corner */
/** @typedef {Point & { width: number, height: number }} Box */
/**
 * A raw event of the mouse, or of the fingers on a touch screen.
 * @typedef {{ mouse: "move" | "down" | "up", x: number, y: number, button: "none" | "left" | "right" }
 *   | { touch: "start" | "move" | "end" | "cancel", points: Point[] }} PointerInput
 */
/** @typedef {Element | Point} Place an element means its middle */

/**
 * @typedef {object} Options
 * @property {{ width: number, height: number }} [viewport] in CSS pixels; 1280 by 800 unless given
 * @property {number} [ratio] device pixels per CSS pixel
 * @property {boolean} [touch] whether the device has a touch screen, and is a phone
 * @property {"light" | "dark"} [scheme]
 * @property {boolean} [reducedMotion]
 * @property {number} [letters] the size of text that the device's user has chosen, in CSS pixels
 * @property {string} [camera] a video (Y4M) that the device's camera shows; without it the device has none
 * @property {boolean} [allows] whether the user lets pages use the camera
 * @property {boolean} [sounds] whether its sounds go to the device; else to nowhere, which takes less of a processor
 * @property {boolean} [offline] whether the site may keep itself on the device
 */

/** The program that finds faults of accessibility; read when it is first wanted. */
let axe = "";

/** The address of a path of the site. @param {string} [path] */
export function address(path = "") {
  const base = process.env.FIVEFOLD_URL;
  if (!base)
    throw new Error("FIVEFOLD_URL is not set: run the tests by `cargo xtask test browser`");
  return new URL(path, base).href;
}

/** What a browser does not do. @param {string} what @returns {never} */
function cannot(what) {
  throw new Error(`This browser cannot be made to ${what}`);
}

export class Window {
  /** What the page reported as errors. @type {string[]} */
  reported = [];

  /** Opens a path of the site and waits until it is loaded. @param {string} [_path] @returns {Promise<void>} */
  async goto(_path) {
    cannot("open an address");
  }

  /**
   * Runs a function in each page before anything of its own.
   * @template {unknown[]} A
   * @param {(...args: A) => void} _work
   * @param {A} _args
   * @returns {Promise<void>}
   */
  async prepare(_work, ..._args) {
    cannot("run something before the page does");
  }

  /** @returns {Promise<void>} */
  async reload() {
    cannot("reload");
  }

  /** @returns {Promise<void>} */
  async back() {
    cannot("go back");
  }

  /** @returns {Promise<string>} */
  async url() {
    return cannot("tell its address");
  }

  /** Waits until the address fits. @param {RegExp} wanted */
  async reaches(wanted) {
    let url = "";
    await repeated(
      async () => {
        url = await this.url();
        return wanted.test(url);
      },
      () => `${url} does not fit ${wanted}`,
    );
  }

  /**
   * The element of this role and accessible name; it need not be there yet.
   * @param {string} _role
   * @param {string | RegExp} [_name] a string is the whole name
   * @returns {Element}
   */
  find(_role, _name) {
    return cannot("find by role");
  }

  /**
   * What is in the frame that a CSS selector means.
   * @param {string} _selector
   * @returns {Pick<Window, "find">}
   */
  frame(_selector) {
    return cannot("look into a frame");
  }

  /** The first element that a CSS selector means. @param {string} _selector @returns {Element} */
  select(_selector) {
    return cannot("select");
  }

  /** Runs an expression in the page, waits for what it promises, and returns that as plain data. @param {string} _expression @returns {Promise<unknown>} */
  async run(_expression) {
    return cannot("run something in the page");
  }

  /**
   * Runs a function in the page. It takes and returns plain data.
   * @template T
   * @template {unknown[]} A
   * @param {(...args: A) => T | Promise<T>} work
   * @param {A} args
   * @returns {Promise<T>}
   */
  async evaluate(work, ...args) {
    return /** @type {T} */ (await this.run(call(work, args)));
  }

  /**
   * Waits until a function, run in the page, returns something true, and returns that.
   * @template T
   * @template {unknown[]} A
   * @param {(...args: A) => T} condition
   * @param {A} args
   * @returns {Promise<T>}
   */
  async until(condition, ...args) {
    const asked = `() => ${PARSED} && ${call(condition, args)}`;
    return repeated(
      async () => /** @type {T} */ (await this.run(`(${awaited})(${asked}, ${PAUSE}, ${ASKED})`)),
      async () =>
        `In vain: ${condition} ${JSON.stringify(args)}, where one sees: ${await seen(this.run(SEEN))}`,
    );
  }

  /** A click with the mouse. @param {Place} _place @param {"left" | "right"} [_button] @returns {Promise<void>} */
  async click(_place, _button) {
    cannot("click");
  }

  /** Moves the mouse without pressing it. @param {Place} _place @returns {Promise<void>} */
  async hover(_place) {
    cannot("move the mouse");
  }

  /** A tap of a finger. @param {Place} _place @returns {Promise<void>} */
  async tap(_place) {
    cannot("be tapped");
  }

  /**
   * Drags with the mouse, or with a finger on a touch screen.
   * @param {Place} _from
   * @param {Place} _to
   * @param {{ touch?: boolean, button?: "left" | "right", halfway?: () => Promise<void> }} [_how]
   *   `halfway` is called before the release
   * @returns {Promise<void>}
   */
  async drag(_from, _to, _how) {
    cannot("drag");
  }

  /**
   * Raw events of pointers, in their order, without a pause between them.
   * @param {PointerInput[]} _events
   * @returns {Promise<void>}
   */
  async point(_events) {
    cannot("take raw events");
  }

  /** Presses a key or a chord on what has the focus: "Enter", "Control+Enter", "Shift+N". @param {string} _chord @returns {Promise<void>} */
  async key(_chord) {
    cannot("press a key");
  }

  /** Changes the viewport, as turning a phone does. @param {number} _width @param {number} _height @returns {Promise<void>} */
  async resize(_width, _height) {
    cannot("take another size");
  }

  /** Takes back what two fingers have enlarged, so that places in the window are those of the page. @returns {Promise<void>} */
  async unzoom() {
    cannot("take an enlargement back");
  }

  /**
   * What the device's user wishes to see, while the page is open.
   * @param {{ scheme?: "light" | "dark", contrast?: "more" | "no-preference", forced?: boolean }} _wishes
   * @returns {Promise<void>}
   */
  async wish(_wishes) {
    cannot("wish for other colours");
  }

  /**
   * What axe finds wrong with the page as it stands, each with the elements concerned.
   * @param {string[]} [rules] only these of its rules
   * @returns {Promise<string[]>}
   */
  async faults(rules) {
    axe ||= readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    if (!(await this.run("'axe' in globalThis"))) await this.run(`void (() => {${axe}\n})()`);
    return this.evaluate(async (rules) => {
      const options = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
      /** @type {import("axe-core").AxeResults} */
      const { violations } = await /** @type {any} */ (globalThis).axe.run(document, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary = "" }) =>
            `${id}: ${target.join(" ")}: ${failureSummary.split("\n").slice(1).join(" ").trim()}`,
        ),
      );
    }, rules ?? null);
  }

  /** Cuts the network off, or restores it. @param {boolean} _offline @returns {Promise<void>} */
  async offline(_offline) {
    cannot("lose the network");
  }

  /** A picture of the viewport, as PNG. @param {string} [_file] @returns {Promise<Buffer>} */
  async screenshot(_file) {
    return cannot("take a picture");
  }

  /** What the page reported as errors, on the console or by uncaught exceptions, so far. */
  errors() {
    return [...this.reported];
  }

  /** A second window of the same profile. @returns {Promise<Window>} */
  async another() {
    return cannot("open a second window");
  }

  /** Freezes the page, as a browser does with one long unseen, or thaws it. @param {boolean} _frozen @returns {Promise<void>} */
  async freeze(_frozen) {
    cannot("freeze");
  }

  /** Bounds what the site may keep on the device, in bytes; without a number, as it was. @param {number} [_bytes] @returns {Promise<void>} */
  async quota(_bytes) {
    cannot("run out of room");
  }

  /** Kills the page's process, as a device does that runs out of memory. @returns {Promise<void>} */
  async kill() {
    cannot("die");
  }

  /**
   * Ends it. A browser may keep a window that is to be reused, and make it as good as new.
   * @param {{ reuse?: boolean }} [_how]
   * @returns {Promise<void>}
   */
  async close(_how) {
    cannot("close");
  }
}

export class Element {
  /** The element of this role and name inside of this one. @param {string} _role @param {string | RegExp} [_name] @returns {Element} */
  find(_role, _name) {
    return cannot("find by role");
  }

  /** Waits until it is there and can be seen. @returns {Promise<void>} */
  async shown() {
    cannot("wait");
  }

  /** Waits until it is gone or cannot be seen. @returns {Promise<void>} */
  async gone() {
    cannot("wait");
  }

  /** Whether it can be seen now. @returns {Promise<boolean>} */
  async visible() {
    return cannot("tell what can be seen");
  }

  /** How many elements fit now. @returns {Promise<number>} */
  async count() {
    return cannot("count");
  }

  /** Waits until so many elements fit. @param {number} wanted */
  async counted(wanted) {
    let count = -1;
    await repeated(
      async () => {
        count = await this.count();
        return count === wanted;
      },
      () => `${count} fit, not ${wanted}`,
    );
  }

  /** Its text as it can be read now. @returns {Promise<string>} */
  async text() {
    return cannot("read");
  }

  /** Waits until its text fits, and returns that. @param {RegExp} wanted @returns {Promise<string>} */
  async reads(wanted) {
    let text = "";
    await repeated(
      async () => {
        text = await this.text();
        return wanted.test(text);
      },
      () => `“${text}” does not fit ${wanted}`,
    );
    return text;
  }

  /** What stands in a field. @returns {Promise<string>} */
  async value() {
    return cannot("read");
  }

  /** The accessible names or, failing these, the texts of all elements that fit. @returns {Promise<string[]>} */
  async names() {
    return cannot("tell names");
  }

  /** An attribute as it is now. @param {string} _name @returns {Promise<string | null>} */
  async attribute(_name) {
    return cannot("tell an attribute");
  }

  /** Waits until an attribute is, or fits, this. @param {string} name @param {string | RegExp} wanted */
  async carries(name, wanted) {
    /** @type {string | null} */
    let value = null;
    await repeated(
      async () => {
        value = await this.attribute(name);
        return typeof wanted === "string" ? value === wanted : wanted.test(value ?? "");
      },
      () => `${name} is ${value}, which does not fit ${wanted}`,
    );
  }

  /** @returns {Promise<boolean>} */
  async enabled() {
    return cannot("tell what can be used");
  }

  /** @returns {Promise<void>} */
  async focus() {
    cannot("move the focus");
  }

  /** Puts text into a field. @param {string} _text @returns {Promise<void>} */
  async fill(_text) {
    cannot("fill a field");
  }

  /** Chooses a file in a field for files. @param {string} _name @param {string} _text @returns {Promise<void>} */
  async choose(_name, _text) {
    cannot("choose a file");
  }

  /** Its box in CSS pixels from the viewport's corner, once it can be seen. @returns {Promise<Box>} */
  async box() {
    return cannot("measure");
  }
}

/** @param {Place} place @returns {Promise<Point>} */
export async function point(place) {
  if (!(place instanceof Element)) return place;
  const { x, y, width, height } = await place.box();
  return { x: x + width / 2, y: y + height / 2 };
}

/** The places of a pointer on its way. @param {Point} start @param {Point} end */
export const along = (start, end) =>
  Array.from({ length: PACES }, (_, i) => ({
    x: start.x + ((end.x - start.x) * (i + 1)) / PACES,
    y: start.y + ((end.y - start.y) * (i + 1)) / PACES,
  }));

/** In place of what has not come in time. */
const LATE = Symbol("late");

/**
 * What becomes of work, or what `late` says where that takes longer.
 * @template T, L
 * @param {number} limit in milliseconds
 * @param {Promise<T>} work
 * @param {() => L} late
 * @returns {Promise<T | L>}
 */
export async function within(limit, work, late) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<typeof LATE>} */
  const over = new Promise((resolve) => {
    timer = setTimeout(resolve, limit, LATE);
  });
  try {
    const done = await Promise.race([work, over]);
    return done === LATE ? late() : done;
  } finally {
    clearTimeout(timer);
  }
}

/** How long one answer is waited for, in milliseconds: browsers lose some that a page asks them for. */
const ANSWER = PATIENCE / 8;

/**
 * Asks until the answer is true, and returns it. Between two pages there is nothing to ask, and what is not
 * answered is asked again.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {() => string | Promise<string>} complaint what to say if the answer stays false
 * @returns {Promise<T>}
 */
export async function repeated(ask, complaint) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      const answer = await within(ANSWER, ask(), () => undefined);
      if (answer) return answer;
    } catch (error) {
      if (!(error instanceof Error && BETWEEN_PAGES.test(error.message))) throw error;
    }
    if (Date.now() > end) throw new Error(await complaint());
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** How often a page asks itself before it answers that it has not come: soon, as one that is left never answers. */
const ASKED = 20;

/**
 * In the page: asks until the answer is true, so many times. It takes less of a processor than to ask from outside.
 * @param {() => unknown} ask
 * @param {number} pause in milliseconds
 * @param {number} times
 */
async function awaited(ask, pause, times) {
  for (let asked = 0; asked < times; asked += 1) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((done) => setTimeout(done, pause));
  }
  return undefined;
}

/** What a page shows when it is waited for in vain: its text, and what its root says of its state. */
export const SEEN = `document.body.innerText.replace(/\\s+/g, " ").slice(0, 800) + " " +
  JSON.stringify(document.documentElement.dataset)`;

/** What a page said that it shows. @param {Promise<unknown>} said */
export const seen = (said) => within(ANSWER, said, () => "no answer").catch(String);

/** False while a page has come of which nothing is read yet: it has no element then, not even a root. */
const PARSED = "document.documentElement !== null";

/** What browsers say that are asked between two pages. */
const BETWEEN_PAGES = /context was destroyed|navigat|no such frame|destroyed before|discarded/i;

/**
 * The call of a function as text, which is all that WebDriver takes.
 * @param {(...args: any[]) => unknown} work
 * @param {unknown[]} args
 */
export function call(work, args) {
  return `(${work})(...${JSON.stringify(args)})`;
}
