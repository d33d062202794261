// Pictures of every screen, as contact sheets: `node tools/screenshots.mjs FOLDER`, with the site's
// address in FIVEFOLD_URL and the browser in FIVEFOLD_CHROMIUM (`cargo xtask screenshots` sets them).
// With `every` after the folder: every screen at every size of `EVERY`, light and dark, a sheet each, to
// be looked at and not kept; sizes named after it (`every 360x560 1366x650`) are the only ones taken, and of
// the screens those whose names fit another word (`every forced "^analysis"`; `forced`: in forced colours).

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const folder = process.argv[2] ?? "docs/screens";
const site = process.env.FIVEFOLD_URL ?? "http://127.0.0.1:8080/";
mkdirSync(folder, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env.FIVEFOLD_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});

const SIZES = {
  phone: { width: 390, height: 660 },
  tablet: { width: 820, height: 1100 },
  desktop: { width: 1280, height: 800 },
};

/** The windows that the page is laid out for: width by height. */
const EVERY = [
  "360x560",
  "390x660",
  "844x340",
  "820x1100",
  "1024x768",
  "1180x820",
  "1366x650",
  "1920x1080",
];

/** @typedef {import("playwright-core").Page} Page */

/** What stands in a sheet where the window is small. @type {Record<string, string>} */
const BEHIND = {
  "New game": "Menu",
  Puzzles: "Menu",
  Settings: "Menu",
  "Your games": "Menu",
  "Open a game": "Menu",
  Share: "More",
  "Show attacks": "More",
  "Offer draw": "More",
  Resign: "More",
};

/** @param {Page} page @param {string} name */
async function press(page, name) {
  const button = page.getByRole("button", { name, exact: true }).first();
  const behind = BEHIND[name];
  if (behind && !(await button.isVisible())) {
    const opener = page.getByRole("button", { name: behind, exact: true });
    if (await opener.isVisible()) await opener.click();
  }
  await button.click();
}

/** Presses what opens a dialog. @param {Page} page @param {string} name */
async function opens(page, name) {
  await press(page, name);
  await page.locator("dialog[open]").waitFor();
}

/** @param {Page} page @param {...string} squares */
async function tap(page, ...squares) {
  for (const square of squares) {
    await page.getByRole("gridcell", { name: new RegExp(`^${square}, `) }).click();
  }
}

/** @param {string} game @param {string} fen */
const at = (game, fen) => `?game=${game}&fen=${encodeURIComponent(fen)}`;

const SAMPLE = "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] w HAha - 0 1 - -";

/**
 * Every screen of Charismatic Chess: its name, its address, and how to come to it.
 * @type {[string, string, (page: Page) => Promise<void>][]}
 */
const SCREENS = [
  ["start", "?game=charismatic&seed=4", async () => {}],
  ["draw", "?game=charismatic&seed=4", (page) => press(page, "Draw five pieces")],
  [
    "placement",
    "?game=charismatic&seed=4",
    async (page) => {
      await press(page, "Draw five pieces");
      await press(page, "Place for me");
      await press(page, "Undo step");
    },
  ],
  [
    "turn",
    at("charismatic", SAMPLE),
    async (page) => {
      await tap(page, "e3", "f5", "c4", "b5", "d4", "b6");
      await tap(page, "h1");
    },
  ],
  [
    "check",
    at("charismatic", "3k4/pp3ppp/8/3q4/1b2r3/5N2/PP3PPP/R3K2R[] w HA - 0 9 - -"),
    async (page) => {
      await tap(page, "h1", "g1");
      await press(page, "End turn");
    },
  ],
  [
    "promotion",
    at("charismatic", "3k4/6P1/4P3/8/8/8/8/4K3[] w - - 0 20 - -"),
    async (page) => {
      await tap(page, "g7", "g8");
      // It is fetched when it is first asked.
      await page.locator("#promotion[open]").waitFor();
    },
  ],
  [
    "mate",
    at("charismatic", "8/2N3Q1/8/3N4/B7/k7/8/3K4[] w - - 3 17 - -"),
    async (page) => {
      await tap(page, "g7", "a1");
      await press(page, "End turn");
    },
  ],
];

