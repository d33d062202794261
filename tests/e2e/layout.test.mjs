// Where things stand: the board takes the space there is and stays where it is, what belongs to the
// game is in one place, and all of it can be reached, by keys too.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { at, cell, named, openGame, play, press, said, type } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { invite } from "./friend.mjs";
import { furnished, turnsAnswered } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** Sizes of windows, and how wide a board of eight files is there at least. @type {[number, number, number][]} */
const SIZES = [
  [360, 560, 360],
  [390, 660, 380],
  [720, 450, 400],
  [844, 340, 324],
  [820, 1100, 700],
  [900, 900, 580],
  [1010, 768, 480],
  [1024, 768, 600],
  [1180, 820, 740],
  [1280, 900, 820],
  [1366, 650, 610],
  [1920, 1080, 1030],
];

/** Sizes of windows from phones to desktops. @type {[number, number][]} */
const EVERYWHERE = [
  [360, 560],
  [390, 660],
  [390, 844],
  [844, 340],
  [820, 1100],
  [900, 900],
  [1180, 820],
  [1366, 650],
  [1920, 1080],
  [1280, 900],
];

/** Phones, the last one held across. @type {[number, number][]} */
const PHONES = [
  [360, 560],
  [390, 660],
  [844, 340],
];

/** Windows whose panel beside the board is narrow. */
const PANELS = /** @type {const} */ ([
  [1024, 768],
  [1180, 820],
]);

/** What must stand still. */
const FIXED = ["grid", "goals", "do-flip", "do-share"];

/** Where elements stand, in whole pixels. @param {Window} window @param {string[]} [ids] */
const places = (window, ids = FIXED) =>
  window.evaluate(
    (ids) =>
      Object.fromEntries(
        ids.map((id) => {
          const box = document.getElementById(id)?.getBoundingClientRect();
          return [id, box ? [box.x, box.y, box.width, box.height].map(Math.round).join(" ") : ""];
        }),
      ),
    ids,
  );

/** Waits until everything that comes later is there and has been painted. @param {Window} window */
async function rest(window) {
  await furnished(window);
  await painted(window);
}

/** Waits for two frames: one that paints what was done, one after it. @param {Window} window */
const painted = (window) =>
  window.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))),
  );

/** The size of a window, as it is called here. @param {Window} window */
const sizeOf = (window) => window.evaluate(() => `${innerWidth} by ${innerHeight}`);

/**
 * Gives a window one size after the other, from the last to the first if it has the last one, and does
 * something at each: what depends on nothing but the size needs no page of its own for each.
 * @param {Window} window
 * @param {readonly (readonly [number, number, number?])[]} sizes
 * @param {(size: string) => Promise<void>} work
 */
async function atSizes(window, sizes, work) {
  const [width, height] = sizes.at(-1) ?? [];
  const isLast = (await sizeOf(window)) === `${width} by ${height}`;
  for (const [width, height] of isLast ? [...sizes].reverse() : sizes) {
    await window.resize(width, height);
    await painted(window);
    await work(`${width} by ${height}`);
  }
}

/**
 * Where elements stand at each size.
 * @param {Window} window
 * @param {readonly (readonly [number, number, number?])[]} sizes
 * @param {string[]} [ids]
 */
async function placesAt(window, sizes, ids) {
  /** @type {Record<string, Record<string, string>>} */
  const found = {};
  await atSizes(window, sizes, async (size) => {
    found[size] = await places(window, ids);
  });
  return found;
}

/**
 * Nothing has moved: at once, and at each size.
 * @param {Window} window
 * @param {readonly (readonly [number, number, number?])[]} sizes
 * @param {Record<string, Record<string, string>>} before where it stood
 * @param {string} when
 * @param {(size: string) => Promise<void>} [look] what else is looked at there
 */
async function standsStill(window, sizes, before, when, look) {
  const ids = Object.keys(before[`${sizes[0][0]} by ${sizes[0][1]}`]);
  assert.deepEqual(await places(window, ids), before[await sizeOf(window)], when);
  await atSizes(window, sizes, async (size) => {
    assert.deepEqual(await places(window, ids), before[size], `${size}, ${when}`);
    await look?.(size);
  });
}

/**
 * On the front page, the whole board is in view, and does not move with the first move.
 * @param {Window} window
 * @param {[number, number, number][]} sizes and how wide the board is there at least
 * @param {(size: string) => Promise<void>} first what else is looked at before it
 * @param {() => Promise<void>} done waits for what comes with it
 * @param {(size: string) => Promise<void>} [then] what else is looked at after it
 */
async function playsFirst(window, sizes, first, done, then) {
  /** @type {Record<string, Record<string, string>>} */
  const before = {};
  await atSizes(window, sizes, async (size) => {
    const found = await window.evaluate(() => {
      const box = /** @type {Element} */ (document.getElementById("grid")).getBoundingClientRect();
      return {
        seen: box.top >= 0 && box.bottom <= innerHeight && box.left >= 0,
        wide: document.documentElement.scrollWidth <= innerWidth,
        side: Math.round(box.width),
      };
    });
    assert.deepEqual({ ...found, side: 0 }, { seen: true, wide: true, side: 0 }, size);
    const [, , least] = sizes.find(([width, height]) => size === `${width} by ${height}`) ?? [];
    assert.ok(found.side >= (least ?? 9999), `${size}: the board is ${found.side} pixels wide`);
    before[size] = await places(window);
    await first(size);
  });
  await window.click(cell(window, "c2"));
  await named(window, "c2, white pawn, selected");
  await standsStill(window, sizes, before, "with a piece chosen");
  await window.click(cell(window, "c4"));
  // The computer has answered, wherever the pawn stands by then.
  await window.until(() => document.querySelectorAll("#score li").length > 1);
  await done();
  await rest(window);
  await standsStill(window, sizes, before, "after the move", then);
}

/** Windows of phones and tablets; the smallest is the last. */
const HELD = SIZES.filter(([width]) => width < 900).reverse();
/** Windows of other computers. */
const DESKS = SIZES.filter(([width]) => width >= 900);

test(
  "phones and tablets: the front page has its whole board in view, which does not move with the first move, and on phones what to do first, and what to do next, as a whole",
  inWindow(
    { viewport: { width: 360, height: 560 }, touch: true, reducedMotion: true },
    async (window) => {
      await openGame(window, "");
      await window.until(() => document.querySelectorAll("#choice .cards a").length > 6);
      const isPhone = (/** @type {string} */ size) =>
        PHONES.some(([width, height]) => size === `${width} by ${height}`);
      /** @param {string} size */
      const first = async (size) => {
        if (isPhone(size) && !size.startsWith("844"))
          assert.ok(await isAboveTools(window, "says"), `${size}: the first sentence is cut`);
      };
      const done = () => window.find("button", "Play on").shown();
      /** @param {string} size */
      const then = async (size) => {
        if (!isPhone(size)) return;
        assert.deepEqual(await hidden(window, ["Play on", "Lesson", "Another game"]), [], size);
        // Neither does the list of moves run into what stands below it.
        const room = await window.evaluate(() => {
          const list = /** @type {HTMLElement} */ (document.getElementById("moves"));
          const below = document.getElementById("choice")?.getBoundingClientRect();
          const isBeside = getComputedStyle(list).position === "static";
          return isBeside && below ? list.getBoundingClientRect().bottom - below.top : 0;
        });
        assert.ok(room <= 0, `${size}: ${room} pixels`);
      };
      await playsFirst(window, HELD, first, done, then);
      await window.click(window.find("button", "Play on"));
      await window.find("button", "Share").shown();
    },
  ),
);

test(
  "wide screens: the front page has its whole board in view, which does not move with the first move, and the way to a friend clear of the puzzle of the day and of the tools",
  inWindow({ viewport: { width: 1280, height: 900 }, reducedMotion: true }, async (window) => {
    await openGame(window, "");
    await window.until(() => document.querySelectorAll("#choice .cards a").length > 6);
    await window.find("button", "Play a friend").shown();
    await window.find("link", /^Puzzle of the day/).shown();
    /** @param {string} size */
    const look = async (size) => {
      const friend = await window.find("button", "Play a friend").box();
      const puzzle = await window.find("link", /^Puzzle of the day/).box();
      const flip = await window.find("button", "Flip board").box();
      assert.ok(friend.y >= puzzle.y + puzzle.height, `${size}: over the puzzle`);
      assert.ok(friend.y + friend.height <= flip.y, `${size}: over the tools`);
      const [wide, high] = await window.evaluate(() => [innerWidth, innerHeight]);
      assert.ok(friend.y + friend.height <= high, `${size}: out of view`);
      if (wide >= 1280) assert.ok(flip.y + flip.height <= high, `${size}: tools out of view`);
      // Nothing is missing below them, where a game in progress has its own above.
      const board = await window.select("#grid").box();
      if (wide >= 1280 && high >= 640)
        assert.ok(board.y + board.height - flip.y < 80, `${size}: a row without tools`);
    };
    await atSizes(window, [[1280, 600]], look);
    /** @param {string} size */
    const first = async (size) => {
      if (["1024 by 768", "1366 by 650", "1920 by 1080"].includes(size)) await look(size);
    };
    await playsFirst(window, DESKS, first, () => window.find("button", "Resign").shown());
  }),
);

for (const [where, sizes] of Object.entries({
  "phones and tablets": HELD,
  "wide screens": DESKS,
})) {
  const [[width, height]] = sizes;

  test(
    `${where}: nothing moves in a game of ten files, nor does it scroll sideways`,
    inWindow(
      { viewport: { width, height }, touch: sizes === HELD, reducedMotion: true },
      async (window) => {
        await openGame(window, "?game=batteries");
        await rest(window);
        const before = await placesAt(window, sizes);
        // Chosen, moved, chosen again: what Black does is as what White did, so each size sees one of the two.
        for (const [square, some] of /** @type {[string, typeof sizes][]} */ ([
          ["d3", sizes],
          ["d4", sizes.filter((_, place) => place % 2 === 0)],
          ["d8", sizes.filter((_, place) => place % 2 === 1)],
        ])) {
          await window.click(cell(window, square));
          await standsStill(window, some, before, square);
        }
        await window.click(cell(window, "d7"));
        assert.deepEqual(await places(window), before[await sizeOf(window)], "d7");
        await named(window, "d7, black soldier");
        await rest(window);
        await window.find("button", "Take back").shown();
        await standsStill(window, sizes, before, "after the turns", async (size) => {
          const found = await window.evaluate(() => {
            const box = /** @type {Element} */ (
              document.getElementById("grid")
            ).getBoundingClientRect();
            return {
              seen: box.top >= 0 && box.bottom <= innerHeight,
              wide: document.documentElement.scrollWidth <= innerWidth,
              overlaid: [...document.querySelectorAll("#tools :is(button, a)")]
                .filter((tool) => tool.checkVisibility({ visibilityProperty: true }))
                .filter((tool) => {
                  const { x, y, width, height } = tool.getBoundingClientRect();
                  return !tool.contains(document.elementFromPoint(x + width / 2, y + height / 2));
                })
                .map((tool) => tool.textContent),
            };
          });
          assert.deepEqual(found, { seen: true, wide: true, overlaid: [] }, size);
        });
      },
    ),
  );
}

