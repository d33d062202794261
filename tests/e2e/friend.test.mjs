// Games with a friend by link: two browsers, and nothing between them but links.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inWindow, open, quit } from "./driver.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** @param {Window} window */
const ready = (window) => window.until(() => document.documentElement.dataset.ready === "true");

/** @param {Window} window @param {string} address */
async function visit(window, address) {
  await window.goto(address);
  await ready(window);
}

/** @param {Window} window @param {string} text */
const says = (window, text) =>
  window.until((text) => (document.getElementById("says")?.textContent ?? "").includes(text), text);

/** @param {Window} window @param {string} steps such as "c2 c4" */
async function play(window, steps) {
  await due(window);
  for (const square of steps.split(" ")) {
    await window.click(window.select(`[role=gridcell][data-square=${square}]`));
  }
}

/** Waits until it is this player's turn. @param {Window} window */
const due = (window) => window.until(() => document.documentElement.dataset.mail === "due");

/** @param {import("./driver.mjs").Element} element */
const isShown = (element) => element.visible();

/**
 * Plays whatever the rules allow, up to where the turn may be ended.
 * @param {Window} window @param {number} [seed]
 */
async function anyTurn(window, seed = 1) {
  await due(window);
  if (await isShown(window.find("button", "Draw five men"))) {
    await window.click(window.find("button", "Draw five men"));
    await window.find("listbox", "Hand").shown();
  }
  if (await isShown(window.find("button", "Place for me"))) {
    await window.click(window.find("button", "Place for me"));
    return;
  }
  const names = await window.evaluate(() =>
    [...document.querySelectorAll("#grid .own")].map(
      (cell) => /** @type {HTMLElement} */ (cell).dataset.square ?? "",
    ),
  );
  for (let tries = 0; tries < names.length; tries += 1) {
    const from = names[(seed * 7 + tries * 3) % names.length];
    await window.click(window.select(`[role=gridcell][data-square=${from}]`));
    const targets = await window.evaluate(() =>
      [...document.querySelectorAll("#grid .target")].map(
        (cell) => /** @type {HTMLElement} */ (cell).dataset.square ?? "",
      ),
    );
    if (targets.length === 0) continue;
    const to = targets[seed % targets.length];
    await window.click(window.select(`[role=gridcell][data-square=${to}]`));
    if (await isShown(window.select("#promotion[open] button")))
      await window.click(window.select("#promotion[open] button"));
    return;
  }
  assert.fail("nothing can be played");
}

/** The squares and men on the board. @param {Window} window @returns {Promise<string[]>} */
const men = (window) =>
  window.evaluate(() =>
    [...document.querySelectorAll("#grid [role=gridcell]")]
      .map((cell) => (cell.getAttribute("aria-label") ?? "").split(", ").slice(0, 2).join(" "))
      .sort(),
  );

/**
 * Waits until one board shows what the other does: the last turn is shown step by step.
 * @param {Window} shown @param {Window} wanted
 */
async function same(shown, wanted) {
  await shows(shown, await men(wanted));
}

