// Games with a friend by link: two browsers, and nothing between them but links.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { click, openGame, press } from "./board.mjs";
import { inWindow, open, quit } from "./driver.mjs";
import {
  accept,
  anyTurn,
  begun,
  between,
  bind,
  caughtUp,
  due,
  endTurn,
  exchange,
  invite,
  isProven,
  outgoing,
  paste,
  pieces,
  play,
  playStep,
  receive,
  same,
  says,
  seatOf,
  share,
  shows,
} from "./friend.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

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
    // Who has given no name is a friend all the same, not a color.
    await one.select("#far .player-name").reads(/^Friend$/);
    await one.select("#near .player-name").reads(/^Ada$/);
    await two.select("#far .player-name").reads(/^Ada$/);
    await two.select("#near .player-name").reads(/^You$/);
    await play(two, "d8 a5");
    // The buttons beside the sentence fit a phone.
    assert.equal(await two.evaluate(() => document.documentElement.scrollWidth), 390);
    let link = await share(two);
    // The whole message may be opened on the page of the game, too.
    await press(one, "Open a game");
    const opened = one.find("dialog", "Open a game");
    await opened.find("textbox", "A link, PGN, or FEN").fill(`Your turn!\n${link}\nSee you`);
    await one.click(opened.find("button", "Open"));
    await due(one);
    await same(one, two);
    await says(two, "It is the turn of Ada");
    // Nobody plays for the other.
    await click(two, "b8", "c6");
    await same(one, two);

    await one.click(one.find("button", "Offer draw"));
    await one.click(one.find("dialog", "Offer draw").find("button", "Offer draw"));
    await play(one, "g1 f3");
    link = await share(one);
    await receive(two, link);
    const offered = two.find("dialog", "A draw is offered");
    await offered.shown();
    await two.click(offered.find("button", "Play on"));
    await anyTurn(two);
    link = await share(two);
    await receive(one, link);

    const before = await pieces(one);
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
    assert.notDeepEqual(await pieces(one), before);
    await same(one, two);

    await one.click(one.find("button", "Resign"));
    await one.click(one.find("dialog", "Resign").find("button", "Resign"));
    await one.find("alert").shown();
    link = await outgoing(one);
    await receive(two, link);
    await two.find("alert").shown();
    await two.find("alert").reads(/^You won/);

    // A rematch is another invitation, with the sides swapped.
    const over = await two.evaluate(() => location.search);
    await two.click(two.find("button", "Rematch"));
    await two.until((over) => location.search.includes("mail=") && location.search !== over, over);
    await play(two, "g1 f3");
    await receive(one, await share(two));
    const again = one.find("dialog", /^An invitation to /);
    await again.reads(/You would play Black/);
    await one.click(again.find("button", "Accept"));
    await play(one, "g8 f6");
    await receive(two, await share(one));
    await same(two, one);
  }),
);

test(
  "an invitation leads to the lesson and the rules, and a letter goes to the friend by one button",
  between(async (one, two) => {
    await invite(one, "magnetic", "White", { name: "Ada" });
    await play(one, "c2 c4");
    await two.prepare(() => {
      navigator.share = async ({ url = "" } = {}) =>
        void Object.assign(globalThis, { shared: url });
    });
    await receive(two, await share(one));
    const asked = two.find("dialog", /^An invitation to Magnetic/);
    await asked.shown();
    const link = (/** @type {string} */ word) =>
      two.evaluate(
        (word) =>
          [...document.querySelectorAll("#asked a")]
            .find(({ textContent }) => textContent === word)
            ?.getAttribute("href"),
        word,
      );
    assert.deepEqual(
      [await link("Lesson"), await link("Rules")],
      ["?game=magnetic&lesson=1", "./magnetic/"],
    );
    await two.click(asked.find("button", "Accept"));
    await play(two, "d8 a5");
    await endTurn(two);
    const letter = two.find("dialog", "Game by link");
    await letter.shown();
    await letter.find("heading", "Send this to Ada").shown();
    assert.equal(
      await two.evaluate(() => document.activeElement?.textContent),
      await two.select("#mail .main").text(),
    );
    await two.click(two.select("#mail .main"));
    const sent = () => String(/** @type {any} */ (globalThis).shared ?? "");
    await two.until(sent);
    await receive(one, await two.evaluate(sent));
    await same(one, two);
  }),
);