/** The other games. @type {[string, string, (page: Page) => Promise<void>][]} */
const GAMES = [
  ["chessence", "?game=chessence", (page) => tap(page, "d3")],
  [
    "contramatic",
    at("contramatic", "b3k3/3p1pq1/np3npP/p1p5/4Pp2/1r3PR1/PPPP2PB/4K1NN[] b - e3 0 4 -"),
    (page) => tap(page, "g7"),
  ],
  [
    "complete-contramatic",
    at(
      "complete-contramatic",
      "1b2r3/nn3ckb/2p1p2p/p2p1p2/2pP1PpP/1P2P1N1/BP1CPP2/QN1K4[] b - h3 0 8 -",
    ),
    (page) => tap(page, "e8"),
  ],
  [
    "magnetic",
    at("magnetic", "3b3k/8/3K4/q1R2rP1/3Q4/8/3b4/8 w - - 0 1"),
    (page) => tap(page, "d4"),
  ],
  ["batteries", "?game=batteries", (page) => tap(page, "d2")],
];

const OPENING = "?game=magnetic";

/** Dialogs and states that all games share. @type {[string, string, (page: Page) => Promise<void>][]} */
const STATES = [
  ["front", "", (page) => page.locator("#choice a").last().waitFor()],
  ["new game", OPENING, (page) => opens(page, "New game")],
  ["puzzle", "?puzzle=charismatic-1", (page) => press(page, "Hint")],
  ["puzzles", OPENING, (page) => opens(page, "Puzzles")],
  ["settings", OPENING, (page) => opens(page, "Settings")],
  ["keys", OPENING, (page) => page.keyboard.press("?")],
  ["attacks", OPENING, (page) => press(page, "Show attacks")],
  [
    "resign",
    OPENING,
    async (page) => {
      await tap(page, "c2", "c4");
      await press(page, "Resign");
    },
  ],
  [
    "refusal",
    at("contramatic", "4k3/8/8/8/8/8/3Q4/4K3[] w - - 0 20 -"),
    (page) => tap(page, "d2", "e2"),
  ],
  ["placing", "?game=contramatic", (page) => press(page, "Place for me")],
  [
    "two kings",
    "?game=complete-contramatic",
    async (page) => {
      await press(page, "Quick start");
    },
  ],
  [
    "hint",
    "?game=batteries",
    async (page) => {
      await press(page, "Hint");
      await page.locator("#says", { hasText: "Try " }).waitFor();
    },
  ],
  [
    "history",
    OPENING,
    async (page) => {
      await tap(page, "c2", "c4");
      await tap(page, "d8", "a5");
      await page.keyboard.press("[");
    },
  ],
  ["won", at("magnetic", "8/8/3k4/8/3Q4/8/8/4K3 w - - 0 20"), (page) => tap(page, "d4", "d6")],
  ["lesson", "?game=batteries&lesson=1", async () => {}],
  ["rules", "magnetic/", async () => {}],
];

/** Plays moves by their names. @param {Page} page @param {...string} moves */
async function typed(page, ...moves) {
  const field = page.getByRole("textbox", { name: "Type a move" });
  for (const move of moves) {
    await field.fill(move);
    await field.press("Enter");
    await page.waitForFunction(
      () => /** @type {HTMLInputElement} */ (document.getElementById("typed-text")).value === "",
    );
  }
}

/** Asks the computer for so many lines on the analysis board. @param {Page} page @param {string} count */
async function judged(page, count) {
  const lines = page.getByRole("spinbutton", { name: "Lines" });
  await lines.fill(count);
  await lines.press("Enter");
  await page.getByRole("switch", { name: "Computer" }).click();
  await page.locator(`#analysis .lines > li:nth-child(${count})`).waitFor();
}

/** Taps with White, and waits until the computer has answered. @param {Page} page @param {...string} squares */
async function answered(page, ...squares) {
  await tap(page, ...squares);
  await page.locator("#score li").nth(1).waitFor({ state: "attached" });
  await page.locator('html[data-computer=""]').waitFor();
}

