// The games on the device: none is lost, all are found again, and what the browser cannot keep is
// said.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { named, openGame, play, ready, savedBy } from "./board.mjs";
import { BROWSER, inWindow, quit } from "./driver.mjs";
import { chance, damaged } from "./games-file.mjs";
import {
  allWritten,
  fillOldest,
  gameIs,
  keepsGame,
  lose,
  notedWrites,
  notice,
  playsComputer,
  putInto,
  restore,
  silenceStore,
  stored,
  turnsAnswered,
} from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const CHARISMATIC = "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] w HAha - 0 1 - -";

/** @param {Window} window */
async function library(window) {
  await window.click(window.find("button", "Your games"));
  const dialog = window.find("dialog", "Your games");
  await dialog.shown();
  return dialog;
}

/** Waits for what the dialog says. @param {Window} window @param {RegExp} wanted */
const told = (window, wanted) =>
  window.until(
    (wanted) =>
      new RegExp(wanted).test(document.querySelector("#library [role=status]")?.textContent ?? ""),
    wanted.source,
  );

/** Waits until so many games are listed. @param {Window} window @param {number} count */
const listed = (window, count) =>
  window.until((count) => document.querySelectorAll("#library li").length === count, count);

/** Begins the game at the page anew. @param {Window} window */
async function anew(window) {
  await window.click(window.find("button", "New game"));
  const dialog = window.find("dialog", "New game");
  await dialog.shown();
  await window.click(dialog.find("button", "Begin anew"));
  await dialog.gone();
}

/** The text of the file that all games are saved as. @param {Window} window */
const exported = (window) => savedBy(window, "Save all as one file");

/** @param {Window} window @param {string} text */
const imported = (window, text) =>
  window.select("#library input[type=file]").choose("games.json", text);

test(
  "a game that was begun stays when another begins, and is opened again from the list",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    const empty = await library(window);
    await empty.reads(/No game has been begun/);
    await window.key("Escape");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await anew(window);
    await named(window, "c2, white pawn");
    await play(window, "e2 e4");
    await named(window, "e4, white pawn");
    await openGame(window, "?game=batteries");
    await play(window, "c3 c4");
    await named(window, "c4, white soldier");

    await library(window);
    await listed(window, 3);
    const games = window.find("dialog", "Your games").find("link", /^Magnetic Chess/);
    await games.counted(2);
    assert.deepEqual(await window.faults(), []);
    // By keys: the list can be gone through without a pointer.
    await window.evaluate(() => {
      const links = [...document.querySelectorAll("#library a")];
      const old = links.filter((link) => /^Magnetic/.test(link.textContent ?? ""));
      /** @type {HTMLElement} */ (old.at(-1)).focus();
    });
    await window.key("Enter");
    await gameIs(window, "magnetic");
    await ready(window);
    await named(window, "c5, black pawn");
    await openGame(window, "?game=magnetic");
    await named(window, "e4, white pawn");
  }),
);

test(
  "games get names, are deleted, and come back",
  inWindow({ viewport: { width: 390, height: 844 }, scheme: "dark" }, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await openGame(window, "?game=batteries");
    await window.click(window.find("button", "Menu"));
    const dialog = await library(window);
    await listed(window, 1);
    await window.click(dialog.find("button", "Name Magnetic Chess"));
    await dialog.find("textbox", "Name of the game").fill("Sunday <b>");
    await window.key("Enter");
    await dialog.find("link", /^Sunday <b>/).shown();
    assert.deepEqual(await window.faults(), []);
    const wide = await window.evaluate(
      () =>
        /** @type {HTMLElement} */ (document.querySelector("#library")).scrollWidth -
        /** @type {HTMLElement} */ (document.querySelector("#library")).clientWidth,
    );
    assert.equal(wide, 0);
    await window.click(dialog.find("button", "Delete Sunday <b>"));
    await told(window, /Sunday <b> is deleted/);
    await listed(window, 0);
    await window.key("Enter");
    await listed(window, 1);
    await dialog.find("link", /^Sunday <b>/).shown();
  }),
);