test(
  "a line of one's own goes with the letter, and the friend reads it as the letter is opened",
  between(async (one, two) => {
    const label = "A line of your own, if you like";
    /** Writes a line beside the letter that goes out. @param {Window} window @param {string} text */
    const write = async (window, text) => {
      await endTurn(window);
      const dialog = window.find("dialog", "Game by link");
      await dialog.shown();
      const before = await dialog.find("textbox", "Link for the other side").value();
      await dialog.find("textbox", label).fill(text);
      await window.key("Tab");
      await window.until(
        (before) =>
          /** @type {HTMLInputElement} */ (
            document.querySelector('#mail [aria-label="Link for the other side"]')
          ).value !== before,
        before,
      );
      return outgoing(window);
    };
    await invite(one, "magnetic", "White", { name: "Ada" });
    await play(one, "c2 c4");
    await receive(two, await write(one, "Shall we?"));
    const asked = two.find("dialog", /^An invitation to /);
    await asked.reads(/From Ada: “Shall we\?”/);
    await two.click(asked.find("button", "Accept"));
    await play(two, "d8 a5");
    // What a friend writes is text, however long its words are.
    const line = `<b>Yes</b> ${"W".repeat(100)}`;
    await receive(one, await write(two, line));
    const quote = `From your friend: “${line}”`;
    await one.until((quote) => document.getElementById("says")?.textContent === quote, quote);
    await one.until(
      (quote) => document.getElementById("status")?.textContent?.trim() === quote,
      quote,
    );
    assert.equal(await one.select("#says b").count(), 0);
    assert.ok(await one.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await due(one);
    await press(one, "By link");
    await one.find("dialog", "Game by link").reads(/“<b>Yes<\/b> W+”/);
    await one.key("Escape");
    // The own letter of the next turn has none.
    await play(one, "g1 f3");
    await receive(two, await share(one));
    await same(two, one);
    assert.equal(await two.select("#mail .quote, #notice:not([hidden])").count(), 0);
  }),
);

for (const game of ["chessence", "contramatic", "complete-contramatic", "batteries"]) {
  test(
    `${game}: turns by link, and a resignation`,
    between(async (one, two) => {
      await invite(one, game, "White");
      await anyTurn(one);
      await accept(two, await share(one));
      await exchange([two, one], 2);
      // Who wants to resign need not wait for the own turn.
      await one.click(one.find("button", "Resign"));
      await one.click(one.find("dialog", "Resign").find("button", "Resign"));
      const link = await outgoing(one);
      await receive(two, link);
      await two.find("alert").shown();
      await two.find("alert").reads(/^You won/);
    }),
  );
}

// The inviter plays White in a whole game of `friend-whole.test.mjs`.
test(
  "Charismatic Chess by link, the inviter playing Black: every draw is verified",
  between(async (one, two) => {
    await invite(one, "charismatic", "Black");
    await accept(two, await outgoing(one));
    await paste(one, await outgoing(two));
    // Before White draws, Black reveals a first element.
    await paste(two, await outgoing(one));
    const links = await exchange([two, one], 7);
    // Any later reader can verify them.
    await inWindow({}, (reader) => isProven(reader, links[6], 6))();
  }),
);

test(
  "Charismatic Chess by link with a Quick start: three links, and White moves on a common placement",
  between(async (one, two) => {
    // Whoever answers begins, which takes one link less: so one plays Black by choice.
    await openGame(one, "?game=charismatic");
    await press(one, "New game");
    const begin = one.find("dialog", "New game");
    await begin.shown();
    await one.click(begin.find("radio", "A friend, by link"));
    await begin.reads(/9 if you play Black, 10 if you play White; with Quick start 3 or 4/);
    const isBlack = () =>
      one.evaluate(
        () =>
          /** @type {HTMLInputElement | null} */ (
            document.querySelector("[name=side][value=black]")
          )?.checked,
      );
    assert.equal(await isBlack(), true);
    await one.key("Escape");

    await invite(one, "charismatic", "Black", { name: "Ada", quick: true });
    const invitation = await outgoing(one);
    await says(one, "Links still to come before White's first move: 8.");
    await receive(two, invitation);
    const asked = two.find("dialog", /^An invitation to /);
    await asked.reads(/after 2 more links/);
    await two.click(asked.find("button", "Accept with Quick start"));
    const answer = await outgoing(two);
    await says(two, "Links still to come before White's first move: 1.");
    await paste(one, answer);
    await paste(two, await outgoing(one));
    await due(two);
    // Both sides stand there, and White plays.
    const all = (await pieces(two)).filter((square) => !square.endsWith("empty"));
    assert.equal(all.length, 32);
    const links = await exchange([two, one], 2);
    await inWindow({}, (reader) => isProven(reader, links[1], 6))();
  }),
);

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
    const before = await pieces(one);
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
    const before = await pieces(one);
    const dialog = one.find("dialog", "Another link of this game");

    await receive(one, links[1]);
    await dialog.shown();
    await dialog.reads(/older than the game here/);
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
    await dialog.reads(/In turn 4 this link departs/);
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
    await invite(one, "charismatic", "White", { open: true });
    await accept(two, await outgoing(one));
    await bind(one, two);
    await exchange([one, two], 2);
    const seat = await seatOf(one);
    await one.close();
    const third = await open({ reducedMotion: true });
    await receive(third, seat);
    await exchange([third, two], 2);
    assert.deepEqual(third.errors(), []);
    await third.close();
  }),
);

