// Studies: an analysis becomes one of several chapters of any of the games, which are named, moved, deleted,
// kept, and brought elsewhere by link and as a file. By mouse and by keys.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { named, openGame, play, press, ready } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const PHONE = { viewport: { width: 390, height: 660 }, ratio: 2, touch: true };

/** A file as Lichess writes it, with what Fivefold has no use for. */
const FILE = `[Event "Fields: The push"]
[Site "https://lichess.org/study/AbCdEfGh"]
[Result "0-1"]
[Variant "Magnetic"]
[Annotator "Ada"]
[StudyName "Fields"]
[ChapterName "The push"]

{ Look [%csl Gc4][%cal Gc2c4] } 1. c4 $1 { [%eval 0.35] [%clk 0:04:58] Well. } (1. e4 { [%eval #-3] }) 1... Qa5 0-1

[Event "Fields: Men"]
[Variant "Chessence"]
[StudyName "Fields"]
[ChapterName "Men"]

{ Nothing yet. } *
`;

/** Opens an analysis board or a study. @param {Window} window @param {string} address */
async function openBoard(window, address) {
  await openGame(window, address);
  await window.find("region", "Analysis").shown();
}

/**
 * Waits until the chapters are these, and the one that is shown is marked.
 * @param {Window} window @param {string[]} chapters @param {string} shown
 */
async function chaptersAre(window, chapters, shown) {
  await window.until(
    ([chapters, shown]) => {
      const list = document.querySelector("[role=list][aria-label=Chapters]");
      const items = [...(list?.querySelectorAll("li") ?? [])].map((item) => item.textContent);
      const current = list?.querySelector("[aria-current=true]")?.textContent ?? "";
      return items.join("; ") === chapters && current.startsWith(shown);
    },
    [chapters.join("; "), shown],
  );
  await ready(window);
}

/** Unfolds what the study has to offer. @param {Window} window */
async function unfold(window) {
  await window.select("#analysis .study > summary").focus();
  await window.key("Enter");
}

/** A button of the study. @param {Window} window @param {string} name */
const tool = (window, name) => window.find("group", "Study").find("button", name);

/** Adds a chapter. @param {Window} window @param {{ name: string, game?: string, from?: string, text?: string }} chapter */
async function add(window, { name, game, from, text }) {
  await window.click(tool(window, "New chapter"));
  const dialog = window.find("dialog", "New chapter");
  await dialog.find("textbox", "Name of the chapter").fill(name);
  if (from) await window.click(dialog.find("radio", from));
  if (text) await dialog.find("textbox", /^FEN or PGN/).fill(text);
  if (game)
    await window.evaluate((game) => {
      /** @type {HTMLSelectElement} */ (document.querySelector("#chapter select")).value = game;
    }, game);
  await window.click(dialog.find("button", "Add"));
}

/** What the page hands out as files is read here. @param {Window} window */
const catchFiles = (window) =>
  window.evaluate(() => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      /** @type {Blob} */ (blob).text().then((text) => Object.assign(window, { savedText: text }));
      return create(blob);
    };
    HTMLAnchorElement.prototype.click = function () {
      Object.assign(window, { savedAs: this.download });
    };
  });

/** The file that was handed out. @param {Window} window @returns {Promise<{ name: string, text: string }>} */
async function savedFile(window) {
  await window.until(() => "savedText" in window && "savedAs" in window);
  return window.evaluate(() => {
    const { savedText, savedAs } = Object(window);
    return { name: savedAs, text: savedText };
  });
}

