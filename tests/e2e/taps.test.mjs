// How many taps it takes from a cold front page to the first move with a friend, beyond opening the link: by the
// relay, directly, by codes alone, and by links. (By the lobby: lobby.test.mjs.)

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { click, openGame } from "./board.mjs";
import { codeShown, seen, show } from "./camera.mjs";
import { BROWSER, inWindow, quit } from "./driver.mjs";
import { between, due, outgoing, receive, same } from "./friend.mjs";
import { allStored } from "./inside.mjs";
import { atRelay, byTurn, counted, linkShown, together } from "./relay.mjs";

/** @typedef {import("./driver.mjs").Window} Window */
/** @typedef {ReturnType<typeof counted>} Counted */

const folder = mkdtempSync(join(tmpdir(), "fivefold-camera-"));
const camera = join(folder, "camera.y4m");

after(async () => {
  await quit();
  rmSync(folder, { recursive: true, force: true });
});

/** @param {Window} window @param {Counted} hand @param {string} [site] */
async function inviteFromFront(window, hand, site = "") {
  await openGame(window, site);
  const entry = window.select("#choice").find("button", "Play a friend");
  await entry.shown();
  await hand.tap(entry);
  return linkShown(window);
}

/** @param {Window} window @param {Counted} hand @param {string} link */
async function acceptFrom(window, hand, link) {
  await openGame(window, link);
  const asked = window.find("dialog", /^An invitation to /);
  await asked.shown();
  await hand.tap(asked.find("button", "Accept"));
}

/** The side that is to move moves, and the other one sees it. @param {Window} one @param {Window} two */
async function firstMove(one, two) {
  await together(one);
  await together(two);
  const [mover, other] = await byTurn(one, two);
  await due(mover);
  await click(mover, "c2", "c4");
  await same(other, mover);
}

test(
  "through a relay it takes one tap on each side",
  atRelay(async (one, two, site) => {
    const [inviter, friend] = [counted(one), counted(two)];
    const link = await inviteFromFront(one, inviter, site.address);
    assert.match(link, /#g=[\w-]+&relay=[\w-]{43}$/);
    await acceptFrom(two, friend, link);
    await firstMove(one, two);
    assert.deepEqual([inviter.taps(), friend.taps()], [1, 1]);
  }),
);

test(
  "directly it takes one tap on each side",
  between(async (one, two) => {
    const [inviter, friend] = [counted(one), counted(two)];
    const link = await inviteFromFront(one, inviter);
    assert.match(link, /#g=[\w-]+&live=[\w-]+$/);
    await acceptFrom(two, friend, link.slice(link.indexOf("#")));
    const answer = await linkShown(two);
    const tab = await one.another();
    await tab.goto(answer);
    await firstMove(one, two);
    assert.deepEqual([inviter.taps(), friend.taps()], [1, 1]);
  }),
);

test(
  "by codes alone it takes two taps on the side that invites, and one on the other",
  { skip: BROWSER !== "chromium" && "this browser cannot be given a camera" },
  inWindow({ reducedMotion: true, camera, allows: true }, (one) =>
    inWindow({ reducedMotion: true }, async (two) => {
      const [inviter, friend] = [counted(one), counted(two)];
      const link = await inviteFromFront(one, inviter);
      // The friend's phone opens what its camera sees.
      await acceptFrom(two, friend, link.slice(link.indexOf("#")));
      await linkShown(two);
      show(camera, seen(await codeShown(two, "live"), { width: 1280, height: 960 }));
      await inviter.tap(one.find("dialog", "Play live").find("button", "Scan a code"));
      await firstMove(one, two);
      assert.deepEqual([inviter.taps(), friend.taps()], [2, 1]);
    })(),
  ),
);

test(
  "by links it takes two taps on each side beside those that share a link",
  between(async (one, two) => {
    const [inviter, friend] = [counted(one), counted(two)];
    const byLinks = async (/** @type {Window} */ window, /** @type {Counted} */ hand) => {
      await linkShown(window);
      await hand.tap(window.find("dialog", "Play live").find("button", "Go on by links"));
      return outgoing(window);
    };
    await inviteFromFront(one, inviter);
    const invitation = await byLinks(one, inviter);
    await acceptFrom(two, friend, invitation.slice(invitation.indexOf("#")));
    const answer = await byLinks(two, friend);
    await receive(one, answer);
    const [mover] = await byTurn(one, two);
    await due(mover);
    await click(mover, "c2", "c4");
    assert.deepEqual([inviter.taps(), friend.taps()], [2, 2]);
  }),
);

test(
  "what a friend is invited to is changed above the link, which is made anew, and its clock is offered again",
  atRelay(async (one, two, site) => {
    const hand = counted(one);
    const first = await inviteFromFront(one, hand, site.address);
    const dialog = one.find("dialog", "Play live");
    await one.select(".terms summary").reads(/^Magnetic Chess, no clock, you play (White|Black)$/);
    await one.click(one.select(".terms summary"));
    assert.deepEqual(await one.faults(), []);
    await dialog.find("combobox", "Game").focus();
    await one.key("ArrowDown");
    await one.click(dialog.find("radio", "Black"));
    await dialog.find("group", "Clock").find("combobox", "Clock").focus();
    await one.key("ArrowDown");
    await one.click(dialog.find("button", "Make a new link"));
    await one.until(() => location.search.includes("game=batteries"));
    const second = await linkShown(one);
    assert.notEqual(second, first);
    const terms = /^Chess with Batteries, 10 min \+ 5 s a turn, you play Black/;
    await one.select(".terms summary").reads(terms);
    // The one before is not on the device any more.
    const { stores } = await allStored(one);
    assert.equal(stores.games.length, 1);
    await acceptFrom(two, counted(two), second);
    await together(one);
    await together(two);
    await due(two);
    await one.find("timer", "White clock").reads(/^(10|9):\d\d$/);
    await inviteFromFront(one, hand, site.address);
    await one
      .select(".terms summary")
      .reads(/^Magnetic Chess, 10 min \+ 5 s a turn, you play (White|Black)/);
  }),
);