test(
  "all games go into a file and come out of it on another device, each once",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await openGame(window, "?game=batteries");
    await play(window, "c3 c4");
    await named(window, "c4, white soldier");
    await library(window);
    await listed(window, 2);
    const file = await exported(window);
    assert.equal(JSON.parse(file).games.length, 2);

    await inWindow({}, async (other) => {
      await openGame(other, "?game=magnetic");
      await play(other, "e2 e4");
      await named(other, "e4, white pawn");
      await library(other);
      await listed(other, 1);
      for (const [text, wanted] of /** @type {[string, RegExp][]} */ ([
        [file.replace(/"link": "(.*)."/, '"link": "$1."'), /damaged/],
        [file.slice(0, -20), /damaged/],
        ["{}", /no file of games/],
        ["null", /no file of games/],
        ["[]", /no file of games/],
        ['{"format": "fivefold-games", "version": 1, "games": 3}', /no file of games/],
        ["\u0000\uffff", /damaged/],
        [file.replace('"version": 1', '"version": 2'), /newer/],
      ])) {
        await imported(other, text);
        await told(other, wanted);
        await listed(other, 1);
      }
      await imported(other, file);
      await told(other, /Games taken in: 2\./);
      await listed(other, 3);
      await imported(other, file);
      await told(other, /Here already: 2\./);
      await listed(other, 3);
      const dialog = other.find("dialog", "Your games");
      await dialog.find("link", /^Chess with Batteries/).focus();
      await other.key("Enter");
      await gameIs(other, "batteries");
      await ready(other);
      await named(other, "c4, white soldier");
      await openGame(other, "?game=magnetic");
      await named(other, "e4, white pawn");
    })();
  }),
);

test(
  "a step that is shown stays, however soon the page is left and however late the store answers",
  inWindow({}, async (window) => {
    // The store never answers what stands there, before which nothing is written.
    await window.prepare(silenceStore);
    const address = `?${new URLSearchParams({ game: "charismatic", fen: CHARISMATIC })}`;
    await openGame(window, address);
    await play(window, "e3 f5 c4 b5");
    await named(window, "b5, white pawn, moved this turn");
    await restore(window);
    await window.reload();
    await ready(window);
    await named(window, "b5, white pawn, moved this turn");
    await named(window, "f5, white knight, moved this turn");
    // Once: what was noted on the way is struck.
    await openGame(window, address);
    await named(window, "e3, white knight");
    await library(window);
    await listed(window, 1);
    assert.deepEqual(await notedWrites(window), []);
  }),
);

test(
  "a page that is killed in the middle of a turn comes back with every step",
  { skip: BROWSER === "webkit" && "WebKit ends its driver's session when a page's process dies" },
  inWindow({}, async (window) => {
    await openGame(window, `?${new URLSearchParams({ game: "charismatic", fen: CHARISMATIC })}`);
    await play(window, "e3 f5 c4 b5");
    await named(window, "b5, white pawn, moved this turn");
    const next = await window.another();
    await openGame(next, "?game=magnetic");
    await window.kill();
    await library(next);
    await listed(next, 1);
    const dialog = next.find("dialog", "Your games");
    await next.click(dialog.find("link", /^Charismatic Chess/));
    await gameIs(next, "charismatic");
    await ready(next);
    await named(next, "f5, white knight, moved this turn");
    await named(next, "b5, white pawn, moved this turn");
    await next.click(next.find("button", "Undo step"));
    await named(next, "c4, white pawn");
  }),
);

test(
  "a step is kept though its page dies before it hears so",
  { skip: BROWSER === "webkit" && "WebKit ends its driver's session when a page's process dies" },
  inWindow({}, async (window) => {
    const next = await window.another();
    await openGame(next, "?game=batteries");
    await next.evaluate(() => {
      new BroadcastChannel("test").onmessage = () => {
        Object.assign(globalThis, { kept: true });
      };
    });
    // The page hangs when it has handed a step to the store.
    await window.prepare(() => {
      const channel = new BroadcastChannel("test");
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...what) {
        if (this.name === "games" && what[0].underWay) {
          channel.postMessage("");
          Promise.resolve().then(() => {
            for (;;);
          });
        }
        return put.apply(this, what);
      };
    });
    await openGame(window, "?game=magnetic");
    // Whoever hangs does not answer.
    play(window, "c2 c4").catch(() => {});
    await next.until(() => /** @type {any} */ (globalThis).kept);
    await window.kill();
    await library(next);
    await listed(next, 1);
  }),
);

test(
  "where the browser keeps nothing, the page says so and the game goes on",
  inWindow({}, async (window) => {
    await window.prepare(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("denied", "SecurityError");
      };
    });
    await openGame(window, "?game=magnetic");
    await window.until(() =>
      /does not let the page keep/.test(document.querySelector("#notice p")?.textContent ?? ""),
    );
    await play(window, "c2 c4 d8 a5");
    await named(window, "a5, black queen");
    const dialog = await library(window);
    await dialog.reads(/keeps nothing/);
    await dialog.find("button", "Save all as one file").counted(0);
    await window.key("Escape");
    await window.click(window.find("button", "Share"));
    await window.find("dialog", "Share").shown();
  }),
);

