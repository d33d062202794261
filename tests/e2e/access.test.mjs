// Every screen: axe finds nothing wrong with it, and nothing of it is lost on a page 320 px wide,
// or where everything is twice as large. Of the other sizes and colours each screen is looked at in some,
// in turns, and by `cargo xtask soak` in all.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { at, click } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { due, endTurn, invite } from "./friend.mjs";
import { GAMES } from "./games.mjs";
import { begunOrStopped, squaresOf } from "./inside.mjs";
import { among } from "./thorough.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** Presses a button by its key. @param {Window} window @param {string} name */
async function press(window, name) {
  await window.find("button", name).focus();
  await window.key("Enter");
}

/** Makes the first move that the board offers. @param {Window} window */
async function anyTurn(window) {
  for (const square of await squaresOf(window, "own")) {
    await click(window, square);
    const [target] = await squaresOf(window, "target");
    if (target) return click(window, target);
  }
}

/**
 * Opens a dialog.
 * @param {string} name of the button
 * @returns {(window: Window) => Promise<void>}
 */
const asking = (name) => async (window) => {
  await press(window, name);
  await window.find("dialog").shown();
};

const CHARISMATIC = "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] w HAha - 0 1 - -";
const PLACED = "b3k3/3p1pq1/np3npP/p1p5/4Pp2/1r3PR1/PPPP2PB/4K1NN[] b - e3 0 4 -";
const BOTH_KINGS = "1b2r3/nn3ckb/2p1p2p/p2p1p2/2pP1PpP/1P2P1N1/BP1CPP2/QN1K4[] b - h3 0 8 -";
const ATTRACTING = "3b3k/8/3K4/q1R2rP1/3Q4/8/3b4/8 w - - 0 1";

/**
 * The screens: name, address, and how to come to it.
 * @type {[string, string, (window: Window) => Promise<void>][]}
 */