/** Small windows of laptops. @type {[number, number][]} */
const LAPTOPS = [
  [1366, 650],
  [1024, 600],
];

const TURN = "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] w HAha - 0 1 - -";

for (const [
  name,
  address,
  begin,
] of /** @type {[string, string, (window: Window) => Promise<void>][]} */ ([
  ["Magnetic Chess", "?game=magnetic", (window) => window.click(cell(window, "c2"))],
  [
    "a turn of five steps",
    at("charismatic", TURN),
    async (window) => {
      await window.click(cell(window, "e3"));
      await window.click(cell(window, "f5"));
      await named(window, "f5, white knight, moved this turn");
    },
  ],
  [
    "the placement of Charismatic Chess",
    "?game=charismatic&seed=4",
    async (window) => {
      await press(window, "Draw five pieces");
      await window.find("button", "Place for me").shown();
    },
  ],
  [
    "the placement of Charismatic Chess against the computer",
    "?game=charismatic&seed=4&with=computer",
    async (window) => {
      await window.until(() => document.querySelector("#far")?.textContent?.includes("Computer"));
      await press(window, "Draw five pieces");
      await window.find("button", "Place for me").shown();
    },
  ],
  [
    "the placement of Contramatic Chess",
    "?game=contramatic",
    (window) => press(window, "Place for me"),
  ],
])) {
  test(
    `small laptops: everything is in reach without scrolling in ${name}`,
    inWindow({ viewport: { width: 1366, height: 650 }, reducedMotion: true }, async (window) => {
      await openGame(window, address);
      await rest(window);
      const before = await placesAt(window, LAPTOPS);
      await begin(window);
      await atSizes(window, LAPTOPS, async (size) => {
        assert.deepEqual(await places(window), before[size], size);
        const lost = await window.evaluate(() =>
          [...document.querySelectorAll("button, a[href], input, [role=option]")]
            .filter((element) => element.checkVisibility({ visibilityProperty: true }))
            .filter((element) => !element.matches(".skip, #score button"))
            .filter((element) => {
              const box = element.getBoundingClientRect();
              return (
                box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth
              );
            })
            .map((element) => element.id || element.textContent),
        );
        assert.deepEqual(lost, [], size);
        assert.ok(
          await window.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
          `${size}: the page scrolls`,
        );
      });
    }),
  );
}

const WIDE = /** @type {const} */ ([
  [1366, 650],
  [1024, 600],
  [1180, 820],
  [1280, 900],
  [1920, 1080],
]);

for (const [who, address] of Object.entries({
  "two people": "?game=complete-contramatic",
  "the computer": "?game=complete-contramatic&with=computer&level=20",
}))
  test(
    `names and reserves stand whole beside each other on wide screens: ${who}`,
    inWindow({ viewport: { width: 1366, height: 650 }, reducedMotion: true }, async (window) => {
      await openGame(window, address);
      await rest(window);
      await atSizes(window, WIDE, async (size) => {
        const cut = await window.evaluate(() => {
          const strips = [...document.querySelectorAll(".strip")];
          const names = strips.flatMap((strip) => [...strip.querySelectorAll(".player-name")]);
          const pieces = strips.flatMap((strip) => [...strip.querySelectorAll("[role=option]")]);
          const counts = strips.flatMap((strip) => [...strip.querySelectorAll(".count")]);
          const seen = [...pieces, ...counts].filter((piece) => piece.checkVisibility());
          const lost = seen.filter((piece) => {
            const strip = /** @type {Element} */ (piece.closest(".strip"));
            const { left, right } = strip.getBoundingClientRect();
            const box = piece.getBoundingClientRect();
            return box.left < left || box.right > right - 8;
          });
          return {
            names: names
              .filter((name) => name.scrollWidth > name.clientWidth)
              .map((name) => name.textContent),
            lost: lost.map((piece) => piece.getAttribute("aria-label") ?? piece.className),
            pieces: pieces.length,
          };
        });
        assert.deepEqual(cut, { names: [], lost: [], pieces: 12 }, size);
      });
    }),
  );

/** What belongs to the game in progress. */
const TOOLS = [
  "Analysis",
  "Flip board",
  "Hint",
  "Lesson",
  "Offer draw",
  "Resign",
  "Rules",
  "Share",
  "Show attacks",
  "Take back",
];

test(
  "the board is reached with fewer than ten presses of Tab, in windows of every size",
  inWindow({ viewport: { width: 1366, height: 650 } }, async (window) => {
    await openGame(window, "?game=chessence");
    await rest(window);
    const sizes = /** @type {const} */ ([
      [1366, 650],
      [1180, 820],
      [390, 660],
    ]);
    await atSizes(window, sizes, async (size) => {
      // The next press of Tab begins at the page's start, as when it has just been opened.
      await window.evaluate(() => {
        document.body.tabIndex = -1;
        document.body.focus();
        document.body.removeAttribute("tabindex");
      });
      let stops = 0;
      const isThere = () => document.activeElement?.closest("#grid") !== null;
      while (!(await window.evaluate(isThere))) {
        await window.key("Tab");
        stops += 1;
        assert.ok(stops < 10, `${size}: after ${stops} stops not there`);
      }
      assert.ok(stops > 0, size);
    });
  }),
);

test(
  "a phone: the tools do not cover the buttons of a placement of one step",
  inWindow(
    { viewport: { width: 390, height: 660 }, touch: true, reducedMotion: true },
    async (window) => {
      await openGame(window, "?game=complete-contramatic");
      await rest(window);
      for (const color of ["White", "Black"]) {
        await window.click(window.find("button", "Place for me"));
        await window.select("#says").reads(/^All placed/);
        await window.click(window.find("button", "End turn"));
        if (color === "White") await window.select("#says").reads(/^Place 15/);
      }
      await window.select("#says").reads(/^Place your orthodox king/);
      const end = await window.find("button", "End turn").box();
      const tools = await window.find("button", "More").box();
      assert.ok(end.y + end.height <= tools.y, `${end.y + end.height} ${tools.y}`);
    },
  ),
);

test(
  "the ring around what has the focus is whole",
  inWindow({ viewport: { width: 1366, height: 650 }, reducedMotion: true }, async (window) => {
    await openGame(window, "?game=magnetic");
    for (const square of ["c2", "c4", "d8", "a5"]) await window.click(cell(window, square));
    await named(window, "a5, black queen");
    await window.until(() => document.querySelectorAll("#score button").length === 2);
    await window.key("Tab");
    const cut = await window.evaluate(() => {
      const found = [];
      for (const element of document.querySelectorAll("#rail a, button, #tools a, input")) {
        if (!(element instanceof HTMLElement)) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        element.focus();
        const style = getComputedStyle(element);
        if (!element.matches(":focus-visible") || style.outlineStyle === "none") continue;
        const out = Math.max(
          0,
          Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset),
        );
        const box = element.getBoundingClientRect();
        let { left, top, right, bottom } = {
          left: 0,
          top: 0,
          right: innerWidth,
          bottom: innerHeight,
        };
        for (let around = element.parentElement; around; around = around.parentElement) {
          if (getComputedStyle(around).overflow === "visible" || around === document.body) continue;
          const edge = around.getBoundingClientRect();
          left = Math.max(left, edge.left);
          top = Math.max(top, edge.top);
          right = Math.min(right, edge.right);
          bottom = Math.min(bottom, edge.bottom);
        }
        const whole =
          box.left - out >= left - 0.5 &&
          box.top - out >= top - 0.5 &&
          box.right + out <= right + 0.5 &&
          box.bottom + out <= bottom + 0.5;
        if (!whole) found.push(element.id || element.textContent);
      }
      return found;
    });
    assert.deepEqual(cut, []);
  }),
);

/** What takes the focus, and is neither within this element nor out of reach. @param {Window} window @param {string} id */
const beside = (window, id) =>
  window.evaluate((id) => {
    const panel = document.getElementById(id);
    return [...document.querySelectorAll("a[href], button, input, [tabindex='0']")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !panel?.contains(element) && !element.closest("[inert]"))
      .map((element) => element.id || element.textContent);
  }, id);

test(
  "Menu, Moves, More, and How to win and lose open what is alone in reach, and Escape closes it",
  inWindow({ viewport: { width: 390, height: 660 }, reducedMotion: true }, async (window) => {
    await openGame(window, "?game=magnetic");
    await rest(window);
    for (const [opener, id, size] of /** @type {const} */ ([
      ["Menu", "rail", [390, 660]],
      ["Menu", "rail", [1180, 820]],
      ["Moves", "moves", [390, 660]],
      ["More", "rest", [390, 660]],
      ["More", "rest", [844, 340]],
      ["How to win and lose", "goals", [360, 560]],
    ])) {
      await atSizes(window, [size], async (size) => {
        const what = `${opener}, ${size}`;
        const before = await places(window);
        await window.find("button", opener).focus();
        await window.key("Enter");
        const isInside = (/** @type {string} */ id) =>
          document.getElementById(id)?.contains(document.activeElement) === true;
        await window.until(isInside, id);
        assert.deepEqual(await beside(window, id), [], what);
        // Once around: where Tab has led is marked.
        for (let stops = 0, isAround = false; stops < 20 && !isAround; stops += 1) {
          await window.key("Tab");
          const { where, around } = await window.evaluate((id) => {
            const { activeElement, body } = document;
            const reached = /** @type {any} */ (globalThis);
            const where =
              activeElement === body || document.getElementById(id)?.contains(activeElement);
            const around = activeElement === reached.first;
            if (activeElement !== body) reached.first ??= activeElement;
            return { where, around };
          }, id);
          assert.ok(where, `${what}: after ${stops + 1} presses of Tab`);
          isAround = around;
        }
        await window.evaluate(() => Object.assign(globalThis, { first: null }));
        await window.evaluate((id) => {
          const panel = document.getElementById(id);
          const inside = panel?.querySelector("button, a");
          /** @type {HTMLElement} */ (inside ?? panel).focus();
        }, id);
        await window.key("Escape");
        await window.until(
          (opener) =>
            document.activeElement?.getAttribute("aria-label") === opener ||
            document.activeElement?.textContent?.trim() === opener,
          opener,
        );
        const inert = await window.evaluate(() => document.querySelectorAll("[inert]").length);
        assert.equal(inert, 0, what);
        assert.deepEqual(await places(window), before, what);
      });
    }
  }),
);

