// Games by link on devices that fail: a page that is killed, two windows, stores that are full or
// blocked, and another device that takes over from a file. No finished turn is lost.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { named, openGame, ready, savedBy } from "./board.mjs";
import { open, quit } from "./driver.mjs";
import {
  accept,
  anyTurn,
  begun,
  between,
  bind,
  due,
  endTurn,
  exchange,
  invite,
  outgoing,
  paste,
  pieces,
  play,
  receive,
  same,
  seatOf,
  share,
  shows,
} from "./friend.mjs";
import { blocked, keepsGame, lose, restore } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** Waits for the sentence over the page. @param {Window} window @param {RegExp} wanted */
const notice = (window, wanted) =>
  window.until((wanted) => {
    const box = document.getElementById("notice");
    return !box?.hidden && new RegExp(wanted).test(box?.textContent ?? "");
  }, wanted.source);

/**
 * On a wide screen the sentence covers nothing of the board, whose squares can be pressed meanwhile.
 * @param {Window} window
 */
async function leavesTheBoard(window) {
  const [board, sentence] = await Promise.all([
    window.select("#grid").box(),
    window.select("#notice").box(),
  ]);
  assert.ok(sentence.x >= board.x + board.width, `${sentence.x} < ${board.x + board.width}`);
}

/** Everything that the page would keep is refused: as in a private window, or with a full disk. */
const refusing = (/** @type {string} */ fault) => {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("refused", fault);
  };
  Storage.prototype.setItem = () => {
    throw new DOMException("refused", fault);
  };
};

test(
  "a page that is killed in the middle of a turn, and behind its end, goes on where it was",
  between(async (one, two) => {
    await invite(one, "charismatic", "White");
    await accept(two, await outgoing(one));
    await bind(one, two);
    // The pieces are drawn and placed, and the turn is not ended.
    await anyTurn(one);
    await keepsGame(one, /steps draw:\w+ \w@.*\w@/);
    const placed = await pieces(one);
    const address = await one.url();
    let next = await one.another();
    await one.kill();
    await openGame(next, address);
    await shows(next, placed);
    await due(next);
    // Ended, and gone before the link was copied: it is there again.
    await endTurn(next);
    await next.find("dialog", "Game by link").shown();
    const after = await next.another();
    await next.kill();
    next = after;
    await openGame(next, address);
    await shows(next, placed);
    await receive(two, await outgoing(next));
    await same(two, next);
    await exchange([two, next], 2);
  }),
);

test(
  "two windows with one game: the one that was left lets nobody play, and overwrites nothing",
  between(async (one, two) => {
    await invite(one, "magnetic", "White");
    await play(one, "c2 c4");
    await accept(two, await share(one));
    await play(two, "d8 a5");
    const answer = await share(two);
    await receive(one, answer);
    await due(one);

    const other = await one.another();
    await openGame(other, await one.url());
    await notice(one, /goes on in another window/);
    await play(other, "g1 f3");
    const link = await share(other);
    const shown = await pieces(other);
    await receive(two, link);
    await shows(two, shown);
    await one.click(one.find("link", "Play here"));
    await ready(one);
    await shows(one, shown);
  }),
);

test(
  "two windows that do not hear of each other: the second turn is refused, and shown as a fork",
  between(async (one, two) => {
    const deaf = () => Reflect.deleteProperty(globalThis, "BroadcastChannel");
    await one.prepare(deaf);
    await begun(one, two);
    const other = await one.another();
    await other.prepare(deaf);
    await openGame(other, await one.url());
    await play(other, "g1 f3");
    const link = await share(other);
    const shown = await pieces(other);
    await play(one, "b1 c3");
    const dialog = one.find("dialog", "This game went on in another window");
    await dialog.shown();
    await dialog.reads(/In the other window\s+Here/);
    assert.deepEqual(await one.faults(), []);
    await one.click(dialog.find("button", "Go on from there"));
    await ready(one);
    await shows(one, shown);
    await receive(two, link);
    await shows(two, shown);
    // What is refused may be kept as a game of its own, which no seat plays.
    await one.goto("about:blank");
    await anyTurn(two);
    await receive(other, await share(two));
    await openGame(one, await other.url());
    await due(one);
    await play(other, "h2 h3");
    await keepsGame(other, /h2h3/);
    await play(one, "d2 d3");
    await dialog.shown();
    await one.click(dialog.find("button", "Keep both"));
    await one.reaches(/kept=/);
    await ready(one);
    await named(one, "d3, white pawn");
    await openGame(other, await other.url());
    await named(other, "h3, white pawn");
  }),
);

