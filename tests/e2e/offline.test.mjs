// The site without a network, and new versions of it.

import assert from "node:assert/strict";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { after, test } from "node:test";
import { click, named, ready, usable } from "./board.mjs";
import { address, inWindow, open, quit, repeated } from "./driver.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const DIST = new URL("../../dist/", import.meta.url).pathname;

/** Waits until the site is kept on the device, and serves this window. @param {Window} window */
const kept = (window) =>
  window.until(() => navigator.serviceWorker.controller?.state === "activated");

/**
 * A copy of the site that a test may change, on a server of its own.
 * @typedef {object} Copy
 * @property {string} folder
 * @property {string} url
 * @property {(path: string) => boolean} fails which files the server fails to send
 * @property {(path: string) => boolean} slow of which files it sends the second half late
 */

/** How late a slow answer is, in milliseconds: later than the service worker waits for a page. */
const LATE = 4000;

/** @param {(site: Copy) => Promise<void>} work */
async function onCopy(work) {
  const folder = mkdtempSync(join(tmpdir(), "fivefold-"));
  cpSync(DIST, folder, { recursive: true });
  /** @type {Record<string, string>} */
  const types = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
  };
  /** @type {Copy} */
  const site = { folder, url: "", fails: () => false, slow: () => false };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://local");
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const file = join(folder, path);
    try {
      if (site.fails(path)) throw new Error("it fails");
      const body = readFileSync(file);
      response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain" });
      if (!site.slow(path)) {
        response.end(body);
        return;
      }
      response.write(body.subarray(0, body.length / 2));
      setTimeout(() => response.end(body.subarray(body.length / 2)), LATE);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  try {
    site.url = `http://127.0.0.1:${port}/`;
    await work(site);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Publishes another version: the page's script has another name, as after a change of it, and so have
 * the site and its set of files. Returns the script's name.
 * @param {string} folder
 * @param {string} version eight signs, as marks have
 */
function deploy(folder, version = "another0") {
  const script = readdirSync(join(folder, "assets")).find((name) => /^main-\w+\.js$/.test(name));
  const next = `main-${version}.js`;
  renameSync(join(folder, "assets", script ?? ""), join(folder, "assets", next));
  const pages = readdirSync(folder, { recursive: true }).map(String);
  for (const page of pages.filter((page) => /(^|\/)(index\.html|sw\.js)$/.test(page))) {
    const path = join(folder, page);
    let text = readFileSync(path, "utf8").replaceAll(script ?? "", next);
    if (page === "sw.js")
      text = text.replace(/"\w{8}",(\w+)="\w{8}"/, `"${version}",$1="${version}"`);
    else text = text.replace(/data-version="\w+"/, `data-version="${version}"`);
    writeFileSync(path, text);
  }
  return next;
}

/**
 * Has the browser look for a new version until it has found it. Once is not enough: the browser looks by itself
 * too, soon after a page was loaded, and where that has begun before the new version was published, what it saw
 * answers a second look as well.
 * @param {Window} window
 * @param {string} version
 * @param {() => Promise<boolean>} isFound
 */
const lookFor = (window, version, isFound) =>
  repeated(
    async () => {
      await window.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        // Its answer is not waited for: it can stay away, and may be the failure of the browser's own look.
        registration?.update().catch(() => {});
      });
      return isFound();
    },
    () => `The browser does not find ${version}`,
  );

/**
 * Has the browser look for a new version, and waits until the device has the whole of it.
 * @param {Window} window
 * @param {string} version
 */
async function update(window, version) {
  await lookFor(window, version, async () => (await versions(window)).includes(version));
  await window.until(async (version) => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (!registration?.waiting || registration.installing) return false;
    const store = (await caches.keys()).find((name) => name.endsWith(version));
    const whole = new URL("whole", registration.scope).href;
    return !!store && (await caches.match(whole, { cacheName: store })) !== undefined;
  }, version);
}

/**
 * Has the browser look for a new version of which one file does not come, and waits until it has given up.
 * @param {Window} window
 * @param {Copy} site
 * @param {string} version
 */