test(
  "a full store is told, the game goes on, and what was kept before is still there",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await library(window);
    await listed(window, 1);
    const file = await exported(window);
    await window.prepare(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("no room", "QuotaExceededError");
      };
    });
    await openGame(window, "?game=batteries");
    await play(window, "c3 c4");
    await named(window, "c4, white soldier");
    await window.until(() =>
      /There is no room left/.test(document.querySelector("#notice p")?.textContent ?? ""),
    );
    const dialog = await library(window);
    await listed(window, 1);
    const damaged = file.replace(/"link": "g=/, '"link": "h=');
    await imported(window, damaged);
    await told(window, /damaged/);
    await listed(window, 1);
    // By a key: the list is drawn anew after each file.
    await dialog.find("link", /^Magnetic Chess/).focus();
    await window.key("Enter");
    await gameIs(window, "magnetic");
    await ready(window);
    await named(window, "c5, black pawn");
  }),
);

/** The steps of all stored games, by their keys. @param {Window} window */
const steps = async (window) =>
  Object.fromEntries(
    (await stored(window, "games")).map(({ key, saved }) => [
      key,
      /^steps ?(.*)$/m.exec(saved)?.[1] ?? saved,
    ]),
  );

/** Waits until the stored games have these steps. @param {Window} window @param {string[]} wanted */
async function keeps(window, wanted) {
  let found = "";
  for (let tries = 0; tries < 100; tries += 1) {
    found = JSON.stringify(Object.values(await steps(window)).sort());
    if (found === JSON.stringify([...wanted].sort())) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.equal(found, JSON.stringify([...wanted].sort()));
}

test(
  "a connection to the store that is lost is opened anew, and the game is there",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4 d8 a5 h2 h3");
    await named(window, "h3, white pawn");
    await keeps(window, ["c2c4 d8a5 h2h3"]);
    await window.prepare(lose, "games", false);
    await openGame(window, "?game=magnetic");
    await named(window, "h3, white pawn");
    await play(window, "g8 f6");
    await named(window, "f6, black knight");
    await keeps(window, ["c2c4 d8a5 h2h3 g8f6"]);
  }),
);

test(
  "a game that could not be read is not written over: what is played instead stands beside it",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4 d8 a5 h2 h3");
    await named(window, "h3, white pawn");
    await keeps(window, ["c2c4 d8a5 h2h3"]);
    await window.prepare(lose, "games", true);
    await openGame(window, "?game=magnetic");
    await named(window, "c2, white pawn");
    await notice(window, /does not let the page keep/);
    await keeps(window, ["c2c4 d8a5 h2h3"]);
    await restore(window);
    await play(window, "e2 e4");
    await named(window, "e4, white pawn");
    await notice(window, /stays, and this one is kept as well/);
    await play(window, "g8 f6");
    await named(window, "f6, black knight");
    await keeps(window, ["c2c4 d8a5 h2h3", "e2e4 g8f6"]);
    await window.reload();
    await ready(window);
    await named(window, "f6, black knight");
    await library(window);
    await listed(window, 2);
    await openGame(window, "?game=magnetic");
    await named(window, "h3, white pawn");
  }),
);

test(
  "nothing is kept before anything has happened",
  inWindow({}, async (window) => {
    const position = { game: "charismatic", fen: CHARISMATIC };
    for (const address of ["", "?game=batteries", `?${new URLSearchParams(position)}`]) {
      await openGame(window, address);
      await window.click(window.find("button", "Flip board"));
      await anew(window);
    }
    await library(window);
    assert.deepEqual(await stored(window, "games"), []);
    await window.key("Escape");
    await play(window, "e3 f5");
    await named(window, "f5, white knight, moved this turn");
    await keeps(window, ["e3f5"]);
    await anew(window);
    await named(window, "e3, white knight");
    // The game that was left, and nothing of the other.
    await keeps(window, ["e3f5"]);
    assert.match(Object.keys(await steps(window)).join(), /^kept /);
  }),
);

test(
  "a record that cannot be read and not be put aside either stays where it is",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await putInto(window, "games", [{ key: "batteries", saved: "steps rubbish", at: 1 }]);
    await window.prepare(() => {
      const { add } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.add = function (...what) {
        if (this.name === "aside") throw new DOMException("no room", "QuotaExceededError");
        return add.apply(this, what);
      };
    });
    await openGame(window, "?game=batteries");
    await play(window, "c3 c4");
    await named(window, "c4, white soldier");
    await keeps(window, ["rubbish", "c3c4"]);
    assert.equal((await steps(window)).batteries, "rubbish");
  }),
);

