// WebKitGTK's small browser, driven by its WebDriver, on a screen in memory (Xvfb). Every window
// has a driver of its own, because a driver has one profile at a time.
//
// WebDriver cannot run something before a page does, nor hear what a page reports. So the site is
// fetched through a server in here, which puts a script in front of each page's own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refuseServiceWorkers, Window as WebDriverWindow } from "./webdriver.mjs";
import { address, call, repeated } from "./window.mjs";

/** @typedef {import("./window.mjs").Options} Options */
/** @typedef {import("./webdriver.mjs").Source} Source */

const BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
/** Addresses that the server in here answers itself. */
const BLANK = "/fivefold-blank";
const FIRST = "/fivefold-first.js";
const REPORT = "/fivefold-report";

/** What an element is called in WebDriver's answers. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** What goes before the scripts of all pages: it has what goes wrong there be reported. @param {string} to */
function report(to) {
  let isLeft = false;
  /** @param {unknown} what */
  const tell = (what) => {
    // What a page still fetches when it is left comes to nothing.
    const cutShort = /Load failed|Importing a module script failed|cancelled|^\[object Event\]$/;
    if (isLeft && cutShort.test(String(what))) return;
    navigator.sendBeacon(to, String(what));
  };
  addEventListener("pagehide", () => {
    isLeft = true;
  });
  addEventListener("beforeunload", () => {
    isLeft = true;
  });
  addEventListener("error", ({ message }) => tell(message));
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
  addEventListener("securitypolicyviolation", ({ violatedDirective }) =>
    tell(`Content Security Policy: ${violatedDirective}`),
  );
  const { error } = console;
  console.error = (...all) => {
    tell(all.map(String).join(" "));
    error.apply(console, all);
  };
}

/** All windows, by the number in the cookie of their profile. @type {Map<string, Window[]>} */
const profiles = new Map();
let profileCount = 0;

/** The windows that an asked for file is for. @param {import("node:http").IncomingMessage} asked */
const askedBy = (asked) =>
  profiles.get(/fivefold-profile=(\d+)/.exec(asked.headers.cookie ?? "")?.[1] ?? "") ?? [];

/** The site, with a script before each page's own. */
const server = createServer((asked, answer) => {
  const path = asked.url ?? "/";
  if (path.startsWith(BLANK)) {
    const cookie = `fivefold-profile=${path.slice(BLANK.length + 1)}; Path=/`;
    answer.writeHead(200, { "content-type": "text/html", "set-cookie": cookie });
    answer.end("<!doctype html><title>Blank</title><p>Blank");
    return;
  }
  if (path === FIRST) {
    const first = askedBy(asked)[0]?.first ?? [];
    answer.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-store" });
    answer.end([call(report, [REPORT]), ...first].join(";\n"));
    return;
  }
  if (path === REPORT) {
    let text = "";
    asked.on("data", (data) => {
      text += data;
    });
    asked.on("end", () => {
      askedBy(asked)[0]?.reported.push(text);
      answer.writeHead(204).end();
    });
    return;
  }
  const { hostname, port } = new URL(address());
  const headers = { ...asked.headers, "accept-encoding": "identity", connection: "close" };
  // Each file by a connection of its own: one that is kept may be closed just when it is used again.
  const options = { hostname, port, path, method: asked.method, headers, agent: false };
  const onward = request(options, (found) => {
    const { statusCode = 500, headers } = found;
    if (!/^text\/html/.test(headers["content-type"] ?? "")) {
      answer.writeHead(statusCode, headers);
      found.pipe(answer);
      return;
    }
    let page = "";
    found.setEncoding("utf8");
    found.on("data", (data) => {
      page += data;
    });
    found.on("end", () => {
      const { "content-length": _, ...rest } = headers;
      answer.writeHead(statusCode, rest);
      answer.end(page.replace(/<head>/, `$&<script src="${FIRST}"></script>`));
    });
  });
  onward.on("error", () => answer.destroy());
  asked.pipe(onward);
});

/** How long WebKit may take to start, in milliseconds; then it is started once more. */
const START = 60_000;

/** What was started and has not ended. @type {Set<import("node:child_process").ChildProcess>} */
const children = new Set();
process.once("exit", () => {
  for (const child of children) child.kill();
});