const SCREENS = [
  ["the front page", "", (window) => window.find("heading", /^Fivefold/).shown()],
  ["the draw of Charismatic Chess", "?game=charismatic&seed=4", async () => {}],
  [
    "placement of Charismatic Chess",
    "?game=charismatic&seed=4",
    async (window) => {
      await press(window, "Draw five pieces");
      await press(window, "Place for me");
      await press(window, "Undo step");
    },
  ],
  [
    "a turn of Charismatic Chess, half done, with a piece chosen",
    at("charismatic", CHARISMATIC),
    (window) => click(window, "e3", "f5", "c4", "b5", "h1"),
  ],
  [
    "check in Charismatic Chess, with an end refused",
    at("charismatic", "3k4/pp3ppp/8/3q4/1b2r3/5N2/PP3PPP/R3K2R[] w HA - 0 9 - -"),
    async (window) => {
      await click(window, "h1", "g1");
      await press(window, "End turn");
    },
  ],
  [
    "a checkmate",
    at("charismatic", "8/2N3Q1/8/3N4/B7/k7/8/3K4[] w - - 3 17 - -"),
    async (window) => {
      await click(window, "g7", "a1");
      await press(window, "End turn");
      await window.find("alert").shown();
    },
  ],
  ["Chessence", "?game=chessence", (window) => click(window, "d3")],
  ["placement of Contramatic Chess", "?game=contramatic", async () => {}],
  [
    "placement of Complete Contramatic Chess, half done",
    "?game=complete-contramatic",
    async (window) => {
      await press(window, "Place for me");
      await press(window, "Undo step");
    },
  ],
  ["Contramatic Chess", at("contramatic", PLACED), (window) => click(window, "g7")],
  [
    "Complete Contramatic Chess, with a step refused",
    at("complete-contramatic", BOTH_KINGS),
    (window) => click(window, "g7", "g8", "g7", "a1"),
  ],
  ["Magnetic Chess", at("magnetic", ATTRACTING), (window) => click(window, "d4")],
  ["Chess with Batteries", "?game=batteries", (window) => click(window, "d2")],
  [
    "Progressive Chess, within a series",
    at("progressive", "rnbqkbnr/ppp1pppp/8/8/4p3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 -"),
    (window) => click(window, "d2", "d4", "c1"),
  ],
  [
    "an earlier position",
    at("magnetic", ATTRACTING),
    async (window) => {
      await click(window, "d4", "d5");
      await window.key("[");
      await window.find("button", "Back to the game").shown();
    },
  ],
  [
    "the question what a pawn becomes",
    at("magnetic", "k7/5P2/8/8/8/8/8/K7 w - - 0 1"),
    async (window) => {
      await click(window, "f7", "f8");
      await window.find("dialog").shown();
    },
  ],
  [
    "the question of resigning",
    "?game=magnetic&seed=1",
    async (window) => {
      await click(window, "c2", "c4");
      await asking("Resign")(window);
    },
  ],
  [
    "the choice of a new game",
    "?game=batteries&seed=1",
    async (window) => {
      await click(window, "d3", "d4");
      await asking("New game")(window);
    },
  ],
  ["the settings", "?game=chessence", asking("Settings")],
  ["a puzzle", "?puzzle=charismatic-1", (window) => press(window, "Hint")],
  [
    "a puzzle whose first turn was wrong",
    "?puzzle=charismatic-1",
    async (window) => {
      await anyTurn(window);
      await press(window, "End turn");
      await window.find("button", "Show why not").shown();
    },
  ],
  ["the pieces of Chess with Batteries", "?game=batteries", asking("Pieces")],
  [
    "the games on the device",
    at("magnetic", ATTRACTING),
    async (window) => {
      await click(window, "d4", "d5");
      await asking("Your games")(window);
    },
  ],
  ["sharing", "?game=magnetic", asking("Share")],
  ["opening a game", "?game=magnetic", asking("Open a game")],
  [
    "the questions about a friend",
    "?game=magnetic",
    async (window) => {
      await asking("New game")(window);
      await window.click(window.find("dialog").find("radio", "A friend, by link"));
      await window.find("textbox", /^Your name/).shown();
    },
  ],
  [
    "a game by link, to be sent",
    "?game=magnetic",
    async (window) => {
      await invite(window, "magnetic", "White");
      await due(window);
      await click(window, "c2", "c4");
      await endTurn(window);
      await window.find("dialog", "Game by link").shown();
    },
  ],
  [
    "the review of a game",
    at("magnetic", "r3k3/8/8/8/8/8/6PP/6K1 b - - 0 30"),
    async (window) => {
      for (const square of ["a8", "a1", "h2", "h3", "a1", "g1"]) await click(window, square);
      await window.find("alert").shown();
      await press(window, "Review");
      await window
        .find("dialog", "Review")
        .find("button", /^31\. White/)
        .shown();
    },
  ],
  [
    "a piece of the other side looked at",
    "?game=batteries",
    async (window) => {
      await click(window, "d9");
      await window.until(() => document.getElementById("says")?.textContent?.includes("agent"));
    },
  ],
  ["the list of puzzles", "?puzzle=magnetic-1", asking("All puzzles")],
  [
    "the list of keys",
    "?game=contramatic",
    async (window) => {
      await asking("Settings")(window);
      await press(window, "Keys");
      await window.find("dialog", "Keys").shown();
    },
  ],
  [
    "an address that cannot be played",
    "?game=ludo",
    (window) => window.find("link", /^Go to/).shown(),
  ],
];

/**
 * Screens that differ in what they say alone.
 * @type {typeof SCREENS}
 */
const ALIKE = [
  ...GAMES.map(
    (game) =>
      /** @type {(typeof SCREENS)[number]} */ ([
        `the lesson on ${game}`,
        `?game=${game}&lesson=1`,
        (window) => window.select("#task").shown(),
      ]),
  ),
  ...[...GAMES, "rules"].map(
    (page) =>
      /** @type {(typeof SCREENS)[number]} */ ([`the rules: ${page}`, `${page}/`, async () => {}]),
  ),
];

