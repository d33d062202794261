// The analysis board: both sides are tried freely, lines stand in a tree, the computer thinks along. In a
// game of one step a turn, in one of many, in one with drops and in one with draws; by mouse and by keys.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { named, openGame, play, press, type } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { caughtUp } from "./friend.mjs";
import { allWritten, keepSettings, restore, silenceStore } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const PHONE = { viewport: { width: 390, height: 660 }, ratio: 2, touch: true };
/** Turns of several steps. */
const LONG = "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -";

/** Opens an analysis board and waits for its tree and its region. @param {Window} window @param {string} address */
async function openAnalysis(window, address) {
  await openGame(window, address);
  await window.find("region", "Analysis").shown();
}

/** A turn of the tree, by a pattern of the beginning of its name. @param {Window} window @param {string} name */
const item = (window, name) =>
  window.find("tree", "Moves").find("treeitem", new RegExp(`^${name}`));

/** Waits until the tree marks a turn as the one shown, and no other. @param {Window} window @param {string} name */
const stands = (window, name) =>
  window.until((name) => {
    const [selected, ...others] = document.querySelectorAll("[role=treeitem][aria-selected=true]");
    const told = /** @type {Element | undefined} */ (selected?.cloneNode(true));
    for (const hidden of told?.querySelectorAll("[aria-hidden]") ?? []) hidden.remove();
    return others.length === 0 && (told?.textContent ?? "").trim().startsWith(name);
  }, name);

/** Waits for what the bar says of the board. @param {Window} window @param {string} text */
const said = (window, text) =>
  window.until((text) => (document.getElementById("says")?.textContent ?? "").includes(text), text);

/** Chooses something from the menu of the turn that is shown. @param {Window} window @param {string} name */
async function choose(window, name) {
  await window.click(window.find("button", "Turn"));
  await window.click(window.find("menuitem", name));
}

/** The lines of the computer, once there are so many. @param {Window} window @param {number} count */
async function lines(window, count) {
  await window.until(
    (count) => document.querySelectorAll("#analysis .lines > li").length === count,
    count,
  );
  return window.evaluate(() =>
    [...document.querySelectorAll("#analysis .lines > li")].map(
      ({ textContent }) => textContent ?? "",
    ),
  );
}

/** Goes along the first line on the small board by taps, and closes it. @param {Window} window */
async function looksAlong(window) {
  await window.click(window.find("button", "Look at line 1 on a small board"));
  const small = window.find("group", "The line on a small board");
  const told = small.find("status");
  const first = await told.text();
  assert.match(first, /(White|Black): \S/);
  await window.click(small.find("button", "Step on"));
  await window.until(
    (first) => document.querySelector(".look [role=status]")?.textContent !== first,
    first,
  );
  await window.click(small.find("button", "Close the small board"));
  await small.gone();
}

