// The games on the device: none is lost, all are found again, and what the browser cannot keep is
// said.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inWindow, quit } from "./driver.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const CHARISMATIC = "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] w HAha - 0 1 - -";

/** @param {Window} window */
const ready = (window) => window.until(() => document.documentElement.dataset.ready === "true");

/** @param {Window} window @param {string} address */
async function openGame(window, address) {
  await window.goto(address);
  await ready(window);
}

/** @param {Window} window @param {string} name */
const named = (window, name) => window.find("gridcell", new RegExp(`^${name}(,|$)`)).shown();

/** @param {Window} window @param {string} steps such as "c2 c4 d8 a5" */
async function play(window, steps) {
  for (const square of steps.split(" ")) {
    await window.click(window.select(`[role=gridcell][data-square=${square}]`));
  }
}

/** @param {Window} window */
async function library(window) {
  await window.click(window.find("button", "Your games"));
  const dialog = window.find("dialog", "Your games");
  await dialog.shown();
  return dialog;
}

/** Waits for what the dialog says. @param {Window} window @param {RegExp} wanted */
const told = (window, wanted) =>
  window.until(
    (wanted) =>
      new RegExp(wanted).test(document.querySelector("#library [role=status]")?.textContent ?? ""),
    wanted.source,
  );

/** Waits until so many games are listed. @param {Window} window @param {number} count */
const listed = (window, count) =>
  window.until((count) => document.querySelectorAll("#library li").length === count, count);

/** Begins the game at the page anew. @param {Window} window */
async function anew(window) {
  await window.click(window.find("button", "New game"));
  const dialog = window.find("dialog", "New game");
  await dialog.shown();
  await window.click(dialog.find("button", "Begin anew"));
  await dialog.gone();
}

/** The text of the file that all games are saved as. @param {Window} window */
async function exported(window) {
  await window.evaluate(() => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (/** @type {Blob} */ blob) => {
      blob.text().then((text) => {
        document.body.dataset.file = text;
      });
      return create(blob);
    };
  });
  await window.click(window.find("button", "Save all as one file"));
  return window.until(() => document.body.dataset.file ?? "");
}

/** @param {Window} window @param {string} text */
const imported = (window, text) =>
  window.select("#library input[type=file]").choose("games.json", text);

test(
  "a game that was begun stays when another begins, and is opened again from the list",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    const empty = await library(window);
    assert.match(await empty.text(), /No game has been begun/);
    await window.key("Escape");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await anew(window);
    await named(window, "c2, white pawn");
    await play(window, "e2 e4");
    await named(window, "e4, white pawn");
    await openGame(window, "?game=batteries");
    await play(window, "c3 c4");
    await named(window, "c4, white soldier");

    await library(window);
    await listed(window, 3);
    const games = window.find("dialog", "Your games").find("link", /^Magnetic Chess/);
    assert.equal(await games.count(), 2);
    assert.deepEqual(await window.faults(), []);
    // By keys: the list can be gone through without a pointer.
    await window.evaluate(() => {
      const links = [...document.querySelectorAll("#library a")];
      const old = links.filter((link) => /^Magnetic/.test(link.textContent ?? ""));
      /** @type {HTMLElement} */ (old.at(-1)).focus();
    });
    await window.key("Enter");
    await window.until(() => document.documentElement.dataset.game === "magnetic");
    await ready(window);
    await named(window, "c5, black pawn");
    await openGame(window, "?game=magnetic");
    await named(window, "e4, white pawn");
  }),
);

test(
  "games get names, are deleted, and come back",
  inWindow({ viewport: { width: 390, height: 844 }, scheme: "dark" }, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await openGame(window, "?game=batteries");
    await window.click(window.find("button", "Menu"));
    const dialog = await library(window);
    await listed(window, 1);
    await window.click(dialog.find("button", "Name Magnetic Chess"));
    await dialog.find("textbox", "Name of the game").fill("Sunday <b>");
    await window.key("Enter");
    await dialog.find("link", /^Sunday <b>/).shown();
    assert.deepEqual(await window.faults(), []);
    const wide = await window.evaluate(
      () =>
        /** @type {HTMLElement} */ (document.querySelector("#library")).scrollWidth -
        /** @type {HTMLElement} */ (document.querySelector("#library")).clientWidth,
    );
    assert.equal(wide, 0);
    await window.click(dialog.find("button", "Delete Sunday <b>"));
    await told(window, /Sunday <b> is deleted/);
    await listed(window, 0);
    await window.key("Enter");
    await listed(window, 1);
    await dialog.find("link", /^Sunday <b>/).shown();
  }),
);

