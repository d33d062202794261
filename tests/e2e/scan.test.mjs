// Scanning: links that go from one device to another as codes before a camera.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import decodeQR from "qr/decode.js";
import { click, openGame, press, ready } from "./board.mjs";
import { codeShown, pixels, seen, show } from "./camera.mjs";
import { BROWSER, inWindow, quit } from "./driver.mjs";
import { due, same } from "./friend.mjs";
import { among } from "./thorough.mjs";

/** @typedef {import("./driver.mjs").Window} Window */
/** @typedef {import("./driver.mjs").Options} Options */

const folder = mkdtempSync(join(tmpdir(), "fivefold-camera-"));
const camera = join(folder, "camera.y4m");
const PHONE = { touch: true, viewport: { width: 390, height: 844 } };

after(async () => {
  await quit();
  rmSync(folder, { recursive: true, force: true });
});

/** Only Chromium can be given a camera. */
const skip = BROWSER !== "chromium" && "this browser cannot be given a camera";

/** Notes what the page has of the camera. @param {Window} window */
const watchCamera = (window) =>
  window.prepare(() => {
    const streams = Object.assign(globalThis, {
      streams: /** @type {MediaStream[]} */ ([]),
    }).streams;
    const devices = navigator.mediaDevices;
    const real = devices?.getUserMedia.bind(devices);
    if (real)
      devices.getUserMedia = async (wishes) => {
        const stream = await real(wishes);
        streams.push(stream);
        return stream;
      };
  });

/** How often the page has had the camera, when it is off again. @param {Window} window */
async function uses(window) {
  await window.until(() =>
    /** @type {any} */ (globalThis).streams.every(
      (/** @type {MediaStream} */ stream) => !stream.active,
    ),
  );
  return window.evaluate(() => /** @type {any} */ (globalThis).streams.length);
}

/** The scripts that the page has fetched to read codes. @param {Window} window */
const readers = (window) =>
  window.evaluate(
    () =>
      performance.getEntriesByType("resource").filter(({ name }) => name.includes("code-reader"))
        .length,
  );

/** @param {Window} window @param {string} [search] */
async function openDialog(window, search = "?game=magnetic") {
  await openGame(window, search);
  await press(window, "Open a game");
  const dialog = window.find("dialog", "Open a game");
  await dialog.shown();
  return dialog;
}

/** @param {Window} window */
const scanner = (window) => window.find("dialog", "Scan a code");

/** Waits until the dialog says this. @param {Window} window @param {string} text */
const told = (window, text) =>
  window.until((text) => document.querySelector("#scan [role=status]")?.textContent === text, text);

/** Begins a live game: its invitation is shown. @param {Window} window */
async function invite(window) {
  await openGame(window, "?game=magnetic");
  await press(window, "New game");
  const dialog = window.find("dialog", "New game");
  await dialog.shown();
  await window.click(dialog.find("radio", "A friend, by link"));
  await window.click(dialog.find("radio", "White"));
  await window.click(dialog.find("button", "Play live"));
  await window.until(() => location.search.includes("mail="));
  await ready(window);
  return codeShown(window, "live");
}

const DEVICES = { reducedMotion: true, camera, allows: true };

test(
  "two devices connect and play by scanning each other's codes, and nothing else",
  { skip },
  inWindow(DEVICES, (one) =>
    inWindow({ ...DEVICES, ...PHONE }, async (two) => {
      for (const window of [one, two]) await watchCamera(window);
      show(camera, seen(await invite(one), { width: 1280, height: 960 }));
      const dialog = await openDialog(two, "?game=chessence");
      assert.equal(await readers(two), 0);
      await two.click(dialog.find("button", "Scan a code"));
      const asked = two.find("dialog", /^An invitation to /);
      await asked.shown();
      await two.click(asked.find("button", "Accept"));
      show(
        camera,
        seen(await codeShown(two, "live"), { width: 1280, height: 960, turn: 8, size: 8 }),
      );
      await one.click(one.find("dialog", "Play live").find("button", "Scan a code"));
      const together = () =>
        document.querySelector('[role=img][aria-label$="is connected."]') !== null;
      for (const window of [one, two]) await window.until(together);
      await due(one);
      await click(one, "c2", "c4");
      await same(two, one);
      assert.deepEqual([await uses(one), await readers(one)], [1, 1]);
      assert.equal(await uses(two), 0, "the page that had the camera is gone");
    })(),
  ),
);