/** Each begins with its score. @param {string[]} found */
const areScored = (found) => {
  for (const line of found) assert.match(line, /^([+\u2212]\d+\.\d|0\.0|#\u2212?\d+) \S/);
};

test(
  "any turn begins a line, and lines are promoted, commented on and deleted by their menu",
  inWindow({}, async (window) => {
    await openAnalysis(window, "?analysis=magnetic");
    await play(window, "c2 c4 d8 a5");
    await item(window, "1 White: c4").shown();
    await stands(window, "1 Black: Qa5");
    await said(window, "White to move.");
    // Another answer begins a line of its own.
    await window.click(item(window, "1 White: c4"));
    await stands(window, "1 White: c4");
    await play(window, "g8 f6");
    await stands(window, "1 Black: Nf6");
    assert.equal(await window.find("treeitem").count(), 3);
    assert.equal(await item(window, "1 Black: Nf6").attribute("aria-level"), "2");
    await choose(window, "Promote variation");
    await item(window, "1 Black: Nf6").carries("aria-level", "1");
    await item(window, "1 Black: Qa5").carries("aria-level", "2");
    for (const [main, other] of [
      ["Qa5", "Nf6"],
      ["Nf6", "Qa5"],
    ]) {
      await window.click(item(window, `1 Black: ${main}`));
      await stands(window, `1 Black: ${main}`);
      await choose(window, "Make main line");
      await item(window, `1 Black: ${main}`).carries("aria-level", "1");
      await item(window, `1 Black: ${other}`).carries("aria-level", "2");
    }

    await choose(window, "Comment");
    const dialog = window.find("dialog", "Comment");
    await dialog.find("textbox").fill("Quieter.");
    assert.deepEqual(await window.faults(), []);
    await window.click(dialog.find("button", "Keep"));
    await item(window, "1 Black: Nf6.*Quieter").shown();
    await window.click(window.find("button", "Turn"));
    await window.click(window.find("menuitemcheckbox", "interesting move"));
    await item(window, "1 Black: Nf6.*interesting move").shown();
    assert.deepEqual(await window.faults(), []);

    // All of it is kept.
    await window.reload();
    await item(window, "1 Black: Nf6.*interesting move.*Quieter").shown();
    await window.click(item(window, "1 Black: Qa5"));
    await choose(window, "Copy the line");
    const copied = window.find("dialog", "Copy the line");
    assert.match(await copied.find("textbox").value(), /^1\. c4\S* Qa5/);
    await window.key("Escape");
    await choose(window, "Delete from here");
    await item(window, "1 Black: Qa5").gone();
    await stands(window, "1 White: c4");
    // It is back at one tap, until something else is done.
    await window.click(window.find("button", "Undo"));
    await item(window, "1 Black: Qa5").shown();
    await stands(window, "1 Black: Qa5");
    await window.find("button", "Undo").gone();
    await choose(window, "Delete from here");
    await item(window, "1 Black: Qa5").gone();
    await window.click(item(window, "1 Black: Nf6"));
    await play(window, "d2 d4");
    await window.find("button", "Undo").gone();
  }),
);

test(
  "two judgements within a frame are both kept",
  inWindow({}, async (window) => {
    await openAnalysis(window, "?analysis=magnetic");
    await play(window, "c2 c4");
    await stands(window, "1 White: c4");
    await window.evaluate(
      (names) => {
        for (const name of names) {
          /** @type {HTMLElement | null} */ (document.querySelector("#moves .menu"))?.click();
          /** @type {HTMLElement | null} */ (
            document.querySelector(`#turn-menu [aria-label="${name}"]`)
          )?.click();
        }
      },
      ["interesting move", "White stands slightly better"],
    );
    const told = /interesting move.*White stands slightly better/;
    await window.find("treeitem", told).shown();
  }),
);

test(
  "a turn of many steps is one turn of the tree and opens into its steps; the computer's lines are whole turns",
  inWindow({}, async (window) => {
    const address = new URLSearchParams({ analysis: "charismatic", fen: LONG });
    await openAnalysis(window, `?${address}`);
    await play(window, "a2 a4 e1 e2");
    await said(window, "The turn goes on.");
    await press(window, "End turn");
    await item(window, "9 White: a4").carries("aria-expanded", "false");
    assert.equal(await window.find("treeitem").count(), 1);
    await item(window, "9 White: a4").focus();
    await window.key("ArrowRight");
    await item(window, "9 White: a4").carries("aria-expanded", "true");
    await window.find("treeitem", "Ke2").shown();
    await window.click(window.find("treeitem", "a4"));
    await named(window, "e1, white king");
    await window.click(item(window, "9 White: a4"));
    await named(window, "e2, white king");

    await window.click(window.find("switch", "Computer"));
    const [line] = await lines(window, 1);
    areScored([line]);
    const before = await window.find("treeitem").count();
    // It is gone through on a small board first, by keys, and nothing is tried by that.
    await window.find("button", "Look at line 1 on a small board").focus();
    await window.key("Enter");
    const small = window.find("group", "The line on a small board");
    await small.shown();
    const tells = (/** @type {string} */ pattern) =>
      window.until(
        (pattern) =>
          new RegExp(pattern).test(
            document.querySelector(".look [role=status]")?.textContent ?? "",
          ),
        pattern,
      );
    await tells("^9 Black: \\S+");
    await window.key("ArrowRight");
    await tells("^(9 Black: .*, step 2 of|10 White: )");
    assert.deepEqual(await window.faults(), []);
    await window.key("Escape");
    await small.gone();
    assert.equal(await window.find("treeitem").count(), before);
    // From there its turn is taken into the tree as a whole.
    await window.find("button", "Look at line 1 on a small board").focus();
    await window.key("Enter");
    await small.find("button", "Take into the tree").focus();
    await window.key("Enter");
    await small.gone();
    await said(window, "White to move.");
    await window.find("treeitem").counted(before + 1);
    // What is to be clicked moves while the tree makes room for the new turn: then it is clicked once more.
    const turn = item(window, "9 White: a4");
    while ((await turn.attribute("aria-selected")) !== "true") {
      await window.click(turn);
      await caughtUp(window);
    }
    await said(window, "Black to move.");
    await lines(window, 1);
    await window.find("list", "Lines").find("button", /^9… /).focus();
    await window.key("Enter");
    await said(window, "White to move.");
    assert.deepEqual(await window.faults(), []);
  }),
);

test(
  "pieces are dropped where the game has reserves; lines, book and report know of drops",
  inWindow(PHONE, async (window) => {
    await openAnalysis(window, "?analysis=chessence");
    await type(window, "Mdf4", "Mca6", "M@d3");
    await stands(window, "2 White: M@d3");
    await named(window, "d3, white man");
    // What is in the reserve is that of the turn that is shown.
    const reserve = window.find("listbox", "White reserve");
    await reserve.find("option", "white man, 2").shown();
    await window.click(item(window, "1 Black: Mca6"));
    await reserve.find("option", "white man, 3").shown();
    await window.click(window.find("switch", "Computer"));
    areScored(await lines(window, 1));
    await looksAlong(window);
    await window.click(window.find("switch", "Computer"));
    await window.find("button", "Report").focus();
    await window.key("Enter");
    await window.find("table", "Report").shown();
    await window.find("img", "Graph").shown();
    await item(window, "2 White: M@d3.* [+\u22120]").shown();
    await window.click(window.select("#do-first"));
    await window.select("#analysis .book > summary").focus();
    await window.key("Enter");
    await window.find("table", "Book").shown();
    assert.deepEqual(await window.faults(), []);
  }),
);

test(
  "hands are dealt, others after them, and one that is chosen; what the draws bring is told apart from play",
  inWindow(PHONE, async (window) => {
    await openAnalysis(window, "?analysis=charismatic");
    await press(window, "Draw five pieces");
    await window.find("listbox", "Hand").shown();
    await said(window, "The turn goes on.");
    await window.click(window.select("#do-first"));
    await said(window, "The start.");
    // Before the draw the mean over all hands stands there, behind it what this one brought.
    await window.click(window.find("switch", "Computer"));
    const tells = (/** @type {string} */ at, /** @type {string} */ pattern) =>
      window.until(
        ([at, pattern]) =>
          new RegExp(pattern).test(document.querySelector(`#analysis ${at}`)?.textContent ?? ""),
        [at, pattern],
      );
    await tells(".judged", "^Before the draw: \\d+\\.\\d % for White");
    await window.find("meter", "Evaluation").carries("aria-valuetext", /^Before the draw/);
    await type(window, "QRRBB");
    await window.find("listbox", "Hand").find("option", "white queen, 1").shown();
    await tells(
      ".drawn",
      "^Luck of the draw: White \\+\\d+\\.\\d % \\(\\d+\\.\\d to \\d+\\.\\d %\\)\\.$",
    );
    areScored(await lines(window, 1));
    await looksAlong(window);
    assert.deepEqual(await window.faults(), []);
    await window.click(window.select("#do-first"));
    await said(window, "The start.");
    await type(window, "PPPPP");
    await tells(".drawn", "White \\u2212\\d+\\.\\d %");
  }),
);

test(
  "a whole analysis goes by keys alone",
  inWindow({}, async (window) => {
    await openAnalysis(window, "?analysis=magnetic");
    await window.key("l");
    await window.find("switch", "Computer").carries("aria-checked", "true");
    await lines(window, 1);
    await window.find("meter", "Evaluation").carries("aria-valuetext", /of 10 games/);
    await window.key("Space");
    await item(window, "1 White: ").shown();
    await lines(window, 1);
    await window.key("Space");
    await item(window, "1 Black: ").shown();
    await window.key("ArrowLeft");
    await window.key("ArrowLeft");
    await said(window, "The start.");
    await type(window, "Nh3");
    await stands(window, "1 White: Nh3");
    await item(window, "1 White: Nh3").focus();
    await window.key("ArrowLeft");
    await said(window, "The start.");
    await type(window, "Na3");
    await stands(window, "1 White: Na3");
    // To the turn beside it, to where lines part, and back.
    await item(window, "1 White: Na3").focus();
    await window.key("Shift+ArrowDown");
    await window.until(
      () => !document.querySelector("[aria-selected=true]")?.textContent?.includes("Na3"),
    );
    await window.key("Shift+ArrowUp");
    await stands(window, "1 White: Na3");
    await window.key("Shift+ArrowLeft");
    await said(window, "The start.");
    // Five lines, then what the other side would do.
    await window.find("spinbutton", "Lines").focus();
    await window.find("spinbutton", "Lines").fill("5");
    await window.key("Enter");
    areScored(await lines(window, 5));
    await item(window, "1 White: Na3").focus();
    await window.key("Enter");
    await window.key("x");
    await window.find("button", "Threats").carries("aria-pressed", "true");
    await window.until(() =>
      document
        .querySelector("#analysis .judged")
        ?.textContent?.startsWith("What the other side would do"),
    );
    await window.key("x");
    await window.key("l");
    await window.find("switch", "Computer").carries("aria-checked", "false");
    assert.deepEqual(await window.faults(), []);
    await window.wish({ scheme: "dark" });
    assert.deepEqual(await window.faults(["color-contrast"]), []);
  }),
);

test(
  "who plays by the mouse goes on by the keys that players know, and by the wheel over the board",
  inWindow({}, async (window) => {
    await openAnalysis(window, "?analysis=magnetic");
    await play(window, "c2 c4");
    await stands(window, "1 White: c4");
    await window.key("l");
    await lines(window, 1);
    // The board has the focus of the mouse: Space plays the best turn, and presses no square.
    await window.key("Space");
    await stands(window, "1 Black: ");
    await lines(window, 1);
    await window.key("f");
    await window.until(
      () => document.querySelector("#grid [role=gridcell]")?.getAttribute("data-square") === "h1",
    );
    await window.key("ArrowLeft");
    await stands(window, "1 White: c4");
    await window.key("ArrowRight");
    await stands(window, "1 Black: ");
    await window.key("Home");
    await said(window, "The start.");
    const turn = (/** @type {number} */ deltaY) =>
      window.evaluate((deltaY) => {
        const event = new WheelEvent("wheel", { deltaY, bubbles: true, cancelable: true });
        return document.querySelector("#grid [role=gridcell]")?.dispatchEvent(event);
      }, deltaY);
    assert.equal(await turn(100), false, "the page itself stays");
    await stands(window, "1 White: c4");
    // A cursor that keys have led is where a space presses.
    await window.key("ArrowUp");
    await window.key("Space");
    await said(window, "1 White: c4");
    await stands(window, "1 White: c4");
    await window.key("f");
    await window.key("x");
    await window.find("button", "Threats").carries("aria-pressed", "true");
    // All of them are in the list of keys.
    await window.key("?");
    const listed = await window.find("dialog", "Keys").text();
    for (const deed of ["Play the best turn", "Threats", "Flip the board", "To where lines part"])
      assert.ok(listed.includes(deed), deed);
    assert.deepEqual(await window.faults(), []);
  }),
);

test(
  "who has switched single keys off has none of the analysis board either",
  inWindow({}, async (window) => {
    await window.prepare(keepSettings, { shortcuts: false });
    await openAnalysis(window, "?analysis=magnetic");
    await play(window, "c2 c4");
    await stands(window, "1 White: c4");
    for (const key of ["l", "x", "f", "Space", "Shift+ArrowLeft"]) await window.key(key);
    await play(window, "d8 a5");
    await stands(window, "1 Black: Qa5");
    await window.find("switch", "Computer").carries("aria-checked", "false");
    const first = await window.evaluate(() =>
      document.querySelector("#grid [role=gridcell]")?.getAttribute("data-square"),
    );
    assert.equal(first, "a8");
  }),
);

test(
  "orders of steps that end alike are one turn with the others told, and a turn that is begun goes on, also behind a link",
  inWindow({}, async (window) => {
    const address = new URLSearchParams({ analysis: "charismatic", fen: LONG });
    await openAnalysis(window, `?${address}`);
    await type(window, "a4", "Rh3", "end", "Ke7", "end");
    await window.click(window.select("#do-first"));
    await type(window, "Rh3", "a4", "end");
    await stands(window, "9 White: a4,\u200bRh3 also played as Rh3,a4");
    assert.equal(await window.find("treeitem").count(), 2);
    // What follows the one follows the other.
    await window.click(window.select("#do-next"));
    await stands(window, "9 Black: Ke7");
    await window.click(window.select("#do-first"));
    await type(window, "Ke2");
    await stands(window, "9 White: Ke2 …");
    await said(window, "The turn goes on.");
    await window.find("treeitem").counted(3);
    await choose(window, "Arrows and circles");
    await window.find("dialog", "Arrows and circles").find("textbox").fill("re2");
    await window.key("Enter");
    const begun = "9 White: Ke2 … red circle on e2";
    await stands(window, begun);

    await press(window, "Share");
    const dialog = window.find("dialog", "Share");
    const link = await dialog.find("textbox", "Link to this game").value();
    assert.match(await dialog.find("textbox", "PGN").value(), /\(9\. Ke2,\s+\{ \[%csl Re2\] \}\)/);
    await window.key("Escape");
    await inWindow(PHONE, async (other) => {
      await openGame(other, "?game=batteries");
      await press(other, "Open a game");
      const paste = other.find("dialog", "Open a game");
      await paste.find("textbox").fill(link);
      await other.click(paste.find("button", "Analyse"));
      await other.find("region", "Analysis").shown();
      await other.click(item(other, "9 White: Ke2"));
      await said(other, "The turn goes on.");
      await type(other, "a4", "end");
      await stands(other, "9 White: Ke2,\u200ba4");
      // What is drawn stays with its position, before the turn that goes on from it.
      await other.find("treeitem").counted(4);
      await item(other, begun).shown();
      assert.deepEqual(await other.faults(), []);
    })();
  }),
);

test(
  "the line at which the mouse points is shown on a small board, which the wheel leads on; its depth and speed are told",
  inWindow({}, async (window) => {
    await openAnalysis(window, "?analysis=magnetic");
    await window.click(window.find("switch", "Computer"));
    await lines(window, 1);
    await window
      .select("#analysis .effort")
      .reads(/^Depth \d+, [\d,]+ positions, [\d,]+ a second$/);
    await window.hover(window.select("#analysis .lines > li:first-child .white"));
    const hint = window.select(".look.hint:not([hidden])");
    await hint.reads(/1 White: /);
    await window.evaluate(() => {
      const event = new WheelEvent("wheel", { deltaY: 100, bubbles: true, cancelable: true });
      document.querySelector("#analysis .lines > li:first-child .white")?.dispatchEvent(event);
    });
    await hint.reads(/1 Black: /);
    // Nothing of it is in the tree.
    assert.equal(await window.find("treeitem").count(), 0);
    await window.hover({ x: 2, y: 2 });
    await hint.gone();
  }),
);

test(
  "where pieces are placed the computer compares several placements",
  inWindow({}, async (window) => {
    await openAnalysis(window, "?analysis=complete-contramatic");
    await window.find("spinbutton", "Lines").fill("3");
    await window.key("Enter");
    await window.click(window.find("switch", "Computer"));
    const found = await lines(window, 3);
    areScored(found);
    assert.equal(new Set(found.map((line) => line.replace(/^\S+ /, ""))).size, 3);
    await window.select("#analysis .lines > li:nth-child(2) .white").focus();
    await window.key("Enter");
    await said(window, "Black to move.");
  }),
);

test(
  "arrows and circles are written without a mouse, read out, kept with their position, and go along with a link",
  inWindow(PHONE, async (window) => {
    await openAnalysis(window, "?analysis=chessence");
    await type(window, "Mdf4", "Mca6");
    await stands(window, "1 Black: Mca6");
    await choose(window, "Arrows and circles");
    const dialog = window.find("dialog", "Arrows and circles");
    await dialog.find("textbox").fill("a6 rf4a6 z9");
    await window.key("Enter");
    await dialog.find("alert").reads(/^“z9” is no square/);
    assert.deepEqual(await window.faults(), []);
    await dialog.find("textbox").fill("a6 rf4a6 d3, yd3");
    await window.key("Enter");
    await dialog.gone();
    const told = /^1 Black: Mca6 green circle on a6, red arrow from f4 to a6, yellow circle on d3$/;
    await window.find("treeitem", told).shown();
    assert.ok(await window.evaluate(() => document.activeElement?.matches("[role=treeitem]")));
    // What is written there now is changed and taken away.
    await choose(window, "Arrows and circles");
    assert.equal(await dialog.find("textbox").value(), "Ga6 Rf4a6 Yd3");
    // Several changes at once, and a page that is left before the first of them is stored.
    await allWritten(window);
    await window.evaluate(silenceStore);
    await dialog.find("textbox").fill("Ba6 Rf4a6");
    await window.click(dialog.find("button", "Keep"));
    const less = /^1 Black: Mca6 red arrow from f4 to a6, blue circle on a6$/;
    await window.find("treeitem", less).shown();
    await restore(window);
    await window.reload();
    await window.find("treeitem", less).shown();
    await press(window, "Share");
    const pgn = await window.find("dialog", "Share").find("textbox", "PGN").value();
    assert.match(pgn.replace(/\s+/g, " "), /Mca6 \{ \[%csl Ba6\] \[%cal Rf4a6\] \}/);
  }),
);

test(
  "a click in the tree means the turn that was under the pointer when it went down, even if that has moved",
  inWindow({ reducedMotion: true }, async (window) => {
    await openAnalysis(window, "?analysis=magnetic");
    await type(window, "a3", "h6", "b3");
    await item(window, "2 White: b3").shown();
    const box = await item(window, "1 White: a3").box();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    /** @param {"down" | "up"} mouse @param {number} [by] how far to the right */
    const pointer = (mouse, by = 0) => window.point([{ mouse, x: x + by, y, button: "left" }]);
    await window.point([{ mouse: "move", x, y, button: "none" }]);
    await pointer("down");
    // Another turn comes under the pointer before it goes up.
    await window.evaluate(() => {
      const tree = /** @type {HTMLElement} */ (document.getElementById("tree"));
      tree.style.transform = "translateY(-40px)";
    });
    await pointer("up");
    await stands(window, "1 White: a3");
    await window.evaluate(() => document.getElementById("tree")?.style.removeProperty("transform"));
    await window.click(item(window, "2 White: b3"));
    await stands(window, "2 White: b3");
    // Moved away, the pointer takes back what it went down on.
    await pointer("down");
    await window.point([{ mouse: "move", x: x + 60, y, button: "left" }]);
    await pointer("up", 60);
    await said(window, "Black to move.");
    await stands(window, "2 White: b3");
  }),
);

test(
  "phones: nothing moves in the analysis with the first turn of the tree",
  inWindow(
    { viewport: { width: 390, height: 660 }, touch: true, reducedMotion: true },
    async (window) => {
      await openAnalysis(window, "?analysis=magnetic");
      const places = () =>
        window.evaluate(() =>
          ["grid", "analysis", "moves", "tools"].map((id) => {
            const box = document.getElementById(id)?.getBoundingClientRect();
            return [id, box?.top, box?.height];
          }),
        );
      const before = await places();
      await play(window, "c2 c4");
      await window.find("treeitem").counted(1);
      assert.deepEqual(await places(), before);
    },
  ),
);

test(
  "the start has a comment, arrows and circles, too, by keys and beside a tree without turns",
  inWindow({}, async (window) => {
    await openAnalysis(window, "?analysis=batteries");
    const comment = async (/** @type {string} */ text) => {
      await window.find("button", "Turn").focus();
      await window.key("Enter");
      await window.find("menuitem", "Comment").shown();
      assert.equal(await window.find("menuitem", "Delete from here").count(), 0);
      await window.find("menuitem", "Comment").focus();
      await window.key("Enter");
      const dialog = window.find("dialog", "Comment");
      await dialog.find("textbox", "Comment on the start").fill(text);
      await dialog.find("button", "Keep").focus();
      await window.key("Enter");
      await dialog.gone();
    };
    await comment("Look at the batteries.");
    await said(window, "The start. Look at the batteries.");
    const lead = window.select("#moves .lead");
    await lead.reads(/^Look at the batteries\.$/);
    await choose(window, "Arrows and circles");
    await window.find("dialog", "Arrows and circles").find("textbox").fill("d4");
    await window.key("Enter");
    await lead.reads(/^Look at the batteries\.\s+green circle on d4$/);
    await type(window, "d4");
    await stands(window, "1 White: d4");
    await lead.reads(/^Look at/);
    assert.deepEqual(await window.faults(), []);
    await window.reload();
    await lead.reads(/^Look at the batteries\.\s+green circle on d4$/);
    await press(window, "Share");
    const pgn = await window.find("dialog", "Share").find("textbox", "PGN").value();
    assert.match(pgn.replace(/\s+/g, " "), /\{ \[%csl Gd4\] Look at the batteries\. \} 1\. d4/);
  }),
);

test(
  "a game that is over is analysed at one tap and gone back to at one; nothing of it changes",
  inWindow(PHONE, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await press(window, "Resign");
    await window.click(window.find("dialog").find("button", "Resign"));
    await window.find("alert").shown();
    await window.click(window.find("button", "Analysis"));
    await window.find("region", "Analysis").shown();
    await item(window, "1 White: c4").shown();
    await window.key("Home");
    await type(window, "Na3");
    await stands(window, "1 White: Na3");
    assert.deepEqual(await window.faults(), []);
    await window.click(window.find("link", "Back to the game"));
    await window.find("alert").shown();
    assert.match(await window.find("alert").text(), /^White wins/);
  }),
);

test(
  "the menu leads from the front page, a lesson and the position that was set up to their analysis",
  inWindow({ reducedMotion: true }, async (window) => {
    const analyse = window.find("link", "Analysis board");
    const fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 -";
    const editor = `?${new URLSearchParams({ editor: "progressive", fen })}`;
    const squares = () =>
      [...document.querySelectorAll("#grid [role=gridcell]")]
        .map((cell) => cell.getAttribute("aria-label"))
        .join();
    for (const address of ["", "?game=batteries&lesson=1", editor]) {
      await openGame(window, address);
      const shown = await window.evaluate(squares);
      await window.click(analyse);
      await window.find("region", "Analysis").shown();
      assert.equal(await window.evaluate(squares), shown, address);
      await window.click(window.find("switch", "Computer"));
      await window.find("switch", "Computer").carries("aria-checked", "true");
    }
  }),
);

test(
  "while a game goes on against a person the computer is silent",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    // From the menu, too.
    await window.click(window.find("link", "Analysis board"));
    await window.find("region", "Analysis").shown();
    await stands(window, "1 White: c4");
    await window.find("link", "Analysis board").carries("aria-current", "page");
    await window.find("switch", "Computer").carries("aria-disabled", "true");
    await window.click(window.find("switch", "Computer"));
    await window.find("switch", "Computer").carries("aria-checked", "false");
    await window.until(() =>
      document
        .querySelector("#analysis .judged")
        ?.textContent?.startsWith("The computer says nothing"),
    );
  }),
);

