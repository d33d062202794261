// The lobby of a relay: browsers that do not know each other, challenge each other and play; and visitors who
// say there whatever they like.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { wsconnect } from "@nats-io/nats-core";
import { credentials } from "../../web/live/credentials.js";
import { withRelayedSite } from "../relay/site.mjs";
import { click, openGame, press, ready } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { due, same, turnEach } from "./friend.mjs";
import { FROM_RIGHT, SCRIPT, TURNED } from "./hostile-texts.mjs";
import { isDue, turnKnown } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */
/** @typedef {import("../relay/site.mjs").Site} Site */

const PHONE = { touch: true, viewport: { width: 390, height: 660 } };

/** @param {Window} window */
const lobbyOf = (window) => window.find("dialog", "Open challenges");

/** @param {Window} window */
const challengesOf = (window) => lobbyOf(window).find("list", "Open challenges").find("listitem");

/** Opens the lobby from the menu. @param {Window} window @param {Site} site @param {string} [page] */
async function enter(window, site, page = "?game=magnetic") {
  await openGame(window, site.address + page);
  await window.until(() => document.querySelector("#rail [aria-label='Open challenges']") !== null);
  await press(window, "Open challenges");
  await lobbyOf(window).shown();
}

/** Offers a challenge. @param {Window} window @param {string} name */
async function offer(window, name) {
  const lobby = lobbyOf(window);
  await lobby.find("textbox", "Your name, if you like").fill(name);
  await lobby.find("radio", "White").focus();
  await window.click(lobby.find("radio", "White"));
  await lobby.find("combobox", "Clock").focus();
  await window.key("ArrowDown");
  await window.click(lobby.find("button", "Offer a challenge"));
  await lobby.find("button", "Withdraw it").shown();
}

/** Waits until the other side of the game is there. @param {Window} window */
const together = (window) =>
  window.until(() => document.querySelector('[role=img][aria-label$="is connected."]') !== null);

/**
 * Three browsers at a site with a relay; the second is a phone.
 * @param {(one: Window, two: Window, three: Window, site: Site) => Promise<void>} work
 */
const three = (work) =>
  inWindow({ reducedMotion: true }, (one) =>
    inWindow({ reducedMotion: true, ...PHONE }, (two) =>
      inWindow({ reducedMotion: true }, (three) =>
        withRelayedSite(async (site) => {
          await work(one, two, three, site);
          for (const window of [one, two, three]) await window.goto("about:blank");
        }),
      )(),
    )(),
  );

test(
  "a challenge is seen by all, one accepts it, it is gone for the others, and the two play",
  three(async (one, two, three, site) => {
    await one.resize(1366, 650);
    await enter(one, site);
    // The menu has one entry more, and still room in a low window.
    const overflow = () => document.documentElement.scrollHeight - innerHeight;
    assert.equal(await one.evaluate(overflow), 0);
    await offer(one, "Ada");
    await enter(two, site, "?game=chessence");
    await enter(three, site);
    for (const window of [two, three]) {
      await challengesOf(window).counted(1);
      await challengesOf(window).reads(
        /^Ada\s*Magnetic Chess, 10 min \+ 5 s a turn, you play Black\s*Accept\s*Hide$/,
      );
    }
    assert.deepEqual(await two.faults(), []);
    await two.click(lobbyOf(two).find("button", "Accept the challenge of Ada"));
    await challengesOf(three).counted(0);
    // What was accepted in the list is not asked again.
    await together(one);
    await together(two);
    await turnEach(one, two);
    await one.find("timer", "White clock").reads(/^(10|9):\d\d$/);
  }),
);

test(
  "from a cold page to the first move it takes two taps on each side",
  inWindow({ reducedMotion: true }, (one) =>
    inWindow({ reducedMotion: true, ...PHONE }, (two) =>
      withRelayedSite(async (site) => {
        const enter = async (/** @type {Window} */ window) => {
          await openGame(window, site.address);
          const entry = window.select("#choice").find("button", "Open challenges");
          await entry.shown();
          await window.click(entry);
          await lobbyOf(window).shown();
        };
        await enter(one);
        await one.click(lobbyOf(one).find("button", "Offer a challenge"));
        await enter(two);
        await challengesOf(two).counted(1);
        await two.click(lobbyOf(two).find("button", /^Accept the challenge/));
        await together(one);
        await together(two);
        await turnKnown(one);
        await turnKnown(two);
        // Colours are drawn by chance where nobody chose.
        const [mover, other] = (await isDue(one)) ? [one, two] : [two, one];
        await due(mover);
        const first = await mover.evaluate(() => new URLSearchParams(location.search).get("game"));
        assert.equal(first, "magnetic");
        await click(mover, "c2", "c4");
        await same(other, mover);
        for (const window of [one, two]) await window.goto("about:blank");
      }),
    )(),
  ),
);

test(
  "a name of forty letters is shown whole, on phones too",
  three(async (one, two, _three, site) => {
    const name = "Wilhelmina Featherstonehaugh-Cholmondely";
    assert.equal(name.length, 40);
    await enter(one, site);
    await offer(one, name);
    await enter(two, site);
    await challengesOf(two).counted(1);
    for (const [width, height] of [
      [390, 660],
      [360, 560],
    ]) {
      await two.resize(width, height);
      const shown = await two.evaluate(() => {
        const strong = /** @type {HTMLElement} */ (document.querySelector(".challenges strong"));
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = strong;
        const isCut = scrollWidth > clientWidth || scrollHeight > clientHeight + 4;
        return { text: strong.textContent, isCut };
      });
      assert.deepEqual(shown, { text: name, isCut: false });
    }
  }),
);

