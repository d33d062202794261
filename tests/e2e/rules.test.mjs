// The pages of the rules: plain pages, whose diagrams can be played on.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { address, inWindow, quit } from "./driver.mjs";

after(quit);

const PAGES = {
  charismatic: "Charismatic Chess",
  chessence: "Chessence",
  contramatic: "Contramatic Chess",
  "complete-contramatic": "Complete Contramatic Chess",
  magnetic: "Magnetic Chess",
  batteries: "Chess with Batteries",
  rules: "What holds in all games",
};

for (const [page, name] of Object.entries(PAGES)) {
  test(
    `${page}/ opens without an error and fits a phone`,
    inWindow({ viewport: { width: 360, height: 740 } }, async (window) => {
      await window.goto(`${page}/`);
      await window.find("heading", name).shown();
      const over = await window.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(over, 0, "nothing sticks out to the right");
      const preview = await window.evaluate(
        () => document.querySelector('meta[property="og:image"]')?.getAttribute("content") ?? "",
      );
      const answer = await fetch(new URL(preview, window.url()));
      assert.equal(answer.headers.get("content-type"), "image/png");
    }),
  );
}

test("the rules are in the page as it is sent, and the Play link opens the game", async () => {
  const page = await (await fetch(address("magnetic/"))).text();
  assert.match(page, /<h1>Magnetic Chess<\/h1>/);
  assert.match(page, /id="source-2"[\s\S]*nearest man/);
  assert.match(page, /<svg class="board"[^>]* role="img"/);
  assert.match(page, /class="play" href="\.\.\/\?game=magnetic"/);
});

/** @param {import("./driver.mjs").Window} window @param {string} section */
async function begin(window, section) {
  await window.click(window.select(`${section} .begin`));
  await window.select(`${section} .alive`).shown();
  // All of it, so that nothing scrolls during a drag.
  await window.select(`${section} [role=grid]`).box();
}

test(
  "a diagram becomes a board on which men move by clicks, and the impulse displaces others",
  inWindow({ reducedMotion: true }, async (window) => {
    await window.goto("magnetic/");
    await begin(window, "#impulse");
    await window.click(window.find("gridcell", /^f3, white knight/));
    await window.click(window.find("gridcell", /^e5, empty/));
    await window.find("gridcell", /^e6, black pawn/).shown();
    await window.find("gridcell", /^d5, black rook/).shown();
    await window.find("gridcell", /^h5, white rook/).shown();
    assert.match(await window.select("#impulse .said").text(), /^Black to move/);
    await window.click(window.select("#impulse .do-again"));
    await window.find("gridcell", /^f3, white knight/).shown();
  }),
);

test(
  "a diagram takes drags of a finger and says why a step is refused",
  inWindow(
    { touch: true, viewport: { width: 390, height: 844 }, reducedMotion: true },
    async (window) => {
      await window.goto("contramatic/");
      await begin(window, "#moving");
      const rook = window.find("gridcell", /^a1, white rook/);
      await window.drag(rook, window.find("gridcell", /^a8, /), { touch: true });
      await window.select("#moving .said[data-kind=refusal]").shown();
      assert.match(await window.select("#moving .said").text(), /check/);
      await window.drag(rook, window.find("gridcell", /^a7, /), { touch: true });
      await window.find("gridcell", /^a7, white rook/).shown();
    },
  ),
);

test(
  "a diagram takes keys, drops from a reserve, and the end of a turn of many steps",
  inWindow({ reducedMotion: true }, async (window) => {
    await window.goto("chessence/");
    await begin(window, "#turn");
    await window.click(window.find("button", "Man, 3"));
    await window.click(window.find("gridcell", /^d3, empty/));
    await window.find("gridcell", /^d3, white man/).shown();

    await window.goto("charismatic/");
    await begin(window, "#mate");
    const select = "#mate [role=gridcell][aria-label^=g8]";
    await window.select(select).focus();
    await window.key("Enter");
    for (let i = 0; i < 5; i += 1) await window.key("ArrowLeft");
    await window.key("Enter");
    await window.find("gridcell", /^b8, black rook/).shown();
    await window.click(window.find("gridcell", /^h8, black king/));
    await window.click(window.find("gridcell", /^g8, empty/));
    await window.click(window.find("button", "End turn"));
    await window.select("#mate .do-undo").gone();
    assert.match(await window.select("#mate .said").text(), /one to five different men/);
  }),
);