/** Whether these are wholly in the window, and nothing lies over them. @param {string[]} selectors */
const areInView = (selectors) =>
  selectors.every((selector) => {
    const element = document.querySelector(selector);
    if (!element) return false;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isWithin = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight + 1;
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return isWithin && right > left && bottom > top && element.contains(over);
  });

test(
  "in a low window the reserves, what is to be done, the moves and the tools stay in view beside an open book",
  inWindow({ viewport: { width: 1366, height: 650 }, reducedMotion: true }, async (window) => {
    await openAnalysis(window, "?analysis=charismatic");
    const all = [
      "#who",
      "#far [role=listbox]",
      "#near [role=listbox]",
      "#actions .main:not([hidden])",
    ];
    const others = ["#do-flip", "#do-share", "#typed-text"];
    await window.until(areInView, [...all, ...others]);
    for (const summary of [".book", ".study"]) {
      await window.click(window.select(`#analysis ${summary} > summary`));
      await window.until(areInView, [...all, ...others]);
    }
    assert.deepEqual(await window.faults(), []);
  }),
);

test(
  "in a low window five lines of the computer stand in view, a row each",
  inWindow({ viewport: { width: 1366, height: 650 }, reducedMotion: true }, async (window) => {
    await openAnalysis(window, "?analysis=magnetic");
    await window.find("spinbutton", "Lines").focus();
    await window.find("spinbutton", "Lines").fill("5");
    await window.key("Enter");
    await window.click(window.find("switch", "Computer"));
    areScored(await lines(window, 5));
    await window.until(areInView, ["#typed-text", "#analysis .lines > li:last-child"]);
  }),
);

