// What players have survives: all that the page stored and handed out at commit d596b89 opens as it did
// there (tests/fixtures/d596b89, which says how it was made), and what is stored from then on an old page
// can read.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { named, openGame, play, press, ready } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { anyTurn, due, pieces, receive, same, share, shows } from "./friend.mjs";
import {
  allStored,
  allWritten,
  fill,
  keepsGame,
  playsComputer,
  squaresOf,
  stored,
} from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */
/**
 * What the page showed of a game.
 * @typedef {{ pieces: string[], turns: string[], mail?: string, unconfirmed?: boolean, comment?: string }} Shown
 */

/** @param {string} name */
const fixture = (name) =>
  JSON.parse(readFileSync(new URL(`../fixtures/d596b89/${name}.json`, import.meta.url), "utf8"));

const kept = fixture("stored");
/** By their addresses. @type {[string, Shown][]} */
const GAMES = Object.entries(kept.games);

/** Waits until the page shows what it showed. @param {Window} window @param {Shown} wanted */
async function isShown(window, { pieces, turns }) {
  await shows(window, pieces);
  await window.until(
    (count) => document.querySelectorAll("#score button").length === count,
    turns.length,
  );
}

test(
  "every game opens under its address as it was left: by link, with comments, in an unconfirmed turn",
  inWindow({ reducedMotion: true }, async (window) => {
    await fill(window, kept);
    assert.ok(GAMES.length >= 14);
    for (const [address, wanted] of GAMES) {
      await openGame(window, address);
      await isShown(window, wanted);
      if (wanted.mail === "due") await due(window);
      if (wanted.unconfirmed) await window.find("button", "End turn").shown();
      if (wanted.comment) {
        await window.until(
          (comment) => document.getElementById("moves")?.textContent?.includes(comment) ?? false,
          wanted.comment,
        );
      }
    }
    // Nothing was played: nothing has changed.
    const now = await allStored(window);
    // But for the game whose letter the store had not taken.
    const asBefore = (/** @type {any[]} */ games) =>
      games.filter(({ key }) => !kept.local[`fivefold-mail:${key}`]);
    assert.deepEqual(asBefore(now.stores.games ?? []), asBefore(kept.stores.games));
    assert.equal(now.stores.games?.length, kept.stores.games.length);
    assert.deepEqual(now.stores.aside, kept.stores.aside);
    for (const { key, link, seat } of kept.stores.mail) {
      const found = now.stores.mail.find((one) => one.key === key);
      assert.equal(found.seat, seat, key);
      if (!kept.local[`fivefold-mail:${key}`]) assert.equal(found.link, link, key);
    }
  }),
);

test(
  "the list has every game with its name and its players, and what could not be read",
  inWindow({ reducedMotion: true }, async (window) => {
    await fill(window, kept);
    await openGame(window, "?game=contramatic");
    await press(window, "Your games");
    const dialog = window.find("dialog", "Your games");
    await dialog.shown();
    await dialog.find("link", /^Sunday <b>/).shown();
    await dialog.reads(/could not be read: 1/);
    const count = kept.stores.games.filter((/** @type {any} */ { saved }) =>
      /^steps .|^undone ./m.test(saved),
    ).length;
    await window.until(
      (least) => document.querySelectorAll("#library li").length >= least,
      Math.max(count, GAMES.length),
    );
    await window.click(dialog.find("link", /the computer, Newcomer/));
    await playsComputer(window);
    await ready(window);
    await isShown(window, kept.against);
  }),
);

