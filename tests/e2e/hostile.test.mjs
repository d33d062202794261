// Everything that somebody who means harm can hand to the page, by every way in: nothing of it has any
// effect but a sentence.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { play, ready } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import {
  begun,
  FILES,
  FROM_RIGHT,
  file,
  LINKS,
  named,
  SCRIPT,
  TEXTS,
  TURNED,
} from "./hostile-texts.mjs";
import { stored } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** Those that are opened as pages, of which each takes a second; the others are pasted. */
const [IN_PAGE, IN_FRAME] = [0, 1].map((part) => LINKS.filter((_, place) => place % 4 === part));

const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/;

/**
 * What hostile text could have done to the page and did not: run, fetch, become markup, turn the text
 * around it, or fill the page.
 * @param {Window} window
 */
async function isUnharmed(window) {
  const found = await window.evaluate(() => ({
    hacked: "hacked" in globalThis,
    elements: document.querySelectorAll(
      "img[src=x], img[onerror], body script:not([src], #choice + script)",
    ).length,
    elsewhere: performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => !/^(data|blob):/.test(name) && new URL(name).origin !== location.origin),
    text: document.body.innerText,
    title: document.title,
  }));
  assert.equal(found.hacked, false);
  assert.equal(found.elements, 0);
  assert.deepEqual(found.elsewhere, []);
  assert.doesNotMatch(found.text + found.title, TURNING);
  assert.ok(found.text.length < 20_000, `${found.text.length} characters`);
  // An isolate that is opened is closed again.
  const count = (/** @type {string} */ sign) => found.text.split(sign).length;
  assert.equal(count("\u2068"), count("\u2069"));
}

/** How many games are kept. @param {Window} window */
const kept = async (window) => (await stored(window, "games")).length;

test(
  "hostile links get a sentence, and the game on the page stays",
  inWindow({}, async (window) => {
    await window.goto("?game=magnetic");
    await ready(window);
    await play(window, "c2 c4");
    await window.find("gridcell", /^c5, black pawn/).shown();
    for (const [name, link, said] of IN_PAGE) {
      // A fragment alone would be a step within the page that is there.
      await window.goto("about:blank");
      await window.goto(`?game=magnetic${link}`);
      await ready(window);
      const notice = () => document.querySelector("#notice p")?.textContent ?? "";
      const text = await window.until(notice);
      assert.match(text, said, name);
      assert.ok(text.length < 400, `${name}: ${text.length} characters`);
      assert.doesNotMatch(await window.url(), /#/, name);
      await isUnharmed(window);
      await window.find("gridcell", /^c5, black pawn/).shown();
    }
    assert.equal(await kept(window), 1);
  }),
);

test(
  "hostile links in a frame get a sentence",
  inWindow({}, async (window) => {
    for (const [name, link, said] of IN_FRAME) {
      await window.goto("about:blank");
      await window.goto(`embed/${link}`);
      await window.find("alert").shown();
      assert.match(await window.find("alert").text(), said, name);
      await isUnharmed(window);
    }
  }),
);

test(
  "hostile texts get a sentence",
  inWindow({}, async (window) => {
    await window.goto("?game=magnetic");
    await ready(window);
    await window.click(window.find("button", "Open a game"));
    const dialog = window.find("dialog", "Open a game");
    await dialog.shown();
    for (const [name, text, said] of [...TEXTS, ...LINKS]) {
      // Not by the driver's search for roles, which would read the megabytes for names.
      await window.evaluate((text) => {
        const box = /** @type {HTMLElement} */ (document.querySelector("#paste"));
        const field = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"));
        field.value = text;
        /** @type {HTMLButtonElement} */ (box.querySelector("button.main")).click();
        // It has been read; to lay it out takes the browser seconds.
        field.value = "";
      }, text);
      const told = await window.until(
        () => document.querySelector("#paste [role=alert]")?.textContent ?? "",
      );
      assert.match(told, said, name);
      assert.ok(told.length < 600, `${name}: ${told.length} characters`);
      await isUnharmed(window);
    }
    await window.find("link", /Open the first of the games/).counted(0);
  }),
);

test(
  "hostile files of games get a sentence, and names in them are names",
  inWindow({}, async (window) => {
    await window.goto("?game=magnetic");
    await ready(window);
    await window.click(window.find("button", "Your games"));
    await window.find("dialog", "Your games").shown();
    const told = () => document.querySelector("#library [role=status]")?.textContent ?? "";
    const choose = async (/** @type {string} */ text) => {
      await window.evaluate(() =>
        document.querySelector("#library [role=status]")?.replaceChildren(),
      );
      await window.select("#library input[type=file]").choose("games.json", text);
      return window.until(told);
    };
    for (const [name, text, said] of FILES) {
      assert.match(await choose(text), said, name);
      await isUnharmed(window);
    }
    assert.equal(await window.evaluate(() => document.querySelectorAll("#library li").length), 0);

    const games = [
      { link: begun(1), at: 1e308, name: SCRIPT },
      { link: begun(2), at: -1e308, name: TURNED },
      { link: begun(3), at: "x", name: FROM_RIGHT },
      { link: begun(4), at: null, name: "A".repeat(1 << 20) },
    ];
    await choose(file(games));
    await window.until(() => document.querySelectorAll("#library li").length === 4);
    await isUnharmed(window);
    const shown = await window.evaluate(() =>
      [...document.querySelectorAll("#library li strong")].map(({ textContent }) => textContent),
    );
    assert.ok(shown.includes(SCRIPT), "markup is shown as it is written");
    assert.ok(shown.includes("Adagnp.exe"), shown.join());
    assert.ok(shown.includes(`\u2068${FROM_RIGHT}\u2069`), shown.join());
    assert.ok(shown.every((name) => (name ?? "").length <= 80));
  }),
);

test(
  "names in a link are no more than names",
  inWindow({}, async (window) => {
    for (const [white, black] of [
      [SCRIPT, TURNED],
      [FROM_RIGHT, "A".repeat(60_000)],
    ]) {
      await window.goto("about:blank");
      await window.goto(named(white, black));
      await ready(window);
      await window.find("gridcell", /^e2, white pawn/).shown();
      await isUnharmed(window);
      await window.click(window.find("button", "Share"));
      await window.find("dialog", "Share").shown();
      await isUnharmed(window);
    }
  }),
);

test(
  "hostile addresses get a sentence",
  inWindow({}, async (window) => {
    for (const [asked, said] of /** @type {[Record<string, string>, RegExp][]} */ ([
      [{ game: SCRIPT }, /there is no such game here/],
      [{ game: TURNED }, /there is no such game here/],
      [{ game: "__proto__" }, /there is no such game here/],
      [{ game: "x".repeat(5000) }, /there is no such game here/],
      [{ game: "magnetic", seed: "1e999" }, /a seed is a whole number/],
      [{ game: "magnetic", level: "-1" }, /levels are 11 to 20/],
      [{ game: "magnetic", level: "7" }, /levels are 11 to 20/],
      [{ game: "magnetic", fen: SCRIPT }, /position that cannot be played/],
      [{ game: "magnetic", fen: "8/".repeat(2000) }, /position that cannot be played/],
    ])) {
      await window.goto(`?${new URLSearchParams(asked)}`);
      const text = await window.until(() => {
        const notice = document.querySelector("#notice p")?.textContent;
        return notice || (document.getElementById("stop")?.textContent ?? "");
      });
      assert.match(text, said, JSON.stringify(asked).slice(0, 80));
      await isUnharmed(window);
    }
  }),
);