test(
  "on a low phone the board stays in view above what is read about it",
  inWindow(
    { viewport: { width: 360, height: 560 }, touch: true, reducedMotion: true },
    async (window) => {
      await openAnalysis(window, "?analysis=magnetic");
      await play(window, "c2 c4 d8 a5");
      await item(window, "1 Black: Qa5").shown();
      await window.evaluate(() =>
        document.querySelector("#tree [aria-selected=true]")?.scrollIntoView(),
      );
      await window.until(areInView, ["#frame", "#tree [aria-selected=true]"]);
      await window.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await window.until(areInView, ["#frame"]);
    },
  ),
);

for (const [game, fen, steps] of [
  ["charismatic", "r3k3/p6p/8/8/8/8/P6P/R3K3[] w - - 0 9 - -", "a2 a4 h2 h3"],
  ["progressive", "", "e2 e4 d7 d5"],
  ["contramatic", "", ""],
]) {
  test(
    `on a low phone the first line stands in view while a turn is made (${game})`,
    inWindow(
      { viewport: { width: 360, height: 560 }, touch: true, reducedMotion: true },
      async (window) => {
        const query = new URLSearchParams(fen ? { analysis: game, fen } : { analysis: game });
        await openAnalysis(window, `?${query}`);
        if (steps) await play(window, steps);
        await window.click(window.find("switch", "Computer"));
        await lines(window, 1);
        await window.until(areInView, ["#frame", "#analysis .lines > li:first-child > strong"]);
        // As a whole: not partly below the tools.
        await window.until(() => {
          const score = document.querySelector("#analysis .lines strong")?.getBoundingClientRect();
          const tools = document.getElementById("tools")?.getBoundingClientRect();
          return (score?.bottom ?? Number.NaN) <= (tools?.top ?? 0);
        });
        assert.deepEqual(await window.faults(), []);
      },
    ),
  );
}