test(
  "games by link that wait for the player are counted, come first and open in tabs as links do",
  inWindow({ reducedMotion: true }, async (window) => {
    // Without a game of its own the front page is the choice of games.
    const games = kept.stores.games.filter((/** @type {any} */ { key }) => key !== "magnetic");
    await fill(window, { ...kept, stores: { ...kept.stores, games } });
    await window.prepare(() => {
      navigator.setAppBadge = async (count) => {
        Object.assign(globalThis, { onIcon: count });
      };
    });
    const due = GAMES.filter(([, { mail }]) => mail === "due").length;
    assert.ok(due > 3);
    await openGame(window, "");
    await window.until((due) => document.title.startsWith(`(${due}) `), due);
    await window.until((due) => /** @type {any} */ (globalThis).onIcon === due, due);
    assert.match(await window.find("button", "Your games").text(), new RegExp(`${due}$`));
    // From the front page, too.
    const entry = window.find("button", `Your turn in games by link: ${due}`);
    await entry.shown();
    await window.click(entry);
    await window.find("dialog", "Your games").shown();
    const rows = await window.evaluate(() =>
      [...document.querySelectorAll("#library li")].map((row) => ({
        told: row.querySelector(".told")?.textContent ?? "",
        isDue: row.querySelector(".due") !== null,
        address: row.querySelector("a")?.getAttribute("href") ?? "",
      })),
    );
    const waiting = rows.map(({ isDue }) => isDue);
    assert.deepEqual(
      waiting,
      [...Array(rows.length).keys()].map((place) => place < due),
    );
    for (const { told, address } of rows.slice(0, due)) {
      assert.match(told, /By link with .*your turn/s);
      assert.match(address, /mail=/);
    }
    assert.deepEqual(await window.faults(), []);
    // A click with a key goes its way, to another tab.
    const isLeft = await window.evaluate(() => {
      let prevented = true;
      addEventListener(
        "click",
        (event) => {
          prevented = event.defaultPrevented;
          event.preventDefault();
        },
        { once: true },
      );
      const click = { ctrlKey: true, bubbles: true, cancelable: true };
      document.querySelector("#library a")?.dispatchEvent(new MouseEvent("click", click));
      return !prevented;
    });
    assert.ok(isLeft);
    // Every address is one of those under which the first of these tests opens the games.
    const shown = new Map(GAMES);
    shown.delete("?game=magnetic");
    const known = rows.filter(({ address }) => shown.has(address));
    assert.ok(known.length >= GAMES.length - 2);
    for (const { address } of [known[0], known[known.length - 1]]) {
      await openGame(window, address);
      const wanted = shown.get(address);
      assert.ok(wanted);
      await isShown(window, wanted);
    }
  }),
);

test(
  "a game in the middle of a turn goes on in it",
  inWindow({ reducedMotion: true }, async (window) => {
    await fill(window, kept);
    const [{ saved }] = kept.stores.games.filter((/** @type {any} */ { key }) =>
      key.startsWith("charismatic?fen="),
    );
    assert.match(saved, /^steps e3f5 c4b5$/m);
    await openGame(window, "?game=contramatic");
    await press(window, "Your games");
    const dialog = window.find("dialog", "Your games");
    await dialog.shown();
    const place = await window.evaluate(() =>
      [...document.querySelectorAll("#library li")].findIndex((item) =>
        item.getAttribute("data-key")?.startsWith("charismatic?fen="),
      ),
    );
    await window.click(window.select(`#library li:nth-child(${place + 1}) a`));
    await window.reaches(/kept=/);
    await ready(window);
    await isShown(window, kept.inTurn);
    await press(window, "Undo step");
    await window.find("gridcell", /^c4, white pawn/).shown();
  }),
);

test(
  "how far lessons and puzzles had come, settings and the player's name are as they were",
  inWindow({ reducedMotion: true }, async (window) => {
    const lessons = JSON.stringify({ magnetic: ["done", "seen"] });
    const local = { ...kept.local, "fivefold-lessons": lessons, "fivefold-name": "Ada <b>" };
    await fill(window, { ...kept, local });
    // The first task was solved; at the second its solution had been looked at.
    await openGame(window, "?game=magnetic&lesson=1");
    await window.find("img", /^Task 3 of \d+$/).shown();
    await press(window, "Back");
    await window.find("img", /^Task 2 of \d+, shown$/).shown();
    await press(window, "Back");
    await window.find("img", /^Task 1 of \d+, done$/).shown();
    await openGame(window, "?puzzle=batteries-1");
    await window.until(() =>
      /You have solved this one: second try, 2 hints/.test(document.body.textContent ?? ""),
    );
    await openGame(window, "?game=contramatic");
    await press(window, "Settings");
    const settings = window.find("dialog", "Settings");
    await settings.shown();
    await window.until(() => document.querySelector("input[name=confirm]")?.matches(":checked"));
    await window.key("Escape");
    await settings.gone();
    await press(window, "New game");
    const begin = window.find("dialog", "New game");
    await begin.shown();
    await window.click(begin.find("radio", "A friend, by link"));
    const name = begin.find("textbox", "Your name, if you like");
    await name.shown();
    assert.equal(await name.value(), "Ada <b>");
  }),
);