test(
  "a code of something else is told, and who closes the dialog turns the camera off",
  { skip },
  inWindow({ ...DEVICES, ...PHONE }, async (window) => {
    await watchCamera(window);
    const dialog = await openDialog(window);
    // A code of the site itself.
    const site = (await import("qr")).default("https://chess.example.org/", "raw", { border: 4 });
    show(camera, seen(site));
    await window.click(dialog.find("button", "Scan a code"));
    await told(window, "There is no link to a game in this code.");
    await window.select("#scan video").shown();
    assert.deepEqual(await window.faults(), []);
    const isWide = () => document.documentElement.scrollWidth > innerWidth;
    assert.equal(await window.evaluate(isWide), false);
    await window.key("Escape");
    await scanner(window).gone();
    await dialog.shown();
    assert.equal(await uses(window), 1);
    await window.click(dialog.find("button", "Scan a code"));
    await told(window, "There is no link to a game in this code.");
    await window.click(scanner(window).find("button", "Close"));
    assert.equal(await uses(window), 2);
  }),
);

test(
  "the browser's own reader is used where there is one, and ours where that fails",
  { skip },
  inWindow(DEVICES, async (window) => {
    show(camera, seen(await invite(window), { width: 1280, height: 960 }));
    for (const fails of [false, true]) {
      await window.prepare((fails) => {
        /** @type {any} */ (globalThis).BarcodeDetector = class {
          static async getSupportedFormats() {
            return ["ean_13", "qr_code"];
          }
          async detect() {
            if (fails) throw new DOMException("No service.", "NotSupportedError");
            return [{ rawValue: "https://example.org/" }];
          }
        };
      }, fails);
      const dialog = await openDialog(window);
      await window.click(dialog.find("button", "Scan a code"));
      if (fails) await window.find("dialog", "Play live").shown();
      else await told(window, "There is no link to a game in this code.");
      assert.equal(await readers(window), 0);
    }
  }),
);

for (const { what, options, prepares, says } of [
  {
    what: "no camera",
    options: { allows: true },
    prepares: false,
    says: "No camera was found. Copy the link instead, or scan from the other device.",
  },
  {
    what: "a camera that the page may not use",
    options: { camera },
    prepares: false,
    says: "This page may not use the camera. Allow it in the browser's settings for this site, or copy the link instead.",
  },
  {
    what: "a page without https",
    options: { camera, allows: true },
    prepares: true,
    says: "Browsers let only pages with an https: address use the camera. Copy the link instead.",
  },
])
  test(
    `${what} is told in a sentence`,
    { skip },
    inWindow(options, async (window) => {
      if (prepares)
        await window.prepare(() => {
          Object.defineProperty(globalThis, "isSecureContext", { value: false });
          Object.defineProperty(navigator, "mediaDevices", { value: undefined });
        });
      const dialog = await openDialog(window);
      await window.click(dialog.find("button", "Scan a code"));
      await told(window, says);
      await window.select("#scan video").gone();
      await window.click(scanner(window).find("button", "Close"));
      await dialog.find("textbox", "A link, PGN, or FEN").shown();
    }),
  );

test(
  "codes of the page are read small and large, turned, and in bad light",
  inWindow({ reducedMotion: true }, async (window) => {
    const offer = await invite(window);
    await window.click(window.find("dialog", "Play live").find("button", "Close"));
    await press(window, "Share");
    const codes = [offer, await codeShown(window, "share")];
    const views = [];
    for (const size of [2.5, 4])
      for (const turn of [0, 6, 25, 180])
        for (const [noise, shade, blurred] of /** @type {[number, number, boolean][]} */ ([
          [0, 0, false],
          [25, 60, false],
          [10, 40, size > 3],
        ]))
          views.push({ size, turn, noise, shade, blurred, width: 640, height: 640 });
    const texts = codes.map((code) => decodeQR(pixels(seen(code))));
    for (const text of texts) assert.match(text, /^http.*#g=[\w-]+/);
    const tried = views.flatMap((view, turn) =>
      among([...codes.keys()], turn).map((code) => ({ code, view })),
    );
    const missed = tried.filter(({ code, view }) => {
      try {
        return decodeQR(pixels(seen(codes[code], view))) !== texts[code];
      } catch {
        return true;
      }
    });
    // A camera takes ten pictures a second of a hand that shakes: one of many is enough.
    assert.ok(missed.length <= tried.length / 20, JSON.stringify(missed));
  }),
);
