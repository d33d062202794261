// The pages of the rules: plain pages, whose diagrams can be played on.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { address, inWindow, open, quit } from "./driver.mjs";
import { countListeners, exposeModule, fail, listeners, ready } from "./inside.mjs";

after(quit);

const PAGES = {
  charismatic: "Charismatic Chess",
  chessence: "Chessence",
  contramatic: "Contramatic Chess",
  "complete-contramatic": "Complete Contramatic Chess",
  magnetic: "Magnetic Chess",
  batteries: "Chess with Batteries",
  progressive: "Progressive Chess",
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
      const found = await window.evaluate(() => ({
        sources: document.querySelectorAll('main a[href^="https:"]').length,
        rules: document.querySelectorAll(".rule > .no").length,
        // The number of a rule stands beside it, and neither in its text nor in the heading above.
        twice: [...document.querySelectorAll(".rule > p, h2, li:has(> .rule)")]
          .filter(
            (element) =>
              /^\s*\d+[.):\s]/.test(element.textContent ?? "") ||
              /counter|\d/.test(getComputedStyle(element, "::before").content),
          )
          .map((element) => element.textContent),
      }));
      assert.deepEqual(found.twice, []);
      if (page !== "rules")
        assert.ok(found.sources > 0 && found.rules > 0, `${found.sources} sources`);
      const preview = await window.evaluate(
        () => document.querySelector('meta[property="og:image"]')?.getAttribute("content") ?? "",
      );
      const answer = await fetch(new URL(preview, await window.url()));
      assert.equal(answer.headers.get("content-type"), "image/png");
    }),
  );
}

test("the rules are in the page as it is sent, and the Play link opens the game", async () => {
  const page = await (await fetch(address("magnetic/"))).text();
  assert.match(page, /<h1>Magnetic Chess<\/h1>/);
  assert.match(page, /id="source-2"[\s\S]*nearest piece/);
  assert.match(page, /<svg class="board"[^>]* role="img"/);
  assert.match(page, /class="play" href="\.\.\/\?game=magnetic&amp;with=ask"/);
});

/** @param {import("./driver.mjs").Window} window @param {string} section */
async function begin(window, section) {
  await window.click(window.select(`${section} .begin`));
  await window.select(`${section} .alive`).shown();
  // All of it, so that nothing scrolls during a drag.
  await window.select(`${section} [role=grid]`).box();
}

test(
  "a diagram becomes a board on which pieces move by clicks, and the impulse displaces others",
  inWindow({ reducedMotion: true }, async (window) => {
    await window.goto("magnetic/");
    await begin(window, "#impulse");
    await window.click(window.find("gridcell", /^f3, white knight/));
    await window.click(window.find("gridcell", /^e5, empty/));
    await window.find("gridcell", /^e6, black pawn/).shown();
    await window.find("gridcell", /^d5, black rook/).shown();
    await window.find("gridcell", /^h5, white rook/).shown();
    await window.select("#impulse .said").reads(/^Black to move/);
    await window.click(window.select("#impulse .do-again"));
    await window.find("gridcell", /^f3, white knight/).shown();
  }),
);

test("a board whose module has failed is taken away with all that listens for it, and its picture is back", async () => {
  const window = await open({ reducedMotion: true });
  try {
    await window.prepare(exposeModule);
    await window.prepare(countListeners);
    await window.goto("magnetic/");
    /** Begins a board and has it fail. @param {string} section */
    const takenAway = async (section) => {
      await begin(window, section);
      const working = await listeners(window);
      await fail(window, "table_handle");
      await window.click(window.select(`${section} [role=gridcell]`)).catch(() => {});
      await window.select(`${section} [role=grid]`).gone();
      await window.select(`${section} .plate svg`).shown();
      await fail(window, "");
      return { working, left: await listeners(window) };
    };
    const first = await takenAway("#impulse");
    const second = await takenAway("#first-moves");
    // What the scripts themselves listen to stays, and comes once.
    assert.equal(second.left, first.left, "nothing of a board listens any more");
    assert.ok(second.working > second.left + 5, `${second.working} while it works`);
  } finally {
    await window.close();
  }
});

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
      await window.select("#moving .said").reads(/check/);
      const link = window.select("#moving .said a");
      await link.carries("href", /^\.\.\/contramatic\/#source-2$/);
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
    await window.select("#mate .said").reads(/one to five pieces/);
  }),
);