/** Starts a program that ends with the tests. @param {string} program @param {string[]} words @param {import("node:child_process").SpawnOptions} options */
function launch(program, words, options) {
  const child = spawn(program, words, options);
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

/** @type {Promise<{ display: string, origin: string }> | undefined} */
let place;
/** @type {(() => void)[]} */
const endings = [];

/** Starts the screen and the server, once for all tests of a file. */
async function started() {
  const screen = launch("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1300x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const numbered = /** @type {import("node:stream").Readable} */ (screen.stdio[3]);
  const [number] = await once(numbered, "data");
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  endings.push(
    () => screen.kill(),
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { display: `:${String(number).trim()}`, origin: `http://127.0.0.1:${port}` };
}

export async function quit() {
  await place;
  for (const end of endings) end();
}

/** A port that nobody listens on. */
async function freePort() {
  const taker = createServer().listen(0, "127.0.0.1");
  await once(taker, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (taker.address());
  taker.close();
  await once(taker, "close");
  return port;
}

/** A browser with a profile of its own, and its driver. */
class Session {
  /** @type {import("node:child_process").ChildProcess} */ #process;
  /** @type {string} */ #settings;
  /** @type {string} */ #base;
  #id = "";
  /** The window that commands are for. */
  #current = "";
  /** The end of what was asked for last. @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** The window that other windows are opened from. */
  first = "";

  /** @param {import("node:child_process").ChildProcess} process @param {string} settings @param {number} port */
  constructor(process, settings, port) {
    this.#process = process;
    this.#settings = settings;
    this.#base = `http://127.0.0.1:${port}`;
  }

  /** @param {Options} options @param {string} display */
  static async start(options, display) {
    // What the user of the device wishes for stands in the settings of GTK.
    const settings = mkdtempSync(join(tmpdir(), "fivefold-webkit-"));
    mkdirSync(join(settings, "gtk-3.0"));
    const wishes = [
      "[Settings]",
      `gtk-application-prefer-dark-theme=${options.scheme === "dark" ? 1 : 0}`,
      `gtk-enable-animations=${options.reducedMotion ? 0 : 1}`,
    ];
    writeFileSync(join(settings, "gtk-3.0/settings.ini"), `${wishes.join("\n")}\n`);
    const env = { ...process.env, DISPLAY: display, LANGUAGE: "en", XDG_CONFIG_HOME: settings };
    const program = process.env.FIVEFOLD_WEBKIT ?? "WebKitWebDriver";
    for (let attempt = 1; ; attempt += 1) {
      const port = await freePort();
      const child = launch(program, ["-p", `${port}`], { env, stdio: "ignore" });
      const session = new Session(child, settings, port);
      try {
        await session.#begin();
        return session;
      } catch (error) {
        child.kill();
        if (attempt === 2) throw error;
      }
    }
  }

  async #begin() {
    const browser = { binary: BROWSER, args: ["--automation"] };
    const alwaysMatch = {
      "webkitgtk:browserOptions": browser,
      unhandledPromptBehavior: "accept",
    };
    const answers = () => this.#send("GET", "/status").catch(() => undefined);
    await repeated(answers, () => "WebKitWebDriver does not start");
    const signal = AbortSignal.timeout(START);
    const wanted = { capabilities: { alwaysMatch } };
    const begun = await this.#send("POST", "/session", wanted, signal);
    this.#id = begun.sessionId;
    this.first = await this.#send("GET", `/session/${this.#id}/window`);
    this.#current = this.first;
  }

  /** @param {string} method @param {string} path @param {object} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
  async #send(method, path, body, signal) {
    const text = body ? JSON.stringify(body) : null;
    const asked = { method, body: text, ...(signal && { signal }) };
    const answer = await fetch(`${this.#base}${path}`, asked);
    const { value } = /** @type {{ value: any }} */ (await answer.json());
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  /**
   * Sends a command for a window, after those before it.
   * @param {string} window
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  send(window, method, path, body) {
    const sent = this.#last.then(async () => {
      if (this.#current !== window) {
        await this.#send("POST", `/session/${this.#id}/window`, { handle: window });
        this.#current = window;
      }
      return this.#send(method, `/session/${this.#id}${path}`, body);
    });
    this.#last = sent.catch(() => {});
    return sent;
  }

  async quit() {
    await this.send(this.first, "DELETE", "");
    this.#process.kill();
    rmSync(this.#settings, { recursive: true });
  }
}

/** @param {Options} options */
export async function open(options) {
  place ??= started();
  const { display, origin } = await place;
  const session = await Session.start(options, display);
  profileCount += 1;
  const profile = `${profileCount}`;
  profiles.set(profile, []);
  await session.send(session.first, "POST", "/url", { url: `${origin}${BLANK}?${profile}` });
  return opened(session, profile, options, origin);
}

/**
 * Opens a window without bars, as narrow as a phone if need be.
 * @param {Session} session
 * @param {string} profile
 * @param {Options} options
 * @param {string} origin
 */
async function opened(session, profile, options, origin) {
  const { width, height } = options.viewport ?? { width: 1280, height: 800 };
  /** @param {string} method @param {string} path @param {object} [body] */
  const send = (method, path, body) => session.send(session.first, method, path, body);
  const before = await send("GET", "/window/handles");
  const script = `addEventListener("click", () => open("${BLANK}?${profile}", "_blank",
    "popup,noopener,width=${width},height=${height}"), { once: true })`;
  await send("POST", "/execute/sync", { script, args: [] });
  const actions = [
    { type: "pointerMove", x: 5, y: 5, duration: 0 },
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ];
  const parameters = { pointerType: "mouse" };
  await send("POST", "/actions", { actions: [{ type: "pointer", id: "m", parameters, actions }] });
  const handle = await repeated(
    async () => {
      const handles = await send("GET", "/window/handles");
      return handles.find((/** @type {string} */ one) => !before.includes(one));
    },
    () => "WebKit opens no window",
  );
  const window = new Window(session, profile, options, origin, handle);
  profiles.get(profile)?.push(window);
  await window.resize(width, height);
  if (!options.offline) await window.prepare(refuseServiceWorkers);
  return window;
}

class Window extends WebDriverWindow {
  /** What goes before a page's own scripts. @type {string[]} */
  first = [];
  /** @type {Session} */ #session;
  /** @type {string} */ #profile;
  /** @type {Options} */ #options;
  /** @type {string} */ #origin;
  /** @type {string} */ #handle;

  /**
   * @param {Session} session
   * @param {string} profile
   * @param {Options} options
   * @param {string} origin
   * @param {string} handle
   */
  constructor(session, profile, options, origin, handle) {
    super();
    this.#session = session;
    this.#profile = profile;
    this.#options = options;
    this.#origin = origin;
    this.#handle = handle;
  }

  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
  #send(method, path, body) {
    return this.#session.send(this.#handle, method, path, body);
  }

  /** @param {string} [path] */
  async goto(path) {
    const wanted = new URL(address(path));
    if (wanted.origin === new URL(address()).origin) {
      const { port } = new URL(this.#origin);
      wanted.port = port;
    }
    await this.#send("POST", "/url", { url: wanted.href });
  }

  /**
   * @template {unknown[]} A
   * @param {(...args: A) => void} work
   * @param {A} args
   */
  async prepare(work, ...args) {
    this.first.push(call(work, args));
  }

  async reload() {
    await this.#send("POST", "/refresh", {});
  }

  async back() {
    await this.#send("POST", "/back", {});
  }

  async url() {
    return this.#send("GET", "/url");
  }

  /** @param {string} expression */
  async run(expression) {
    const script = `const done = arguments[arguments.length - 1];
      (async () => JSON.stringify({ value: await (${expression}) }))()
        .then(done, (error) => done(JSON.stringify({ error: String(error) })));`;
    const answer = await this.#send("POST", "/execute/async", { script, args: [] });
    const { value, error } = JSON.parse(answer);
    if (error) throw new Error(error);
    return value;
  }

  /** @param {Source[]} actions */
  async perform(actions) {
    await this.#send("POST", "/actions", { actions });
  }

  /** @param {string} expression @param {string} file */
  async choose(expression, file) {
    const script = `return ${expression}`;
    const element = await this.#send("POST", "/execute/sync", { script, args: [] });
    await this.#send("POST", `/element/${element[ELEMENT]}/value`, { text: file });
  }

  /** @param {number} width @param {number} height */
  async resize(width, height) {
    await this.#send("POST", "/window/rect", { width, height });
  }

  /** @param {string} [file] */
  async screenshot(file) {
    const picture = Buffer.from(await this.#send("GET", "/screenshot"), "base64");
    if (file !== undefined) writeFileSync(file, picture);
    return picture;
  }

  async another() {
    return opened(this.#session, this.#profile, this.#options, this.#origin);
  }

  async close() {
    if (!profiles.has(this.#profile)) return;
    profiles.delete(this.#profile);
    await this.#session.quit();
  }
}
