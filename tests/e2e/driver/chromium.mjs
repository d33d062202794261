// Chromium, driven by Playwright. FIVEFOLD_CHROMIUM names the browser's program; FIVEFOLD_SLOW makes
// its pages so many times as slow, to find what tests do not wait for.

import { chromium } from "playwright-core";
import * as driver from "./window.mjs";
import { address, along, call, PATIENCE, point, repeated, SEEN, seen } from "./window.mjs";

/** @typedef {import("./window.mjs").Options} Options */
/** @typedef {import("./window.mjs").Place} Place */
/** @typedef {import("./window.mjs").Point} Point */
/** @typedef {import("./window.mjs").PointerInput} PointerInput */

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Two browsers of a test find each other without the names of mDNS, which nothing here resolves.
  "--disable-features=WebRtcHideLocalIpsWithMdns",
  // The headless shell dies where a module reaches outside its memory, unless each address is looked at.
  "--js-flags=--wasm-enforce-bounds-checks",
];

const SLOW = Number(process.env.FIVEFOLD_SLOW ?? 1);

/** By the flags of their own. @type {Map<string, Promise<import("playwright-core").Browser>>} */
const browsers = new Map();

/** Starts the browser, once for all tests that want such a one. @param {Options} options */
function started({ letters = 16, camera, allows }) {
  const flags = [`--blink-settings=defaultFontSize=${letters}`];
  if (camera)
    flags.push("--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${camera}`);
  if (camera || allows) flags.push(`--use-fake-ui-for-media-stream${allows ? "" : "=deny"}`);
  const name = flags.join();
  const browser = browsers.get(name) ?? launched(flags, name);
  browsers.set(name, browser);
  return browser;
}

/** Starts a browser, and forgets it when it ends, so that the tests after one that kills it have another. @param {string[]} flags @param {string} name */
async function launched(flags, name) {
  const browser = await chromium.launch({
    executablePath: process.env.FIVEFOLD_CHROMIUM ?? "/usr/bin/chromium",
    args: [...FLAGS, ...flags],
  });
  browser.on("disconnected", () => {
    browsers.delete(name);
    idle.clear();
  });
  return browser;
}

export async function quit() {
  for (const browser of browsers.values()) await (await browser).close();
  browsers.clear();
  idle.clear();
}

/**
 * Windows that are as good as new, by what cannot be changed in one: to open one takes a third of the
 * processor time that a page takes until it can be used.
 * @type {Map<string, import("playwright-core").Page[]>}
 */
const idle = new Map();

/** What windows must have in common to stand for each other. @param {Options} options */
const kindOf = ({ letters, ratio = 1, touch = false, sounds = false }) =>
  JSON.stringify([letters, ratio, touch, sounds]);

/** @param {Options} options */
export async function open(options) {
  const { offline, camera, allows } = options;
  // What a service worker or a camera was allowed stays with its window.
  if (offline || camera || allows) return opened(await newContext(options));
  const kind = kindOf(options);
  const page = idle.get(kind)?.pop();
  if (!page) return opened(await newContext(options), kind);
  await page.setViewportSize(options.viewport ?? VIEWPORT);
  await page.emulateMedia({
    colorScheme: options.scheme ?? "light",
    reducedMotion: options.reducedMotion ? "reduce" : "no-preference",
    contrast: "no-preference",
    forcedColors: "none",
  });
  return new Window(page, await sessionOf(page), kind);
}

const VIEWPORT = { width: 1280, height: 800 };

/** @param {Options} options */
async function newContext(options) {
  const context = await (await started(options)).newContext({
    viewport: options.viewport ?? VIEWPORT,
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
  if (!options.sounds) await context.addInitScript(silence);
  return context;
}

/**
 * In the page: its sounds are made and go to nowhere, as if they were heard. To compute what a device plays takes
 * each page that rests 3 % of a core.
 */
function silence() {
  const Real = globalThis.AudioContext;
  globalThis.AudioContext = class extends Real {
    /** @param {AudioContextOptions} [options] */
    constructor(options) {
      super(options);
      super.suspend();
    }
    /** @returns {AudioContextState} */
    get state() {
      return "running";
    }
    async resume() {}
    async suspend() {}
  };
}

/**
 * A new window.
 * @param {import("playwright-core").BrowserContext} context
 * @param {string} [kind] which windows it can stand for later; without it for none
 */
async function opened(context, kind) {
  const page = await context.newPage();
  return new Window(page, await sessionOf(page), kind);
}

/** @type {WeakMap<import("playwright-core").Page, import("playwright-core").CDPSession>} */
const sessions = new WeakMap();

/** @param {import("playwright-core").Page} page */
async function sessionOf(page) {
  let session = sessions.get(page);
  if (!session) {
    session = await page.context().newCDPSession(page);
    sessions.set(page, session);
    if (SLOW > 1) await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW });
  }
  return session;
}

/**
 * Makes a window as good as new: nothing is stored, the history is empty, the mouse is nowhere.
 * @param {import("playwright-core").Page} page
 */
async function clean(page) {
  const session = await sessionOf(page);
  page.removeAllListeners("pageerror");
  page.removeAllListeners("console");
  // A document of the site without a script, which lets go of what the last one had open.
  await page.goto(address("site.json"));
  await page.evaluate(() => {
    // The renderer's own copies, which do not wait for the browser's word.
    sessionStorage.clear();
    localStorage.clear();
    /** @type {any} */ (globalThis).name = "";
  });
  const { origin } = new URL(address());
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.send("Page.resetNavigationHistory");
  await page.mouse.move(-1, -1);
}

class Window extends driver.Window {
  /** @type {import("playwright-core").Page} */ #page;
  /** @type {import("playwright-core").CDPSession} */ #session;
  /** Which windows it can stand for once it is closed; none, if it cannot be made as good as new. @type {string | undefined} */ #kind;
  #isClosed = false;
  /** What runs before each page. @type {{ dispose: () => Promise<void> }[]} */ #prepared = [];

  /**
   * @param {import("playwright-core").Page} page
   * @param {import("playwright-core").CDPSession} session
   * @param {string} [kind]
   */
  constructor(page, session, kind) {
    super();
    this.#page = page;
    this.#session = session;
    this.#kind = kind;
    page.on("pageerror", (error) => this.reported.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") this.reported.push(message.text());
    });
  }

  /** Opens a path of the site and waits until it is loaded. @param {string} [path] */
  async goto(path = "") {
    // Only what this site has stored is cleared.
    if (new URL(address(path)).origin !== new URL(address()).origin) this.#kind = undefined;
    await this.#page.goto(address(path), { waitUntil: "load" });
  }

  /**
   * Runs a function in each page before anything of its own.
   * @template {unknown[]} A
   * @param {(...args: A) => void} work
   * @param {A} args
   */
  async prepare(work, ...args) {
    this.#prepared.push(await this.#page.addInitScript(call(work, args)));
  }

  async reload() {
    await this.#page.reload({ waitUntil: "load" });
  }

  async back() {
    await this.#page.goBack({ waitUntil: "load" });
  }

  async url() {
    return this.#page.url();
  }

  /** @param {string} expression */
  async run(expression) {
    return this.#page.evaluate(expression);
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
        return new Element(frame.getByRole(/** @type {any} */ (role), options), { isFramed: true });
      },
    };
  }

  /** The first element that a CSS selector means. @param {string} selector */
  select(selector) {
    const first = `[...document.querySelectorAll(${JSON.stringify(selector)})].slice(0, 1)`;
    const box = () => this.#page.evaluate(`(${restingBox})(${first})`);
    return new Element(this.#page.locator(selector).first(), { box });
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
    // At once: to wait between them would make a long press of it on a busy machine.
    await Promise.all([this.#touch("touchStart", [at]), this.#touch("touchEnd", [])]);
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
    const way = along(start, end);
    if (touch) {
      // The finger rests before it lets go: a tap soon after a fling only ends the fling.
      const begun = Date.now() / 1000 - 1;
      await this.#touch("touchStart", [start], begun);
      for (const [pace, at] of way.entries())
        await this.#touch("touchMove", [at], begun + 0.02 * (pace + 1));
      await this.#touch("touchMove", [end], begun + 0.7);
      await halfway?.();
      await this.#touch("touchEnd", [], begun + 0.72);
      return;
    }
    const mouse = this.#page.mouse;
    await mouse.move(start.x, start.y);
    await mouse.down({ button });
    for (const at of way) await mouse.move(at.x, at.y);
    await halfway?.();
    await mouse.up({ button });
  }

  /**
   * Raw events of pointers, in their order, without a pause between them.
   * @param {PointerInput[]} events
   */
  async point(events) {
    this.#kind = undefined;
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

  /** Changes the viewport, as turning a phone does. @param {number} width @param {number} height */
  async resize(width, height) {
    await this.#page.setViewportSize({ width, height });
  }

  /** Takes back what two fingers have enlarged, so that places in the window are those of the page. */
  async unzoom() {
    this.#kind = undefined;
    // The pinch reaches the page frames after the fingers are up, and would enlarge it once more.
    let unenlarged = 0;
    while (unenlarged < 3) {
      await this.#session.send("Emulation.setPageScaleFactor", { pageScaleFactor: 1 });
      const scale = await this.#page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        return globalThis.visualViewport?.scale ?? 1;
      });
      unenlarged = scale === 1 ? unenlarged + 1 : 0;
    }
  }

  /**
   * What the device's user wishes to see, while the page is open.
   * @param {{ scheme?: "light" | "dark", contrast?: "more" | "no-preference", forced?: boolean }} wishes
   */
  async wish({ scheme, contrast, forced }) {
    await this.#page.emulateMedia({
      ...(forced && { forcedColors: "active" }),
      ...(scheme && { colorScheme: scheme }),
      ...(contrast && { contrast }),
    });
  }

  /** Cuts the network off, or restores it. @param {boolean} offline */
  async offline(offline) {
    this.#kind = undefined;
    await this.#page.context().setOffline(offline);
  }

  /** A picture of the viewport, as PNG. @param {string} [file] */
  async screenshot(file) {
    return this.#page.screenshot(file === undefined ? {} : { path: file });
  }

  /** A second window of the same profile. */
  async another() {
    this.#kind = undefined;
    return opened(this.#page.context());
  }

  /** Freezes the page, as a browser does with one long unseen, or thaws it. @param {boolean} frozen */
  async freeze(frozen) {
    this.#kind = undefined;
    await this.#session.send("Page.setWebLifecycleState", { state: frozen ? "frozen" : "active" });
  }

  /** Bounds what the site may keep on the device, in bytes; without a number, as it was. @param {number} [bytes] */
  async quota(bytes) {
    this.#kind = undefined;
    const origin = new URL(address()).origin;
    const bound = bytes === undefined ? {} : { quotaSize: bytes };
    await this.#session.send("Storage.overrideQuotaForOrigin", { origin, ...bound });
  }

  /** Kills the page's process, as a device does that runs out of memory. */
  async kill() {
    this.#kind = undefined;
    const gone = this.#page.waitForEvent("crash");
    // Whoever dies does not answer.
    this.#session.send("Page.crash").catch(() => {});
    await gone;
  }

  /** @param {{ reuse?: boolean }} [how] */
  async close({ reuse = false } = {}) {
    // Closed once more, it may be another test's already.
    if (this.#isClosed) return;
    this.#isClosed = true;
    const kind = this.#kind;
    if (kind === undefined || !reuse) {
      await this.#page.context().close();
      return;
    }
    try {
      for (const script of this.#prepared) await script.dispose();
      await clean(this.#page);
    } catch {
      // A page that no longer answers stands for no other.
      await this.#page.context().close();
      return;
    }
    idle.set(kind, [...(idle.get(kind) ?? []), this.#page]);
  }

  /**
   * @param {"touchStart" | "touchMove" | "touchEnd"} type
   * @param {Point[]} points
   * @param {number} [timestamp] in seconds, now if there is none
   */
  async #touch(type, points, timestamp) {
    await this.#session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points,
      ...(timestamp && { timestamp }),
    });
  }
}

class Element extends driver.Element {
  /** @type {import("playwright-core").Locator} */ #locator;
  /** @type {boolean} */ #isFramed;
  /** @type {() => Promise<unknown>} */ #box;

  /**
   * @param {import("playwright-core").Locator} locator
   * @param {{ isFramed?: boolean, box?: () => Promise<unknown> }} [how] whether it stands in a frame of
   *   the page; and what asks for its box, where that is quicker than by the locator
   */
  constructor(locator, { isFramed = false, box = () => locator.evaluateAll(restingBox) } = {}) {
    super();
    this.#locator = locator;
    this.#isFramed = isFramed;
    this.#box = box;
  }

  /** The element of this role and name inside of this one. @param {string} role @param {string | RegExp} [name] */
  find(role, name) {
    const options = name === undefined ? {} : { name, exact: true };
    return new Element(this.#locator.getByRole(/** @type {any} */ (role), options), {
      isFramed: this.#isFramed,
    });
  }

  /** Waits until it is there and can be seen. */
  async shown() {
    await this.#locator.waitFor({ state: "visible" });
  }

  /** Waits until it is gone or cannot be seen. */
  async gone() {
    await this.#locator.waitFor({ state: "hidden" });
  }

  async visible() {
    return this.#locator.isVisible();
  }

  async value() {
    return this.#locator.inputValue();
  }

  /** How many elements fit. */
  async count() {
    return this.#locator.count();
  }

  /** Its text as it can be read. */
  async text() {
    return this.#locator.innerText();
  }

  /** The accessible names or, failing these, the texts of all elements that fit. */
  async names() {
    return this.#locator.evaluateAll((all) =>
      all.map((one) => one.getAttribute("aria-label") ?? one.textContent?.trim() ?? ""),
    );
  }

  /** @param {string} name */
  async attribute(name) {
    return this.#locator.getAttribute(name);
  }

  async enabled() {
    return this.#locator.isEnabled();
  }

  async focus() {
    await this.#locator.focus();
  }

  /** Puts text into a field. @param {string} text */
  async fill(text) {
    await this.#locator.fill(text);
  }

  /** Chooses a file in a field for files. @param {string} name @param {string} text */
  async choose(name, text) {
    const buffer = Buffer.from(text);
    await this.#locator.setInputFiles({ name, mimeType: "application/json", buffer });
  }

  /** Its box in CSS pixels from the viewport's corner, once it can be seen and what it stands in is at rest. */
  async box() {
    if (this.#isFramed) return this.#framedBox();
    // One question does what Playwright asks a dozen for, which took most of the time of a click; and to
    // ask for all that fit takes it a third of what it takes to wait for the one.
    const found = await repeated(this.#box, async () => {
      const shown = await seen(this.#locator.page().evaluate(SEEN));
      return `${this.#locator} cannot be seen, where one sees: ${shown}`;
    });
    return /** @type {import("./window.mjs").Box} */ (found);
  }

  /** The same in a frame, whose corner is not that of the viewport. */
  async #framedBox() {
    await this.#locator.scrollIntoViewIfNeeded();
    const box = await this.#locator.boundingBox();
    if (!box) throw new Error(`${this.#locator} cannot be seen`);
    return box;
  }
}