test(
  "of two windows that do not hear of each other the second keeps its game beside the first one's",
  inWindow({}, async (window) => {
    const deaf = () => Reflect.deleteProperty(globalThis, "BroadcastChannel");
    await window.prepare(deaf);
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    const other = await window.another();
    await other.prepare(deaf);
    await openGame(other, "?game=magnetic");
    await named(other, "c5, black pawn");
    await play(other, "d8 a5");
    await named(other, "a5, black queen");
    await keeps(window, ["c2c4 d8a5"]);
    await play(window, "g8 f6");
    await named(window, "f6, black knight");
    await notice(window, /stays, and this one is kept as well/);
    await play(window, "h2 h3");
    await keeps(window, ["c2c4 d8a5", "c2c4 g8f6 h2h3"]);
    await play(other, "h2 h3");
    await keeps(window, ["c2c4 d8a5 h2h3", "c2c4 g8f6 h2h3"]);
    // Begun anew there, the window's own game is left, and no other.
    await anew(window);
    await keeps(window, ["c2c4 d8a5 h2h3", "c2c4 g8f6 h2h3"]);
    await play(window, "e2 e4");
    await keeps(window, ["c2c4 d8a5 h2h3", "c2c4 g8f6 h2h3", "e2e4"]);
  }),
);

test(
  "a file that is handed over can be had for as long as the browser asks where it is to go",
  inWindow({}, async (window) => {
    await window.prepare(() => {
      const { revokeObjectURL } = URL;
      /** @type {any} */
      const page = globalThis;
      page.revoked = false;
      /** What is put off by ten seconds or more. @type {[() => void, number][]} */
      page.later = [];
      URL.revokeObjectURL = (address) => {
        page.revoked = true;
        revokeObjectURL.call(URL, address);
      };
      const wait = globalThis.setTimeout;
      page.setTimeout = (/** @type {any} */ work, /** @type {number} */ delay) => {
        if (delay >= 10_000) page.later.push([work, delay]);
        return wait(work, delay);
      };
    });
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    const dialog = await library(window);
    await window.click(dialog.find("button", "Save all as one file"));
    await told(window, /saved|file/i);
    // It is given back later than anybody looks for a folder.
    const delay = await window.until(() => {
      /** @type {any} */
      const page = globalThis;
      if (page.revoked) return -1;
      for (const [work, delay] of page.later.splice(0)) {
        work();
        if (page.revoked) return delay;
      }
    });
    assert.ok(Number(delay) >= 60_000, `${delay} ms`);
  }),
);

test(
  "the list says who plays and since when, and a game against the computer goes on against it",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic&level=11");
    await play(window, "c2 c4");
    await turnsAnswered(window, 2);
    // What is known of the game comes out of the store, too.
    await window.reload();
    await ready(window);
    await playsComputer(window);
    await window.click(window.find("button", "New game"));
    const dialog = window.find("dialog", "New game");
    await dialog.shown();
    await dialog.reads(/stays under Your games/);
    await window.click(dialog.find("radio", "A person here"));
    await window.click(dialog.find("button", "Begin anew"));
    await dialog.gone();
    await named(window, "c2, white pawn");
    await play(window, "e2 e4");
    await named(window, "e4, white pawn");
    await library(window);
    await listed(window, 2);
    const told = await window.select("#library .games").text();
    assert.match(told, /Two people/);
    assert.match(told, /Against the computer, Newcomer/);
    const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" }).format(Date.now());
    assert.equal(told.split(`Begun ${day}`).length, 3);
    await window
      .find("dialog", "Your games")
      .find("link", /Newcomer/)
      .focus();
    await window.key("Enter");
    await window.until(() => /kept=/.test(location.search));
    await ready(window);
    await playsComputer(window);
    await window.select("#far .player-name").reads(/Computer, Newcomer/);
  }),
);

test(
  "an address with a position that is opened twice begins two games, and a reload goes on with its own",
  inWindow({}, async (window) => {
    const address = `?${new URLSearchParams({ game: "charismatic", fen: CHARISMATIC })}`;
    await openGame(window, address);
    await play(window, "e3 f5");
    await named(window, "f5, white knight, moved this turn");
    await openGame(window, "?game=magnetic");
    await openGame(window, address);
    await named(window, "e3, white knight");
    await play(window, "c4 b5");
    await named(window, "b5, white pawn, moved this turn");
    await window.reload();
    await ready(window);
    await named(window, "b5, white pawn, moved this turn");
    await library(window);
    await listed(window, 2);
  }),
);