async function updateInVain(window, site, version) {
  let isAsked = false;
  site.fails = (path) => {
    const fails = path.endsWith("/rules/index.html");
    isAsked ||= fails;
    return fails;
  };
  deploy(site.folder, version);
  await lookFor(window, version, async () => isAsked);
  await window.until(async (version) => {
    const registration = await navigator.serviceWorker.getRegistration();
    const names = await caches.keys();
    return !registration?.installing && !names.some((name) => name.endsWith(version));
  }, version);
}

/** The versions of which something is kept on the device. @param {Window} window */
const versions = async (window) => {
  const names = await window.until(() => caches.keys());
  return names.map((name) => String(name.split(" ").at(-1)));
};

/**
 * Waits until the device keeps these versions, and no other.
 * @param {Window} window
 * @param {string[]} expected
 */
const keeps = (window, ...expected) =>
  window.until(async (expected) => {
    const names = await caches.keys();
    return (
      names
        .map((name) => name.split(" ").at(-1))
        .sort()
        .join() === expected
    );
  }, expected.sort().join());

/** Changes to the version that waits, whose script has this in its name. @param {Window} window @param {string} version */
async function reloadTo(window, version) {
  await window.click(window.find("link", "Reload the game"));
  await window.until(
    (version) => document.querySelector(`script[src*="${version}"]`) !== null,
    version,
  );
  await ready(window);
}

test(
  "after one visit everything works without a network",
  inWindow({ offline: true }, async (window) => {
    await window.goto();
    await kept(window);
    await window.offline(true);
    for (const game of ["charismatic", "chessence", "batteries", "magnetic"]) {
      await window.goto(`?game=${game}`);
      await ready(window);
    }
    await click(window, "c2", "c4");
    await named(window, "c5, black pawn");
    // What is fetched late is there too: dialogs, lessons, rules, the computer player.
    await window.click(window.find("button", "Settings"));
    await window.find("dialog", "Settings").shown();
    await window.key("Escape");
    await window.click(await usable(window, "Hint"));
    await window.until(() => document.getElementById("says")?.textContent?.startsWith("Try "));
    await window.goto("?game=chessence&lesson=1");
    await ready(window);
    await window.goto("magnetic/");
    await window.find("heading", "Magnetic Chess").shown();
    await window.reload();
    await window.find("heading", "Magnetic Chess").shown();
  }),
);

/**
 * Waits until the device keeps the files of this kind of these games, and of no other.
 * @param {Window} window
 * @param {"net" | "openings"} kind
 * @param {string[]} games
 */
const keepsOf = (window, kind, ...games) =>
  window.until(
    async ([kind, expected]) => {
      const names = await caches.keys();
      const stores = await Promise.all(names.map((name) => caches.open(name)));
      const kept = (await Promise.all(stores.map((store) => store.keys()))).flat();
      const game = new RegExp(`[^/]*(?=-[^-/]*\\.${kind}$)`);
      return (
        kept
          .map(({ url }) => game.exec(url)?.[0])
          .filter(Boolean)
          .join() === expected
      );
    },
    [kind, games.join()],
  );

test(
  "the net and the book of a game are kept when they have been used, and no others",
  inWindow({ offline: true }, async (window) => {
    await window.goto("?game=magnetic");
    await kept(window);
    await ready(window);
    await keepsOf(window, "net");
    await keepsOf(window, "openings");
    // A hint comes at full strength.
    const hint = async () => {
      await window.click(await usable(window, "Hint"));
      await window.until(() => document.getElementById("says")?.textContent?.startsWith("Try "));
    };
    await hint();
    await keepsOf(window, "net", "magnetic");
    const openBook = async () => {
      await window.goto("?analysis=magnetic");
      await window.find("region", "Analysis").shown();
      await window.select("#analysis .book > summary").focus();
      await window.key("Enter");
      await window.find("table", "Book").shown();
    };
    await openBook();
    await keepsOf(window, "openings", "magnetic");
    await keepsOf(window, "net", "magnetic");

    await window.offline(true);
    await openBook();
    await window.goto("?game=magnetic");
    await ready(window);
    await window.evaluate(() => {
      const all = /** @type {any} */ (globalThis);
      all.Worker = class extends Worker {
        /** @param {(event: MessageEvent) => void} listener */
        set onmessage(listener) {
          super.onmessage = (event) => {
            all.net ??= event.data.net;
            listener.call(this, event);
          };
        }
      };
    });
    await hint();
    const net = () => /** @type {any} */ (globalThis).net;
    assert.equal(await window.evaluate(net), "used");
  }),
);