/** Waits until a board shows this. @param {Window} shown @param {string[]} all */
async function shows(shown, all) {
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
 * @param {{ name?: string, open?: boolean }} [wishes]
 */
async function invite(window, game, side, { name = "", open = false } = {}) {
  await visit(window, `?game=${game}`);
  await window.click(window.find("button", "New game"));
  const dialog = window.find("dialog", "New game");
  await dialog.shown();
  await window.click(dialog.find("radio", "A friend, by link"));
  await window.click(dialog.find("radio", side));
  if (name) await dialog.find("textbox", "Your name, if you like").fill(name);
  if (open) await window.click(dialog.find("checkbox", /^Open challenge/));
  await window.click(dialog.find("button", "Begin anew"));
  await window.until(() => location.search.includes("mail="));
  await ready(window);
}

/** The link that the page wants to be sent. @param {Window} window */
async function outgoing(window) {
  await window.until(
    () => document.querySelector('#mail[open] [aria-label="Link for the other side"]') !== null,
  );
  const link = await window.evaluate(
    () =>
      /** @type {HTMLInputElement} */ (
        document.querySelector('#mail [aria-label="Link for the other side"]')
      ).value,
  );
  const dialog = window.find("dialog", "Game by link");
  await window.click(window.select("#mail .main"));
  await window.click(dialog.find("button", "Close"));
  await dialog.gone();
  assert.match(link, /#g=[\w-]+[A-Za-z0-9]$/);
  return link;
}

/** Opens a link that came. @param {Window} window @param {string} link */
const receive = (window, link) => visit(window, link.slice(link.indexOf("#")));

/** Accepts an invitation. @param {Window} window @param {string} link */
async function accept(window, link) {
  await receive(window, link);
  const dialog = window.find("dialog", /^An invitation to /);
  await dialog.shown();
  await window.click(dialog.find("button", "Accept"));
}

/** Ends a turn and gives the link. @param {Window} window */
async function share(window) {
  await window.click(window.find("button", "End and share"));
  return outgoing(window);
}

/**
 * Two players, each with a browser of their own.
 * @param {(one: Window, two: Window) => Promise<void>} work
 */
const between = (work) =>
  inWindow({ reducedMotion: true }, async (one) => {
    await inWindow(
      { reducedMotion: true, touch: true, viewport: { width: 390, height: 844 } },
      async (two) => work(one, two),
    )();
  });

test(
  "a game by link: invitation, turns, a draw offered and declined, a takeback, a resignation",
  between(async (one, two) => {
    await invite(one, "magnetic", "White", { name: "Ada" });
    // The first turn goes with the invitation.
    await play(one, "c2 c4");
    const invitation = await share(one);
    await accept(two, invitation);
    await same(one, two);
    await says(one, "Send the invitation");
    await play(two, "d8 a5");
    let link = await share(two);
    await receive(one, link);
    await same(one, two);
    await says(two, "It is the turn of Ada");
    // Nobody plays for the other.
    await two.click(two.select("[role=gridcell][data-square=b8]"));
    await two.click(two.select("[role=gridcell][data-square=c6]"));
    await same(one, two);

    await one.click(one.find("button", "Offer draw"));
    await play(one, "g1 f3");
    link = await share(one);
    await receive(two, link);
    const offered = two.find("dialog", "A draw is offered");
    await offered.shown();
    await two.click(offered.find("button", "Play on"));
    await anyTurn(two);
    link = await share(two);
    await receive(one, link);

    const before = await men(one);
    await due(one);
    await one.click(one.find("button", "By link"));
    await one.click(one.find("button", "Ask to take back my last turn"));
    link = await outgoing(one);
    await receive(two, link);
    const asked = two.find("dialog", "A turn back?");
    await asked.shown();
    await two.click(asked.find("button", "Agree"));
    link = await outgoing(two);
    await receive(one, link);
    await one.find("gridcell", /^g1, white knight/).shown();
    assert.notDeepEqual(await men(one), before);
    await same(one, two);

    await one.click(one.find("button", "Resign"));
    await one.click(one.find("dialog", "Resign").find("button", "Resign"));
    await one.find("alert").shown();
    link = await outgoing(one);
    await receive(two, link);
    await two.find("alert").shown();
    assert.match(await two.find("alert").text(), /^Black wins/);
  }),
);

/**
 * Plays so many turns by link, each side in its own browser.
 * @param {[Window, Window]} players the one whose turn it is first
 * @param {number} turns
 * @returns {Promise<string[]>} all links
 */
async function exchange(players, turns) {
  const links = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const [mover, waiter] = turn % 2 === 0 ? players : [players[1], players[0]];
    await anyTurn(mover, turn + 1);
    const link = await share(mover);
    links.push(link);
    await receive(waiter, link);
    await same(waiter, mover);
  }
  return links;
}

for (const game of ["chessence", "contramatic", "complete-contramatic", "batteries"]) {
  test(
    `${game}: turns by link, and a resignation`,
    between(async (one, two) => {
      await invite(one, game, "White");
      await anyTurn(one);
      await accept(two, await share(one));
      await exchange([two, one], 4);
      // Who wants to resign need not wait for the own turn.
      await one.click(one.find("button", "Resign"));
      await one.click(one.find("dialog", "Resign").find("button", "Resign"));
      const link = await outgoing(one);
      await receive(two, link);
      await two.find("alert").shown();
      assert.match(await two.find("alert").text(), /^Black wins/);
    }),
  );
}

for (const side of /** @type {const} */ (["White", "Black"])) {
  test(
    `Charismatic Chess by link, the inviter playing ${side}: every draw is verified`,
    between(async (one, two) => {
      await invite(one, "charismatic", side);
      await accept(two, await outgoing(one));
      let link = await outgoing(two);
      await receive(one, link);
      if (side === "Black") {
        // Before White draws, Black reveals a first element.
        link = await outgoing(one);
        await receive(two, link);
      }
      const players = /** @type {[Window, Window]} */ (side === "White" ? [one, two] : [two, one]);
      const links = await exchange(players, 7);
      // Any later reader can verify them.
      await inWindow({}, async (reader) => {
        await receive(reader, links[6]);
        await reader.click(reader.find("button", "By link"));
        const dialog = reader.find("dialog", "Game by link");
        await dialog.shown();
        await reader.click(reader.select("#mail .fair summary"));
        await reader.until(() => document.querySelector("#mail .fair .good") !== null);
        assert.match(
          await reader.evaluate(
            () => document.querySelector("#mail .fair .good")?.textContent ?? "",
          ),
          /^All 6 draws follow/,
        );
      })();
    }),
  );
}

test(
  "an open challenge: the first answer that is taken is the opponent's, later ones are told so",
  between(async (one, two) => {
    await invite(one, "magnetic", "Black", { open: true });
    const challenge = await outgoing(one);
    await accept(two, challenge);
    await anyTurn(two);
    const first = await share(two);
    const third = await open({ reducedMotion: true });
    await accept(third, challenge);
    await anyTurn(third, 3);
    const second = await share(third);
    await third.close();
    await receive(one, first);
    const before = await men(one);
    await receive(one, second);
    await one.find("dialog", "Another link of this game").shown();
    assert.match(
      await one.find("dialog", "Another link of this game").text(),
      /Somebody else was quicker/,
    );
    await one.click(one.find("button", "Keep mine"));
    await shows(one, before);
  }),
);

test(
  "an old link, one that departs, and a damaged one: nothing that is here is lost",
  between(async (one, two) => {
    await invite(one, "magnetic", "White");
    await anyTurn(one);
    await accept(two, await share(one));
    const links = await exchange([two, one], 4);
    const before = await men(one);
    const dialog = one.find("dialog", "Another link of this game");

    await receive(one, links[1]);
    await dialog.shown();
    assert.match(await dialog.text(), /older than the game here/);
    await one.click(dialog.find("button", "Keep mine"));
    await shows(one, before);

    // On a device that knows nothing of the game yet, anybody may answer an earlier link.
    const third = await open({ reducedMotion: true });
    await receive(third, links[1]);
    const sit = third.find("dialog", "Play on here?");
    await sit.shown();
    await third.click(sit.find("button", "Play on"));
    await anyTurn(third, 9);
    const other = await share(third);
    await third.close();
    await receive(one, other);
    await dialog.shown();
    assert.match(await dialog.text(), /In turn 4 this link departs/);
    await one.click(dialog.find("button", "Keep both"));
    await one.until(() => location.search.includes("kept="));

    await receive(one, `${links[3].slice(0, -9)}${links[3].slice(-8)}`);
    await one.until(() =>
      /Copy|copy|Ask/.test(document.getElementById("notice")?.textContent ?? ""),
    );
    await receive(one, links[3]);
    await shows(one, before);
  }),
);

test(
  "a seat is moved to another browser by its private link, secret and all",
  between(async (one, two) => {
    await invite(one, "charismatic", "White");
    await accept(two, await outgoing(one));
    await receive(one, await outgoing(two));
    await exchange([one, two], 2);
    await one.click(one.find("button", "By link"));
    const seat = await one.evaluate(
      () =>
        /** @type {HTMLInputElement} */ (
          document.querySelector('#mail [aria-label="Private link of your seat"]')
        ).value,
    );
    await one.close();
    const third = await open({ reducedMotion: true });
    await receive(third, seat);
    await exchange([third, two], 2);
    assert.deepEqual(third.errors(), []);
    await third.close();
  }),
);
