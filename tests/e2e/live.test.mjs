// Live games: two browsers connect with each other by one link there and one back.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { missing, withTurn } from "../relay/turn.mjs";
import { click, openGame, press, ready } from "./board.mjs";
import { quit } from "./driver.mjs";
import { between, due, outgoing, pieces, receive, same, share, turnEach } from "./friend.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** The link for the other device. @param {Window} window */
async function linkOf(window) {
  await window.until(
    () => document.querySelector('#live[open] [aria-label="Link for the other device"]') !== null,
  );
  return window.evaluate(
    () =>
      /** @type {HTMLInputElement} */ (
        document.querySelector('#live [aria-label="Link for the other device"]')
      ).value,
  );
}

/** Begins a live game. @param {Window} one */
async function invite(one) {
  await openGame(one, "?game=magnetic");
  await press(one, "New game");
  const dialog = one.find("dialog", "New game");
  await dialog.shown();
  await one.click(dialog.find("radio", "A friend, by link"));
  await one.click(dialog.find("radio", "White"));
  await dialog.find("group", "Clock").find("combobox", "Clock").focus();
  await one.key("ArrowDown");
  await one.click(dialog.find("button", "Play live"));
  await one.until(() => location.search.includes("mail="));
  await ready(one);
}

/** Begins a live game, and gives the link for the other device. @param {Window} one */
async function offerOf(one) {
  await invite(one);
  return linkOf(one);
}

/**
 * Notes which servers the page asks for a way to the other device.
 * @param {Window} window
 * @param {object} [settings] what the host has set instead of what the site has
 */
const asksFor = (window, settings) =>
  window.prepare(
    (text) => {
      Object.assign(globalThis, { asked: [] });
      const [Real, real] = [RTCPeerConnection, fetch];
      globalThis.RTCPeerConnection = class extends Real {
        /** @param {RTCConfiguration} [configuration] */
        constructor(configuration) {
          super({});
          /** @type {any} */ (globalThis).asked.push(configuration?.iceServers);
        }
      };
      if (text)
        globalThis.fetch = async (input, init) =>
          String(input).endsWith("/site.json") ? new Response(text) : real(input, init);
    },
    settings ? JSON.stringify(settings) : "",
  );

/** @param {Window} window */
const serversOf = (window) => window.evaluate(() => /** @type {any} */ (globalThis).asked);

/** What a watch shows that has been given time. @param {string} watch minutes and seconds @param {number} given in seconds */
function longer(watch, given) {
  const [minutes = 0, seconds = 0] = watch.split(":").map(Number);
  const all = 60 * minutes + seconds + given;
  return new RegExp(`^${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}$`);
}

/**
 * Has the page reach the other device by a TURN server alone, as if no other way led there.
 * @param {Window} window @param {object[]} ice what the host has set
 */
const onlyByTurn = (window, ice) =>
  window.prepare((text) => {
    const lines = Object.assign(globalThis, { lines: /** @type {RTCPeerConnection[]} */ ([]) });
    const [Real, real] = [RTCPeerConnection, fetch];
    globalThis.RTCPeerConnection = class extends Real {
      /** @param {RTCConfiguration} [configuration] */
      constructor(configuration) {
        super({ ...configuration, iceTransportPolicy: "relay" });
        lines.lines.push(this);
      }
    };
    globalThis.fetch = async (input, init) =>
      String(input).endsWith("/site.json") ? new Response(text) : real(input, init);
  }, JSON.stringify({ ice }));

/** By what kinds of addresses the two devices reach each other. @param {Window} window */
const way = (window) =>
  window.evaluate(async () => {
    const [line] = /** @type {any} */ (globalThis).lines.slice(-1);
    const all = new Map(await line.getStats());
    const used = [...all.values()].find(
      ({ type, nominated }) => type === "candidate-pair" && nominated,
    );
    return [used?.localCandidateId, used?.remoteCandidateId].map(
      (id) => all.get(id)?.candidateType,
    );
  });

/** Waits until the other side is there. @param {Window} window */
const together = (window) =>
  window.until(() => document.querySelector('[role=img][aria-label$="is connected."]') !== null);

/** Letters go by hand from now on. @param {Window} window @param {RegExp} [why] what the dialog says */
async function goesByLinks(window, why) {
  const dialog = window.find("dialog", "Play live");
  if (why) await dialog.reads(why);
  await window.click(dialog.find("button", "Go on by links"));
  await dialog.gone();
}

/** Accepts an invitation; the link of the answer. @param {Window} window @param {string} offer */
async function answerTo(window, offer) {
  await openGame(window, offer.slice(offer.indexOf("#")));
  const asked = window.find("dialog", /^An invitation to /);
  await asked.shown();
  await window.click(asked.find("button", "Accept"));
  return linkOf(window);
}

/** Opens the answer where it is waited for. @param {Window} window @param {string} answer */
async function openAnswer(window, answer) {
  const dialog = window.find("dialog", "Play live");
  await dialog.find("textbox", "Paste the link that came back").fill(answer);
  await window.click(dialog.find("button", "Open"));
}

/** The second opens the link of the first, and its answer goes back. @param {Window} one @param {Window} two @param {string} offer */
async function connect(one, two, offer) {
  await openAnswer(one, await answerTo(two, offer));
  await together(one);
  await together(two);
}