test(
  "an analysis becomes a study with chapters of two games, which is kept, sent as a link and saved",
  inWindow({}, async (window) => {
    await openBoard(window, "?analysis=magnetic");
    await play(window, "c2 c4");
    await unfold(window);
    await add(window, { name: "Answers", from: "The position on the board" });
    await chaptersAre(window, ["Chapter 1 Magnetic Chess", "Answers Magnetic Chess"], "Answers");
    await play(window, "d8 a5");
    await window.find("treeitem", /^1 Black: Qa5/).shown();
    assert.deepEqual(await window.faults(), []);

    // A chapter of another game comes onto the same board, and the page becomes that of its game.
    await window.evaluate(() => Object.assign(window, { isSamePage: true }));
    await add(window, { name: "Men", game: "chessence" });
    const all = ["Chapter 1 Magnetic Chess", "Answers Magnetic Chess", "Men Chessence"];
    await chaptersAre(window, all, "Men");
    assert.match(await window.url(), /analysis=chessence&of=study/);
    await window.until(() => document.title.includes("Chessence"));
    await named(window, "d3, white man");
    await window.find("listbox", "White reserve").find("option", "white man, 3").shown();
    await window.click(window.find("switch", "Computer"));
    await window.find("list", "Lines").find("listitem").shown();
    await window.click(window.find("list", "Chapters").find("button", /^Answers/));
    await chaptersAre(window, all, "Answers");
    await named(window, "d8, black queen");
    await window.find("listbox", "White reserve").gone();
    await window.find("treeitem", /^1 Black: Qa5/).shown();
    await window.click(window.find("list", "Chapters").find("button", /^Men/));
    await named(window, "d3, white man");
    await window.find("switch", "Computer").carries("aria-checked", "true");
    await window.click(window.find("switch", "Computer"));
    assert.ok(await window.evaluate(() => "isSamePage" in window));
    assert.deepEqual(await window.faults(), []);
    await window.reload();
    await chaptersAre(window, all, "Men");
    await window.click(window.find("list", "Chapters").find("button", /^Answers/));
    await chaptersAre(window, all, "Answers");
    await window.find("treeitem", /^1 Black: Qa5/).shown();
    await window.click(window.find("list", "Chapters").find("button", /^Chapter 1/));
    await chaptersAre(window, all, "Chapter 1");
    await window.find("treeitem", /^1 White: c4/).shown();
    await window.find("treeitem", /^1 Black: Qa5/).gone();

    // It is named, and stands among the games.
    await window.click(tool(window, "Rename"));
    const names = window.find("dialog", "Rename");
    await names.find("textbox", "Name of the chapter").fill("Push");
    await names.find("textbox", "Name of the study").fill("Fields");
    await window.click(names.find("button", "Keep"));
    const renamed = ["Push Magnetic Chess", ...all.slice(1)];
    await chaptersAre(window, renamed, "Push");
    await press(window, "Your games");
    await window
      .find("dialog", "Your games")
      .find("link", /^Fields.*Chapters: 3\./)
      .shown();
    await window.key("Escape");

    await window.click(tool(window, "Copy link"));
    const dialog = window.find("dialog", "Copy link");
    const link = await dialog.find("textbox").value();
    assert.match(link, /\?analysis=magnetic#s=[\w-]+E$/);
    await window.key("Escape");
    await catchFiles(window);
    await window.click(tool(window, "Save as file"));
    const file = await savedFile(window);
    assert.equal(file.name, "fivefold-Fields.pgn");
    for (const part of ['[Event "Fields: Push"]', '[ChapterName "Men"]', '[Variant "chessence"]']) {
      assert.ok(file.text.includes(part), file.text);
    }

    await inWindow(PHONE, async (other) => {
      await openBoard(other, link.slice(link.indexOf("?")));
      await chaptersAre(other, renamed, "Push");
      assert.doesNotMatch(await other.url(), /#/);
      await other.find("treeitem", /^1 White: c4/).shown();
      assert.deepEqual(await other.faults(), []);
    })();
  }),
);

test(
  "what is begun from a chapter of another game is that game",
  inWindow({}, async (window) => {
    await openBoard(window, "?analysis=magnetic");
    await play(window, "c2 c4");
    await unfold(window);
    await add(window, { name: "Men", game: "chessence" });
    await chaptersAre(window, ["Chapter 1 Magnetic Chess", "Men Chessence"], "Men");
    await named(window, "d3, white man");
    await press(window, "New game");
    const dialog = window.find("dialog", "New game");
    await dialog.find("link", /^Magnetic Chess/).shown();
    assert.equal(await dialog.find("link", /^Chessence/).count(), 0);
    await window.click(dialog.find("button", /^Begin/));
    await window.reaches(/\?game=chessence/);
    await ready(window);
    await named(window, "d3, white man");
  }),
);

test(
  "a file of another program opens as a study and is saved again with all that it says",
  inWindow({ scheme: "dark" }, async (window) => {
    await openGame(window, "?game=batteries");
    await press(window, "Open a game");
    const dialog = window.find("dialog", "Open a game");
    await dialog.find("textbox", "A link, PGN, or FEN").fill(FILE);
    await window.click(dialog.find("button", "Open as a study"));
    await window.find("region", "Analysis").shown();
    const all = ["The push Magnetic Chess", "Men Chessence"];
    await chaptersAre(window, all, "The push");
    await window
      .select("#moves .lead")
      .reads(/^Look\s+green circle on c4, green arrow from c2 to c4$/);
    // What it says a turn is worth stands beside it.
    await window.find("treeitem", /^1 White: c4.*\+0\.4.*Well\./).shown();
    await window.find("treeitem", /^1 White: e4.*#\u22123/).shown();
    // The tree stands at its beginning, and makes the page no longer than the window.
    await window.until(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      return document.querySelector(".score")?.scrollTop === 0 && scrollHeight <= clientHeight;
    });
    // It stands in the graph and in the bar while the computer is off.
    await window.find("img", "Graph").shown();
    await window.click(window.find("treeitem", /^1 White: c4/));
    const kept = /^Kept with the game: \+0\.4, about 53 % for White\.$/;
    await window.find("meter", "Evaluation").carries("aria-valuetext", kept);
    assert.deepEqual(await window.faults(), []);
    await catchFiles(window);
    await window.click(tool(window, "Save as file"));
    const text = (await savedFile(window)).text.replaceAll("\n", " ");
    for (const part of [
      '[Annotator "Ada"]',
      '[Site "https://lichess.org/study/AbCdEfGh"]',
      '[Result "0-1"]',
      "[%csl Gc4] [%cal Gc2c4] Look",
      "[%clk 0:04:58] [%eval 0.35] Well.",
      "{ [%eval #-3] }",
      "{ Nothing yet. }",
    ]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
    // The link has all of it as well.
    await window.click(tool(window, "Copy link"));
    const link = await window.find("dialog", "Copy link").find("textbox").value();
    await window.key("Escape");
    await inWindow(PHONE, async (other) => {
      await openBoard(other, link.slice(link.indexOf("?")));
      await chaptersAre(other, all, "The push");
      await catchFiles(other);
      await other.click(tool(other, "Save as file"));
      const sent = (await savedFile(other)).text.replaceAll("\n", " ");
      assert.equal(sent, text);
    })();
    // More games of a file become chapters; what cannot be read is said.
    await add(window, { name: "", text: '[Variant "none"]\n\n*' });
    const adding = window.find("dialog", "New chapter");
    await adding.find("alert").shown();
    await adding.find("textbox", /^FEN or PGN/).fill(FILE);
    await window.click(adding.find("button", "Add"));
    await chaptersAre(window, [...all, ...all], "The push");
  }),
);

test(
  "a file of several games that is dropped onto the board is offered as a study",
  inWindow({}, async (window) => {
    await openBoard(window, "?analysis=magnetic");
    await window.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "fields.pgn"));
      const given = { bubbles: true, cancelable: true, dataTransfer };
      const board = document.getElementById("frame");
      if (board?.dispatchEvent(new DragEvent("dragover", given))) throw new Error("not taken");
      board?.dispatchEvent(new DragEvent("drop", given));
    }, FILE);
    const dialog = window.find("dialog", "Open a game");
    await dialog.find("status").shown();
    await window.until(() => document.activeElement?.textContent === "Open as a study");
    assert.match(await dialog.find("status").text(), /^2 games/);
    assert.deepEqual(await window.faults(), []);
    await window.key("Enter");
    await chaptersAre(window, ["The push Magnetic Chess", "Men Chessence"], "The push");
  }),
);