test(
  "how one wins and loses stands above a short phone's board at a tap",
  inWindow({ viewport: { width: 360, height: 560 }, touch: true }, async (window) => {
    await openGame(window, "?game=batteries");
    const goals = window.find("region", "How to win and lose");
    await goals.gone();
    await window.tap(window.find("button", "How to win and lose"));
    await goals.shown();
    await goals.reads(/Win: .+\s+Lose: .+/s);
    await window.tap({ x: 180, y: 400 });
    await goals.gone();
  }),
);

test(
  "the focus falls to no place at all when a button vanishes, and the skip link leads to the board",
  inWindow({ reducedMotion: true }, async (window) => {
    await openGame(window, "?game=charismatic&seed=4");
    await rest(window);
    await window.key("Tab");
    await window.key("Enter");
    assert.ok(await window.evaluate(() => document.activeElement?.closest("#grid") !== null));
    for (const [name, next] of [
      ["Draw five pieces", "Place for me"],
      ["Place for me", "End turn"],
      ["End turn", "Draw five pieces"],
      ["Draw five pieces", "Place for me"],
    ]) {
      await window.find("button", name).focus();
      await window.key("Enter");
      await window.find("button", next).shown();
      await painted(window);
      const where = await window.evaluate(() => document.activeElement !== document.body);
      assert.ok(where, `after ${name}`);
    }
  }),
);

test(
  "the focus is on the board when a game by link has been begun",
  inWindow({ reducedMotion: true }, async (window) => {
    await invite(window, "magnetic", "White");
    await window.until(() => document.activeElement?.closest("#grid") !== null);
  }),
);

test(
  "the focus goes on from the End turn that ends the game",
  inWindow({ reducedMotion: true }, async (window) => {
    await openGame(window, at("charismatic", "8/2N3Q1/8/3N4/B7/k7/8/3K4[] w - - 3 17 - -"));
    await rest(window);
    await window.click(cell(window, "g7"));
    await window.click(cell(window, "a1"));
    await window.find("button", "End turn").focus();
    await window.key("Enter");
    await window.find("alert").shown();
    await window.until(() => document.activeElement?.id === "do-rematch");
  }),
);

for (const puzzle of ["charismatic-1", "chessence-1", "magnetic-1"])
  test(
    `phones: the puzzle ${puzzle} has its ways on in view${puzzle === "charismatic-1" ? ", who moves above what is asked, and its turn where its task begins" : ""}`,
    inWindow(
      { viewport: { width: 390, height: 660 }, touch: true, reducedMotion: true },
      async (window) => {
        await openGame(window, `?puzzle=${puzzle}`);
        await window.find("button", "Hint").shown();
        await rest(window);
        await atSizes(window, PHONES, async (size) => {
          assert.deepEqual(await hidden(window, ["Hint", "All puzzles"]), [], size);
          if (puzzle !== "charismatic-1") return;
          await window.find("button", "End turn").shown();
          if (size.startsWith("844")) {
            const [task, turn] = await window.evaluate(() =>
              ["task", "turn"].map(
                (id) => document.getElementById(id)?.getBoundingClientRect().left,
              ),
            );
            assert.equal(turn, task, size);
            return;
          }
          const mover = await window.select("#task .mover").box();
          const title = await window.find("heading", /^Checkmate in one turn/).box();
          const board = await window.select("#frame").box();
          const end = await window.find("button", "End turn").box();
          const hint = await window.find("button", "Hint").box();
          const high = await window.evaluate(() => innerHeight);
          assert.ok(mover.y + mover.height <= title.y + 1, `${size}: ${mover.y} ${title.y}`);
          assert.ok(title.y + title.height <= board.y + 1, `${size}: ${title.y} ${board.y}`);
          assert.ok(end.y + end.height <= hint.y, `${size}: ${end.y} ${hint.y}`);
          assert.ok(hint.y + hint.height <= high, `${size}: ${hint.y}`);
        });
      },
    ),
  );

/**
 * How wide a lesson's board is on phones at least, by the size.
 * @type {Record<string, Record<string, number>>}
 */
const LESSONS = {
  charismatic: { "390 by 660": 330, "360 by 560": 240 },
  progressive: {},
  chessence: { "360 by 560": 190 },
  batteries: { "390 by 660": 380 },
  magnetic: { "390 by 660": 380, "360 by 560": 280 },
};

for (const [game, least] of Object.entries(LESSONS)) {
  const isWalked = ["chessence", "batteries"].includes(game);
  test(
    `phones: the lesson of ${game} has a large board, and its ways on in view${isWalked ? "; nothing covers the board in any task" : ""}`,
    inWindow(
      { viewport: { width: 390, height: 660 }, touch: true, reducedMotion: true },
      async (window) => {
        await openGame(window, `?game=${game}&lesson=1`);
        await window.find("button", "Show me").shown();
        await atSizes(window, PHONES, async (size) => {
          assert.deepEqual(await hidden(window, ["Show me", "Next"]), [], size);
          if (least[size] === undefined) return;
          const found = await window.evaluate(() => {
            const board = /** @type {Element} */ (document.getElementById("grid"));
            // The buttons below the answer.
            const ways = /** @type {Element} */ (document.querySelector(".ways"));
            const { bottom, top, height } = ways.getBoundingClientRect();
            return {
              side: Math.round(board.getBoundingClientRect().width),
              seen: height >= 44 && top > 0 && bottom <= innerHeight,
              free: board.getBoundingClientRect().bottom <= top,
            };
          });
          assert.deepEqual({ ...found, side: 0 }, { seen: true, free: true, side: 0 }, size);
          assert.ok(found.side >= least[size], `${size}: the board is ${found.side} pixels wide`);
        });
        if (!isWalked) return;
        const sizes = /** @type {const} */ ([
          [360, 560],
          [375, 667],
          [390, 660],
        ]);
        const tasks = await window.evaluate(
          () => document.querySelectorAll("#task .pips i").length,
        );
        assert.ok(tasks > 3);
        for (let task = 1; task <= tasks; task += 1) {
          await atSizes(window, sizes, async (size) => {
            const [text, grid, answer] = await Promise.all(
              ["#task", "#grid", "#answer"].map((part) => window.select(part).box()),
            );
            assert.ok(text && grid && answer);
            const what = `${size}, task ${task}`;
            assert.ok(
              text.y + text.height <= grid.y + 1,
              `${what}: the board begins below the task`,
            );
            assert.ok(grid.y + grid.height <= answer.y + 1, `${what}: what follows is below it`);
          });
          if (task < tasks) {
            const title = await window.evaluate(
              () => document.querySelector("#task h2")?.textContent,
            );
            await window.click(window.find("button", "Next"));
            await window.until(
              (title) => document.querySelector("#task h2")?.textContent !== title,
              title,
            );
          }
        }
      },
    ),
  );
}

test(
  "in forced colours the games keep their icons, one sees what is chosen in New game, and samples of boards differ",
  inWindow({ reducedMotion: true }, async (window) => {
    await openGame(window, "?game=magnetic");
    await rest(window);
    await window.wish({ forced: true });
    const icons = await window.evaluate(() =>
      [...document.querySelectorAll("#games .emblem")].map(
        (icon) =>
          getComputedStyle(icon).backgroundColor !==
          getComputedStyle(document.documentElement).backgroundColor,
      ),
    );
    assert.deepEqual([...new Set(icons)], [true]);
    await press(window, "New game");
    await window.find("dialog", "New game").shown();
    const marked = await window.evaluate(() =>
      [...document.querySelectorAll("#new-game label")]
        .filter((label) => label.querySelector("[type=radio]"))
        .map((label) => [
          label.querySelector("input")?.checked,
          getComputedStyle(label).outlineStyle !== "none",
        ]),
    );
    assert.ok(marked.length > 10);
    for (const [checked, outlined] of marked) assert.equal(outlined, checked);
    await window.click(window.find("dialog", "New game").find("button", "Keep playing"));
    await press(window, "Settings");
    await window.until(() => document.querySelectorAll("#settings [class*=board-]").length === 4);
    const samples = await window.evaluate(() =>
      [...document.querySelectorAll("#settings [class*=board-]")].map(
        (sample) => getComputedStyle(sample).backgroundImage,
      ),
    );
    assert.equal(new Set(samples).size, 4, samples.join());
  }),
);

test(
  "in forced colours a button that does nothing now looks so",
  inWindow({}, async (window) => {
    for (const address of [
      "?game=charismatic",
      "?game=magnetic",
      "?analysis=magnetic",
      "?editor=magnetic",
    ]) {
      await openGame(window, address);
      await window.until(() =>
        [...document.styleSheets].some(({ href }) => href?.includes("dialogs")),
      );
      await window.wish({ forced: true });
      const { idle, alike } = await window.evaluate(() => {
        const look = (/** @type {Element} */ element) => getComputedStyle(element).color;
        const probe = document.createElement("i");
        probe.style.color = "GrayText";
        document.body.append(probe);
        const grey = look(probe);
        probe.remove();
        const wants = "[aria-disabled=true], :disabled, [data-state=not-yet]";
        const buttons = [...document.querySelectorAll("button")].filter((button) =>
          button.checkVisibility({ visibilityProperty: true }),
        );
        const idle = buttons.filter((button) => button.matches(wants));
        const wrong = buttons.filter((button) => (look(button) === grey) !== button.matches(wants));
        return {
          idle: idle.length,
          alike: wrong.map(({ id, className, textContent }) => `${id} ${className} ${textContent}`),
        };
      });
      assert.ok(idle > 0, `${address} has a button that does nothing`);
      assert.deepEqual(alike, [], address);
    }
  }),
);

