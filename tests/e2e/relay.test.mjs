// Live games through a relay: two browsers, one link, and a relay whose connections break, which dies and
// comes back.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { withRelayedSite } from "../relay/site.mjs";
import { click, openGame, press, ready } from "./board.mjs";
import { inWindow, open, quit } from "./driver.mjs";
import { anyTurn, due, pieces, same, says, shows } from "./friend.mjs";
import { movableClock, setClock } from "./inside.mjs";
import { alone, atRelay, meet, together } from "./relay.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */
/** @typedef {import("../relay/site.mjs").Site} Site */

/** Ends a turn, where it does not end by itself. @param {Window} window @param {...string} squares */
async function turn(window, ...squares) {
  await due(window);
  await click(window, ...squares);
}

/** Ends a turn that does not end by itself. @param {Window} window */
async function ended(window) {
  const end = window.find("button", /^End/);
  if (await end.visible()) await window.click(end);
}

/**
 * Plays a turn until the relay has kept it: the other page may have it before. Nothing else is kept meanwhile.
 * @param {Site} site @param {() => Promise<void>} play
 */
async function kept(site, play) {
  const before = await site.turns();
  await play();
  await site.keeps(before + 1);
}

/** The letter that is to go by hand. @param {Window} window */
async function letter(window) {
  const dialog = window.find("dialog", "Game by link");
  const field = dialog.find("textbox", "Link for the other side");
  await field.shown();
  const link = await field.value();
  await window.click(dialog.find("button", "Close"));
  assert.match(link, /#g=[\w-]+&relay=[\w-]{43}$/);
  return link;
}

/**
 * Two players who have found each other in a game through the relay.
 * @param {string} game @param {(one: Window, two: Window, site: Site) => Promise<void>} work
 * @param {boolean} [timed] with a clock
 */
const met = (game, work, timed) =>
  atRelay(async (one, two, site) => {
    if (timed) await one.prepare(movableClock);
    await meet(one, two, site, game, timed);
    await work(one, two, site);
  });

test(
  "two people play by one link, and the game outlives reloads, cuts and the relay's death",
  met("magnetic", async (one, two, site) => {
    await kept(site, async () => {
      await turn(one, "c2", "c4");
      await same(two, one);
    });
    await one.click(one.find("button", "Live"));
    await one.click(one.find("dialog", "Play live").find("button", "Good luck!"));
    await two.until(() => document.getElementById("status")?.textContent?.includes("Good luck!"));
    // A page that is loaded again goes on by itself.
    await two.reload();
    await ready(two);
    await together(two);
    await together(one);
    await kept(site, async () => {
      await turn(two, "d8", "a5");
      await same(one, two);
    });
    // What is played while the connection is cut, arrives when it is there again.
    await kept(site, async () => {
      site.cut();
      await turn(one, "b1", "c3");
      await same(two, one);
    });
    // So it is when the relay itself dies.
    await kept(site, async () => {
      await site.relay.kill();
      await alone(one);
      await turn(two, "b8", "c6");
      await site.relay.start();
      await same(one, two);
    });
    await together(one);
    await together(two);
    // Who was away finds what was played, although the other has gone meanwhile.
    const address = await two.url();
    await two.goto("about:blank");
    await alone(one);
    await kept(site, () => turn(one, "g1", "f3"));
    const played = await pieces(one);
    await one.goto("about:blank");
    await openGame(two, address);
    await shows(two, played);
  }),
);

test(
  "games with draws and turns of several steps go through the relay as they do by links",
  met("charismatic", async (one, two, site) => {
    for (let number = 0; number < 4; number += 1) {
      const [mover, other] = number % 2 === 0 ? [one, two] : [two, one];
      await anyTurn(mover, number + 1);
      await ended(mover);
      if (number === 1) site.cut();
      await same(other, mover);
    }
  }),
);

test(
  "a second window takes the game over, and a rematch is asked for on the same line",
  met("magnetic", async (one, two) => {
    await turn(one, "c2", "c4");
    await same(two, one);
    const second = await two.another();
    await openGame(second, await two.url());
    await together(second);
    await two.find("link", "Play here").shown();
    await turn(second, "d8", "a5");
    await same(one, second);
    await press(one, "Resign");
    await one.click(one.find("dialog").find("button", "Resign"));
    await one.click(one.find("button", "Rematch"));
    await second.click(second.find("link", "Play again"));
    const asked = second.find("dialog", /^An invitation to /);
    await asked.shown();
    await second.click(asked.find("button", "Accept"));
    await together(one);
    await together(second);
    await turn(second, "c2", "c4");
    await same(one, second);
  }),
);

test(
  "who has a link to watch sees the game, its clocks and its end, moves nothing, and the players see that",
  met(
    "magnetic",
    async (one, two) => {
      await turn(one, "c2", "c4");
      await same(two, one);
      await one.click(one.find("button", "Live"));
      const dialog = one.find("dialog", "Play live");
      await one.click(dialog.find("button", "Invite to watch"));
      const link = await dialog.find("textbox", "Link to watch the game").value();
      assert.match(link, /\?game=magnetic&watch#watch=[\w-]{43}U[A-Z2-7]{55}$/);
      await one.click(dialog.find("button", "Close"));
      const three = await open({ reducedMotion: true });
      try {
        await openGame(three, link);
        await says(three, "You are watching. Both players are connected.");
        await same(three, one);
        for (const window of [one, two]) await window.find("img", "Watching: 1").shown();
        // White's clock stands and Black's runs, as it does for the players.
        const runs = () => document.querySelector('[data-runs="true"]')?.getAttribute("aria-label");
        for (const window of [one, three]) assert.equal(await window.evaluate(runs), "Black clock");
        await click(three, "d8", "a5");
        await says(three, "the players move the pieces");
        await turn(two, "d8", "a5");
        await same(three, two);
        await three.find("timer", "White clock").reads(/^(10|9):\d\d/);
        await three.reload();
        await ready(three);
        await same(three, two);
        await press(two, "Resign");
        await two.click(two.find("dialog").find("button", "Resign"));
        await three.find("alert").reads(/^White wins/);
        // Afterwards one walks through the game and the other's board follows, until it is touched.
        await one.click(one.find("button", "Look together"));
        await two.find("button", "Take over").shown();
        await one.key("ArrowLeft");
        await says(two, "shows you the game");
        await same(two, one);
        await two.click(two.find("button", "Take over"));
        await one.find("button", "Take over").shown();
        await two.key("ArrowLeft");
        await same(one, two);
        await one.key("ArrowRight");
        await two.find("button", "Look together").shown();
        assert.deepEqual(three.errors(), []);
      } finally {
        await three.close();
      }
    },
    true,
  ),
);

test(
  "a turn is told by title, icon, sound and, where that is allowed, a notification while the page is hidden",
  met("magnetic", async (one, two) => {
    await two.prepare(() => {
      const told = {
        notes: [],
        closed: 0,
        icon: 0,
        sounds: 0,
        hidden: false,
        permission: "default",
      };
      Object.assign(globalThis, { told });
      /** @type {any} */ (globalThis).Notification = class {
        static get permission() {
          return told.permission;
        }
        static async requestPermission() {
          told.permission = "granted";
          return told.permission;
        }
        constructor(/** @type {string} */ title, /** @type {NotificationOptions} */ given) {
          /** @type {any[]} */ (told.notes).push([title, given.body]);
        }
        close() {
          told.closed += 1;
        }
      };
      navigator.setAppBadge = async (count = 0) => {
        told.icon = count;
      };
      const strike = AudioContext.prototype.createBufferSource;
      AudioContext.prototype.createBufferSource = function () {
        told.sounds += 1;
        return strike.call(this);
      };
      Object.defineProperty(document, "hidden", { get: () => told.hidden });
    });
    const hide = (/** @type {boolean} */ hidden) =>
      two.evaluate((hidden) => {
        /** @type {any} */ (globalThis).told.hidden = hidden;
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      }, hidden);
    await two.reload();
    await ready(two);
    await together(two);
    await two.click(two.find("button", "Live"));
    const dialog = two.find("dialog", "Play live");
    await two.click(dialog.find("button", "Notify me of my turns"));
    await dialog.find("status").reads(/^Your browser notifies you/);
    await dialog.find("button", "Notify me of my turns").gone();
    await two.click(dialog.find("button", "Close"));
    const before = await two.evaluate(() => /** @type {any} */ (globalThis).told.sounds);
    await hide(true);
    await turn(one, "c2", "c4");
    await two.until(() => /** @type {any} */ (globalThis).told.notes.length === 1);
    await two.until(() => document.title.startsWith("(1) "));
    const told = await two.evaluate(() => /** @type {any} */ (globalThis).told);
    assert.deepEqual(told.notes, [["Your turn against your friend", "Magnetic Chess"]]);
    assert.equal(told.icon, 1);
    await two.until((before) => /** @type {any} */ (globalThis).told.sounds > before, before);
    assert.equal(told.closed, 0);
    await hide(false);
    await two.until(() => /** @type {any} */ (globalThis).told.closed === 1);
    // Who sees the page is not told by a notification.
    await turn(two, "d8", "a5");
    await same(one, two);
    await turn(one, "b1", "c3");
    await same(two, one);
    await due(two);
    assert.equal(await two.evaluate(() => /** @type {any} */ (globalThis).told.notes.length), 1);
  }),
);

test(
  "while the relay is out of reach the game goes on by links, and through the relay again",
  met("batteries", async (one, two, site) => {
    // The answer of the other side has come.
    await due(one);
    await site.relay.kill();
    await anyTurn(one);
    await ended(one);
    await one.until(() => document.getElementById("notice")?.textContent?.includes("by links"));
    const link = await letter(one);
    await openGame(two, link);
    await same(two, one);
    await site.relay.start();
    await together(one);
    await together(two);
    await anyTurn(two, 2);
    await ended(two);
    await same(one, two);
  }),
);

test(
  "who is left alone for a minute may claim the game",
  met(
    "magnetic",
    async (one, two) => {
      await turn(one, "c2", "c4");
      await same(two, one);
      const address = await two.url();
      await two.goto("about:blank");
      const claim = one.find("button", "Claim the game");
      // The time passes in small steps, with something happening in each: a window that has slept waits anew.
      for (let ahead = 3_000; !(await claim.visible()); ahead += 3_000) {
        assert.ok(ahead < 3_600_000, "an hour has passed");
        await setClock(one, String(ahead));
        await click(one, "e5");
      }
      await one.click(claim);
      await one.find("alert").reads(/^You won.*friend left\./s);
      await openGame(two, address);
      await two.find("alert").reads(/^You lost.*You left\./s);
    },
    true,
  ),
);

test(
  "nothing but the site is asked before somebody plays live",
  inWindow({ reducedMotion: true }, async (window) => {
    await withRelayedSite(async (site) => {
      await window.prepare(() => {
        const lines = Object.assign(globalThis, { lines: 0 });
        for (const name of ["WebSocket", "RTCPeerConnection", "EventSource"]) {
          const Line = /** @type {any} */ (globalThis)[name];
          if (!Line) continue;
          /** @type {any} */ (globalThis)[name] = class extends Line {
            constructor(/** @type {any[]} */ ...given) {
              super(...given);
              lines.lines += 1;
            }
          };
        }
      });
      await openGame(window, `${site.address}?game=magnetic`);
      await click(window, "c2", "c4");
      await press(window, "New game");
      await window.find("dialog", "New game").shown();
      const asked = await window.evaluate(() => ({
        others: performance
          .getEntriesByType("resource")
          .map(({ name }) => name)
          .filter((name) => !name.startsWith(`${location.origin}/`) && !name.startsWith("data:")),
        lines: /** @type {any} */ (globalThis).lines,
      }));
      assert.deepEqual(asked, { others: [], lines: 0 });
      await window.goto("about:blank");
    });
  }),
);