/** Hands a turn to the friend, and gives the link. @param {Page} page */
async function handed(page) {
  const link = page.getByLabel("Link for the other side");
  await link.waitFor();
  return link.inputValue();
}

/** Begins a game by link with White's first turn. @param {Page} page */
async function invited(page) {
  await opens(page, "New game");
  await page.getByRole("radio", { name: /link/ }).check({ force: true });
  await page.getByRole("radio", { name: "White" }).check({ force: true });
  await page.getByRole("button", { name: "Begin anew" }).click();
  await page.waitForURL(/mail=/);
  await page.locator("html[data-mail=due]").waitFor();
  await tap(page, "c2", "c4");
  await page.getByRole("button", { name: "End and share" }).click();
  await page.locator("#mail[open]").waitFor();
}

/** An address that is known when it has been made. @type {Map<string, string>} */
const made = new Map();

/** What is looked at besides. @type {[string, string, (page: Page) => Promise<void>][]} */
const LOOKED_AT = [
  ["charismatic, start", "?game=charismatic", async () => {}],
  ["chessence, start", "?game=chessence", async () => {}],
  ["contramatic, start", "?game=contramatic", async () => {}],
  ["complete-contramatic, start", "?game=complete-contramatic", async () => {}],
  ["magnetic, start", OPENING, async () => {}],
  ["batteries, start", "?game=batteries", async () => {}],
  ["progressive, start", "?game=progressive", async () => {}],
  ["front, answered", "", (page) => answered(page, "c2", "c4")],
  ["computer, answered", "?game=batteries&level=11", (page) => answered(page, "d3", "d4")],
  [
    "displacement",
    at("magnetic", "k7/3p1n2/8/8/3p1N2/8/8/K2R4 w - - 0 1"),
    async (page) => {
      await tap(page, "d1");
      await page.getByRole("gridcell", { name: /^d2, / }).hover();
    },
  ],
  [
    "charges",
    at("batteries", "5p4/3b1b4/2d4o2/10/4s5/4A5/4B5/3s6/3D6/5P4 w - - 0 1"),
    (page) => tap(page, "e4"),
  ],
  [
    "powerless",
    at("chessence", "km4/mmm2*/1mm1*1/2*3/1*2*1/3*2/1*1MM1/*2MMM/4MK[MMMmmm] w - - 0 1"),
    async () => {},
  ],
  [
    "your games",
    "?game=magnetic&level=11",
    async (page) => {
      await answered(page, "c2", "c4");
      await opens(page, "Your games");
    },
  ],
  ["open a game", OPENING, (page) => opens(page, "Open a game")],
  ["share", OPENING, (page) => opens(page, "Share")],
  ["menu", OPENING, (page) => pressWhereShown(page, "Menu")],
  ["more", OPENING, (page) => pressWhereShown(page, "More")],
  ["moves", OPENING, (page) => pressWhereShown(page, "Moves")],
  [
    "by link",
    OPENING,
    async (page) => {
      await opens(page, "New game");
      await page.getByRole("radio", { name: /link/ }).check({ force: true });
    },
  ],
  [
    "sent by link",
    OPENING,
    async (page) => {
      await invited(page);
      if (!made.has("invitation")) made.set("invitation", await handed(page));
    },
  ],
  [
    "invitation",
    "invitation",
    (page) => page.locator("#asked[open], dialog[open]").first().waitFor(),
  ],
  [
    "their turn",
    OPENING,
    async (page) => {
      await invited(page);
      await page.keyboard.press("Escape");
    },
  ],
  [
    "their draw",
    "?game=charismatic",
    async (page) => {
      await opens(page, "New game");
      await page.getByRole("radio", { name: /link/ }).check({ force: true });
      await page.getByRole("radio", { name: "Black" }).check({ force: true });
      await page.getByRole("button", { name: "Begin anew" }).click();
      await page.waitForURL(/mail=/);
      await page.locator("#mail[open]").waitFor();
      await page.keyboard.press("Escape");
    },
  ],
  [
    "review",
    at("magnetic", "r3k3/8/8/8/8/8/6PP/6K1 b - - 0 30"),
    async (page) => {
      await tap(page, "a8", "a1", "h2", "h3", "a1", "g1");
      await press(page, "Review");
      await page.locator("#review .lapse").first().waitFor({ timeout: 60_000 });
    },
  ],
  [
    "lesson, done",
    "?game=magnetic&lesson=1",
    async (page) => {
      await press(page, "Show me");
      await page.locator(".reply[data-kind=good]").waitFor();
    },
  ],
  ["lesson, turn", "?game=charismatic&lesson=2", async () => {}],
  ["puzzle, open", "?puzzle=magnetic-1", async () => {}],
  [
    "puzzle, shown",
    "?puzzle=magnetic-1",
    async (page) => {
      await tap(page, "g8", "g3");
      // The answer has come to rest when the player is to move again.
      await painted(page);
      await page.locator("#grid .own").first().waitFor();
      await tap(page, "f2", "g3");
      await page.locator(".reply[data-kind=good]").waitFor();
    },
  ],
  ["analysis, start", "?analysis=magnetic", async () => {}],
  [
    "analysis, tree",
    "?analysis=magnetic",
    async (page) => {
      await typed(page, "c4", "Qa5", "Na3", "Nf6");
      await page.getByRole("treeitem", { name: /^1 White: / }).click();
      await typed(page, "Nf6", "Na3");
      await judged(page, "3");
    },
  ],
  [
    "analysis, turns",
    at("charismatic", SAMPLE).replace("game=", "analysis="),
    async (page) => {
      await tap(page, "e3", "f5", "c4", "b5", "d4", "b6");
      await press(page, "End turn");
      await page.getByRole("treeitem").first().waitFor();
      await judged(page, "2");
    },
  ],
  ["analysis, batteries", "?analysis=batteries", (page) => judged(page, "5")],
  [
    "analysis, menu",
    "?analysis=batteries",
    async (page) => {
      await typed(page, "e4");
      await page.getByRole("button", { name: "Turn", exact: true }).click();
    },
  ],
  [
    "analysis, report",
    "?analysis=magnetic",
    async (page) => {
      await typed(page, "c4", "Qa5", "Na3", "Nf6");
      await page.getByRole("button", { name: "Report", exact: true }).click();
      await page.getByRole("table", { name: "Report" }).waitFor({ timeout: 60_000 });
    },
  ],
  [
    "analysis, drops",
    "?analysis=chessence",
    async (page) => {
      await typed(page, "Mdf4", "Mca6", "M@d3");
      await judged(page, "3");
    },
  ],
  ["analysis, draws", "?analysis=charismatic", (page) => typed(page, "QRRBB")],
  [
    "analysis, small board",
    at("charismatic", SAMPLE).replace("game=", "analysis="),
    async (page) => {
      await judged(page, "3");
      await page.getByRole("button", { name: "Look at line 1 on a small board" }).click();
    },
  ],
  ["editor", "?editor=chessence", async () => {}],
  [
    "editor, more",
    "?editor=charismatic",
    (page) =>
      page
        .locator("#editor details:not([open]) summary")
        .click({ timeout: 1000 })
        .catch(() => {}),
  ],
  ["frame", "frame", async () => {}],
  ["rules, charismatic", "charismatic/", async () => {}],
  ["rules, batteries", "batteries/", async (page) => page.evaluate(() => scrollTo(0, 900))],
];