test("a new version is announced, waits to be asked for, and breaks no game", () =>
  onCopy(({ folder, url }) =>
    inWindow({ offline: true }, async (window) => {
      await window.goto(`${url}?game=magnetic`);
      await kept(window);
      await click(window, "c2", "c4");
      await named(window, "c5, black pawn");
      const script = () =>
        /** @type {HTMLScriptElement} */ (document.querySelector("script[src*=main]")).src;
      const before = await window.evaluate(script);

      deploy(folder);
      await update(window, "another0");
      await window.find("link", "Reload the game").shown();
      // The old page goes on with its own files, though they are no longer on the server.
      await window.click(window.find("button", "Settings"));
      await window.find("dialog", "Settings").shown();
      await window.key("Escape");
      await click(window, "g8", "f6");
      await named(window, "f6, black knight");
      assert.equal(await window.evaluate(script), before);

      await reloadTo(window, "another0");
      await named(window, "f6, black knight");
      await named(window, "c5, black pawn");
    })(),
  ));

test("a visit after a deployment shows the new pages at once, with their own files", () =>
  onCopy(({ folder, url }) =>
    inWindow({ offline: true }, async (window) => {
      await window.goto(`${url}?game=magnetic`);
      await kept(window);
      const next = deploy(folder);
      await window.reload();
      await ready(window);
      const scripts = () =>
        [...document.querySelectorAll("script[src]")].map(
          (script) => script.getAttribute("src") ?? "",
        );
      const found = await window.evaluate(scripts);
      assert.ok(
        found.some((script) => script.endsWith(next)),
        found.join(),
      );
      // It is new already: nothing is announced, and it is what is kept from now on.
      await window.until(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        const isComing = registration?.installing || registration?.waiting;
        const names = await caches.keys();
        return !isComing && names.some((name) => name.endsWith("another0"));
      });
      await kept(window);
      await window.find("link", "Reload the game").counted(0);
      await window.offline(true);
      await window.reload();
      await ready(window);
    })(),
  ));

test("a version that could not be had as a whole is not taken for the one before", () =>
  onCopy((site) =>
    inWindow({ offline: true }, async (window) => {
      const { folder, url } = site;
      await window.goto(`${url}?game=magnetic`);
      await kept(window);
      const [first] = await versions(window);
      // Of the second version one file does not come.
      await updateInVain(window, site, "second00");
      await keeps(window, first);
      site.fails = () => false;
      deploy(folder, "third000");
      await update(window, "third000");
      await reloadTo(window, "third000");
      await keeps(window, first, "third000");
    })(),
  ));

test("a version that was never in use is not taken for the one before", () =>
  onCopy(({ folder, url }) =>
    inWindow({ offline: true }, async (window) => {
      await window.goto(`${url}?game=magnetic`);
      await kept(window);
      const [first] = await versions(window);
      for (const version of ["second00", "third000"]) {
        deploy(folder, version);
        await update(window, version);
      }
      await reloadTo(window, "third000");
      await keeps(window, first, "third000");
    })(),
  ));

test("a page that comes slowly comes whole", () =>
  onCopy((site) =>
    inWindow({ offline: true }, async (window) => {
      await window.goto(`${site.url}?game=magnetic`);
      await kept(window);
      site.slow = (path) => path === "/index.html";
      await window.goto(`${site.url}?game=batteries`);
      await ready(window);
      await named(window, "c3, white soldier");
    })(),
  ));

/** Whether a script comes later than what a page of a game begins with. @param {string} folder the site's */
function isLater(folder) {
  const page = readFileSync(join(folder, "index.html"), "utf8");
  return (/** @type {string} */ path) =>
    path.endsWith(".js") && !page.includes(basename(path)) && !/\/(play|whole)\//.test(path);
}

