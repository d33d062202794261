// What the tests of games by link do on the page, in two browsers with nothing between them but links.

import assert from "node:assert/strict";
import { cell, click, openGame, press, ready } from "./board.mjs";
import { inWindow } from "./driver.mjs";
import { squaresOf } from "./inside.mjs";

/** @typedef {import("./driver.mjs").Window} Window */

/** @param {Window} window @param {string} text */
export const says = (window, text) =>
  window.until((text) => (document.getElementById("says")?.textContent ?? "").includes(text), text);

/** @param {Window} window @param {string} steps such as "c2 c4" */
export async function play(window, steps) {
  await due(window);
  await click(window, ...steps.split(" "));
}

/**
 * Waits until it is this player's turn, and the turn that came has been shown: that begins a moment after the
 * page has taken it, and a tap meanwhile would end it and do nothing else.
 * @param {Window} window
 */
export const due = (window) =>
  window.until(async () => {
    const isDue = () => document.documentElement.dataset.mail === "due";
    if (!isDue()) return false;
    await new Promise((done) => {
      requestAnimationFrame(() => setTimeout(() => setTimeout(done)));
    });
    return isDue();
  });

/** @param {import("./driver.mjs").Element} element */
export const isShown = (element) => element.visible();

/** Waits until the page has caught up with what it puts off behind a frame. @param {Window} window */
export const caughtUp = (window) =>
  window.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => setTimeout(() => setTimeout(done)));
      }),
  );

/**
 * Plays whatever the rules allow, up to where the turn may be ended.
 * @param {Window} window @param {number} [seed]
 */
export async function anyTurn(window, seed = 1) {
  await due(window);
  if (await isShown(window.find("button", "Draw five pieces"))) {
    await window.click(window.find("button", "Draw five pieces"));
    await window.find("listbox", "Hand").shown();
  }
  if (await isShown(window.find("button", "Place for me"))) {
    await window.click(window.find("button", "Place for me"));
    await caughtUp(window);
    return;
  }
  // A series may not answer a check: it is taken back, and another tried.
  for (let tries = 0; tries < 40; tries += 1) {
    for (let pick = seed + 11 * tries; await anyStep(window, pick); pick += 1)
      if (!(await isUnfinished(window))) return;
    await window.click(window.find("button", "Reset turn"));
    await caughtUp(window);
  }
  assert.fail("no turn that can be ended");
}

/** Whether a turn is begun that can not be ended yet. @param {Window} window */
const isUnfinished = (window) =>
  window.evaluate(
    () =>
      document.documentElement.dataset.mail === "due" &&
      document.getElementById("do-end")?.dataset.state === "not-yet",
  );

/**
 * Plays one step, if the rules allow one.
 * @param {Window} window @param {number} pick which of them
 */
async function anyStep(window, pick) {
  const names = await squaresOf(window, "own");
  for (let tries = 0; tries < names.length; tries += 1) {
    await window.click(cell(window, names[(pick * 7 + tries) % names.length]));
    await caughtUp(window);
    const targets = await squaresOf(window, "target");
    if (targets.length === 0) continue;
    await window.click(cell(window, targets[pick % targets.length]));
    await caughtUp(window);
    if (await isShown(window.select("#promotion[open] button"))) {
      await window.click(window.select("#promotion[open] button"));
      await caughtUp(window);
    }
    return true;
  }
  return false;
}

/** The squares and pieces on the board. @param {Window} window @returns {Promise<string[]>} */
export const pieces = (window) =>
  window.evaluate(() =>
    [...document.querySelectorAll("#grid [role=gridcell]")]
      .map((cell) => (cell.getAttribute("aria-label") ?? "").split(", ").slice(0, 2).join(" "))
      .sort(),
  );

/**
 * Waits until one board shows what the other does: the last turn is shown step by step.
 * @param {Window} shown @param {Window} wanted
 */
export async function same(shown, wanted) {
  await shows(shown, await pieces(wanted));
}

/** Waits until a board shows this. @param {Window} shown @param {string[]} all */
export async function shows(shown, all) {
  await shown.until(
    (all) =>
      [...document.querySelectorAll("#grid [role=gridcell]")]
        .map((cell) => (cell.getAttribute("aria-label") ?? "").split(", ").slice(0, 2).join(" "))
        .sort()
        .join() === all.join(),
    all,
  );
}

/**
 * Begins a game by link.
 * @param {Window} window @param {string} game @param {"White" | "Black"} side
 * @param {{ name?: string, open?: boolean, quick?: boolean }} [wishes]
 */
export async function invite(window, game, side, { name = "", open = false, quick = false } = {}) {
  await openGame(window, `?game=${game}`);
  await press(window, "New game");
  const dialog = window.find("dialog", "New game");
  await dialog.shown();
  await window.click(dialog.find("radio", "A friend, by link"));
  await window.click(dialog.find("radio", side));
  if (name) await dialog.find("textbox", "Your name, if you like").fill(name);
  if (open) await window.click(dialog.find("checkbox", /^Open challenge/));
  if (quick) await window.click(dialog.find("checkbox", /^Offer a Quick start/));
  await window.click(dialog.find("button", "Begin anew"));
  await window.until(() => location.search.includes("mail="));
  await ready(window);
}

