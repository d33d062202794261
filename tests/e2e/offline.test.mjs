// The site without a network, and new versions of it.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { click, named, ready } from "./board.mjs";
import { address, inWindow, quit } from "./driver.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const DIST = new URL("../../dist/", import.meta.url).pathname;

/** Waits until the site is kept on the device, and serves this window. @param {Window} window */
const kept = (window) =>
  window.until(() => navigator.serviceWorker.controller?.state === "activated");

/**
 * A copy of the site that a test may change, on a server of its own.
 * @param {(site: { folder: string, url: string }) => Promise<void>} work
 */
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
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://local");
    const file = join(folder, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    try {
      const body = readFileSync(file);
      response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain" });
      response.end(body);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  try {
    await work({ folder, url: `http://127.0.0.1:${port}/` });
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Publishes another version: its files have other names, as after a change of a script. @param {string} folder */
function deploy(folder) {
  const assets = readdirSync(folder).find((name) => /^assets-[0-9a-f]+$/.test(name)) ?? "";
  const next = `assets-${"0".repeat(assets.length - 7)}`;
  cpSync(join(folder, assets), join(folder, next), { recursive: true });
  rmSync(join(folder, assets), { recursive: true });
  const pages = readdirSync(folder, { recursive: true }).map(String);
  for (const page of pages.filter((page) => /(^|\/)(index\.html|sw\.js)$/.test(page))) {
    const path = join(folder, page);
    let text = readFileSync(path, "utf8").replaceAll(assets, next);
    if (page === "sw.js") text = text.replace(/"[0-9a-f]{8,}"/, '"another"');
    writeFileSync(path, text);
  }
  return next;
}

test(
  "after one visit everything works without a network",
  inWindow({ offline: true }, async (window) => {
    await window.goto();
    await kept(window);
    await window.offline(true);
    for (const game of ["charismatic", "chessence", "magnetic", "batteries"]) {
      await window.goto(`?game=${game}`);
      await ready(window);
    }
    await window.goto("?game=magnetic");
    await ready(window);
    await click(window, "c2", "c4");
    await named(window, "c5, black pawn");
    // What is fetched late is there too: dialogs, lessons, rules, the computer player.
    await window.click(window.find("button", "Settings"));
    await window.find("dialog", "Settings").shown();
    await window.key("Escape");
    await window.click(window.find("button", "Hint"));
    await window.until(() => document.getElementById("says")?.textContent?.startsWith("Try "));
    await window.goto("?game=chessence&lesson=1");
    await ready(window);
    await window.goto("magnetic/");
    await window.find("heading", "Magnetic Chess").shown();
    await window.reload();
    await window.find("heading", "Magnetic Chess").shown();
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

      const next = deploy(folder);
      await window.evaluate(async () => {
        await (await navigator.serviceWorker.getRegistration())?.update();
      });
      await window.find("link", "Reload the game").shown();
      // The old page goes on with its own files, though they are no longer on the server.
      await window.click(window.find("button", "Settings"));
      await window.find("dialog", "Settings").shown();
      await window.key("Escape");
      await click(window, "g8", "f6");
      await named(window, "f6, black knight");
      assert.equal(await window.evaluate(script), before);

      await window.click(window.find("link", "Reload the game"));
      await window.until((next) => document.querySelector(`script[src*="${next}"]`) !== null, next);
      await ready(window);
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
      for (const script of await window.evaluate(scripts)) assert.ok(script.includes(next), script);
      // It is new already: nothing is announced, and it is what is kept from now on.
      await window.until(async () => {
        const names = await caches.keys();
        return names.some((name) => name.endsWith("another"));
      });
      await kept(window);
      await window.find("link", "Reload the game").counted(0);
      await window.offline(true);
      await window.reload();
      await ready(window);
    })(),
  ));

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