/** Wins a game of Charismatic Chess where no later script comes. @param {Window} window @param {Copy} site */
async function winWithoutLaterScripts(window, site) {
  site.fails = isLater(site.folder);
  const fen = "8/2N3Q1/8/3N4/B7/k7/8/3K4[] w - - 3 17 - -";
  await window.goto(`${site.url}?${new URLSearchParams({ game: "charismatic", fen })}`);
  await ready(window);
  await click(window, "g7", "a1");
  await window.click(window.find("button", "End turn"));
  await window.find("alert").reads(/^White wins/);
}

test("where the later scripts do not come, a rematch begins all the same, and the finished game stands beside it", () =>
  onCopy(async (site) => {
    const window = await open({});
    try {
      await winWithoutLaterScripts(window, site);
      await window.click(window.find("button", "Rematch"));
      await named(window, "g7, white queen");
      site.fails = () => false;
      await window.reload();
      await ready(window);
      // A page that is left in the moment of the rematch may still have the finished game.
      const shown = await window.until(() => {
        const result = document.querySelector("[role=alert]")?.textContent ?? "";
        if (/^White wins/.test(result)) return "finished";
        return document.querySelector('[aria-label^="g7, white queen"]') ? "begun" : "";
      });
      if (shown === "finished") await window.click(window.find("button", "Rematch"));
      await named(window, "g7, white queen");
      await click(window, "g7", "g3");
      await named(window, "g3, white queen, moved this turn");
      await window.click(window.find("button", "Your games"));
      await window.find("dialog", "Your games").shown();
      await window.until(() => document.querySelectorAll("#library li").length === 2);
      await window
        .find("dialog", "Your games")
        .find("link", /White wins by checkmate/)
        .shown();
    } finally {
      await window.close();
    }
  }));

test("a new game where its scripts come late, or at first not at all, leaves the finished game in the list", () =>
  onCopy(async (site) => {
    const window = await open({});
    try {
      await winWithoutLaterScripts(window, site);
      await window.click(window.find("navigation", "Games").find("button", "New game"));
      await window.until(() =>
        /could not be loaded/.test(document.getElementById("notice")?.textContent ?? ""),
      );
      await window.find("alert").reads(/^White wins/);
      site.fails = () => false;
      site.slow = isLater(site.folder);
      await window.reload();
      await ready(window);
      await window.find("alert").reads(/^White wins/);
      await window.click(window.find("navigation", "Games").find("button", "New game"));
      const dialog = window.find("dialog", "New game");
      await dialog.shown();
      await window.click(dialog.find("button", /^Begin/));
      // The same position once more.
      await named(window, "g7, white queen");
      await window.click(window.find("button", "Your games"));
      await window
        .find("dialog", "Your games")
        .find("link", /White wins by checkmate/)
        .shown();
    } finally {
      await window.close();
    }
  }));

test("a host's title and link are shown, and nothing else of what it set", () =>
  onCopy(({ folder, url }) =>
    inWindow({}, async (window) => {
      const community = { label: "<b>Talk</b>", href: "https://example.org/talk" };
      writeFileSync(join(folder, "site.json"), JSON.stringify({ title: "Club <i>", community }));
      await window.goto(url);
      await window.find("link", "<b>Talk</b>").shown();
      await window.find("link", "<b>Talk</b>").carries("href", community.href);
      await window.until(() => document.title.endsWith("Club <i>"));
      community.href = "javascript:alert(1)";
      writeFileSync(join(folder, "site.json"), JSON.stringify({ community }));
      await window.goto(url);
      await window.find("button", "Settings").shown();
      await ready(window);
      await window.find("link", "<b>Talk</b>").counted(0);
    })(),
  ));

test("the manifest has what a browser wants for installing", async () => {
  const manifest = await (await fetch(address("manifest.webmanifest"))).json();
  const sizes = manifest.icons.map((/** @type {{ sizes: string }} */ icon) => icon.sizes);
  assert.ok(sizes.includes("192x192") && sizes.includes("512x512"));
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    assert.equal((await fetch(address(src))).status, 200, src);
  }
});