/** Presses a button that only small windows have. @param {Page} page @param {string} name */
async function pressWhereShown(page, name) {
  const button = page.getByRole("button", { name, exact: true });
  if (await button.isVisible()) await button.click();
}

/**
 * A picture of one screen.
 * @param {string} address
 * @param {(page: Page) => Promise<void>} come
 * @param {{ width: number, height: number }} size
 * @param {"light" | "dark"} scheme
 */
async function shot(address, come, size, scheme, ratio = 1) {
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: ratio,
    colorScheme: scheme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(new URL(address, site).href);
  if (!address.endsWith("/")) await page.locator("html[data-ready=true]").waitFor();
  await come(page);
  // What is fetched when it is wanted: a dialog, a sheet, words.
  await page.waitForLoadState("networkidle");
  // Two frames: one that paints what was done, one after it.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

/**
 * Lays pictures out on a sheet, each under its name.
 * @param {string} file
 * @param {{ name: string, picture: Buffer }[]} pictures
 * @param {number} width of a picture on the sheet
 * @param {number} columns
 */
async function sheet(file, pictures, width, columns) {
  const gap = 16;
  const context = await browser.newContext({
    viewport: { width: columns * (width + gap) + gap, height: 400 },
  });
  const page = await context.newPage();
  const figures = pictures.map(
    ({ name, picture }) =>
      `<figure style="margin:0"><img width="${width}" src="data:image/png;base64,${picture.toString("base64")}"><figcaption>${name}</figcaption></figure>`,
  );
  await page.setContent(
    `<body style="margin:0;background:#888;font:12px sans-serif"><main style="display:grid;grid-template-columns:repeat(${columns},${width}px);gap:${gap}px;padding:${gap}px">${figures.join("")}</main>`,
  );
  await page.screenshot({ path: join(folder, file), fullPage: true });
  await context.close();
}

/** Sizes that a page is brought to by one window: what a button opens differs between them. */
const GROUPS = [
  ["360x560", "390x660"],
  ["844x340", "820x1100"],
  ["1024x768", "1180x820", "1366x650", "1920x1080"],
];

/** @param {string} named */
function sized(named) {
  const [width = 0, height = 0] = named.split("x").map(Number);
  return { width, height };
}

/** Two frames: one that paints what was done, one after it. @param {Page} page */
const painted = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/** Until what slides or fades has come to its end; what is repeated for ever has none. @param {Page} page */
const moved = (page) =>
  page.evaluate(() => {
    const ends = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished.catch(() => {}));
    return Promise.all(ends).then(() => {});
  });