test(
  "a seat is not written over while the store cannot be read, and the letter that came is taken up later",
  between(async (one, two) => {
    await begun(one, two);
    await play(one, "g1 f3");
    await paste(two, await share(one));
    const address = await one.url();
    await anyTurn(two);
    const answer = await share(two);
    const shown = await pieces(two);
    await one.prepare(lose, "mail", true);
    await receive(one, answer);
    await shows(one, shown);
    await restore(one);
    await openGame(one, address);
    await shows(one, shown);
    await due(one);
    await anyTurn(one, 3);
    await paste(two, await share(one));
    await same(two, one);
  }),
);

test(
  "where the browser keeps nothing, a game by link is played on one page, and its seat restores it",
  between(async (one, two) => {
    await one.prepare(blocked);
    await invite(one, "charismatic", "White");
    // The seat that has carried the game over to its page is not in what is sent.
    await accept(two, await outgoing(one));
    await paste(one, await outgoing(two));
    await notice(one, /does not keep this game/);
    await receive(two, await outgoing(one));
    await paste(one, await outgoing(two));
    await anyTurn(one);
    await receive(two, await share(one));
    await same(two, one);
    await anyTurn(two);
    await paste(one, await share(two));
    await same(one, two);
    const seat = await seatOf(one);
    await one.reload();
    await ready(one);
    await notice(one, /is not on this device/);
    await receive(one, seat);
    await same(one, two);
    await exchange([one, two], 1);
  }),
);

test(
  "a store that becomes full is told, the game goes on, and the last link restores it",
  between(async (one, two) => {
    await begun(one, two);
    await one.evaluate(refusing, "QuotaExceededError");
    await play(one, "g1 f3");
    const link = await share(one);
    await notice(one, /no room left|does not keep this game/);
    await leavesTheBoard(one);
    await one.resize(1024, 768);
    await leavesTheBoard(one);
    await one.resize(1280, 800);
    await receive(two, link);
    await same(two, one);
    await anyTurn(two, 3);
    const answer = await share(two);
    await paste(one, answer);
    await same(one, two);
    await due(one);
    // What was kept before is still there; the last link brings all of it.
    await openGame(one, await one.url());
    await due(one);
    await receive(one, answer);
    const dialog = one.find("dialog", "Another link of this game");
    await dialog.shown();
    await dialog.reads(/with turns of yours that were not made on this device/);
    await one.click(dialog.find("button", "Take the link's"));
    await same(one, two);
    await anyTurn(one, 5);
    await paste(two, await share(one));
    await same(two, one);
  }),
);

test(
  "only the store of the games is full: the letter is kept beside it, and brings the game",
  between(async (one, two) => {
    await begun(one, two);
    await one.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("no room", "QuotaExceededError");
      };
    });
    await play(one, "g1 f3");
    const link = await share(one);
    const shown = await pieces(one);
    await openGame(one, await one.url());
    await shows(one, shown);
    await receive(two, link);
    await shows(two, shown);
  }),
);

test(
  "a file takes a game by link to another device, seat and secret and all, where it goes on",
  between(async (one, two) => {
    await invite(one, "charismatic", "White");
    await accept(two, await outgoing(one));
    await bind(one, two);
    await exchange([one, two], 2);
    await one.click(one.find("button", "Your games"));
    const games = one.find("dialog", "Your games");
    await games.shown();
    const file = await savedBy(one, "Save all as one file");
    await games.reads(/keep it to yourself/);
    await one.close();

    const third = await open({ reducedMotion: true });
    await openGame(third, "?game=magnetic");
    await third.click(third.find("button", "Your games"));
    const list = third.find("dialog", "Your games");
    await list.shown();
    await third.select("#library input[type=file]").choose("games.json", file);
    await third.until(() =>
      /Games taken in: 1\./.test(document.querySelector("#library .said")?.textContent ?? ""),
    );
    await third.click(list.find("link", /^Charismatic Chess/));
    await third.until(() => location.search.includes("mail="));
    await ready(third);
    await same(third, two);
    await exchange([third, two], 3);
    assert.deepEqual(third.errors(), []);
    await third.close();
  }),
);

test(
  "a game by link that is deleted comes back with its seat",
  between(async (window, other) => {
    await invite(window, "charismatic", "White");
    await accept(other, await outgoing(window));
    await receive(window, await outgoing(other));
    await outgoing(window);
    const seat = await seatOf(window);
    await openGame(window, "?game=magnetic");
    await window.click(window.find("button", "Your games"));
    const dialog = window.find("dialog", "Your games");
    await dialog.shown();
    await window.click(dialog.find("button", "Delete Charismatic Chess"));
    await window.click(dialog.find("button", "Undo"));
    await window.click(dialog.find("link", /^Charismatic Chess/));
    await window.until(() => location.search.includes("mail="));
    await ready(window);
    assert.equal(await seatOf(window), seat);
  }),
);