/** Waits until the page has come to rest: what is loaded later is there, nothing moves. @param {Window} window */
async function settled(window) {
  await window.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await begunOrStopped(window);
  await window.until(() =>
    document.getAnimations().every(({ playState }) => playState === "finished"),
  );
}

/**
 * What is lost of the page at this size of window.
 * @param {Window} window
 * @returns {Promise<string[]>}
 */
const lost = (window) =>
  window.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    /** @param {Element} element */
    const name = (element) =>
      `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""}${
        element.classList.length > 0 ? `.${[...element.classList].join(".")}` : ""
      } “${(element.getAttribute("aria-label") ?? element.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 40)}”`;
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) {
      found.push(`the page scrolls sideways: ${root.scrollWidth} in ${root.clientWidth}`);
    }
    const modal = document.querySelector("dialog:modal");
    const within = modal ?? document.body;
    const shown = new Set(
      [...within.querySelectorAll("*")].filter(
        (element) =>
          element instanceof HTMLElement &&
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          // What only assistive technology reads.
          element.getClientRects()[0]?.width > 1,
      ),
    );
    for (const element of shown) {
      const style = getComputedStyle(element);
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      const cuts = (/** @type {string} */ overflow) => ["hidden", "clip"].includes(overflow);
      // A field is scrolled by who reads it; letters reach out of narrow lines by a pixel or two.
      if (element.matches("input")) continue;
      if (cuts(style.overflowX) && element.scrollWidth > element.clientWidth + 1) {
        found.push(`cut off at the side: ${name(element)}`);
      } else if (cuts(style.overflowY) && element.scrollHeight > element.clientHeight + 3) {
        found.push(`cut off below: ${name(element)}`);
      } else if (own && style.display !== "inline" && style.overflowX === "visible") {
        if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) {
          found.push(`sticks out: ${name(element)}`);
        }
      }
    }
    /** What a press on an element meets; nothing, where its middle is out of sight. @param {Element} element */
    const met = (element) => {
      const [box] = element.getClientRects();
      return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    };
    // Whatever takes a press can be brought where a press reaches it.
    const controls = "button, a[href], input, summary, [role=option], [role=gridcell]";
    for (const element of within.querySelectorAll(controls)) {
      if (!shown.has(element) || element.closest("[inert]")) continue;
      const isSkip = element.matches(".skip");
      // It comes when it has the focus.
      if (isSkip && element instanceof HTMLElement) element.focus({ preventScroll: true });
      const label = element.closest("label");
      /** @param {Element | null} top */
      const reaches = (top) =>
        top !== null && (element.contains(top) || top.contains(element) || label?.contains(top));
      let top = met(element);
      // To scroll is most of the work, and the one before has mostly brought this one, too.
      if (!reaches(top)) {
        element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
        top = met(element);
      }
      const [{ left, right }] = element.getClientRects();
      if (left < -1 || right > innerWidth + 1) found.push(`outside: ${name(element)}`);
      if (!reaches(top)) {
        found.push(`covered by ${top ? name(top) : "nothing"}: ${name(element)}`);
      }
      if (isSkip && element instanceof HTMLElement) element.blur();
    }
    scrollTo({ top: 0, behavior: "instant" });
    return found;
  });

/** What colours can break; the other rules find the same in all of them. */
const COLORS = ["color-contrast"];

/** And what is as large as its letters, or is drawn by other means there. */
const FORCED = [...COLORS, "target-size"];

/** @typedef {"faults" | "lost" | string[]} Sought what axe finds by all rules or by these; or what is lost */

/**
 * A look at a screen: what the device's user wishes to see, the size of the window, and what is looked for.
 * @typedef {Parameters<Window["wish"]>[0] & { size?: [number, number], sought: Sought }} Look
 */