/** The address of a frame with a game. */
async function frameAddress() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(new URL(OPENING, site).href);
  await page.locator("html[data-ready=true]").waitFor();
  await tap(page, "c2", "c4", "d8", "a5");
  await opens(page, "Share");
  const code = await page.getByLabel("Code for a frame").inputValue();
  await context.close();
  return code.match(/src="([^"]+)"/)?.[1] ?? "";
}

/**
 * What the device's user wishes to see, by its name.
 * @type {Record<string, { colorScheme: "light" | "dark", forcedColors: "active" | "none" }>}
 */
const SCHEMES = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  forced: { colorScheme: "dark", forcedColors: "active" },
};

/**
 * Takes every screen at these sizes, a sheet for each size and scheme.
 * @param {string[]} sizes @param {string[]} schemes @param {string} only
 */
async function takeEvery(sizes, schemes, only) {
  const screens = [...STATES, ...LOOKED_AT, ...SCREENS, ...GAMES].filter(
    ([name]) => !only || RegExp(only).test(name),
  );
  made.set("frame", await frameAddress());
  for (const group of GROUPS) {
    const named = group.filter((size) => sizes.includes(size));
    if (named.length === 0) continue;
    for (const [name, address, come] of screens) {
      const context = await browser.newContext({
        viewport: sized(named[0] ?? ""),
        reducedMotion: "reduce",
        hasTouch: group !== GROUPS[2],
      });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      try {
        await page.goto(new URL(made.get(address) ?? address, site).href);
        if (!address.endsWith("/") && address !== "frame") {
          await page.locator("html[data-ready=true]").waitFor();
        }
        await come(page);
        await page.waitForLoadState("networkidle");
      } catch (error) {
        console.error(`${named[0]}, ${name}: ${String(error).split("\n").slice(0, 3).join(" ")}`);
      }
      for (const size of named) {
        await page.setViewportSize(sized(size));
        for (const scheme of schemes) {
          await page.emulateMedia({ ...SCHEMES[scheme], reducedMotion: "reduce" });
          await painted(page);
          await moved(page);
          await painted(page);
          const file = `${size}-${scheme}-${name.replaceAll(/[ ,]+/g, "-")}.png`;
          await page.screenshot({ path: join(folder, file) });
        }
      }
      await context.close();
    }
  }
  for (const size of sizes) {
    for (const scheme of schemes) {
      const pictures = screens.map(([name]) => ({
        name,
        picture: readFileSync(
          join(folder, `${size}-${scheme}-${name.replaceAll(/[ ,]+/g, "-")}.png`),
        ),
      }));
      const { width } = sized(size);
      const shown = Math.min(width, 640);
      const columns = Math.floor(1960 / shown);
      const rows = width < 600 ? 3 : width < 900 ? 4 : 4;
      for (let part = 0; part * columns * rows < pictures.length; part += 1) {
        await sheet(
          `every-${size}-${scheme}-${part + 1}.png`,
          pictures.slice(part * columns * rows, (part + 1) * columns * rows),
          shown,
          columns,
        );
      }
    }
  }
}