test(
  "on a low phone the board of Chessence is in view, with the tools of the analysis below it",
  inWindow({ viewport: { width: 390, height: 660 }, touch: true }, async (window) => {
    await openAnalysis(window, "?analysis=chessence");
    const edges = () => {
      const box = (/** @type {string} */ id) =>
        /** @type {HTMLElement} */ (document.getElementById(id)).getBoundingClientRect();
      const [board, analysis] = [box("frame"), box("analysis")];
      return board.top < 60 && analysis.top >= board.bottom && analysis.right <= innerWidth;
    };
    await window.until(edges);
    // It stays there while one reads on.
    await window.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await window.until(areInView, ["#frame", "#typed-text"]);
  }),
);

test(
  "everything stands under the name by which it is looked for, from the game to its report and to the editor",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4 d8 a5");
    await press(window, "Resign");
    await window.click(window.find("dialog").find("button", "Resign"));
    await window.find("alert").shown();
    await window.click(window.find("button", "Analysis"));
    const region = window.find("region", "Analysis");
    await region.shown();
    const computer = region.find("switch", "Computer");
    await computer.carries("aria-checked", "false");
    await window.click(computer);
    await computer.carries("aria-checked", "true");
    assert.equal(await region.find("spinbutton", "Lines").value(), "1");
    const list = region.find("list", "Lines");
    await list.find("listitem").reads(/^([+\u2212]\d+\.\d|0\.0|#\u2212?\d+)\s/);
    const meter = window.find("meter", "Evaluation");
    await meter.carries("aria-valuenow", /^\d+$/);
    await meter.carries("aria-valuetext", /of 10 games/);
    await window.click(computer);
    await window
      .find("tree", "Moves")
      .find("treeitem", /^1 White: c4/)
      .shown();
    await window.click(window.find("button", "Turn"));
    for (const name of [
      "Promote variation",
      "Make main line",
      "Delete from here",
      "Comment",
      "Copy the line",
    ])
      await window.find("menuitem", name).shown();
    assert.deepEqual(await window.faults(), []);
    // It follows its turn into a smaller window.
    await window.resize(1024, 640);
    await window.until(areInView, ["#turn-menu", "#turn-menu button:last-child"]);
    await window.resize(1280, 800);
    await window.key("Escape");
    await window.click(region.find("button", "Report"));
    await region.find("table", "Report").shown();
    await region.find("img", "Graph").shown();
    await window.click(window.find("button", "Position editor"));
    const editor = window.find("region", "Position editor");
    await editor.find("toolbar", "Pieces").find("button", "white queen").shown();
    await editor.find("button", "Play from here").shown();
  }),
);

test(
  "where a game has ended the bar shows who has won, and the computer repeats nothing",
  inWindow(PHONE, async (window) => {
    const fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 -";
    await openAnalysis(window, `?${new URLSearchParams({ analysis: "progressive", fen })}`);
    await type(window, "Ra8");
    const ending = "White wins by checkmate.";
    await said(window, ending);
    const meter = window.find("meter", "Evaluation");
    const judged = window.select("#analysis .judged");
    const computer = window.find("switch", "Computer");
    for (const checked of ["true", "false"]) {
      await window.click(computer);
      await computer.carries("aria-checked", checked);
      await meter.carries("aria-valuenow", "100");
      await meter.carries("aria-valuetext", ending);
      await judged.reads(/^$/);
    }
  }),
);