/** The link that the page wants to be sent, once its dialog is open. @param {Window} window */
async function linkToSend(window) {
  const link = await window.until(
    () =>
      /** @type {HTMLInputElement | null} */ (
        document.querySelector('#mail[open] [aria-label="Link for the other side"]')
      )?.value ?? "",
  );
  assert.match(link, /#g=[\w-]+[A-Za-z0-9]$/);
  return link;
}

/** The link that the page wants to be sent: it is copied, and its dialog closed. @param {Window} window */
export async function outgoing(window) {
  const link = await linkToSend(window);
  const dialog = window.find("dialog", "Game by link");
  await window.click(window.select("#mail .main"));
  await window.click(dialog.find("button", "Close"));
  await dialog.gone();
  return link;
}

/** Opens a link that came, until its game is kept. @param {Window} window @param {string} link */
export async function receive(window, link) {
  await openGame(window, link.slice(link.indexOf("#")));
  await window.until(() => location.hash === "");
}

/**
 * Takes a link that came on the page of its game, which need not be loaded for it.
 * @param {Window} window @param {string} link
 */
export async function paste(window, link) {
  const dialog = window.find("dialog", "Game by link");
  if (!(await window.evaluate(() => document.querySelector("#mail[open]") !== null)))
    await window.click(window.find("button", "By link"));
  const field = dialog.find("textbox", "Paste the link that came");
  await field.shown();
  await field.fill(link);
  await window.click(dialog.find("button", "Open"));
}

/** Accepts an invitation. @param {Window} window @param {string} link */
export async function accept(window, link) {
  await receive(window, link);
  const dialog = window.find("dialog", /^An invitation to /);
  await dialog.shown();
  await window.click(dialog.find("button", "Accept"));
}

/** Ends a turn, whose link the page then shows. @param {Window} window */
export async function endTurn(window) {
  // What is placed or moved may not have reached the page yet.
  await window.until(() => {
    const { state } = /** @type {HTMLElement} */ (document.getElementById("do-end")).dataset;
    return state !== undefined && state !== "not-yet";
  });
  await window.click(window.find("button", "End and share"));
}

/** Ends a turn and gives the link. @param {Window} window */
export async function share(window) {
  await endTurn(window);
  return outgoing(window);
}

/**
 * Two players, each with a browser of their own.
 * @param {(one: Window, two: Window) => Promise<void>} work
 */
export const between = (work) =>
  inWindow({ reducedMotion: true }, async (one) => {
    await inWindow(
      { reducedMotion: true, touch: true, viewport: { width: 390, height: 844 } },
      async (two) => work(one, two),
    )();
  });

/** Plays a turn each of Magnetic Chess in a live game. @param {Window} one who has White @param {Window} two */
export async function turnEach(one, two) {
  await due(one);
  await click(one, "c2", "c4");
  await same(two, one);
  await due(two);
  await click(two, "d8", "a5");
  await same(one, two);
}

/** What the letters of pieces mean. @type {Record<string, string>} */
const ROLES = {
  P: "pawn",
  N: "knight",
  B: "bishop",
  R: "rook",
  Q: "queen",
  K: "(?:orthodox )?king",
  M: "man",
};

/**
 * Plays one step: `e2e4`, or `P@e2` for a piece that is placed.
 * @param {Window} window @param {"White" | "Black"} color whose it is @param {string} step
 */
export async function playStep(window, color, step) {
  const [piece, square] = step.split("@");
  if (square) {
    const reserve = window.find("listbox", `${color} reserve`);
    await window.click(
      reserve.find("option", new RegExp(`^${color.toLowerCase()} ${ROLES[piece]}, `)),
    );
    return window.click(cell(window, square));
  }
  const [, from = "", to = ""] = /^([a-j]\d+)([a-j]\d+)$/.exec(step) ?? [];
  await click(window, from, to);
}

/**
 * Plays so many turns by link, each side in its own browser.
 * @param {[Window, Window]} players the one whose turn it is first
 * @param {number} turns
 * @returns {Promise<string[]>} all links
 */
export async function exchange(players, turns) {
  const links = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const [mover, waiter] = turn % 2 === 0 ? players : [players[1], players[0]];
    await anyTurn(mover, turn + 1);
    await endTurn(mover);
    // Its dialog stays open, for the answer.
    const link = await linkToSend(mover);
    links.push(link);
    await paste(waiter, link);
    await waiter.find("dialog", "Game by link").gone();
    await same(waiter, mover);
  }
  const last = players[(turns - 1) % 2];
  await last.key("Escape");
  await last.find("dialog", "Game by link").gone();
  return links;
}

/**
 * Takes an answer to an invitation to Charismatic Chess by White, up to where White draws: the answer
 * is taken, and Black reveals a first element.
 * @param {Window} white @param {Window} black
 */
export async function bind(white, black) {
  await paste(white, await outgoing(black));
  await paste(black, await outgoing(white));
  await paste(white, await outgoing(black));
}

/** The private link of the seat. @param {Window} window */
export async function seatOf(window) {
  await window.click(window.find("button", "By link"));
  await window.find("dialog", "Game by link").shown();
  const seat = await window.evaluate(
    () =>
      /** @type {HTMLInputElement} */ (
        document.querySelector('#mail [aria-label="Private link of your seat"]')
      ).value,
  );
  await window.key("Escape");
  return seat;
}

/**
 * Begins a game of Magnetic Chess by link and plays a turn each.
 * @param {Window} one who has White, and the move @param {Window} two
 */
export async function begun(one, two) {
  await invite(one, "magnetic", "White");
  await play(one, "c2 c4");
  await accept(two, await share(one));
  await play(two, "d8 a5");
  await paste(one, await share(two));
  await due(one);
}

/**
 * A third reader opens a link and finds every draw of its game proven.
 * @param {Window} reader
 * @param {string} link
 * @param {number} draws
 */
export async function isProven(reader, link, draws) {
  await receive(reader, link);
  await press(reader, "By link");
  await reader.find("dialog", "Game by link").shown();
  await reader.click(reader.select("#mail .fair summary"));
  await reader.select("#mail .fair .good").reads(RegExp(`^All ${draws} draws follow`));
}