if (process.argv[3] === "every") {
  const given = process.argv.slice(4);
  const sizes = given.filter((word) => EVERY.includes(word));
  const schemes = given.filter((word) => word in SCHEMES);
  const only = given.find((word) => !EVERY.includes(word) && !(word in SCHEMES)) ?? "";
  const named = schemes.length > 0 ? schemes : ["light", "dark"];
  await takeEvery(sizes.length > 0 ? sizes : EVERY, named, only);
  await browser.close();
  process.exit();
}

for (const [kind, size] of Object.entries(SIZES)) {
  const pictures = [];
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    for (const [name, address, come] of SCREENS) {
      const picture = await shot(address, come, size, scheme);
      pictures.push({ name: `${name}, ${scheme}`, picture });
    }
  }
  const width = kind === "desktop" ? 420 : 230;
  await sheet(`charismatic-${kind}.png`, pictures, width, kind === "desktop" ? 4 : 7);
}
const others = [];
for (const kind of /** @type {const} */ (["desktop", "phone"])) {
  for (const [name, address, come] of GAMES) {
    const scheme = kind === "phone" ? "dark" : "light";
    others.push({ name, picture: await shot(address, come, SIZES[kind], scheme) });
  }
}
await sheet("games.png", others, 340, 5);
for (const kind of /** @type {const} */ (["desktop", "phone"])) {
  const pictures = [];
  for (const [place, [name, address, come]] of STATES.entries()) {
    const scheme = place % 2 ? "dark" : "light";
    pictures.push({ name, picture: await shot(address, come, SIZES[kind], scheme) });
  }
  const desktop = kind === "desktop";
  await sheet(`states-${kind}.png`, pictures, desktop ? 420 : 230, desktop ? 4 : 7);
}
const lessons = [];
for (const game of ["charismatic", ...GAMES.map(([game]) => game)]) {
  const file = new URL(`../web/lessons/${game}.json`, import.meta.url);
  const { tasks } = JSON.parse(readFileSync(file, "utf8"));
  for (const [place, { title }] of tasks.entries()) {
    const come = async (/** @type {Page} */ page) => {
      for (let next = 0; next < place; next += 1) await press(page, "Next");
      await press(page, "Show me");
      await page.locator(".reply[data-kind=good]").waitFor();
    };
    const scheme = place % 2 ? "dark" : "light";
    const picture = await shot(`?game=${game}&lesson=1`, come, SIZES.phone, scheme);
    lessons.push({ name: `${game}: ${title}`, picture });
  }
}
await sheet("lessons.png", lessons, 230, 7);
const [, sample, play] = SCREENS[3] ?? ["", "", async () => {}];
writeFileSync(join(folder, "desktop.png"), await shot(sample, play, SIZES.desktop, "light"));
writeFileSync(join(folder, "phone.png"), await shot(sample, play, SIZES.phone, "dark", 1.5));
// What a browser shows of the game before it installs it.
const install = new URL("../web/root/screens/", import.meta.url);
mkdirSync(install, { recursive: true });
const impulse = /** @param {Page} page */ (page) => tap(page, "c2", "c4");
writeFileSync(new URL("wide.png", install), await shot(OPENING, impulse, SIZES.desktop, "light"));
const chosen = /** @param {Page} page */ (page) => tap(page, "d3");
writeFileSync(
  new URL("narrow.png", install),
  await shot("?game=chessence", chosen, SIZES.phone, "light", 2),
);
await browser.close();
