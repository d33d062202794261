// Firefox, driven by WebDriver BiDi over a socket of its own. FIVEFOLD_FIREFOX names the browser's
// program. What BiDi has no command for is set from within the browser ("chrome" scope).

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import * as webdriver from "./webdriver.mjs";
import { address, call, repeated } from "./window.mjs";

/** @typedef {import("./window.mjs").Options} Options */
/** @typedef {import("./webdriver.mjs").Source} Source */

/** How long Firefox may take to start, in milliseconds. */
const START = 60_000;

/** Of a mouse: fine, and it hovers (`PointerCapabilities` in Firefox). */
const MOUSE = 6;

/** What differs from Firefox's own settings for automation. */
const PREFERENCES = {
  "intl.accept_languages": "en",
  "intl.locale.requested": "en-US",
  "network.disable-localhost-when-offline": true,
  "toolkit.cosmeticAnimations.enabled": false,
  // There is no screen and nothing is plugged in.
  "ui.allPointerCapabilities": MOUSE,
  "ui.primaryPointerCapabilities": MOUSE,
  "ui.useOverlayScrollbars": 1,
};

const EVENTS = [
  "browsingContext.domContentLoaded",
  "browsingContext.navigationFailed",
  "browsingContext.navigationStarted",
  "log.entryAdded",
];

/** What Firefox has a page hear of files that it still fetches when it is left. */
const CUT_SHORT = /error loading dynamically imported module|NetworkError when attempting|^object$/;

/** Takes note of what happened in a window. @param {Window} window @param {string} method @param {any} event */
function heard(window, method, { level, text }) {
  if (method !== "log.entryAdded") window.isLeft = method === "browsingContext.navigationStarted";
  else if (level === "error" && !(window.isLeft && CUT_SHORT.test(text)))
    window.reported.push(text);
}

/** A Firefox that runs, and the connection to it. */
class Browser {
  /** @type {import("node:child_process").ChildProcess} */ #process;
  /** @type {string} */ #profile;
  /** @type {WebSocket} */ #socket;
  #count = 0;
  /** What waits for the answer to a command. @type {Map<number, PromiseWithResolvers<any>>} */
  #waiting = new Map();
  /** By their contexts. @type {Map<string, Window>} */
  windows = new Map();

