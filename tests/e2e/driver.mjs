// A browser for the tests, behind an interface that W3C WebDriver can express, so that other
// browsers can stand behind it too. Tests use nothing but what is exported here.
//
// Addresses are relative to FIVEFOLD_URL, where `cargo xtask test browser` serves the site.
// FIVEFOLD_CHROMIUM names the browser's program.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** How long to wait for anything, in milliseconds, before a test fails. */
const PATIENCE = 10_000;

/** Steps that a pointer takes from one place to another. */
const PACES = 8;

/** @typedef {{ x: number, y: number }} Point in CSS pixels, from the viewport's top left corner */
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

/** By the size of text. @type {Map<number, Promise<import("playwright-core").Browser>>} */
const browsers = new Map();

/** Starts the browser, once for all tests of a file. @param {number} [letters] */
function started(letters = 16) {
  const browser =
    browsers.get(letters) ??
    chromium.launch({
      executablePath: process.env.FIVEFOLD_CHROMIUM ?? "/usr/bin/chromium",
      args: [...FLAGS, `--blink-settings=defaultFontSize=${letters}`],
    });
  browsers.set(letters, browser);
  return browser;
}

/** Ends the browser; call it after the last test of a file. */
export async function quit() {
  for (const browser of browsers.values()) await (await browser).close();
  browsers.clear();
}

/**
 * Opens a window with a fresh profile: no storage, no history.
 * @param {Options} [options]
 */