test(
  "the field for typed moves is gone at the end",
  inWindow({ reducedMotion: true }, async (window) => {
    await openGame(window, at("magnetic", "k6R/8/8/8/8/8/8/K7 w - - 0 1"));
    const field = window.find("textbox", "Type a move");
    await field.shown();
    await window.click(cell(window, "h8"));
    await window.click(cell(window, "a8"));
    await window.find("button", "Rematch").shown();
    await field.gone();
  }),
);

test(
  "phones: what a piece is called and how it moves pushes no button of a turn under the tools",
  inWindow(
    { viewport: { width: 390, height: 660 }, touch: true, reducedMotion: true },
    async (window) => {
      const fen = "3k4/pp3ppp/8/3q4/1b2r3/5N2/PP3PPP/R3K2R[] w HA - 0 9 - -";
      await openGame(window, at("charismatic", fen));
      await rest(window);
      await window.click(cell(window, "h2"));
      await window.click(cell(window, "h3"));
      await named(window, "h3, white pawn");
      const sizes = /** @type {const} */ ([
        [390, 660],
        [360, 560],
      ]);
      const before = await placesAt(window, sizes, ["actions", "tools"]);
      // In check, and a piece with much to say.
      await window.click(cell(window, "g2"));
      await window.until(() =>
        document.getElementById("says")?.textContent?.includes("White pawn: one square forward"),
      );
      await standsStill(window, sizes, before, "with a pawn chosen");
    },
  ),
);

test(
  "phones: a button alone beside the sentence stands at the edge, and its words in one line",
  inWindow(
    { viewport: { width: 390, height: 660 }, touch: true, reducedMotion: true },
    async (window) => {
      await openGame(window, "?game=magnetic");
      await rest(window);
      for (const square of ["c2", "c4", "d8", "a5"]) await window.click(cell(window, square));
      await window.find("button", "Replay turn").shown();
      const [replay, actions] = await window.evaluate(() =>
        ["do-replay", "actions"].map((id) => document.getElementById(id)?.getBoundingClientRect()),
      );
      assert.equal(replay?.right, actions?.right);
      await window.key("[");
      await window.find("button", "Back to the game").shown();
      await atSizes(window, PHONES, async (size) => {
        assert.equal(await linesOf(window, "Back to the game"), 1, size);
      });
      await invite(window, "magnetic", "White");
      await window.find("button", "By link").shown();
      await atSizes(window, PHONES, async (size) => {
        assert.equal(await linesOf(window, "By link"), 1, size);
      });
    },
  ),
);

/**
 * Those of the buttons and links with these words that are not wholly in view, or lie under something.
 * @param {Window} window @param {string[]} names
 */
const hidden = (window, names) =>
  window.evaluate(
    (names) =>
      names.filter((name) => {
        const found = [...document.querySelectorAll("button, a")].find(
          (element) =>
            element.checkVisibility({ visibilityProperty: true }) &&
            element.textContent?.trim() === name,
        );
        if (!found) return true;
        const { top, bottom, left, right } = found.getBoundingClientRect();
        return [top + 1, bottom - 1].some(
          (y) => y < 0 || !found.contains(document.elementFromPoint((left + right) / 2, y)),
        );
      }),
    names,
  );

/** How many lines the words of a button take. @param {Window} window @param {string} name */
const linesOf = (window, name) =>
  window.evaluate((name) => {
    const found = [...document.querySelectorAll("#actions button")].find(
      (element) => element.textContent?.trim() === name,
    );
    const text = document.createRange();
    text.selectNodeContents(found?.lastElementChild ?? document.body);
    return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
  }, name);

/** Whether a text ends above the game's tools. @param {Window} window @param {string} id */
const isAboveTools = (window, id) =>
  window.evaluate((id) => {
    const text = document.createRange();
    text.selectNodeContents(/** @type {Element} */ (document.getElementById(id)));
    const tools = document.getElementById("tools")?.getBoundingClientRect();
    return text.getBoundingClientRect().bottom <= (tools?.top ?? 0);
  }, id);

test(
  "820 by 1100: a lesson has its ways on and its tools in view; in wider windows its tools stand side by side",
  inWindow({ viewport: { width: 820, height: 1100 }, reducedMotion: true }, async (window) => {
    for (const game of ["charismatic", "progressive", "batteries"]) {
      await openGame(window, `?game=${game}&lesson=1`);
      await window.find("button", "Show me").shown();
      await painted(window);
      assert.deepEqual(await hidden(window, ["Show me", "Next", "Flip board", "Rules"]), [], game);
    }
    const sizes = /** @type {const} */ ([
      [1180, 820],
      [1366, 650],
    ]);
    await atSizes(window, sizes, async (size) => {
      const gaps = await window.evaluate(() => {
        const boxes = [...document.querySelectorAll("#tools :is(button, a)")]
          .filter((tool) => tool.checkVisibility({ visibilityProperty: true }))
          .map((tool) => tool.getBoundingClientRect())
          .sort((a, b) => a.left - b.left);
        return boxes.slice(1).map((box, place) => Math.round(box.left - boxes[place].right));
      });
      assert.ok(gaps.length > 1, size);
      assert.ok(
        gaps.every((gap) => gap >= 0 && gap < 8),
        `${size}: ${gaps.join()}`,
      );
    });
  }),
);

test(
  "360 by 560: the end of a game leaves its ways on and the tools in view",
  inWindow(
    { viewport: { width: 360, height: 560 }, touch: true, reducedMotion: true },
    async (window) => {
      await openGame(window, at("magnetic", "8/8/3k4/8/3Q4/8/8/4K3 w - - 0 20"));
      await window.click(cell(window, "d4"));
      await window.click(cell(window, "d6"));
      await window.find("alert").reads(/^White wins\s+The king is captured\.$/);
      await rest(window);
      assert.deepEqual(await hidden(window, ["Rematch", "New game", "Flip board", "Share"]), []);
    },
  ),
);

test(
  "phones: every dialog has its beginning and the way out in view, which gives the focus back",
  inWindow(
    { viewport: { width: 390, height: 660 }, touch: true, reducedMotion: true },
    async (window) => {
      await openGame(window, "?game=batteries");
      await rest(window);
      for (const square of ["d3", "d4"]) await window.click(cell(window, square));
      await named(window, "d4, white soldier.*");
      for (const [width, height] of [
        [390, 660],
        [844, 340],
      ]) {
        await window.resize(width, height);
        await painted(window);
        for (const [opener, closer] of [
          ["New game", "Keep playing"],
          ["Your games", "Close"],
          ["Puzzles", "Close"],
          ["Open a game", "Cancel"],
          ["Settings", "Close"],
          ["Keys", "Close"],
          ["Share", "Close"],
          ["Pieces", "Close"],
          ["Offer draw", "Decline"],
          ["Resign", "Keep playing"],
        ]) {
          const what = `${width} by ${height}, ${opener}`;
          await press(window, opener);
          const close = window.select("dialog[open]:modal").find("button", closer);
          await close.shown();
          const begins = await window.evaluate(() => {
            const open = document.querySelector("dialog[open]:modal");
            const title = open?.querySelector("h2");
            return (
              (title?.getBoundingClientRect().top ?? -1) >= (open?.getBoundingClientRect().top ?? 0)
            );
          });
          assert.ok(begins, `${what}: the title is out of view`);
          const { x, y, width: wide, height: high } = await close.box();
          assert.ok(x >= 0 && x + wide <= width && y >= 0 && y + high <= height, `${what}: ${y}`);
          await window.tap(close);
          await close.gone();
          const focused = await window.evaluate(() => document.activeElement?.id ?? "");
          assert.notEqual(focused, "", `${what}: the focus is nowhere`);
        }
      }
    },
  ),
);

for (const [width, height, address, steps, points] of /** @type {const} */ ([
  // Nothing that Black does first keeps these two soldiers from moving.
  [360, 560, "?game=batteries&level=11&seed=1", ["d3 d4", "c3 c4"], 6],
  [390, 660, "?game=chessence&level=11&seed=1", ["d2 c3", "e3 e4"], 6],
])) {
  test(
    `${width} by ${height}: the graph of a game against the computer stands at its end, and the tools in view`,
    inWindow({ viewport: { width, height }, touch: true, reducedMotion: true }, async (window) => {
      await openGame(window, address);
      for (const [turn, step] of steps.entries()) {
        for (const square of step.split(" ")) await window.click(cell(window, square));
        await turnsAnswered(window, 2 * turn + 2);
      }
      await press(window, "Resign");
      await window.click(window.find("dialog", "Resign").find("button", "Resign"));
      await window.find("alert").reads(/^You lost\s+You resigned\.$/);
      await window.find("img", "Graph: what White could expect, turn by turn").shown();
      // The start, each turn, and the end.
      await window.until(
        (points) =>
          document.querySelector("#course .chances")?.getAttribute("d")?.split("L").length ===
          points,
        points,
      );
      await rest(window);
      assert.deepEqual(await hidden(window, ["Rematch", "New game", "Flip board", "Share"]), []);
    }),
  );
}

test(
  "390 by 660: all is in view that a step and its answer did, beside the button that shows them again",
  inWindow(
    { viewport: { width: 390, height: 660 }, touch: true, reducedMotion: true },
    async (window) => {
      const fen = "1k6/3p4/8/8/p3R2p/8/3N4/K7 w - - 0 20";
      await openGame(window, `${at("magnetic", fen)}&level=11&seed=1`);
      // Three pawns are pulled, a knight is pushed, and Black answers.
      await window.click(cell(window, "e4"));
      await window.click(cell(window, "d4"));
      await turnsAnswered(window, 2);
      const replay = window.find("button", "Replay turn");
      await replay.shown();
      await window.select("#says").reads(/pushed from d2 to d1\..*The computer: /);
      const { beyond, right } = await window.evaluate(() => {
        const says = /** @type {HTMLElement} */ (document.getElementById("says"));
        const beyond = says.scrollHeight - says.clientHeight;
        return { beyond, right: says.getBoundingClientRect().right };
      });
      assert.ok(beyond <= 0, `${beyond} pixels of the sentence are out of sight`);
      assert.ok(right <= (await replay.box()).x, "the sentence ends before the button");
    },
  ),
);