/**
 * In the page: the box of the only element, scrolled into view, once nothing that it stands in moves;
 * nothing if it is not there, cannot be seen, or has gone meanwhile.
 * @param {globalThis.Element[]} all
 * @returns {Promise<import("./window.mjs").Box | null>}
 */
async function restingBox([element, ...others]) {
  if (!element) return null;
  if (others.length > 0) throw new Error(`${others.length + 1} elements fit, not one`);
  const place = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  /** @param {ReturnType<typeof place>} one @param {ReturnType<typeof place>} other */
  const isSame = (one, other) =>
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height;
  // A dialog is inert until the frame behind the one that shows it: what is clicked before passes through it.
  const isSeen = ({ width = 0, height = 0 }) =>
    width > 0 &&
    height > 0 &&
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest("dialog[inert]") === null;
  // What the page puts off behind a frame is done within two tasks, and may move what is to be clicked.
  const frame = () =>
    new Promise((done) => {
      requestAnimationFrame(() => setTimeout(() => setTimeout(done)));
    });
  // On a slow machine a sheet that slides in can stand still for two frames.
  const moving = () =>
    document.getAnimations().filter(({ effect, playState }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      const ends = effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
      return playState === "running" && ends && target?.contains(element);
    });
  if (!isSeen(place())) return null;
  for (let found = moving(); found.length > 0; found = moving())
    await Promise.allSettled(found.map(({ finished }) => finished));
  let before = place();
  // Chromium's own, which leaves alone what is in view.
  /** @type {any} */ (element).scrollIntoViewIfNeeded();
  // What has to be scrolled begins to move a frame later.
  if (!isSame(before, place())) await frame();
  for (before = place(); ; ) {
    await frame();
    const now = place();
    if (!isSeen(now)) return null;
    if (isSame(now, before)) return now;
    before = now;
  }
}