export async function open(options = {}) {
  const context = await (await started(options.letters)).newContext({
    viewport: options.viewport ?? { width: 1280, height: 800 },
    deviceScaleFactor: options.ratio ?? 1,
    hasTouch: options.touch ?? false,
    isMobile: options.touch ?? false,
    colorScheme: options.scheme ?? "light",
    reducedMotion: options.reducedMotion ? "reduce" : "no-preference",
    locale: "en",
    // Requests that a service worker answers cannot be held up or broken by a test.
    serviceWorkers: options.offline ? "allow" : "block",
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  return new Window(context, page);
}

/** Runs a test in a window of its own and fails it if the page reported an error.
 * @param {Options} options
 * @param {(window: Window) => Promise<void>} test
 * @returns {() => Promise<void>}
 */
export function inWindow(options, test) {
  return async () => {
    const window = await open(options);
    try {
      await test(window);
      const errors = window.errors();
      if (errors.length > 0) throw new Error(`The page reported: ${errors.join("\n")}`);
    } finally {
      await window.close();
    }
  };
}

export class Window {
  /** @type {import("playwright-core").BrowserContext} */ #context;
  /** @type {import("playwright-core").Page} */ #page;
  /** @type {string[]} */ #errors = [];
  /** @type {import("playwright-core").CDPSession | undefined} */ #session;

  /**
   * @param {import("playwright-core").BrowserContext} context
   * @param {import("playwright-core").Page} page
   */
  constructor(context, page) {
    this.#context = context;
    this.#page = page;
    page.on("pageerror", (error) => this.#errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") this.#errors.push(message.text());
    });
  }

  /** Opens a path of the site and waits until it is loaded. @param {string} [path] */
  async goto(path = "") {
    await this.#page.goto(address(path), { waitUntil: "load" });
  }

  /**
   * Runs a function in each page before anything of its own.
   * @template {unknown[]} A
   * @param {(...args: A) => void} work
   * @param {A} args
   */
  async prepare(work, ...args) {
    await this.#page.addInitScript(call(work, args));
  }

  async reload() {
    await this.#page.reload({ waitUntil: "load" });
  }

  async back() {
    await this.#page.goBack({ waitUntil: "load" });
  }

  url() {
    return this.#page.url();
  }

  /**
   * The element of this role and accessible name; it need not be there yet.
   * @param {string} role
   * @param {string | RegExp} [name] a string is the whole name
   */
  find(role, name) {
    const options = name === undefined ? {} : { name, exact: true };
    return new Element(this.#page.getByRole(/** @type {any} */ (role), options));
  }

  /**
   * What is in the frame that a CSS selector means.
   * @param {string} selector
   */
  frame(selector) {
    const frame = this.#page.frameLocator(selector);
    return {
      /** @param {string} role @param {string | RegExp} [name] */
      find(role, name) {
        const options = name === undefined ? {} : { name, exact: true };
        return new Element(frame.getByRole(/** @type {any} */ (role), options));
      },
    };
  }

  /** The first element that a CSS selector means. @param {string} selector */
  select(selector) {
    return new Element(this.#page.locator(selector).first());
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
    return this.#page.evaluate(call(work, args));
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
    // Asked from here again and again: a loop within the page would need what its policy forbids.
    const end = Date.now() + PATIENCE;
    for (;;) {
      const asked = this.#page.evaluate(call(condition, args));
      const found = /** @type {T} */ (await asked.catch(duringNavigation));
      if (found) return found;
      if (Date.now() > end) throw new Error(`In vain: ${condition} ${JSON.stringify(args)}`);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  }

  /** A click with the mouse. @param {Place} place @param {"left" | "right"} [button] */
  async click(place, button = "left") {
    const { x, y } = await point(place);
    await this.#page.mouse.click(x, y, { button });
  }

  /** Moves the mouse without pressing it. @param {Place} place */
  async hover(place) {
    const { x, y } = await point(place);
    await this.#page.mouse.move(x, y);
  }

  /** A tap of a finger. @param {Place} place */
  async tap(place) {
    const at = await point(place);
    await this.#touch("touchStart", [at]);
    await this.#touch("touchEnd", []);
  }

  /**
   * Drags with the mouse, or with a finger on a touch screen.
   * @param {Place} from
   * @param {Place} to
   * @param {{ touch?: boolean, button?: "left" | "right", halfway?: () => Promise<void> }} [how]
   *   `halfway` is called before the release
   */
  async drag(from, to, { touch = false, button = "left", halfway } = {}) {
    const [start, end] = [await point(from), await point(to)];
    const along = Array.from({ length: PACES }, (_, i) => ({
      x: start.x + ((end.x - start.x) * (i + 1)) / PACES,
      y: start.y + ((end.y - start.y) * (i + 1)) / PACES,
    }));
    if (touch) {
      // The finger rests before it lets go: a tap soon after a fling only ends the fling.
      const begun = Date.now() / 1000 - 1;
      await this.#touch("touchStart", [start], begun);
      for (const [pace, at] of along.entries())
        await this.#touch("touchMove", [at], begun + 0.02 * (pace + 1));
      await this.#touch("touchMove", [end], begun + 0.7);
      await halfway?.();
      await this.#touch("touchEnd", [], begun + 0.72);
      return;
    }
    const mouse = this.#page.mouse;
    await mouse.move(start.x, start.y);
    await mouse.down({ button });
    for (const at of along) await mouse.move(at.x, at.y);
    await halfway?.();
    await mouse.up({ button });
  }

  /**
   * Raw events of pointers, in their order, without a pause between them.
   * @param {PointerInput[]} events
   */
  async point(events) {
    this.#session ??= await this.#context.newCDPSession(this.#page);
    const session = this.#session;
    await Promise.all(
      events.map((event) =>
        "touch" in event
          ? session.send("Input.dispatchTouchEvent", {
              type: /** @type {const} */ ({
                start: "touchStart",
                move: "touchMove",
                end: "touchEnd",
                cancel: "touchCancel",
              })[event.touch],
              touchPoints: event.points.map((at, id) => ({ ...at, id })),
            })
          : session.send("Input.dispatchMouseEvent", {
              type: /** @type {const} */ ({
                move: "mouseMoved",
                down: "mousePressed",
                up: "mouseReleased",
              })[event.mouse],
              x: event.x,
              y: event.y,
              button: event.button,
              buttons: event.mouse === "up" ? 0 : { none: 0, left: 1, right: 2 }[event.button],
              clickCount: event.mouse === "move" ? 0 : 1,
            }),
      ),
    );
  }

  /** Presses a key or a chord on what has the focus: "Enter", "Control+Enter", "Shift+N". @param {string} chord */
  async key(chord) {
    await this.#page.keyboard.press(chord);
  }

  /** Types text into what has the focus. @param {string} text */
  async type(text) {
    await this.#page.keyboard.type(text);
  }

  /** Changes the viewport, as turning a phone does. @param {number} width @param {number} height */
  async resize(width, height) {
    await this.#page.setViewportSize({ width, height });
  }

  /** Takes back what two fingers have enlarged, so that places in the window are those of the page. */
  async unzoom() {
    this.#session ??= await this.#context.newCDPSession(this.#page);
    await this.#session.send("Emulation.setPageScaleFactor", { pageScaleFactor: 1 });
  }

  /**
   * What the device's user wishes to see, while the page is open.
   * @param {{ scheme?: "light" | "dark", contrast?: "more" | "no-preference" }} wishes
   */
  async wish({ scheme, contrast }) {
    await this.#page.emulateMedia({
      ...(scheme && { colorScheme: scheme }),
      ...(contrast && { contrast }),
    });
  }

  /**
   * What axe finds wrong with the page as it stands, each with the elements concerned.
   * @param {string[]} [rules] only these of its rules
   * @returns {Promise<string[]>}
   */
  async faults(rules) {
    axe ||= readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    if (!(await this.#page.evaluate("'axe' in globalThis"))) await this.#page.evaluate(axe);
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

  /** Cuts the network off, or restores it. @param {boolean} offline */
  async offline(offline) {
    await this.#context.setOffline(offline);
  }

  /** A picture of the viewport, as PNG. @param {string} [file] */
  async screenshot(file) {
    return this.#page.screenshot(file === undefined ? {} : { path: file });
  }

  /** What the page reported as errors, on the console or by uncaught exceptions, so far. */
  errors() {
    return [...this.#errors];
  }

  /** A second window of the same profile. */
  async another() {
    return new Window(this.#context, await this.#context.newPage());
  }

  /** Freezes the page, as a browser does with one long unseen, or thaws it. @param {boolean} frozen */
  async freeze(frozen) {
    this.#session ??= await this.#context.newCDPSession(this.#page);
    await this.#session.send("Page.setWebLifecycleState", { state: frozen ? "frozen" : "active" });
  }

  /** Bounds what the site may keep on the device, in bytes; without a number, as it was. @param {number} [bytes] */
  async quota(bytes) {
    this.#session ??= await this.#context.newCDPSession(this.#page);
    const origin = new URL(address()).origin;
    const bound = bytes === undefined ? {} : { quotaSize: bytes };
    await this.#session.send("Storage.overrideQuotaForOrigin", { origin, ...bound });
  }

  /** Kills the page's process, as a device does that runs out of memory. */
  async kill() {
    this.#session ??= await this.#context.newCDPSession(this.#page);
    const gone = this.#page.waitForEvent("crash");
    // Whoever dies does not answer.
    this.#session.send("Page.crash").catch(() => {});
    await gone;
  }

  async close() {
    await this.#context.close();
  }

  /**
   * @param {"touchStart" | "touchMove" | "touchEnd"} type
   * @param {Point[]} points
   * @param {number} [timestamp] in seconds, now if there is none
   */
  async #touch(type, points, timestamp) {
    this.#session ??= await this.#context.newCDPSession(this.#page);
    await this.#session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points,
      ...(timestamp && { timestamp }),
    });
  }
}

export class Element {
  /** @param {import("playwright-core").Locator} locator */
  constructor(locator) {
    this.locator = locator;
  }

  /** The element of this role and name inside of this one. @param {string} role @param {string | RegExp} [name] */
  find(role, name) {
    const options = name === undefined ? {} : { name, exact: true };
    return new Element(this.locator.getByRole(/** @type {any} */ (role), options));
  }

  /** Waits until it is there and can be seen. */
  async shown() {
    await this.locator.waitFor({ state: "visible" });
  }

  /** Waits until it is gone or cannot be seen. */
  async gone() {
    await this.locator.waitFor({ state: "hidden" });
  }

  /** How many elements fit. */
  async count() {
    return this.locator.count();
  }

  /** Its text as it can be read. */
  async text() {
    return this.locator.innerText();
  }

  /** The accessible names or, failing these, the texts of all elements that fit. */
  async names() {
    return this.locator.evaluateAll((all) =>
      all.map((one) => one.getAttribute("aria-label") ?? one.textContent?.trim() ?? ""),
    );
  }

  /** @param {string} name */
  async attribute(name) {
    return this.locator.getAttribute(name);
  }

  async enabled() {
    return this.locator.isEnabled();
  }

  async focus() {
    await this.locator.focus();
  }

  /** Puts text into a field. @param {string} text */
  async fill(text) {
    await this.locator.fill(text);
  }

  /** Chooses a file in a field for files. @param {string} name @param {string} text */
  async choose(name, text) {
    const buffer = Buffer.from(text);
    await this.locator.setInputFiles({ name, mimeType: "application/json", buffer });
  }

  /** Its box in CSS pixels from the viewport's corner, once it can be seen. */
  async box() {
    await this.locator.scrollIntoViewIfNeeded();
    const box = await this.locator.boundingBox();
    if (!box) throw new Error(`${this.locator} cannot be seen`);
    return box;
  }
}

/** @param {Place} place @returns {Promise<Point>} */
async function point(place) {
  if (!(place instanceof Element)) return place;
  const { x, y, width, height } = await place.box();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Between two pages there is nothing to ask. @param {Error} error */
function duringNavigation(error) {
  if (!/context was destroyed|navigat/.test(error.message)) throw error;
  return undefined;
}

/**
 * The call of a function as text, which is all that WebDriver takes.
 * @param {(...args: any[]) => unknown} work
 * @param {unknown[]} args
 */
function call(work, args) {
  return `(${work})(...${JSON.stringify(args)})`;
}