test(
  "two people play with clocks by one link there and one back, and go on by links",
  between(async (one, two) => {
    await asksFor(one);
    const offer = await offerOf(one);
    assert.deepEqual(await serversOf(one), [[]], "no server is asked");
    assert.match(offer, /#g=[\w-]+&live=[\w-]+$/);
    await connect(one, two, offer);
    await one.click(one.find("button", "Live"));
    await one.click(one.find("dialog", "Play live").find("button", "Good luck!"));
    await two.until(() => document.getElementById("status")?.textContent?.includes("Good luck!"));
    await turnEach(one, two);
    await one.find("timer", "White clock").reads(/^(10|9):\d\d$/);
    // Time that is given shows on both watches, and outlives a reload. Black's stands still meanwhile.
    const black = await one.find("timer", "Black clock").text();
    await one.click(one.find("button", "Add 15 seconds"));
    await two.until(() => document.getElementById("status")?.textContent?.includes("15 seconds"));
    const given = longer(black, 15);
    for (const window of [one, two]) await window.find("timer", "Black clock").reads(given);
    for (const window of [one, two]) {
      await window.reload();
      await ready(window);
      await window.find("timer", "Black clock").reads(given);
    }
    // The line has gone with the pages: the game goes on, and ends, by links.
    for (const window of [one, two]) {
      // The new link has come: the dialog does not change any more.
      await linkOf(window);
      await goesByLinks(window);
    }
    await due(one);
    await click(one, "b1", "c3");
    await receive(two, await share(one));
    await same(two, one);
    await press(two, "Resign");
    await two.click(two.find("dialog", "Resign").find("button", "Resign"));
    await two.find("alert").reads(/^You lost/);
    await receive(one, await outgoing(two));
    await one.find("alert").reads(/^You won/);
  }),
);

test(
  "a draw is offered, a turn asked back and a game drawn while both are there",
  between(async (one, two) => {
    await connect(one, two, await offerOf(one));
    await turnEach(one, two);
    // A turn back, with the answer to it.
    await due(one);
    const before = await pieces(one);
    await one.click(one.find("button", "By link"));
    await one.click(one.find("button", "Ask to take back my last turn"));
    const asked = two.find("dialog", "A turn back?");
    await asked.shown();
    await two.click(asked.find("button", "Agree"));
    await one.find("gridcell", /^c2, white pawn/).shown();
    assert.notDeepEqual(await pieces(one), before);
    await same(two, one);
    await due(one);
    await one.click(one.find("button", "Offer draw"));
    await one.click(one.find("dialog", "Offer draw").find("button", "Offer draw"));
    await click(one, "c2", "c4");
    const offered = two.find("dialog", "A draw is offered");
    await offered.shown();
    await two.click(offered.find("button", "Agree to the draw"));
    for (const window of [one, two]) await window.find("alert").reads(/^Drawn game/);
  }),
);

test(
  "an answer that is opened in a second tab reaches the page that waits",
  between(async (one, two) => {
    const answer = await answerTo(two, await offerOf(one));
    const tab = await one.another();
    await tab.goto(answer);
    await tab.until(() => document.body.innerText.includes("This one can be closed."));
    await together(one);
    await together(two);
    await due(one);
    await click(one, "c2", "c4");
    await same(two, one);
  }),
);

test(
  "who finds no network is told so, and invites by a link",
  between(async (one, two) => {
    // Nothing is found where servers alone are asked, and there are none.
    await onlyByTurn(one, []);
    await invite(one);
    await goesByLinks(one, /This browser found no network/);
    const link = await outgoing(one);
    await openGame(two, link.slice(link.indexOf("#")));
    await two.find("dialog", /^An invitation to /).shown();
  }),
);

test(
  "who does not reach the other device is told so, and no turn is lost when the game goes on by links",
  between(async (one, two) => {
    // Half a minute for the line is over at once.
    await one.prepare(() => {
      const real = setTimeout;
      globalThis.setTimeout = /** @type {typeof setTimeout} */ (
        /** @param {() => void} what @param {number} ms */
        (what, ms) => real(what, ms === 30_000 ? 1 : ms)
      );
    });
    const answer = await answerTo(two, await offerOf(one));
    await goesByLinks(two);
    await openAnswer(one, answer);
    await goesByLinks(one, /The two devices do not reach each other/);
    await due(one);
    await click(one, "c2", "c4");
    await receive(two, await share(one));
    await same(two, one);
  }),
);

test(
  "two devices ask the servers that the host has named, and none that no browser takes",
  between(async (one) => {
    const [stun, turn] = ["stun:stun.example.org", "turns:turn.example.org:443?transport=tcp"];
    const key = { username: "fivefold", credential: "known" };
    const wrong = [{ urls: turn }, { urls: "https://example.org/" }, { urls: [] }, "stun:a", null];
    const ice = [
      { urls: stun, username: "left out" },
      { urls: [stun, turn], ...key },
    ];
    await asksFor(one, { ice: [...ice, ...wrong] });
    await offerOf(one);
    assert.deepEqual(await serversOf(one), [[{ urls: stun }, { urls: [stun, turn], ...key }]]);
  }),
);

test(
  "two devices that no network joins play by the TURN server that docs/hosting.md sets up",
  { skip: missing || false },
  between((one, two) =>
    withTurn(async (ice, log) => {
      for (const window of [one, two]) await onlyByTurn(window, ice);
      await connect(one, two, await offerOf(one));
      await due(one);
      await click(one, "c2", "c4");
      await same(two, one);
      for (const window of [one, two]) assert.deepEqual(await way(window), ["relay", "relay"]);
      assert.match(log(), /user <fivefold>/);
      for (const window of [one, two]) await window.goto("about:blank");
    }),
  ),
);