for (const [where, touch, sizes] of /** @type {const} */ ([
  ["390 by 660", true, [[390, 660]]],
  [
    "tablets and wide screens",
    false,
    [
      [820, 1100],
      [1366, 650],
    ],
  ],
]))
  test(
    `${where}: the buttons of a turn of eleven steps are in view, as are the steps, and what the last turn was takes two lines at most`,
    inWindow(
      { viewport: { width: sizes[0][0], height: sizes[0][1] }, touch, reducedMotion: true },
      async (window) => {
        const fen = "4k3/pppp4/8/8/8/8/8/R3K2R b KQ - 0 5 -";
        await openGame(window, at("progressive", fen));
        await rest(window);
        for (const file of "abcd") {
          for (const [from, to] of ["75", "54"]) {
            await window.click(cell(window, `${file}${from}`));
            await window.click(cell(window, `${file}${to}`));
          }
        }
        for (const to of ["e7", "e8"]) {
          await window.click(cell(window, to === "e7" ? "e8" : "e7"));
          await window.click(cell(window, to));
        }
        const names = ["End turn", "Undo step", touch ? "More" : "Resign"];
        await atSizes(window, sizes, async (size) => {
          assert.deepEqual(await hidden(window, names), [], size);
        });
        await window.click(window.find("button", "End turn"));
        await window.until(() => document.querySelectorAll("#chips li").length === 11);
        await atSizes(window, sizes, async (size) => {
          assert.deepEqual(await hidden(window, names), [], size);
          const below = await window.evaluate(() => {
            const chips = /** @type {HTMLElement} */ (document.getElementById("chips"));
            return chips.scrollHeight - chips.clientHeight;
          });
          assert.ok(below < 10, `${size}: steps out of sight: ${below} px`);
          const lines = await window.evaluate(() => {
            const line = /** @type {HTMLElement} */ (document.getElementById("last-turn"));
            return line.clientHeight / Number.parseFloat(getComputedStyle(line).lineHeight);
          });
          assert.ok(lines <= 2, `${size}: ${lines} lines`);
        });
      },
    ),
  );

test(
  "phones: what begins a game by link is in view, and what copies a link; opponents, levels and games stand in rows, and a line ends what goes on below the buttons",
  inWindow(
    { viewport: { width: 360, height: 560 }, touch: true, reducedMotion: true },
    async (window) => {
      await openGame(window, "?game=magnetic");
      await rest(window);
      const asked = window.find("dialog", "New game");
      await atSizes(window, PHONES, async (size) => {
        await press(window, "Share");
        await window.find("dialog", "Share").find("button", "Close").shown();
        await painted(window);
        assert.deepEqual(await hidden(window, ["Copy", "Close"]), [], size);
        await window.key("Escape");
        await window.find("dialog", "Share").gone();
        await press(window, "New game");
        await asked.find("radio", "A friend, by link").shown();
        await painted(window);
        if (!size.startsWith("844")) {
          const tops = await window.evaluate(() =>
            [...document.querySelectorAll(".opponent > :first-child label")].map(
              (kind) => kind.getBoundingClientRect().top,
            ),
          );
          assert.equal(tops.length, 3, size);
          assert.equal(new Set(tops).size, 1, `${size}: ${tops.join()}`);
        }
        if (size === "360 by 560") await hasColumnsAndLine(window);
        await window.click(window.select("#new-game label:has([value=friend])"));
        await painted(window);
        assert.deepEqual(await hidden(window, ["Begin anew", "Keep playing"]), [], size);
        await window.click(asked.find("button", "Keep playing"));
        await asked.gone();
      });
    },
  ),
);

/**
 * The ten levels stand in columns, none cut off, and the names of games in a line; a line ends what goes on
 * below the buttons.
 * @param {Window} window where New game is open, on a narrow phone
 */
async function hasColumnsAndLine(window) {
  const found = await window.evaluate(() => {
    const levels = [...document.querySelectorAll(".level .row > label")];
    const boxes = levels.map((level) => level.getBoundingClientRect());
    const whole = levels.filter(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth <= clientWidth && scrollHeight <= clientHeight,
    );
    const columns = new Set(boxes.map(({ left }) => Math.round(left))).size;
    const lines = [...document.querySelectorAll("#new-game .card strong")].map((name) =>
      Math.round(
        name.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(name).lineHeight),
      ),
    );
    return { levels: levels.length, whole: whole.length, columns, lines: [...new Set(lines)] };
  });
  assert.deepEqual(found, { levels: 10, whole: 10, columns: 2, lines: [1] });
  // Browsers that do not know of it yet show no line.
  if (!(await window.evaluate(() => CSS.supports("container-type", "scroll-state")))) return;
  await window.until(() => {
    const pair = /** @type {Element} */ (document.querySelector("dialog[open] .pair"));
    return getComputedStyle(pair, "::before").borderTopStyle === "solid";
  });
  await window.evaluate(() => document.querySelector("dialog[open]")?.scrollTo(0, 9999));
  await window.until(() => {
    const pair = /** @type {Element} */ (document.querySelector("dialog[open] .pair"));
    return getComputedStyle(pair, "::before").borderTopStyle === "none";
  });
  await window.evaluate(() => document.querySelector("dialog[open]")?.scrollTo(0, 0));
}

test(
  "on a phone Chessence has its reserves beside the board, and its sentence in view, what the board explains about a man too",
  inWindow(
    { viewport: { width: 390, height: 660 }, touch: true, reducedMotion: true },
    async (window) => {
      await openGame(window, "?game=chessence");
      await rest(window);
      assert.ok(await isAboveTools(window, "says"));
      const { board, far, near } = await window.evaluate(() => {
        const box = (/** @type {string} */ id) => {
          const { left, right, top, bottom } = /** @type {Element} */ (
            document.getElementById(id)
          ).getBoundingClientRect();
          return { left, right, top, bottom };
        };
        return { board: box("grid"), far: box("far-reserve"), near: box("near-reserve") };
      });
      assert.ok(board.right - board.left > 290, `the board is ${board.right - board.left} wide`);
      assert.ok(far.left >= board.right && far.right <= 390 && far.top >= board.top - 8);
      assert.ok(near.left >= board.right && near.right <= 390 && near.bottom <= board.bottom + 8);
      await window.resize(360, 560);
      await painted(window);
      await window.click(cell(window, "d3"));
      await window.until(() => document.getElementById("says")?.textContent?.includes(" by d2"));
      assert.ok(await isAboveTools(window, "says"), "what is explained");
    },
  ),
);

test(
  "who waits for a friend draws nothing, has the way to send the link in view, and a sentence above that begins with a capital",
  inWindow(
    { viewport: { width: 390, height: 660 }, touch: true, reducedMotion: true },
    async (window) => {
      await invite(window, "charismatic", "Black");
      const dialog = window.find("dialog", "Game by link");
      await dialog.shown();
      await window.click(dialog.find("button", "Close"));
      await window.until(
        () => document.getElementById("who")?.textContent === "Your friend draws five pieces",
      );
      await window.find("button", "Draw five pieces").gone();
      await window.find("button", "By link").shown();
      await rest(window);
      const sizes = /** @type {const} */ ([
        [360, 560],
        [390, 660],
      ]);
      await atSizes(window, sizes, async (size) => {
        assert.deepEqual(await hidden(window, ["By link", "Share"]), [], size);
      });
    },
  ),
);

/** Words of buttons and links that are broken within. @param {Window} window */
const brokenWords = (window) =>
  window.evaluate(() => {
    const found = [];
    for (const control of document.querySelectorAll("button, a")) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        // What only assistive technology reads has no lines.
        if ((text.parentElement?.clientWidth ?? 2) === 1) continue;
        for (const word of (text.textContent ?? "").matchAll(/[\w-]+/g)) {
          const range = document.createRange();
          range.setStart(text, word.index);
          range.setEnd(text, word.index + word[0].length);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
          if (new Set(tops).size > 1) found.push(word[0]);
        }
      }
    }
    return found;
  });

test(
  "at the end of a game no word of a button is broken, with the review among them, in windows of every size",
  inWindow({ viewport: { width: 360, height: 560 }, reducedMotion: true }, async (window) => {
    await openGame(window, at("magnetic", "r3k3/8/8/8/8/8/6PP/6K1 b - - 0 30"));
    await rest(window);
    for (const square of ["a8", "a1", "h2", "h3", "a1", "g1"]) {
      await window.click(cell(window, square));
    }
    await window.find("alert").shown();
    await window.find("button", "Review").shown();
    const sizes = /** @type {const} */ ([...PHONES, [820, 1100], [1180, 820], [1366, 650]]);
    await atSizes(window, sizes, async (size) => {
      assert.deepEqual(await brokenWords(window), [], size);
      const names = ["Rematch", "New game", "Review", "Analysis", "Report"];
      assert.deepEqual(await hidden(window, names), [], size);
      // A tool among the others, which has a sign as they have.
      const [share, report] = await Promise.all(
        ["Share", "Report"].map((name) => window.find("button", name).box()),
      );
      assert.ok(Math.abs(report.y - share.y) <= 1, size);
      assert.ok(Math.abs(report.height - share.height) <= 1, size);
      // In one row, or two and two.
      const rows = await window.evaluate(() => {
        const tops = [...document.querySelectorAll("#result-box .pair > *")]
          .filter((way) => way.checkVisibility())
          .map((way) => Math.round(way.getBoundingClientRect().top));
        return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
      });
      assert.ok(["4", "2,2"].includes(rows.join()), `${size}: ${rows.join()}`);
    });
  }),
);

test(
  "narrow panels have the words of a turn's buttons in a line, and the steps of a turn look alike, sign above squares, in windows of every size",
  inWindow({ viewport: { width: 360, height: 560 }, reducedMotion: true }, async (window) => {
    await openGame(window, at("charismatic", TURN));
    await rest(window);
    await atSizes(window, PANELS, async (size) => {
      const tall = await window.evaluate(() =>
        [...document.querySelectorAll("#actions .icon span")]
          .filter((word) => word.checkVisibility() && word.getClientRects().length > 1)
          .map((word) => word.textContent),
      );
      assert.deepEqual(tall, [], size);
    });
    for (const square of ["e3", "f5", "c4", "b5"]) await window.click(cell(window, square));
    await named(window, "b5, white pawn, moved this turn");
    const sizes = /** @type {const} */ ([
      [360, 560],
      [820, 1100],
      [1180, 820],
      [1366, 650],
    ]);
    await atSizes(window, sizes, async (size) => {
      const found = await window.evaluate(() =>
        [...document.querySelectorAll(".chip")].map((chip) => {
          const text = document.createRange();
          text.selectNodeContents(chip);
          const sign = chip.querySelector("img")?.getBoundingClientRect();
          const { top, bottom } = chip.getBoundingClientRect();
          const rects = [...text.getClientRects()].filter(({ top }) => top >= (sign?.bottom ?? 0));
          return rects.length === 1 && rects.every((rect) => rect.bottom <= bottom) && top > 0;
        }),
      );
      assert.deepEqual(found, [true, true], size);
    });
  }),
);