test(
  "the boards of a rules page explain what the boards of the games explain",
  inWindow({ reducedMotion: true }, async (window) => {
    /** @param {string} section @param {string} square */
    const cell = (section, square) =>
      window.select(`${section} .alive [role=gridcell][data-square=${square}]`);
    /** Waits until the board of a section says this. @param {string} section @param {string} text */
    const said = (section, text) =>
      window.until(
        (section, text) =>
          document.querySelector(`${section} .said`)?.textContent?.includes(text) ?? false,
        section,
        text,
      );
    /** @param {string} section @param {string} text */
    const told = (section, text) =>
      window.until(
        (section, text) =>
          document.querySelector(`${section} [role=status]`)?.textContent?.includes(text) ?? false,
        section,
        text,
      );

    await window.goto("magnetic/");
    await begin(window, "#impulse");
    await window.click(cell("#impulse", "f3"));
    await window.hover(cell("#impulse", "e5"));
    const impulse = "e5: pulls the black rook from a5 to d5, pushes the white rook from g5 to h5";
    await said("#impulse", impulse);
    const notes = await cell("#impulse", "e5").attribute("aria-description");
    assert.ok(notes?.startsWith(impulse), notes ?? "");
    await window.click(cell("#impulse", "e5"));
    await told(
      "#impulse",
      "White knight f3 to e5. The black rook is pulled from a5 to d5. The white rook is pushed from g5 to h5. " +
        "The black pawn is pulled from e7 to e6. Black to move",
    );
    // A second board of the page has a voice of its own.
    await begin(window, "#pawns");
    await said("#impulse", "Black to move");

    await window.goto("batteries/");
    await begin(window, "#charge");
    await window.click(cell("#charge", "c3"));
    await said("#charge", "With a charge captures on f6.");

    await window.goto("chessence/");
    await begin(window, "#powers");
    await window.click(cell("#powers", "d3"));
    await said("#powers", "d3 moves as a rook by d2 and e3");
    await said("#powers", "Without it, no longer: e2 as a bishop");
  }),
);

/** One refused step a game: position, the piece, where it cannot go. @type {Record<string, [string, string, string]>} */
const REFUSED = {
  charismatic: ["3k4/8/8/8/8/8/8/R3K2r[] w - - 0 1 - -", "a1", "b3"],
  chessence: ["", "d3", "d4"],
  contramatic: ["4k3/8/8/8/8/8/8/R3K3[] w - - 0 1 -", "a1", "a8"],
  "complete-contramatic": ["4c2k/8/8/8/8/8/8/R3C2K[] w - - 0 1 -", "a1", "a8"],
  magnetic: ["", "e2", "e5"],
  batteries: ["", "d2", "d6"],
};

for (const [game, [fen, from, to]] of Object.entries(REFUSED)) {
  test(
    `${game}: the sentence of a refused step leads to its rule`,
    inWindow({ viewport: { width: 390, height: 844 }, touch: true }, async (window) => {
      const asked = new URLSearchParams({ game, ...(fen && { fen }) });
      await window.goto(`?${asked}`);
      await ready(window);
      for (const square of [from, to]) await window.tap(window.select(`[data-square=${square}]`));
      const link = window.find("link", "The rule");
      await link.shown();
      await window.click(link);
      await window.until(() => {
        const place = document.querySelector(":target");
        const box = place?.getBoundingClientRect();
        return box !== undefined && box.top >= 0 && box.top < innerHeight;
      });
      await window.reaches(RegExp(`/(${game}|contramatic|rules)/#`));
    }),
  );
}