test(
  "games that an older Fivefold has kept are there, with their names",
  inWindow({}, async (window) => {
    await window.prepare(fillOldest);
    await openGame(window, "?game=batteries");
    await library(window);
    await listed(window, 1);
    const dialog = window.find("dialog", "Your games");
    await dialog.find("link", /^Old friend/).focus();
    await window.key("Enter");
    await gameIs(window, "magnetic");
    await ready(window);
    await named(window, "e4, white pawn");
  }),
);

test(
  "records that cannot be read are told and can be carried away; the other games are there",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await keepsGame(window, /c2c4/);
    await allWritten(window);
    const [{ saved }] = await stored(window, "games");
    const damaged = [saved.replace("c2c4", "c2c9"), "", "rubbish", 5, null, { a: 1 }, undefined];
    const entries = damaged.map((saved, place) => ({ key: `kept ${place}`, saved, at: place }));
    await putInto(window, "games", [...entries, { key: "kept bare" }]);
    const dialog = await library(window);
    await listed(window, 1);
    await dialog.reads(/could not be read: 8/);
    const text = await savedBy(window, "Save them as a file");
    assert.match(text, /c2c9/);
    // A damaged game in the place of the one that is opened.
    await putInto(window, "games", [{ key: "batteries", saved: 5, at: 1 }]);
    await openGame(window, "?game=batteries");
    await window.until(() =>
      /could not be read/.test(document.querySelector("#notice p")?.textContent ?? ""),
    );
    await play(window, "c3 c4");
    await named(window, "c4, white soldier");
    await library(window);
    await listed(window, 2);
  }),
);

test(
  "records that an older page could not read, and this one can, come back",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await keepsGame(window, /c2c4/);
    await allWritten(window);
    const [{ saved }] = await stored(window, "games");
    const further = saved.replace("c2c4", "c2c4 d8a5");
    const aside = { why: "of a newer version", at: 5 };
    await putInto(window, "aside", [
      { ...aside, key: "magnetic", saved: further },
      { ...aside, key: "kept a", saved: further.replace("d8a5", "g8f6") },
      { ...aside, key: "kept b", saved: "rubbish" },
    ]);
    const dialog = await library(window);
    await listed(window, 3);
    await dialog.reads(/could not be read: 1/);
    const found = await steps(window);
    assert.equal(found.magnetic, "c2c4");
    assert.equal(found["kept a"], "c2c4 g8f6");
    assert.equal((await stored(window, "aside")).length, 1);
    await keeps(window, ["c2c4", "c2c4 d8a5", "c2c4 g8f6"]);
  }),
);

test(
  "a file brings back what was, and what went on meanwhile stays beside it",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await library(window);
    await listed(window, 1);
    const file = await exported(window);
    const dialog = window.find("dialog", "Your games");
    await window.key("Escape");
    await anew(window);
    await library(window);
    await listed(window, 1);
    await dialog.find("link", /^Magnetic/).focus();
    await window.key("Enter");
    await window.until(() => /kept=/.test(location.search));
    await ready(window);
    await play(window, "d8 a5");
    await named(window, "a5, black queen");
    await library(window);
    await listed(window, 1);
    await imported(window, file);
    await told(window, /Games taken in: 1\./);
    await listed(window, 2);
    const games = await stored(window, "games");
    assert.equal(games.filter(({ saved }) => /c2c4 d8a5/.test(saved)).length, 1);
    // Files damaged in all manner of ways: whatever comes of them, nothing here changes.
    const before = JSON.stringify([games, await stored(window, "names")]);
    const random = chance(7);
    for (let tries = 0; tries < 40; tries += 1) {
      await window.evaluate(() => document.querySelector("#library .said")?.replaceChildren("…"));
      await imported(window, damaged(file, random));
      await told(window, /damaged|no file of games|newer|Games taken in: 0/);
    }
    assert.equal(
      JSON.stringify([await stored(window, "games"), await stored(window, "names")]),
      before,
    );
  }),
);

test(
  "a file that finds no room is taken in not at all",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await openGame(window, "?game=batteries");
    await play(window, "c3 c4");
    await named(window, "c4, white soldier");
    await library(window);
    await listed(window, 2);
    const file = await exported(window);
    await inWindow({}, async (other) => {
      await openGame(other, "?game=contramatic");
      await other.evaluate(() => {
        const { add } = IDBObjectStore.prototype;
        let room = 1;
        IDBObjectStore.prototype.add = function (value) {
          // The second game no longer fits.
          if (this.name === "games") room -= 1;
          if (room < 0) this.transaction.abort();
          return add.call(this, value);
        };
      });
      await library(other);
      await imported(other, file);
      await told(other, /did not keep these games/);
      assert.deepEqual(await stored(other, "games"), []);
    })();
  }),
);