test(
  "what a step leaves as it is, it does not touch: for the browser the same again would be a change",
  inWindow({ reducedMotion: true }, async (window) => {
    await openGame(window, "?game=magnetic");
    await rest(window);
    await window.evaluate(() => {
      const same = /** @type {string[]} */ ([]);
      const look = new MutationObserver((records) => {
        for (const { target, attributeName, oldValue } of records) {
          const element = /** @type {Element} */ (target);
          if (attributeName === "hidden" && element.getAttribute("hidden") === oldValue)
            same.push(element.id);
        }
      });
      look.observe(document.body, { subtree: true, attributes: true, attributeOldValue: true });
      Object.assign(window, { same });
    });
    await window.click(cell(window, "c2"));
    await window.click(cell(window, "c4"));
    await named(window, "c4, white pawn");
    await painted(window);
    assert.deepEqual(await window.evaluate(() => Reflect.get(window, "same")), []);
  }),
);

test(
  "1180 by 820: what the field for typed moves suggests is not cut, and a dialog shades the gutter of the scrollbar too",
  inWindow({ viewport: { width: 1180, height: 820 }, reducedMotion: true }, async (window) => {
    await openGame(window, "?game=magnetic");
    const room = await window.evaluate(() => {
      const field = /** @type {HTMLInputElement} */ (document.getElementById("typed-text"));
      const { fontSize } = getComputedStyle(field, "::placeholder");
      const { fontFamily, paddingLeft, paddingRight } = getComputedStyle(field);
      const pen = document.createElement("canvas").getContext("2d");
      if (!pen) return 0;
      pen.font = `${fontSize} ${fontFamily}`;
      const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      return field.clientWidth - padding - pen.measureText(field.placeholder).width;
    });
    assert.ok(room >= 4, `${room}`);
    await press(window, "Settings");
    await window.find("dialog", "Settings").shown();
    const [root, page] = await window.evaluate(() =>
      [document.documentElement, document.body].map(
        (element) => getComputedStyle(element).backgroundColor,
      ),
    );
    assert.notEqual(root, page);
    // What is below the sheet's edge comes behind the frame that shows it.
    await window.until(
      () => document.querySelectorAll("#settings fieldset > div > :nth-child(2)").length > 5,
    );
    // The second answers to all questions stand below each other.
    const places = await window.evaluate(() =>
      [...document.querySelectorAll("#settings fieldset > div > :nth-child(2)")].map((label) =>
        Math.round(label.getBoundingClientRect().left),
      ),
    );
    assert.equal(new Set(places).size, 1, places.join());
  }),
);

test(
  "the analysis board has its switches in a row and in view, and its meter beside the board, in windows of every size",
  inWindow({ viewport: { width: 820, height: 1100 }, reducedMotion: true }, async (window) => {
    await openGame(window, "?analysis=magnetic");
    await window.find("region", "Analysis").shown();
    await window.find("button", "Turn").shown();
    const sizes = /** @type {const} */ ([
      [820, 1100],
      [844, 340],
      [1024, 768],
      [1180, 820],
      [1366, 650],
    ]);
    await atSizes(window, sizes, async (size) => {
      const found = await window.evaluate(() => {
        const box = (/** @type {string} */ selector) =>
          /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
        const row = [...document.querySelectorAll("#analysis .row > *")]
          .filter((part) => part.checkVisibility())
          .map((part) => part.getBoundingClientRect());
        const [meter, board] = [box("#evaluation"), box("#grid")];
        const menu = box(".moves-head .menu");
        const apart = [...document.querySelectorAll("#grid, #tools :is(button, a)")]
          .filter((part) => part.checkVisibility({ visibilityProperty: true }))
          .map((part) => part.getBoundingClientRect())
          .every(
            (part) =>
              part.right <= meter.left ||
              part.left >= meter.right ||
              part.bottom <= meter.top + 1 ||
              part.top >= meter.bottom,
          );
        return {
          row: new Set(row.map(({ top, height }) => Math.round(top + height / 2))).size,
          seen: row.every(({ bottom }) => bottom <= innerHeight),
          menu: menu.right <= box("#moves").right + 1 && menu.right < innerWidth,
          apart,
          long: Math.abs(Math.max(meter.width, meter.height) - board.height) < 24,
        };
      });
      const wanted = { row: 1, seen: true, menu: true, apart: true, long: true };
      assert.deepEqual(found, wanted, size);
    });
  }),
);

test(
  "the last turn stands beside the computer in whole words on a phone across, and on tablets the way to the analysis among the tools while a game is played",
  inWindow(
    { viewport: { width: 844, height: 340 }, touch: true, reducedMotion: true },
    async (window) => {
      // The game with one tool more than the others.
      await openGame(window, "?game=batteries&level=11");
      await playsAndReads(window);
      // Both in a line.
      const [name, turn] = ["#far .player-name", "#last-turn"].map((one) => window.select(one));
      for (const one of [name, turn]) assert.ok((await one.box()).height < 30);
      const sizes = /** @type {const} */ ([
        [600, 960],
        [768, 1024],
        [820, 1100],
        [1180, 820],
      ]);
      await atSizes(window, sizes, async (size) => {
        const names = ["Analysis", "Pieces", "Take back", "Resign", "Hint", "Show attacks"];
        assert.deepEqual(await hidden(window, names), [], size);
        assert.deepEqual(await brokenWords(window), [], size);
      });
      await window.click(window.find("button", "Analysis"));
      await window.find("region", "Analysis").shown();
    },
  ),
);

for (const [game, ...squares] of [
  ["magnetic", "c2", "c4", "d8", "a5"],
  ["batteries", "d3", "d4", "d8", "d7"],
  ["charismatic"],
  ["contramatic"],
]) {
  test(
    `1280 by 600: the moves of ${game} have room, and everything is in reach`,
    inWindow({ viewport: { width: 1280, height: 600 }, reducedMotion: true }, async (window) => {
      await openGame(window, `?game=${game}`);
      await rest(window);
      for (const square of squares) await window.click(cell(window, square));
      if (squares.length === 0) {
        await press(window, game === "charismatic" ? "Draw five pieces" : "Place for me");
        await window.find("button", "End turn").shown();
      }
      await painted(window);
      const list = await window.evaluate(() => {
        const { top, bottom } = /** @type {Element} */ (
          document.querySelector(".score")
        ).getBoundingClientRect();
        return { high: bottom - top, whole: bottom <= innerHeight };
      });
      assert.ok(list.high >= (squares.length === 0 ? 32 : 64) && list.whole, `${list.high}`);
      const below = await window.evaluate(() =>
        [...document.querySelectorAll("body *")]
          .filter((element) => element.getBoundingClientRect().bottom > innerHeight)
          .map((element) => element.id || element.className),
      );
      assert.deepEqual(below, []);
      assert.deepEqual(await hidden(window, ["Flip board", "Share", "More", "Play"]), []);
      await press(window, "More");
      await painted(window);
      assert.deepEqual(await hidden(window, ["Show attacks", "Lesson", "Rules", "Analysis"]), []);
      await window.key("Escape");
      await window.find("button", "Analysis").gone();
    }),
  );
}

test(
  "how to win and lose stands at one place in games, lessons and puzzles, or comes there at a tap",
  inWindow({ viewport: { width: 1280, height: 900 }, reducedMotion: true }, async (window) => {
    // To look for them by what they are called is more work, and done once.
    const goals = window.select("#goals");
    const opener = window.find("button", "How to win and lose");
    /** Where they stand in a game. @type {Record<string, number>} */
    const tops = {};
    for (const page of ["?game=magnetic", "?game=magnetic&lesson=1", "?puzzle=magnetic-1"]) {
      await window.resize(1280, 900);
      await openGame(window, page);
      await window.until(() => document.getElementById("win")?.textContent !== "");
      // The style sheet of lessons comes with the task.
      if (!page.endsWith("?game=magnetic"))
        await window.until(() => {
          const task = document.getElementById("task");
          return task !== null && getComputedStyle(task).position === "relative";
        });
      await painted(window);
      await window.find("region", "How to win and lose").shown();
      await atSizes(window, EVERYWHERE, async (size) => {
        const isAtOnce = await goals.visible();
        if (!isAtOnce) {
          await window.click(opener);
          await goals.shown();
          assert.ok((await goals.box()).y < 60, `${page}, ${size}: at the top`);
        }
        await goals.reads(/Win: .+\s+Lose: .+/s);
        const { y } = await goals.box();
        // Phones have room for it beside the game, and none beside a task.
        if (isAtOnce) tops[size] ??= y;
        if (isAtOnce) assert.equal(y, tops[size], `${page}, ${size}`);
        if (!isAtOnce) {
          await window.key("Escape");
          await goals.gone();
        }
      });
    }
  }),
);

for (const [where, touch, sizes] of /** @type {const} */ ([
  ["390 by 660", true, [[390, 660]]],
  [
    "tablets and wide screens",
    false,
    [
      [1280, 900],
      [820, 1100],
    ],
  ],
]))
  test(
    `${where}: Take back and Hint keep their places, and say so where there is nothing for them to do${touch ? "" : "; the number of a turn and its words stand in the middle of their line"}`,
    inWindow(
      { viewport: { width: sizes[0][0], height: sizes[0][1] }, touch, reducedMotion: true },
      async (window) => {
        await openGame(window, "?game=magnetic");
        await rest(window);
        const takeback = window.find("button", "Take back");
        /** Whether it is idle, and where it and its neighbours stand. */
        const state = () =>
          window.evaluate(() =>
            document.getElementById("do-takeback")?.getAttribute("aria-disabled"),
          );
        const ids = ["do-takeback", "do-hint", "do-flip", "do-share"];
        const before = await placesAt(window, sizes, ids);
        assert.equal(await state(), "true");
        await window.click(takeback);
        await said(window, "There is no turn now that could be taken back.");
        for (const square of ["c2", "c4"]) await window.click(cell(window, square));
        await named(window, "c5, black pawn");
        assert.equal(await state(), "false");
        await standsStill(window, sizes, before, "after the first turn");
        if (!touch) {
          await window.until(() => document.querySelectorAll("#score button").length === 1);
          const off = await window.evaluate(() => {
            const turn = /** @type {Element} */ (document.querySelector("#score button"));
            const words = /** @type {Element} */ (turn.lastElementChild);
            const middle = (/** @type {Element} */ element) => {
              const { top, bottom } = element.getBoundingClientRect();
              return (top + bottom) / 2;
            };
            return Math.abs(middle(turn) - middle(words));
          });
          assert.ok(off <= 2, `${off} pixels off`);
        }
        await press(window, "Resign");
        await window.click(window.find("dialog", "Resign").find("button", "Resign"));
        await window.until(() => document.getElementById("result")?.textContent !== "");
        await rest(window);
        assert.equal(await state(), "true");
        // On phones the report has the place of the hint.
        const left = touch ? ids.filter((id) => id !== "do-hint") : ids;
        await atSizes(window, sizes, async (size) => {
          const now = await places(window, left);
          for (const id of left) {
            const [was, is] = [before[size], now].map((all) => all[id].split(" ").slice(0, 3));
            assert.deepEqual(is, was, `${size}: ${id}`);
          }
        });
        await window.click(takeback);
        await said(window, "There is no turn now that could be taken back.");
      },
    ),
  );