test(
  "a challenge goes when it is withdrawn, and with its page",
  three(async (one, two, three, site) => {
    await enter(one, site);
    await enter(two, site);
    await enter(three, site);
    const offers = lobbyOf(three).find("button", "Offer a challenge");
    const before = await offers.box();
    await offer(one, "Ada");
    await challengesOf(three).counted(1);
    // Who comes into the list moves nothing that somebody is about to press.
    assert.deepEqual(await offers.box(), before);
    await offer(three, "Cleo");
    await challengesOf(two).counted(2);
    await challengesOf(one).counted(1);
    await one.click(lobbyOf(one).find("button", "Withdraw it"));
    await challengesOf(two).counted(1);
    await challengesOf(two).reads(/^Cleo/);
    // Who loses the connection goes on when it is there again.
    site.cut();
    await offer(one, "Ada");
    await challengesOf(two).counted(2);
    await challengesOf(one).counted(1);
    await one.click(lobbyOf(one).find("button", "Close"));
    await challengesOf(two).counted(1);
    await three.goto("about:blank");
    await challengesOf(two).counted(0);
    await lobbyOf(two)
      .find("status")
      .reads(/^Nobody waits/);
  }),
);

/** A visitor of the lobby without any of the page's care. @param {Site} site @param {number} number */
async function visitor(site, number) {
  const { name, authenticator } = await credentials(new Uint8Array(32).fill(number), "lobby");
  const servers = `${site.address.replace("http:", "ws:")}relay`;
  const connection = await wsconnect({ servers, authenticator, reconnect: false });
  return {
    say: (/** @type {string} */ text) => connection.publish(`lobby.${name}`, text),
    flush: () => connection.flush(),
    close: () => connection.close(),
  };
}

/** A challenge under a name. @param {string} name @param {number} [number] */
const challenge = (name, number = 1) => `1 open ${number} magnetic white 300+5 key ${name}`;

test(
  "what is hostile is shown as text of bounded size or not at all, and who is hidden stays so",
  inWindow({ reducedMotion: true, ...PHONE }, (window) =>
    withRelayedSite(async (site) => {
      await enter(window, site);
      const names = [
        SCRIPT.slice(0, 400),
        TURNED,
        FROM_RIGHT,
        "x".repeat(400),
        "a\u0301".repeat(200),
      ];
      const wrong = [
        "",
        "1 open",
        "2 open 1 magnetic white 300+5 key Eve",
        "1 open 1 magnetic white 300+5 <b> Eve",
        "1 open 1 __proto__ white 300+5 key Eve",
        "\u0000",
        "1 give x 1 x",
      ];
      const all = await Promise.all(
        [...names, ...wrong].map((_, number) => visitor(site, number + 1)),
      );
      const repeat = () => {
        for (const [place, text] of [...names.map((name) => challenge(name)), ...wrong].entries())
          all[place].say(text);
      };
      const beating = setInterval(repeat, 2_000);
      repeat();
      // One says as much as his line takes.
      for (let number = 2; number < 3_000; number += 1) all[4].say(challenge("flood", number));
      await challengesOf(window).counted(names.length);
      const items = await window.evaluate(() =>
        [...document.querySelectorAll(".challenges li")].map((item) => ({
          text: item.querySelector("strong")?.textContent ?? "",
          children: item.querySelectorAll("*").length,
          height: item.clientHeight,
          isWide: item.scrollWidth > item.clientWidth + 1,
        })),
      );
      for (const { text, children, height, isWide } of items) {
        assert.ok([...text].length <= 42, text);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
        assert.doesNotMatch(text, /[\u0000-\u001f\u200e\u200f\u202a-\u202e]/);
        assert.equal(children, 5, text);
        assert.ok(height < 170 && !isWide, `${text}: ${height}`);
      }
      assert.equal(await window.evaluate(() => "hacked" in globalThis), false);
      assert.deepEqual(await window.faults(), []);
      const isWide = () => document.documentElement.scrollWidth > innerWidth;
      assert.equal(await window.evaluate(isWide), false);

      await window.click(lobbyOf(window).find("button", /^Hide .*x{20}/));
      await challengesOf(window).counted(names.length - 1);
      // From another page, and after a reload.
      const again = await visitor(site, 99);
      again.say(challenge("x".repeat(300)));
      await again.flush();
      await window.reload();
      await ready(window);
      await enter(window, site);
      await challengesOf(window).counted(names.length - 1);
      await window.click(lobbyOf(window).find("button", "Show everybody again"));
      await challengesOf(window).counted(names.length);
      await lobbyOf(window).find("button", "Show everybody again").gone();
      clearInterval(beating);
      for (const one of [...all, again]) await one.close();
      await challengesOf(window).counted(0);
      await window.goto("about:blank");
    }),
  ),
);

test(
  "without a relay there is no way to a lobby; with one there are three",
  inWindow({}, async (window) => {
    const entry = window.find("button", "Open challenges");
    await openGame(window, "");
    await window.until(() => document.querySelector("#choice .cards") !== null);
    await entry.counted(0);
    await press(window, "New game");
    await window.click(window.find("dialog", "New game").find("radio", "A friend, by link"));
    await entry.counted(0);
    await withRelayedSite(async (site) => {
      await openGame(window, site.address);
      await entry.counted(2);
      await press(window, "New game");
      const dialog = window.find("dialog", "New game");
      await window.click(dialog.find("radio", "A friend, by link"));
      await window.click(dialog.find("button", "Open challenges"));
      await lobbyOf(window).shown();
      await window.goto("about:blank");
    });
  }),
);