test(
  "Share offers the letter first, and a look at the game without the seat and the unfinished turn",
  between(async (one, two) => {
    await begun(one, two);
    await play(one, "e2 e4");
    await one.find("gridcell", /^e4, white pawn/).shown();
    const dialog = one.find("dialog", "Share");
    const field = (/** @type {string} */ name) => dialog.find("textbox", name).value();
    await press(one, "Share");
    await dialog.reads(/Finish your turn on the board/);
    await dialog.reads(/no seat .* no unfinished turn/);
    const look = await field("Link to this game");
    assert.doesNotMatch(await field("PGN"), /e4/);
    await one.key("Escape");
    await inWindow({}, async (reader) => {
      await receive(reader, look);
      await reader.find("gridcell", /^e2, white pawn/).shown();
      assert.equal(await reader.find("button", "By link").count(), 0);
    })();
    const letter = await share(one);
    await press(one, "Share");
    await dialog.shown();
    assert.equal(await field("Link for the other side"), letter);
    assert.equal(
      await one.evaluate(() =>
        document.activeElement
          ?.closest("#share .row")
          ?.previousElementSibling?.getAttribute("aria-label"),
      ),
      "Link for the other side",
    );
    assert.notEqual(await field("Link to this game"), letter);
  }),
);

test("what fails behind a button of a game by link is said", async () => {
  const window = await open({});
  try {
    await invite(window, "magnetic", "White");
    await due(window);
    await window.evaluate(() => {
      HTMLDialogElement.prototype.showModal = () => {
        throw new Error("no dialog today");
      };
    });
    await press(window, "By link");
    await window.until(() =>
      /That did not work/.test(document.querySelector("#notice p")?.textContent ?? ""),
    );
    await window.reload();
    await due(window);
    await press(window, "By link");
    const dialog = window.find("dialog", "Game by link");
    await dialog.shown();
    // The answer cannot be read: the store or the module fails.
    await window.evaluate(() => {
      const { trim } = String.prototype;
      String.prototype.trim = function () {
        if (String(this) === "#g=A") throw new Error("no text today");
        return trim.call(this);
      };
    });
    await dialog.find("textbox", "Paste the link that came").fill("#g=A");
    await window.click(dialog.find("button", "Open"));
    await dialog.find("alert").reads(/That did not work/);
  } finally {
    await window.close();
  }
});

/** Waits until the tree of an analysis has so many turns. @param {Window} window @param {number} count */
const turns = (window, count) =>
  window.until((count) => document.querySelectorAll("[role=treeitem]").length === count, count);