test(
  "all games go into a file and come out of it on another device, each once",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await openGame(window, "?game=batteries");
    await play(window, "c3 c4");
    await named(window, "c4, white soldier");
    await library(window);
    await listed(window, 2);
    const file = await exported(window);
    assert.equal(JSON.parse(file).games.length, 2);

    await inWindow({}, async (other) => {
      await openGame(other, "?game=magnetic");
      await play(other, "e2 e4");
      await named(other, "e4, white pawn");
      await library(other);
      await listed(other, 1);
      for (const [text, wanted] of /** @type {[string, RegExp][]} */ ([
        [file.replace(/"link": "(.*)."/, '"link": "$1."'), /damaged/],
        [file.slice(0, -20), /damaged/],
        ["{}", /no file of games/],
        ["null", /no file of games/],
        ["[]", /no file of games/],
        ['{"format": "fivefold-games", "version": 1, "games": 3}', /no file of games/],
        ["\u0000\uffff", /damaged/],
        [file.replace('"version": 1', '"version": 2'), /newer/],
      ])) {
        await imported(other, text);
        await told(other, wanted);
        await listed(other, 1);
      }
      await imported(other, file);
      await told(other, /Games taken in: 2\./);
      await listed(other, 3);
      await imported(other, file);
      await told(other, /Here already: 2\./);
      await listed(other, 3);
      const dialog = other.find("dialog", "Your games");
      await dialog.find("link", /^Chess with Batteries/).focus();
      await other.key("Enter");
      await other.until(() => document.documentElement.dataset.game === "batteries");
      await ready(other);
      await named(other, "c4, white soldier");
      await openGame(other, "?game=magnetic");
      await named(other, "e4, white pawn");
    })();
  }),
);

test(
  "a page that is killed in the middle of a turn comes back with every step",
  inWindow({}, async (window) => {
    await openGame(window, `?${new URLSearchParams({ game: "charismatic", fen: CHARISMATIC })}`);
    await play(window, "e3 f5 c4 b5");
    await named(window, "b5, white pawn, moved this turn");
    const next = await window.another();
    await openGame(next, "?game=magnetic");
    await window.kill();
    await library(next);
    await listed(next, 1);
    const dialog = next.find("dialog", "Your games");
    await next.click(dialog.find("link", /^Charismatic Chess/));
    await next.until(() => document.documentElement.dataset.game === "charismatic");
    await ready(next);
    await named(next, "f5, white knight, moved this turn");
    await named(next, "b5, white pawn, moved this turn");
    await next.click(next.find("button", "Undo step"));
    await named(next, "c4, white pawn");
  }),
);

test(
  "where the browser keeps nothing, the page says so and the game goes on",
  inWindow({}, async (window) => {
    await window.prepare(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("denied", "SecurityError");
      };
    });
    await openGame(window, "?game=magnetic");
    await window.until(() =>
      /does not let the page keep/.test(document.querySelector("#notice p")?.textContent ?? ""),
    );
    await play(window, "c2 c4 d8 a5");
    await named(window, "a5, black queen");
    const dialog = await library(window);
    assert.match(await dialog.text(), /keeps nothing/);
    assert.equal(await dialog.find("button", "Save all as one file").count(), 0);
    await window.key("Escape");
    await window.click(window.find("button", "Share"));
    await window.find("dialog", "Share").shown();
  }),
);

test(
  "a full store is told, the game goes on, and what was kept before is still there",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await library(window);
    await listed(window, 1);
    const file = await exported(window);
    await window.prepare(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("no room", "QuotaExceededError");
      };
    });
    await openGame(window, "?game=batteries");
    await play(window, "c3 c4");
    await named(window, "c4, white soldier");
    await window.until(() =>
      /does not let the page keep/.test(document.querySelector("#notice p")?.textContent ?? ""),
    );
    const dialog = await library(window);
    await listed(window, 1);
    const damaged = file.replace(/"link": "g=/, '"link": "h=');
    await imported(window, damaged);
    await told(window, /damaged/);
    await listed(window, 1);
    // By a key: the list is drawn anew after each file.
    await dialog.find("link", /^Magnetic Chess/).focus();
    await window.key("Enter");
    await window.until(() => document.documentElement.dataset.game === "magnetic");
    await ready(window);
    await named(window, "c5, black pawn");
  }),
);