test(
  "chapters are added, moved and deleted by keys alone",
  inWindow({}, async (window) => {
    await openBoard(window, "?analysis=magnetic");
    await unfold(window);
    await tool(window, "New chapter").focus();
    await window.key("Enter");
    await window.find("dialog", "New chapter").find("textbox", "Name of the chapter").fill("Two");
    await window.find("dialog", "New chapter").find("button", "Add").focus();
    await window.key("Enter");
    await chaptersAre(window, ["Chapter 1 Magnetic Chess", "Two Magnetic Chess"], "Two");
    await tool(window, "Move up").focus();
    await window.key("Enter");
    await chaptersAre(window, ["Two Magnetic Chess", "Chapter 2 Magnetic Chess"], "Two");
    await window
      .find("list", "Chapters")
      .find("button", /^Chapter 2/)
      .focus();
    await window.key("Enter");
    await chaptersAre(window, ["Two Magnetic Chess", "Chapter 2 Magnetic Chess"], "Chapter 2");
    // A chapter is gone at once, and back at one more key.
    await tool(window, "Delete").focus();
    await window.key("Enter");
    await chaptersAre(window, ["Two Magnetic Chess"], "Two");
    await window.find("group", "Study").shown();
    await window.until(() => document.activeElement?.textContent === "Undo");
    await window.key("Enter");
    await chaptersAre(window, ["Two Magnetic Chess", "Chapter 2 Magnetic Chess"], "Chapter 2");
    await window.until(() => document.activeElement?.textContent === "Delete");
    await window.key("Enter");
    await chaptersAre(window, ["Two Magnetic Chess"], "Two");
    // The last one stays.
    assert.equal(await tool(window, "Delete").attribute("aria-disabled"), "true");
    await window.reload();
    await chaptersAre(window, ["Two Magnetic Chess"], "Two");
    assert.deepEqual(await window.faults(), []);
  }),
);