test(
  "phones: a turn of more than sixteen steps is scrolled through, and its edge fades where there is more",
  inWindow(
    { viewport: { width: 390, height: 660 }, touch: true, reducedMotion: true },
    async (window) => {
      await openGame(window, at("progressive", "4k3/pppp4/8/8/8/8/8/R3K2R w KQ - 0 10 -"));
      await rest(window);
      await window.until(() => document.querySelectorAll("#chips li").length === 19);
      await atSizes(window, PHONES, async (size) => {
        assert.deepEqual(await hidden(window, ["End turn", "Undo step"]), [], size);
        const found = await window.evaluate(() => {
          const chips = /** @type {HTMLElement} */ (document.getElementById("chips"));
          chips.scrollTop = 0;
          const fades = getComputedStyle(chips).maskImage.includes("gradient");
          const beyond = chips.scrollHeight - chips.clientHeight;
          chips.scrollTop = beyond;
          const last = /** @type {Element} */ (chips.lastElementChild).getBoundingClientRect();
          const left = chips.getBoundingClientRect().bottom - last.bottom;
          return { fades, scrolls: beyond > 10, isClear: left >= 10 };
        });
        assert.deepEqual(found, { fades: true, scrolls: true, isClear: true }, size);
      });
      // The newest step comes into view above the fading edge, and stays there.
      for (const steps of [
        "a1 a2 a2 a3 a3 a4 a4 a5 a5 a6 h1 h2 h2 h3 h3 h4 h4 h5",
        "h5 h6 e1 e2 e2 e3 e3 e4 e4 d4 d4 c4 c4 b4 b4 a4",
      ]) {
        await play(window, steps);
        await window.until(
          (count) => document.querySelectorAll("#chips button").length === count,
          steps.startsWith("a1") ? 9 : 17,
        );
        await window.until(() => {
          const edge = /** @type {Element} */ (
            document.getElementById("chips")
          ).getBoundingClientRect();
          const newest = [...document.querySelectorAll("#chips button")].at(-1);
          const { top, bottom } = /** @type {Element} */ (newest).getBoundingClientRect();
          return top >= edge.top - 1 && bottom <= edge.bottom - 10;
        });
      }
    },
  ),
);

/** How the last turn is told. @param {Window} window */
const lastTurn = (window) =>
  window.evaluate(() => {
    const line = /** @type {HTMLElement} */ (document.getElementById("last-turn"));
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = line;
    return {
      beside: line.parentElement?.id,
      said: line.textContent !== "",
      // Letters may reach out of their line.
      whole: scrollWidth <= clientWidth && scrollHeight <= clientHeight + 4,
      seen: unseen(line),
    };

    /** What keeps the line from being read, if anything: it is not there, or something lies over it. @param {HTMLElement} line */
    function unseen(line) {
      const range = document.createRange();
      range.selectNodeContents(line);
      const boxes = [...range.getClientRects()];
      const others = [".player", "[role=listbox]", "#hand", ".clock", "#grid", "#says", "#goals"]
        .flatMap((one) => [...document.querySelectorAll(one)])
        .filter((one) => one.checkVisibility({ visibilityProperty: true }));
      const over = others.filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return boxes.some(
          (box) =>
            box.left < right - 1 &&
            box.right > left + 1 &&
            // Lines are higher than their letters.
            box.top + 4 < bottom &&
            box.bottom - 4 > top,
        );
      });
      const names = over.map((one) => one.id || `${one.className} in ${one.parentElement?.id}`);
      const isIn =
        boxes.length > 0 && boxes.every((box) => box.left >= 0 && box.right <= innerWidth);
      return isIn ? names : ["not in the window", ...names];
    }
  });

/** Plays in Chess with Batteries; the computer's answer stands beside it in whole words. @param {Window} window */
async function playsAndReads(window) {
  await window.click(cell(window, "d3"));
  await window.click(cell(window, "d4"));
  await turnsAnswered(window, 2);
  await rest(window);
  const told = { beside: "far", said: true, whole: true, seen: [] };
  assert.deepEqual(await lastTurn(window), told);
}

/** Where elements stand, and where they would stand if another had no words. @param {Window} window @param {string} silent @param {string[]} ids */
const placesWithout = (window, silent, ids) =>
  window.evaluate(
    (silent, ids) => {
      const boxes = () =>
        ids.map((id) => {
          const box = document.getElementById(id)?.getBoundingClientRect();
          return `${id} ${box ? [box.x, box.y, box.width, box.height].map(Math.round).join(" ") : ""}`;
        });
      const line = /** @type {HTMLElement} */ (document.getElementById(silent));
      const before = boxes();
      const text = line.textContent;
      line.textContent = "";
      const after = boxes();
      line.textContent = text;
      return [before, after];
    },
    silent,
    ids,
  );

/** Turns of two people, White's first, and the words for the last one of each. @type {Record<string, { address: string, white: string[], black: string[], says: [RegExp, RegExp] }>} */
const TURNS = {
  chessence: {
    address: "?game=chessence",
    white: ["d2c3"],
    black: ["c8d7"],
    says: [/^Man d2 to c3$/, /^Man c8 to d7$/],
  },
  "charismatic, five steps": {
    address: at("charismatic", "rnbqkbnr/8/8/8/8/pp6/PPPPPPPP/RNBQKBNR[] w - - 0 1 - -"),
    white: ["a2b3", "b2a3", "c2c4", "d2d4", "e2e4", "end"],
    black: ["a8a3", "b8c6", "g8f6", "e8e7", "end"],
    says: [/^5 steps, captures: 2$/, /^Rook takes a3, knight c6, knight f6 and king e7$/],
  },
  "progressive, ten steps": {
    address: at("progressive", "4k3/8/8/8/8/8/PPPP4/4K2R w K - 0 5 -"),
    white: ["a2a4", "a4a5", "b2b4", "b4b5", "c2c4", "c4c5", "d2d4", "d4d5", "e1g1", "end"],
    black: "e8d8 d8c8 c8b8 b8a8 a8b8 b8c8 c8d8 d8e8 e8d8 d8e8 end".split(" "),
    says: [/^9 steps, captures: 0$/, /^10 steps, captures: 0$/],
  },
  "contramatic, placing": {
    address: "?game=contramatic",
    white: ["Place for me", "End turn"],
    black: ["Place for me", "End turn"],
    says: [/^15 placed$/, /^15 placed$/],
  },
  "charismatic, placing": {
    address: "?game=charismatic&seed=3",
    white: ["Draw five pieces", "Place for me", "End turn"],
    black: ["Draw five pieces", "Place for me", "End turn"],
    says: [/^5 placed$/, /^5 placed$/],
  },
};

for (const [name, { address, white, black, says }] of Object.entries(TURNS)) {
  test(
    `${name}: the last turn of two people stands whole beside who made it on every size`,
    inWindow({ viewport: { width: 1280, height: 900 }, reducedMotion: true }, async (window) => {
      await openGame(window, address);
      await rest(window);
      for (const [side, steps] of [white, black].entries()) {
        await window.resize(1280, 900);
        await painted(window);
        for (const step of steps) {
          if (/^[A-Z]/.test(step)) await window.click(window.find("button", step));
          else await type(window, step);
        }
        await window.until(
          (pattern) =>
            new RegExp(pattern).test(document.getElementById("last-turn")?.textContent ?? ""),
          says[side].source,
        );
        await atSizes(window, EVERYWHERE, async (size) => {
          const { seen, ...line } = await lastTurn(window);
          const beside = side === 0 ? "near" : "far";
          assert.deepEqual(line, { beside, said: true, whole: true }, size);
          assert.deepEqual(seen, [], size);
          // It comes and goes, and nothing moves with it.
          const [within, without] = await placesWithout(window, "last-turn", [
            "far",
            "near",
            "grid",
            "goals",
            "turn",
            "hand",
            "far-reserve",
            "near-reserve",
          ]);
          assert.deepEqual(without, within, `${size}, without it`);
        });
      }
    }),
  );
}

test(
  "phones: the longest words for a turn stand whole beside the strongest computer",
  inWindow(
    { viewport: { width: 360, height: 560 }, touch: true, reducedMotion: true },
    async (window) => {
      await openGame(window, "?game=magnetic&with=computer&level=20");
      await rest(window);
      const sizes = /** @type {const} */ ([
        [360, 560],
        [390, 660],
        [412, 915],
      ]);
      await atSizes(window, sizes, async (size) => {
        for (const strip of ["far", "near"]) {
          const cut = await window.evaluate((strip) => {
            const line = /** @type {HTMLElement} */ (document.getElementById("last-turn"));
            document.getElementById(strip)?.append(line);
            // What two, three, four and five steps are told in, with long names of pieces.
            return [
              "Knight takes bishop on e5, bishop takes knight on d6",
              "Knight to c6, bishop to d5, knight takes bishop on e5",
              "Knight takes c6, bishop takes d5, knight e4, bishop f7",
              "Knight c6, bishop d5, knight e4, knight f7, knight takes e5",
            ].filter((words) => {
              line.textContent = words;
              return (
                line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight + 4
              );
            });
          }, strip);
          assert.deepEqual(cut, [], `${size}, ${strip}`);
        }
      });
    },
  ),
);