/** @type {Record<string, Look>} */
const LOOKS = {
  "as it is": { sought: "faults" },
  dark: { scheme: "dark", sought: COLORS },
  "lost at 320 px": { size: [320, 568], sought: "lost" },
};

/** Sizes of which each screen is looked at in some. @type {[string, Look][]} */
const SIZES = [
  ["phone", { size: [390, 844], sought: "faults" }],
  ["lost on a phone", { size: [390, 844], sought: "lost" }],
  // A window of 1280 by 800 that is zoomed to 200 %.
  ["lost at 200 %", { size: [640, 400], sought: "lost" }],
];

/** Colours of the same kind; those that are forced stay so. @type {[string, Look][]} */
const SCHEMES = [
  ["dark, more contrast", { scheme: "dark", contrast: "more", sought: COLORS }],
  ["more contrast", { contrast: "more", sought: COLORS }],
  ["forced colours, at 200 %", { size: [640, 400], forced: true, sought: FORCED }],
];

/**
 * What is found wrong where the page looks so.
 * @param {Window} window
 * @param {Look} look
 */
async function wrong(window, { scheme, contrast, forced = false, size = [1280, 800], sought }) {
  await window.wish({ scheme: scheme ?? "light", contrast: contrast ?? "no-preference", forced });
  await window.resize(...size);
  await settled(window);
  if (sought === "lost") return lost(window);
  return window.faults(sought === "faults" ? undefined : sought);
}

/**
 * @param {(typeof SCREENS)[number]} screen
 * @param {readonly [string, Look][]} others besides those that every screen is looked at in
 */
function looked([name, address, come], others) {
  test(
    `${name}: axe finds nothing, nothing is lost`,
    inWindow({ reducedMotion: true }, async (window) => {
      await window.goto(address);
      await settled(window);
      await come(window);
      /** @type {Record<string, string[]>} */
      const found = {};
      for (const [where, look] of [...Object.entries(LOOKS), ...others]) {
        const faults = await wrong(window, look);
        if (faults.length > 0) found[where] = faults;
      }
      assert.deepEqual(found, {});
    }),
  );
}

for (const [turn, screen] of SCREENS.entries())
  looked(screen, [...among(SIZES, turn), ...among(SCHEMES, turn)]);

for (const [turn, screen] of ALIKE.entries()) looked(screen, among([...SIZES, ...SCHEMES], turn));

for (const [opener, game] of [
  ["Menu", "magnetic"],
  ["Moves", "magnetic"],
  ["More", "batteries"],
  ["How to win and lose", "chessence"],
]) {
  test(
    `${opener}, open on a phone: axe finds nothing, nor in forced colours`,
    inWindow(
      { viewport: { width: 360, height: 560 }, touch: true, reducedMotion: true },
      async (window) => {
        await window.goto(`?game=${game}`);
        await settled(window);
        await window.click(window.find("button", opener));
        await window.until(() => document.querySelector("[inert]"));
        await settled(window);
        assert.deepEqual(await window.faults(), []);
        await window.wish({ forced: true });
        await settled(window);
        assert.deepEqual(await window.faults(FORCED), [], "in forced colours");
      },
    ),
  );
}

/** Screens of each kind: those with trays, with long sentences, with lessons, with plain text. */
const ENLARGED = [
  "",
  "?game=charismatic&seed=4",
  "?game=chessence",
  "?game=contramatic",
  "?game=batteries",
  "?game=magnetic&lesson=1",
  "magnetic/",
  "complete-contramatic/",
  "rules/",
];

for (const address of ENLARGED) {
  test(
    `${address || "the front page"}: nothing is lost where letters are twice as large`,
    inWindow(
      { viewport: { width: 1280, height: 800 }, letters: 32, reducedMotion: true },
      async (window) => {
        await window.goto(address);
        await settled(window);
        assert.deepEqual(await lost(window), [], "on a desktop");
        await window.resize(390, 844);
        await settled(window);
        assert.deepEqual(await lost(window), [], "on a phone");
      },
    ),
  );
}