  /**
   * @param {import("node:child_process").ChildProcess} process
   * @param {string} profile
   * @param {WebSocket} socket
   */
  constructor(process, profile, socket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.on("message", (message) => this.#heard(JSON.parse(String(message))));
  }

  /** @param {number} letters the size of text */
  static async start(letters) {
    const profile = mkdtempSync(join(tmpdir(), "fivefold-firefox-"));
    const preferences = { ...PREFERENCES, "font.size.variable.x-western": letters };
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    writeFileSync(join(profile, "user.js"), lines.join(""));
    const program = process.env.FIVEFOLD_FIREFOX ?? "firefox-esr";
    const child = spawn(
      program,
      [
        ...["--headless", "--no-remote", "--profile", profile],
        ...["--remote-debugging-port", "0", "--remote-allow-system-access"],
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    process.once("exit", () => child.kill("SIGKILL"));
    const url = await new Promise((resolve, reject) => {
      let told = "";
      const late = setTimeout(() => reject(new Error(`${program} is silent: ${told}`)), START);
      child.stderr.on("data", (data) => {
        told += data;
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(told);
        if (!found) return;
        clearTimeout(late);
        resolve(found[1]);
      });
      child.once("error", reject);
      child.once("exit", () => reject(new Error(`${program} ended: ${told}`)));
    });
    const socket = new WebSocket(`${url}/session`);
    await once(socket, "open");
    const browser = new Browser(child, profile, socket);
    try {
      const alwaysMatch = { unhandledPromptBehavior: { default: "accept" } };
      await browser.send("session.new", { capabilities: { alwaysMatch } });
      await browser.send("session.subscribe", { events: EVENTS });
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
    return browser;
  }

  /** Sends a command. @param {string} method @param {object} [params] @returns {Promise<any>} its result */
  send(method, params = {}) {
    this.#count += 1;
    /** @type {PromiseWithResolvers<any>} */
    const answer = withResolvers();
    this.#waiting.set(this.#count, answer);
    this.#socket.send(JSON.stringify({ id: this.#count, method, params }));
    return answer.promise;
  }

  /** @param {any} message */
  #heard({ id, type, method, params, result, error, message }) {
    if (type === "event") {
      const window = this.windows.get(params.context ?? params.source?.context);
      if (window) heard(window, method, params);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (type === "success") waiting?.resolve(result);
    else waiting?.reject(new Error(`${error}: ${message}`));
  }

  /**
   * Runs an expression and returns what it is or promises, as plain data.
   * @param {string} context
   * @param {string} expression
   */
  async run(context, expression) {
    // Between two pages there is a document with nothing in it.
    const text = `(async () => {
      if (!document.documentElement) throw new Error("no such frame yet");
      return JSON.stringify(await (${expression}));
    })()`;
    const { value } = await this.evaluate(context, text);
    return value === undefined ? undefined : JSON.parse(value);
  }

  /**
   * Runs an expression and returns what it is or promises, as BiDi writes it.
   * @param {string} context
   * @param {string} expression
   */
  async evaluate(context, expression) {
    const answer = await this.send("script.evaluate", {
      expression,
      target: { context },
      awaitPromise: true,
    });
    if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
    return answer.result;
  }

  async quit() {
    const gone = once(this.#process, "exit");
    await this.send("browser.close");
    this.#socket.close();
    await gone;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** By the size of text. @type {Map<number, Promise<Browser>>} */
const browsers = new Map();

export async function quit() {
  const started = await Promise.allSettled(browsers.values());
  browsers.clear();
  for (const one of started) if (one.status === "fulfilled") await one.value.quit();
}

/** @param {Options} options */
export async function open(options) {
  const letters = options.letters ?? 16;
  const starting = browsers.get(letters) ?? Browser.start(letters);
  browsers.set(letters, starting);
  const browser = await starting;
  const { userContext } = await browser.send("browser.createUserContext");
  return opened(browser, userContext, options);
}

/** Opens a window of a profile. @param {Browser} browser @param {string} profile @param {Options} options */
async function opened(browser, profile, options) {
  // A window, not a tab: an unseen tab is slowed down.
  const asked = { type: "window", userContext: profile };
  const { context } = await browser.send("browsingContext.create", asked);
  const tree = await browser.send("browsingContext.getTree", { root: context });
  const { clientWindow } = tree.contexts[0];
  const chrome = await browser.send("browsingContext.getTree", { "moz:scope": "chrome" });
  const frame = chrome.contexts.find((/** @type {any} */ one) => one.clientWindow === clientWindow);
  const window = new Window(browser, profile, options, context, frame.context);
  browser.windows.set(context, window);
  await window.setUp();
  return window;
}

class Window extends webdriver.Window {
  /** Whether another page is about to come. */
  isLeft = false;
  #isClosed = false;
  #isBounded = false;
  #isOffline = false;
  /** @type {Browser} */ #browser;
  /** @type {string} */ #profile;
  /** @type {Options} */ #options;
  /** @type {string} */ #context;
  /** Of what is around the page. @type {string} */ #chrome;

  /**
   * @param {Browser} browser
   * @param {string} profile
   * @param {Options} options
   * @param {string} context
   * @param {string} chrome
   */
  constructor(browser, profile, options, context, chrome) {
    super();
    this.#browser = browser;
    this.#profile = profile;
    this.#options = options;
    this.#context = context;
    this.#chrome = chrome;
  }

  async setUp() {
    const { viewport = { width: 1280, height: 800 }, touch, scheme, reducedMotion } = this.#options;
    await this.resize(viewport.width, viewport.height);
    await this.#outside(
      (wishes) => {
        const outside = /** @type {any} */ (globalThis);
        const { gBrowser, Services } = outside;
        const { browsingContext: page } = gBrowser.selectedBrowser;
        outside.wishes = wishes;
        Object.assign(page, wishes);
        // Another page may come with a context of its own, which is told before it is loaded.
        /** @param {any} other */
        const attached = (other) => {
          if (other.browserId === page.browserId && !other.parent)
            Object.assign(other, outside.wishes);
        };
        Services.obs.addObserver(attached, "browsing-context-attached");
        // Keys are sent to the page, so its last Tab must not end in a bar of the browser.
        outside.document.getElementById("navigator-toolbox").hidden = true;
        addEventListener("unload", () =>
          Services.obs.removeObserver(attached, "browsing-context-attached"),
        );
      },
      {
        prefersColorSchemeOverride: scheme ?? "light",
        prefersReducedMotionOverride: reducedMotion ? "reduce" : "no-preference",
        touchEventsOverride: touch ? "enabled" : "none",
      },
    );
    if (!this.#options.offline) await this.prepare(webdriver.refuseServiceWorkers);
  }

  /** @param {string} [path] */
  async goto(path) {
    const asked = { context: this.#context, url: address(path), wait: "complete" };
    await this.#browser.send("browsingContext.navigate", asked);
  }

  /**
   * @template {unknown[]} A
   * @param {(...args: A) => void} work
   * @param {A} args
   */
  async prepare(work, ...args) {
    // Before a page comes there is an empty one, which may do less.
    const functionDeclaration = `() => {
      if (location.protocol.startsWith("http")) ${call(work, args)};
    }`;
    await this.#browser.send("script.addPreloadScript", {
      functionDeclaration,
      contexts: [this.#context],
    });
  }

  async reload() {
    await this.#browser.send("browsingContext.reload", {
      context: this.#context,
      wait: "complete",
    });
  }

  async back() {
    const before = await this.url();
    await this.#browser.send("browsingContext.traverseHistory", {
      context: this.#context,
      delta: -1,
    });
    await this.until(
      (before) => location.href !== before && document.readyState === "complete",
      before,
    );
  }

  async url() {
    return this.evaluate(() => location.href);
  }

  /** @param {string} expression */
  async run(expression) {
    return this.#browser.run(this.#context, expression);
  }

  /** @param {Source[]} actions */
  async perform(actions) {
    await this.#browser.send("input.performActions", { context: this.#context, actions });
  }

  /** @param {string} expression @param {string} file */
  async choose(expression, file) {
    const { sharedId } = await this.#browser.evaluate(this.#context, expression);
    const asked = { context: this.#context, element: { sharedId }, files: [file] };
    await this.#browser.send("input.setFiles", asked);
  }

  /** @param {string} selector */
  frame(selector) {
    const element = `document.querySelector(${JSON.stringify(selector)})`;
    /** @type {import("./webdriver.mjs").Scope} */
    const scope = {
      run: async (expression) => {
        const found = await this.#browser.evaluate(this.#context, `${element}?.contentWindow`);
        if (found.type !== "window") throw new Error("no such frame yet");
        return this.#browser.run(found.value.context, expression);
      },
      corner: async () => {
        const corner = await this.run(`(() => {
          const frame = ${element};
          const { x, y } = frame.getBoundingClientRect();
          return { x: x + frame.clientLeft, y: y + frame.clientTop };
        })()`);
        return /** @type {import("./window.mjs").Point} */ (corner);
      },
      choose: () => Promise.reject(new Error("No frame takes a file")),
    };
    return {
      /** @param {string} role @param {string | RegExp} [name] */
      find: (role, name) => webdriver.found(scope, role, name),
    };
  }

  /** @param {number} width @param {number} height */
  async resize(width, height) {
    await this.#browser.send("browsingContext.setViewport", {
      context: this.#context,
      viewport: { width, height },
      devicePixelRatio: this.#options.ratio ?? 1,
    });
  }

  async unzoom() {
    // The fingers of a test do not enlarge anything here.
    await this.until(() => visualViewport?.scale === 1);
  }

  /** @param {{ scheme?: "light" | "dark", contrast?: "more" | "no-preference" }} wishes */
  async wish({ scheme, contrast }) {
    await this.#outside(
      (scheme, contrast) => {
        const { gBrowser, Services, wishes } = /** @type {any} */ (globalThis);
        if (scheme) {
          wishes.prefersColorSchemeOverride = scheme;
          Object.assign(gBrowser.selectedBrowser.browsingContext, wishes);
        }
        // Contrast is wished for by the whole browser, and is that of its two colours.
        if (contrast) {
          Services.prefs.setIntPref("browser.display.document_color_use", 1);
          Services.prefs.setIntPref("ui.useAccessibilityTheme", contrast === "more" ? 1 : 0);
        }
      },
      scheme ?? null,
      contrast ?? null,
    );
  }

  /** @param {boolean} offline */
  async offline(offline) {
    this.#isOffline = offline;
    await this.#outside((offline) => {
      /** @type {any} */ (globalThis).Services.io.offline = offline;
    }, offline);
  }

  /** @param {number} [bytes] */
  async quota(bytes) {
    this.#isBounded = bytes !== undefined;
    await this.#outside(
      (kilobytes) => {
        const { Services } = /** @type {any} */ (globalThis);
        const bound = "dom.quotaManager.temporaryStorage.fixedLimit";
        if (kilobytes === null) Services.prefs.clearUserPref(bound);
        else Services.prefs.setIntPref(bound, kilobytes);
        // The bound is read when what is kept on the device is opened, here once more.
        Services.prefs.setBoolPref("dom.quotaManager.testing", true);
        return new Promise((resolve) => {
          Services.qms.reset().callback = () => resolve(null);
        });
      },
      bytes === undefined ? null : Math.ceil(bytes / 1024),
    );
  }

  /** @param {string} [file] */
  async screenshot(file) {
    const asked = { context: this.#context };
    const { data } = await this.#browser.send("browsingContext.captureScreenshot", asked);
    const picture = Buffer.from(data, "base64");
    if (file !== undefined) writeFileSync(file, picture);
    return picture;
  }

  async another() {
    return opened(this.#browser, this.#profile, this.#options);
  }

  /** @param {boolean} frozen */
  async freeze(frozen) {
    process.kill(await this.#processId(), frozen ? "SIGSTOP" : "SIGCONT");
  }

  async kill() {
    const number = await this.#processId();
    process.kill(number, "SIGKILL");
    // In its place there is a page that says so.
    await repeated(
      async () => (await this.#processId()) !== number,
      () => "The page's process does not die",
    );
  }

  async close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // The whole browser has one network and one bound.
    if (this.#isOffline) await this.offline(false);
    if (this.#isBounded) await this.quota();
    await this.#browser.send("browser.removeUserContext", { userContext: this.#profile });
  }

  async #processId() {
    return this.#outside(() => {
      const { gBrowser } = /** @type {any} */ (globalThis);
      const page = gBrowser.selectedBrowser.browsingContext;
      return /** @type {number} */ (page?.currentWindowGlobal?.osPid ?? 0);
    });
  }

  /**
   * Runs a function in the window around the page, which may do what Firefox itself may.
   * @template T
   * @template {unknown[]} A
   * @param {(...args: A) => T} work
   * @param {A} args
   */
  async #outside(work, ...args) {
    return /** @type {T} */ (await this.#browser.run(this.#chrome, call(work, args)));
  }
}

/** `Promise.withResolvers`, which Node 20 does not have. @returns {PromiseWithResolvers<any>} */
function withResolvers() {
  /** @type {any} */
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}