test(
  "conditional turns go along with a link and are played at once, and what was explored stays with the game",
  between(async (one, two) => {
    await invite(one, "batteries", "White", { name: "Ada" });
    await play(one, "d3 d4");
    await accept(two, await share(one));
    await play(two, "d8 d7");
    await paste(one, await share(two));
    await play(one, "e3 e4");
    await share(one);

    await press(one, "Analysis");
    await one.find("region", "Analysis").shown();
    await turns(one, 3);
    await one.find("switch", "Computer").carries("aria-disabled", "true");
    await click(one, "g8", "g7");
    await turns(one, 4);
    await one.key("ArrowLeft");
    await click(one, "e8", "e7");
    await turns(one, 5);
    await one.click(one.select("#analysis .conditional > summary"));
    const add = one.find("button", "Add as conditional turn");
    await add.carries("aria-disabled", "true");
    await click(one, "f3", "f4");
    await turns(one, 6);
    await add.carries("aria-disabled", "false");
    await one.click(add);
    const list = one.find("list", "Conditional turns");
    await list.find("button", /^Remove 2…/).shown();
    assert.deepEqual(await one.faults(), []);
    await one.click(one.find("link", "Back to the game"));
    await one.find("dialog", "Game by link").reads(/Conditional turns that go along: 1/);
    const link = await outgoing(one);

    await receive(two, link);
    await play(two, "e8 e7");
    await endTurn(two);
    // It is answered already, and the turn is one's own again.
    await two.select("#notice p").reads(/^Ada has answered this already/);
    await two.find("gridcell", /^f4, white/).shown();
    // The answer may still be shown step by step: then the first press ends that, and selects nothing.
    await due(two);
    while (!(await two.find("gridcell", /^h8, .*selected/).visible())) {
      await click(two, "h8");
      await caughtUp(two);
    }
    await click(two, "h7");
    await paste(one, await share(two));
    await same(one, two);
    await one.find("gridcell", /^h7, black/).shown();

    await press(one, "Analysis");
    await one.find("region", "Analysis").shown();
    // Six of the game, and the one that was explored beside it.
    await turns(one, 7);
    await one.find("list", "Conditional turns").gone();
  }),
);

/**
 * What White and Black play first, White's next turn, and the answer to it that Black sends along: squares of steps,
 * `M@d3` for a piece that is placed.
 * @type {Record<string, { what: string, played: [string, string], next: string, answer: string, left: RegExp }>}
 */
const FORESEEN = {
  progressive: {
    what: "turns of many steps",
    played: ["e2e4", "d7d5 d5e4"],
    next: "d2d3 d3e4 g1f3",
    answer: "g8f6 f6e4 d8d6 d6e6",
    left: /^e6, black queen/,
  },
  chessence: {
    what: "pieces that are placed",
    played: ["d3f4", "c7a6"],
    next: "M@d3",
    answer: "M@c7",
    left: /^c7, black man/,
  },
};

/** Plays the steps of a turn. @param {Window} window @param {"White" | "Black"} color @param {string} steps */
async function take(window, color, steps) {
  for (const step of steps.split(" ")) await playStep(window, color, step);
}

for (const [game, { what, played, next, answer, left }] of Object.entries(FORESEEN))
  test(
    `conditional turns go along with a link: ${what}`,
    between(async (one, two) => {
      await invite(one, game, "Black", { name: "Ada" });
      await accept(two, await outgoing(one));
      await due(two);
      await take(two, "White", played[0]);
      await paste(one, await share(two));
      await due(one);
      await take(one, "Black", played[1]);
      await share(one);

      await press(one, "Analysis");
      await one.find("region", "Analysis").shown();
      for (const [color, steps] of /** @type {const} */ ([
        ["White", next],
        ["Black", answer],
      ])) {
        await take(one, color, steps);
        if (steps.includes(" ")) await one.click(one.find("button", "End turn"));
      }
      await one.click(one.select("#analysis .conditional > summary"));
      const add = one.find("button", "Add as conditional turn");
      await add.carries("aria-disabled", "false");
      await one.click(add);
      await one
        .find("list", "Conditional turns")
        .find("button", /^Remove 2/)
        .shown();
      await one.click(one.find("link", "Back to the game"));
      const link = await outgoing(one);

      await receive(two, link);
      await due(two);
      await take(two, "White", next);
      await endTurn(two);
      await two.select("#notice p").reads(/^Ada has answered this already/);
      await two.find("gridcell", left).shown();
    }),
  );