test(
  "1024 by 768: the board stands at the top, and the panel takes the height that the board leaves",
  inWindow({ viewport: { width: 1024, height: 768 }, reducedMotion: true }, async (window) => {
    for (const page of [
      "",
      "?game=charismatic",
      "?puzzle=charismatic-1",
      "?game=batteries&level=11",
    ]) {
      await openGame(window, page);
      await rest(window);
      const found = await window.evaluate(() => {
        const cut = [
          ...document.querySelectorAll("#tools :is(button, a), #actions button, #moves input"),
        ]
          .filter((part) => part.checkVisibility({ visibilityProperty: true }))
          .filter((part) => part.getBoundingClientRect().bottom > innerHeight)
          .map((part) => part.id);
        return { top: document.getElementById("grid")?.getBoundingClientRect().top ?? 99, cut };
      });
      assert.ok(found.top < 20, `${page}: the board begins ${found.top} pixels down`);
      assert.deepEqual(found.cut, [], page);
    }
    // Who plays and what was played last are read beside each other.
    await playsAndReads(window);
  }),
);

test(
  "360 by 560: a sentence with no button beside it has the whole width",
  inWindow(
    { viewport: { width: 360, height: 560 }, touch: true, reducedMotion: true },
    async (window) => {
      await openGame(window, at("magnetic", "3b3k/8/3K4/q1R2rP1/3Q4/8/3b4/8 w - - 0 1"));
      await rest(window);
      await window.click(cell(window, "d4"));
      await window.select("#says").reads(/White queen: straight or diagonally, any distance/);
      const { lines, wide } = await window.evaluate(() => {
        const says = /** @type {HTMLElement} */ (document.getElementById("says"));
        const words = /** @type {Element} */ (says.firstElementChild);
        const line = Number.parseFloat(getComputedStyle(words).lineHeight);
        return {
          lines: Math.round(words.getBoundingClientRect().height / line),
          wide: says.getBoundingClientRect().width,
        };
      });
      assert.ok(wide > 300, `the sentence has ${wide} pixels`);
      assert.equal(lines, 2);
    },
  ),
);

test(
  "a page that has nothing to show has no empty panel",
  inWindow({ viewport: { width: 1366, height: 650 } }, async (window) => {
    await window.goto(`${process.env.FIVEFOLD_URL}?game=nonsense`);
    await window.select("#notice").reads(/nonsense/);
    const panel = await window.evaluate(
      () =>
        getComputedStyle(/** @type {Element} */ (document.querySelector("main")), "::before")
          .display,
    );
    assert.equal(panel, "none");
  }),
);

test(
  "390 by 660: nothing is seen above the preview of the settings when they are scrolled",
  inWindow({ viewport: { width: 390, height: 660 }, touch: true }, async (window) => {
    await openGame(window, "?game=magnetic");
    await press(window, "Settings");
    await window.find("dialog", "Settings").find("button", "Close").shown();
    await window.until(() => document.querySelectorAll(".preview img").length > 0);
    const above = await window.evaluate(() => {
      const sheet = /** @type {Element} */ (document.querySelector("dialog[open]"));
      const preview = /** @type {Element} */ (sheet.querySelector(".preview"));
      sheet.scrollTo(0, 400);
      return preview.getBoundingClientRect().top - sheet.getBoundingClientRect().top;
    });
    assert.ok(above <= 1, `${above} pixels`);
  }),
);

test(
  "the analysis of a turn of many steps has its tools in view, with the computer's lines, and room for words beside a small board",
  inWindow({ viewport: { width: 1280, height: 600 }, reducedMotion: true }, async (window) => {
    await openGame(window, at("charismatic", TURN).replace("game=", "analysis="));
    await window.find("region", "Analysis").shown();
    await window.click(window.find("switch", "Computer"));
    await window.until(() => document.querySelectorAll("#analysis .lines > li").length > 0);
    const sizes = /** @type {const} */ ([
      [1280, 600],
      [1366, 650],
    ]);
    await atSizes(window, sizes, async (size) => {
      const names = size === "1280 by 600" ? ["More"] : ["Show attacks", "Lesson", "Rules"];
      assert.deepEqual(await hidden(window, ["Flip board", "Share", "Play", ...names]), [], size);
    });
    await window.resize(1024, 768);
    await window.click(window.find("button", "Look at line 1 on a small board"));
    await atSizes(window, PANELS, async (size) => {
      const wide = await window.evaluate(
        () => document.querySelector(".look p")?.getBoundingClientRect().width ?? 0,
      );
      assert.ok(wide >= 110, `${size}: its sentence is ${wide} pixels wide`);
    });
  }),
);

test(
  "narrow panels have the buttons of the position editor two and two",
  inWindow({ viewport: { width: 1024, height: 768 }, reducedMotion: true }, async (window) => {
    await openGame(window, "?editor=chessence");
    await atSizes(window, PANELS, async (size) => {
      const tops = await window.evaluate(() =>
        [...document.querySelectorAll("#editor .row button")].map((button) =>
          Math.round(button.getBoundingClientRect().top),
        ),
      );
      assert.equal(tops.length, 4);
      assert.equal(tops[0], tops[1], size);
      assert.equal(tops[2], tops[3], size);
    });
  }),
);

/** Whether an element is in view, and nothing lies over its middle. @param {Window} window @param {string} selector */
const isClear = (window, selector) =>
  window.evaluate((selector) => {
    const element = document.querySelector(selector);
    if (!element) return false;
    const { left, top, right, bottom, height, width } = element.getBoundingClientRect();
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isIn = top >= 0 && bottom <= innerHeight && height > 0 && width > 0;
    return isIn && seen !== null && (element.contains(seen) || seen.contains(element));
  }, selector);

test(
  "phones: where a turn of many steps is about to begin, the computer's first line is in view",
  inWindow(
    { viewport: { width: 360, height: 560 }, touch: true, reducedMotion: true },
    async (window) => {
      await openGame(window, at("charismatic", TURN).replace("game=", "analysis="));
      await window.find("region", "Analysis").shown();
      await window.tap(window.find("switch", "Computer"));
      await window.find("list", "Lines").find("listitem").shown();
      await atSizes(window, PHONES, async (size) => {
        await window.evaluate(() => scrollTo(0, 0));
        await painted(window);
        assert.ok(await isClear(window, "#analysis .lines > li"), `${size}: the first line`);
        // What a turn needs is there as soon as it has begun.
        assert.equal(await window.find("button", "Undo step").visible(), false, size);
      });
      await window.tap(cell(window, "e3"));
      await window.tap(cell(window, "f5"));
      await window.find("button", "Undo step").shown();
      await atSizes(window, PHONES, async (size) => {
        for (const name of ["Undo step", "End turn"])
          assert.ok(await window.find("button", name).visible(), `${size}: ${name}`);
      });
      await window.tap(window.find("button", "Undo step"));
      await window.find("button", "Undo step").gone();
    },
  ),
);

test(
  "on phones the position editor of a high board has board, reserves and palette in view",
  inWindow(
    { viewport: { width: 390, height: 660 }, touch: true, reducedMotion: true },
    async (window) => {
      await openGame(window, "?editor=chessence");
      await window.find("toolbar", "Pieces").shown();
      const parts = ["#grid", "#far-reserve [role=option]", "#near-reserve [role=option]"];
      await atSizes(window, PHONES, async (size) => {
        for (const part of [...parts, "#pieces button", "h1"])
          assert.ok(await isClear(window, part), `${size}: ${part}`);
      });
    },
  ),
);

test(
  "the menu has the games and few entries; what belongs to the game stands beside the board, in rows without gaps, before a game, in it and at its end",
  inWindow({ viewport: { width: 1366, height: 650 }, reducedMotion: true }, async (window) => {
    /** How often a row of tools goes on more than a place behind the tool before. */
    const gaps = () => {
      const boxes = [...document.querySelectorAll("#tools :is(button, a)")]
        .filter((tool) => tool.checkVisibility({ visibilityProperty: true }))
        .map((tool) => tool.getBoundingClientRect());
      const [{ width }] = boxes;
      return boxes.filter(({ left, top }) => {
        const before = boxes.filter((other) => other.top === top && other.left < left);
        const last = Math.max(...before.map((other) => other.right));
        return before.length > 0 && left - last > width / 2;
      }).length;
    };
    const look = () =>
      atSizes(
        window,
        [
          [820, 1100],
          [1180, 820],
          [1366, 650],
        ],
        async (size) => assert.equal(await window.evaluate(gaps), 0, size),
      );
    await openGame(window, "?game=batteries");
    await window.find("button", "Pieces").shown();
    await window.find("button", "Hint").shown();
    await look();
    await openGame(window, "?game=magnetic");
    await window.find("button", "Analysis").shown();
    await look();
    for (const square of ["c2", "c4"]) await window.click(cell(window, square));
    await window.find("button", "Resign").shown();
    await named(window, "c5, black pawn");
    await rest(window);
    await look();
    await atSizes(window, [[1280, 800]], async () => {
      const found = await window.evaluate(() => {
        /** @param {string} selector */
        const texts = (selector) =>
          [...document.querySelectorAll(selector)]
            .filter((element) => element.checkVisibility({ visibilityProperty: true }))
            .map((element) => element.textContent?.trim() ?? "");
        return {
          games: texts("#rail #games a").length,
          entries: texts("#rail .tools > *"),
          tools: texts("#tools :is(a, button)").sort(),
        };
      });
      assert.equal(found.games, 7);
      assert.ok(found.entries.length <= 6, found.entries.join());
      assert.deepEqual(found.tools, TOOLS);
    });
    await press(window, "Resign");
    await window.click(window.find("dialog").find("button", "Resign"));
    await window.find("button", "Report").shown();
    await look();
  }),
);

test(
  "in a high window the board stands at the top, and the editor's ways on are in view",
  inWindow({ viewport: { width: 1024, height: 1366 } }, async (window) => {
    await openGame(window, "?game=magnetic");
    await rest(window);
    const board = await window.select("#grid").box();
    assert.ok(board.y <= 130 && board.width >= 900, JSON.stringify(board));
    assert.deepEqual(await hidden(window, ["Analysis", "Flip board", "Lesson"]), []);
    await window.resize(820, 1100);
    await openGame(window, "?editor=contramatic");
    const { y, height } = await window.find("button", "Play from here").box();
    assert.ok(y + height <= 1100);
  }),
);