/** What the page of that commit wrote of games that had ended, and of a turn with steps taken back. */
const MAGNETIC =
  "fivefold-record 1\ngame magnetic\nstart rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n" +
  "steps c2c4 d8a5\nundone\n";
const TAKEN_BACK =
  "fivefold-record 1\ngame charismatic\nstart 3k4/8/8/8/8/8/8/4K3[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 0 - -\n" +
  "steps draw:RBBPP P@f2\nundone P@e2 R@h1\n";

/** A window whose store has one game. @param {string} game @param {string} saved @param {(window: Window) => Promise<void>} work */
const withGame = (game, saved, work) =>
  inWindow({ reducedMotion: true }, async (window) => {
    const stored = { key: game, saved, at: 1795329191315, underWay: true };
    await fill(window, { ...kept, stores: { ...kept.stores, games: [stored] } });
    await openGame(window, `?game=${game}`);
    await work(window);
  });

for (const [verdict, result] of /** @type {const} */ ([
  ["resignation b", /^Black wins/],
  ["agreement -", /^Draw/],
])) {
  test(
    `a game that ended by ${verdict.split(" ")[0]} has ended`,
    withGame("magnetic", `${MAGNETIC}verdict ${verdict}\n`, async (window) => {
      await window.find("alert").reads(result);
      await window.find("button", "Rematch").shown();
    }),
  );
}

test(
  "steps that were taken back can be played again, the last one first",
  withGame("charismatic", TAKEN_BACK, async (window) => {
    await window.find("gridcell", /^f2, white pawn/).shown();
    await press(window, "Redo step");
    await window.find("gridcell", /^h1, white rook/).shown();
    await window.find("gridcell", /^e2, white pawn/).counted(0);
    await press(window, "Redo step");
    await window.find("gridcell", /^e2, white pawn/).shown();
  }),
);

test(
  "a file of games is taken in",
  inWindow({ reducedMotion: true }, async (window) => {
    const file = fixture("file");
    await openGame(window, "?game=contramatic");
    await press(window, "Your games");
    await window.find("dialog", "Your games").shown();
    await window.select("#library input[type=file]").choose("games.json", JSON.stringify(file));
    await window.until(
      (count) =>
        document
          .querySelector("#library .said")
          ?.textContent?.includes(`Games taken in: ${count}.`) ?? false,
      file.games.length,
    );
    const found = await allStored(window);
    const mail = file.games.filter((/** @type {any} */ game) => game.mail);
    assert.ok(mail.length > 0);
    assert.equal(found.stores.mail?.length, mail.length);
    for (const { mail: one } of mail) {
      assert.ok(found.stores.mail.some(({ seat, link }) => seat === one.seat && link === one.link));
    }
    const lines = file.games.filter((/** @type {any} */ { facts }) => facts?.lines);
    assert.equal(found.stores.facts?.filter(({ lines }) => lines).length, lines.length);
    assert.ok(lines.length > 0);
  }),
);

/** @type {[string, Shown & { link: string, letters?: string[], seat: string, after: Shown }][]} */
const LINKS = Object.entries(fixture("links"));

