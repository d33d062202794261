// A whole analysis by the keyboard alone, in the games that differ most: turns of many steps, drops, and draws. The
// computer's lines make the tree; what is done with it is kept, and goes out as a link and back.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openGame, ready, type } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { caughtUp } from "./friend.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** The computer's first turn of its first or second line is taken. */
const BEST = "best";
const SECOND = "second";

/**
 * What is played from the start, and what else from there: names of moves, hands, or turns of the computer's.
 * @type {Record<string, { played: string[], other: string[] }>}
 */
const GAMES = {
  progressive: { played: [BEST, BEST], other: [SECOND] },
  chessence: { played: ["Mdf4", "Mca6", "M@d3"], other: ["d2c3"] },
  charismatic: { played: ["QRRBB", BEST, "QRBPP", BEST], other: ["PPPPP", BEST] },
};

/** How many turns the tree shows. @param {Window} window */
const count = (window) => window.find("tree", "Moves").find("treeitem").count();

/** Waits until the computer has so many lines of what is shown. @param {Window} window @param {number} [least] */
const lines = (window, least = 1) =>
  window.until((least) => {
    const rows = [...document.querySelectorAll("#analysis .lines > li")];
    const isScored = (/** @type {Element} */ { textContent }) =>
      /^([+\u2212]\d+\.\d|0\.0|#\u2212?\d+) \S/.test(textContent ?? "");
    return rows.length >= least && rows.every(isScored);
  }, least);

/** Presses an element by the keyboard. @param {Window} window @param {import("./driver.mjs").Element} element */
async function enter(window, element) {
  await element.focus();
  await window.key("Enter");
}

/** Plays what is typed, or what the computer would play. @param {Window} window @param {string[]} all */
async function play(window, all) {
  for (const [place, one] of all.entries()) {
    // The lines of the turn before are gone.
    await caughtUp(window);
    if (one !== BEST && one !== SECOND) {
      await type(window, one);
      continue;
    }
    await lines(window, one === BEST ? 1 : 2);
    const before = await window.select("#says").text();
    await enter(
      window,
      window.select(`#analysis .lines > li:nth-child(${one === BEST ? 1 : 2}) .white,
        #analysis .lines > li:nth-child(${one === BEST ? 1 : 2}) .black`),
    );
    await window.until((before) => document.getElementById("says")?.textContent !== before, before);
    // The next turn is taken with the next press.
    if (all[place + 1] === BEST)
      await window.until(() =>
        document.activeElement?.matches("#analysis .lines > li:first-child *"),
      );
  }
}

/** The turn that is shown. */
const SHOWN = "#tree [role=treeitem][aria-selected=true]";

/**
 * Waits until the turn that is shown has the focus, which menus and dialogs hand back a little after they
 * are gone: what has it before would lose it to that turn.
 * @param {Window} window
 */
async function focusBack(window) {
  await caughtUp(window);
  await window.until((shown) => {
    const { activeElement } = document;
    const turn = document.querySelector(shown);
    return !turn || activeElement === turn || activeElement?.matches("dialog[open] *");
  }, SHOWN);
}

/** Chooses something from the menu of the turn that is shown. @param {Window} window @param {string} name @param {string} [role] */
async function choose(window, name, role = "menuitem") {
  await enter(window, window.find("button", "Turn"));
  await enter(window, window.find(role, name));
  // The button would close a menu that is still open.
  await window.find(role, name).gone();
  await focusBack(window);
}

/**
 * Presses a key and waits for what is read out then, which what is said next may replace at once.
 * @param {Window} window @param {string} key @param {string} pattern
 */
async function hear(window, key, pattern) {
  await window.evaluate(() => {
    const status = document.getElementById("status");
    const told = /** @type {any} */ (globalThis);
    told.heard ??= new MutationObserver(() => told.texts.push(status?.textContent));
    told.texts = [];
    if (status) told.heard.observe(status, { childList: true, characterData: true, subtree: true });
  });
  await window.key(key);
  await window.until(
    (pattern) =>
      /** @type {any} */ (globalThis).texts.some((/** @type {string} */ text) =>
        new RegExp(pattern).test(text),
      ),
    pattern,
  );
}

for (const [game, { played, other }] of Object.entries(GAMES)) {
  test(
    `${game}: a whole analysis by keys alone goes out as a link and back`,
    inWindow({ reducedMotion: true }, async (window) => {
      await openGame(window, `?analysis=${game}`);
      await window.find("region", "Analysis").shown();
      await window.key("l");
      await window.find("switch", "Computer").carries("aria-checked", "true");
      const field = window.find("spinbutton", "Lines");
      await field.focus();
      await field.fill("2");
      await window.key("Enter");
      await play(window, played);
      await caughtUp(window);
      const main = await count(window);
      assert.ok(main >= 2, `${main} turns`);
      // Another beginning is a variation, and becomes the main line.
      await window.select(SHOWN).focus();
      await focusBack(window);
      await hear(window, "Home", "^The start\\.");
      await play(window, other);
      await window.select(SHOWN).carries("aria-level", "2");
      await window
        .find("tree", "Moves")
        .find("treeitem")
        .counted(main + 1);
      await choose(window, "Promote variation");
      await window.select(SHOWN).carries("aria-level", "1");
      // What is thought of it.
      await choose(window, "Comment");
      const comment = window.find("dialog", "Comment");
      // Until then nothing in the dialog takes the focus, and nothing behind it while it is open.
      await window.until(() => document.activeElement?.matches("dialog[open] textarea"));
      await comment.find("textbox").fill("Worth a try.");
      await enter(window, comment.find("button", "Keep"));
      await comment.gone();
      await focusBack(window);
      await choose(window, "interesting move", "menuitemcheckbox");
      await choose(window, "White stands slightly better", "menuitemcheckbox");
      const told = /interesting move.*White stands slightly better.*Worth a try\./;
      await window.find("treeitem", told).shown();
      // The variations in its place are folded away and come back.
      await choose(window, "Collapse variations");
      await window.until(() => document.querySelectorAll("#tree [role=treeitem]").length === 1);
      await choose(window, "Show variations");
      await window.until(
        (all) => document.querySelectorAll("#tree [role=treeitem]").length === all,
        main + 1,
      );
      await choose(window, "Delete from here");
      await window.find("treeitem", told).gone();
      await enter(window, window.find("button", "Undo"));
      await window.find("treeitem", told).shown();
      // To the turn beside it and back; what the other side would do; the bar.
      await window.select(SHOWN).focus();
      await window.key("Shift+ArrowDown");
      await window.until(
        (shown) => !document.querySelector(shown)?.textContent?.includes("Worth a try"),
        SHOWN,
      );
      await hear(window, "Shift+ArrowUp", "Worth a try\\.");
      await window.until(
        (shown) => document.querySelector(shown)?.textContent?.includes("Worth a try"),
        SHOWN,
      );
      const says = /^(White|Black|About|Before|Kept)/;
      await window.find("meter", "Evaluation").carries("aria-valuetext", says);
      await window.key("x");
      await window.find("button", "Threats").carries("aria-pressed", "true");
      await window.until(() =>
        /other side/.test(document.querySelector("#analysis .judged")?.textContent ?? ""),
      );
      await window.key("x");
      await window.key("l");
      await window.find("switch", "Computer").carries("aria-checked", "false");
      await enter(window, window.select("#analysis .book > summary"));
      await window.until(() =>
        /games/.test(document.querySelector("#analysis .book .effort")?.textContent ?? ""),
      );
      // It becomes a chapter of a study.
      await enter(window, window.select("#analysis .study > summary"));
      const group = window.find("group", "Study");
      await enter(window, group.find("button", "New chapter"));
      const dialog = window.find("dialog", "New chapter");
      await dialog.find("textbox", "Name of the chapter").fill("Two");
      await enter(window, dialog.find("button", "Add"));
      await window.find("list", "Chapters").find("button", /^Two/).carries("aria-current", "true");
      await enter(window, window.find("list", "Chapters").find("button", /^Chapter 1/));
      await window.find("treeitem", told).shown();
      assert.deepEqual(await window.faults(), []);
      await enter(window, group.find("button", "Copy link"));
      const link = await window.find("dialog", "Copy link").find("textbox").value();
      await window.key("Escape");

      await inWindow({}, async (other) => {
        await openGame(other, link.slice(link.indexOf("?")));
        await ready(other);
        await enter(other, other.find("list", "Chapters").find("button", /^Chapter 1/));
        await other.find("treeitem", told).shown();
        await other
          .find("tree", "Moves")
          .find("treeitem")
          .counted(main + 1);
      })();
    }),
  );
}