test(
  "links, letters and seats of every game open",
  inWindow({ reducedMotion: true }, async (window) => {
    for (const [, { link, letters, seat, after, ...wanted }] of LINKS) {
      await receive(window, link);
      await isShown(window, wanted);
      if (!letters) continue;
      // The seat first, as on another device; then the letter that came.
      await receive(window, seat);
      await receive(window, letters.at(-1) ?? "");
      await isShown(window, after);
      await due(window);
    }
  }),
);

test(
  "a game by link goes on with somebody whose page is new as well",
  inWindow({ reducedMotion: true }, async (one) => {
    const [, { letters = [], seat, after }] =
      LINKS.find(([game]) => game === "magnetic") ?? LINKS[0];
    await inWindow({ reducedMotion: true }, async (two) => {
      await receive(one, seat);
      await receive(one, letters.at(-1) ?? "");
      await isShown(one, after);
      await anyTurn(one, 2);
      await receive(two, await share(one));
      await same(two, one);
    })();
  }),
);

test(
  "what is stored from now on, a page of that commit reads: nothing is put aside there",
  inWindow({ reducedMotion: true }, async (window) => {
    await fill(window, kept);
    for (const [address, { unconfirmed, mail }] of GAMES) {
      if (unconfirmed || mail === "waits" || !/^\?game=[a-z-]+$/.test(address)) continue;
      await openGame(window, address);
      const targets = () =>
        window.evaluate(() => document.querySelectorAll("#grid .target").length > 0);
      for (const square of await squaresOf(window, "own")) {
        await window.click(window.select(`[data-square="${square}"]`));
        if (await targets()) break;
      }
      if (await targets()) await window.click(window.select("#grid .target"));
    }
    const { version, stores } = await allStored(window);
    assert.equal(version, kept.version);
    assert.deepEqual(Object.keys(stores).sort(), Object.keys(kept.stores).sort());
    let further = 0;
    for (const { key, saved, at, underWay, revision } of stores.games ?? []) {
      // The form that it reads, and the fields.
      assert.match(saved, /^fivefold-record 1\ngame [a-z-]+\nstart .+\nsteps.*\nundone.*\n/, key);
      assert.deepEqual([typeof at, typeof underWay], ["number", "boolean"]);
      if (revision) further += 1;
    }
    assert.ok(further > 0);
  }),
);

test(
  "a game keeps its variation, behind what a page of that commit reads of it",
  inWindow({ reducedMotion: true }, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await play(window, "d8 a5");
    await named(window, "a5, black queen");
    await window.click(window.find("button", "Resign"));
    await window.click(window.find("dialog").find("button", "Resign"));
    await window.find("alert").reads(/^Black wins/);
    // Another first turn is tried, and answered.
    await window.click(window.select("#do-first"));
    await named(window, "c2, white pawn");
    await play(window, "e2 e4");
    await named(window, "e5, black pawn");
    await play(window, "d8 h4");
    await named(window, "h4, black queen");
    await keepsGame(window, /\nturn 0 e2e4\nturn 3 d8h4\n/);
    await allWritten(window);
    await window.reload();
    await ready(window);
    // The game is the one that was played; the variation stands beside it.
    await named(window, "a5, black queen");
    await window.find("alert").reads(/^Black wins/);
    await window.find("list", /^Instead of 1 White: c4/).shown();
    await window.click(window.find("button", /^1 Black: Qh4/));
    await named(window, "h4, black queen");
    await named(window, "e5, black pawn");
    await named(window, "d5, empty");
    await press(window, "Back to the game");
    await named(window, "a5, black queen");
    const played = await pieces(window);
    const [game] = (await stored(window, "games")).filter(({ key }) => key === "magnetic");
    // Such a page stops behind the result.
    const line = `${MAGNETIC}verdict resignation b\n`;
    assert.ok(game.saved.startsWith(`${line}turn 0 e2e4\n`), game.saved);
    await withGame("magnetic", line, async (window) => {
      await isShown(window, { pieces: played, turns: ["", ""] });
      assert.equal(
        await window.evaluate(() => document.querySelectorAll("#score .lines").length),
        0,
      );
    })();
  }),
);
