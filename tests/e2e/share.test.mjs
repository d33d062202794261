// Games that are shared and opened: links, QR codes, PGN, positions, pictures.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { cell, named, openGame, play, press, ready, type } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { gameIs, looks, openWhileLoading } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** Opens the dialog that shares the game, and reads a field of it. @param {Window} window */
async function shared(window) {
  await window.click(window.find("button", "Share"));
  await window.find("dialog", "Share").shown();
  /** @param {string} name */
  const value = (name) =>
    window.evaluate(
      (name) =>
        /** @type {HTMLInputElement} */ (document.querySelector(`#share [aria-label="${name}"]`))
          .value,
      name,
    );
  return {
    link: await value("Link to this game"),
    pgn: await value("PGN"),
    fen: await value("FEN"),
  };
}

/** Pastes a text into the dialog that opens games. @param {Window} window @param {string} text */
async function paste(window, text) {
  await window.click(window.find("button", "Open a game"));
  const dialog = window.find("dialog", "Open a game");
  await dialog.shown();
  await dialog.find("textbox", "A link, PGN, or FEN").fill(text);
  await window.click(dialog.find("button", "Open"));
}

/** Waits until the dialog says what is wrong. @param {Window} window @param {RegExp} wanted */
const refused = (window, wanted) =>
  window.until(
    (wanted) =>
      new RegExp(wanted).test(document.querySelector("#paste [role=alert]")?.textContent ?? ""),
    wanted.source,
  );

test(
  "a link that is opened while the page is being loaded is taken up",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    const { link } = await shared(window);
    await window.prepare(openWhileLoading, new URL(link).hash);
    await openGame(window, "?game=chessence");
    await window.until(() => location.search.includes("game=magnetic"));
    await named(window, "c4, white pawn");
  }),
);

test(
  "a link brings the whole game to another device, where it goes on",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4 d8 a5");
    await named(window, "a4, white pawn");
    const { link, pgn, fen } = await shared(window);
    assert.match(link, /#g=[\w-]+[A-Za-z0-9]$/);
    assert.match(pgn, /\n1\. c4\(c7c5\) Qa5\(a2a4,c5h5\) \*\n/);
    assert.match(fen, /^rnb1kbnr\/pp1ppppp\//);
    await window.find("img", "The link as a QR code").shown();

    await inWindow({ touch: true, viewport: { width: 390, height: 760 } }, async (other) => {
      await openGame(other, link.slice(link.indexOf("#")));
      await named(other, "a4, white pawn");
      await named(other, "h5, black pawn");
      assert.doesNotMatch(await other.url(), /#/);
      await other.tap(cell(other, "e2"));
      await other.tap(cell(other, "e4"));
      await named(other, "e4, white pawn");
      await other.reload();
      await ready(other);
      await named(other, "e4, white pawn");
      // The same link again: the game is where it stands by now, and there is one of it.
      await openGame(other, link.slice(link.indexOf("#")));
      await named(other, "e4, white pawn");
    })();
  }),
);

test(
  "a page with a link fetches the module once, and no other",
  inWindow({}, async (window) => {
    // docs/link-format.md, "Example"
    await openGame(window, "#g=AQQAAl-9wmcdE");
    await named(window, "a5, black queen");
    const modules = await window.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => /\/([\w-]+)_bg-\w+\.wasm$/.exec(name)?.[1])
        .filter((name) => name),
    );
    assert.deepEqual([...new Set(modules)], ["whole"]);
  }),
);

test(
  "a link that is opened in a running page is taken up, and the game there stays",
  inWindow({}, async (window) => {
    await openGame(window, "?game=batteries");
    await play(window, "c3 c4");
    await named(window, "c4, white soldier");
    const { link } = await shared(window);
    await window.key("Escape");
    await openGame(window, "?game=magnetic");
    await play(window, "e2 e4");
    await named(window, "e4, white pawn");
    await window.evaluate(
      (hash) => {
        location.hash = hash;
      },
      link.slice(link.indexOf("#")),
    );
    await gameIs(window, "batteries");
    await ready(window);
    await named(window, "c4, white soldier");
    await openGame(window, "?game=magnetic");
    await named(window, "e4, white pawn");
  }),
);

test(
  "links that are damaged, cut, foreign or newer get a sentence, and the game stays",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    const { link } = await shared(window);
    await window.key("Escape");
    const hash = link.slice(link.indexOf("#"));
    for (const [text, wanted] of /** @type {[string, RegExp][]} */ ([
      [hash.slice(0, -1), /end of this link is missing/],
      [hash.replace("#g=AQ", "#g=AR"), /changed on its way/],
      [`${hash.slice(0, 8)}%${hash.slice(8)}`, /a sign in this link .* place 6: %/],
      ["https://example.org/", /no link to a game/],
      ["#g=", /no game in this link/],
      ['[Variant "magnetic"]\n\n1. c4 e5\n2. Qz9', /Line 4, Qz9/],
      ['[Variant "halma"]\n\n1. c4', /Line 1: no game here is called halma/],
      ["8/8/8/8/8/8/8/8 w - - 0 1", /position cannot be played/],
      ["<img src=x onerror=alert(1)>", /no link to a game/],
    ])) {
      await paste(window, text);
      await refused(window, wanted);
      await window.key("Escape");
      await window.find("dialog", "Open a game").gone();
    }
    await openGame(window, hash.slice(0, -2));
    await window.until(() => /link/.test(document.querySelector("#notice p")?.textContent ?? ""));
    await openGame(window, "?game=magnetic");
    await named(window, "c5, black pawn");
  }),
);

test(
  "PGN and positions are opened; several games from one text, without the one that is wrong",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await paste(window, '[Variant "Chess with Batteries"]\n\n1. c4 c7 {why not} (1... d7) 2. d4 *');
    await gameIs(window, "batteries");
    await ready(window);
    await named(window, "d4, white soldier");
    await openGame(window, "?game=magnetic");
    await paste(window, "8/8/3k4/8/3Q4/8/8/4K3 w - - 0 20");
    await named(window, "d6, black king");
    await paste(window, '[Variant "magnetic"]\n\n1. Qz9 *\n\n[Variant "magnetic"]\n\n1. e4 *\n');
    await refused(window, /Line 3, Qz9/);
    await window.click(window.find("link", /Open the first of the games/));
    await named(window, "e4, white pawn");
  }),
);

test(
  "variations and comments go with the link, if they are wanted, and stay with the game",
  inWindow({}, async (window) => {
    await openGame(window, "?game=batteries");
    await paste(window, '[Variant "magnetic"]\n\n1. c4 {why not} d5 (1... Qa5 {better} 2. e4) *');
    await gameIs(window, "magnetic");
    await ready(window);
    const { link, pgn } = await shared(window);
    assert.match(pgn, /\{ why not \}.*\(1\.\.\. Qa5.*\{ better \}\s+2\.\s+e4/s);
    await window.click(window.find("checkbox", "With variations and comments"));
    const bare = await window.evaluate(
      () =>
        /** @type {HTMLInputElement} */ (
          document.querySelector('#share [aria-label="Link to this game"]')
        ).value,
    );
    assert.ok(bare.length < link.length - 20, `${bare} ${link}`);

    await inWindow({}, async (other) => {
      await openGame(other, link.slice(link.indexOf("#")));
      await named(other, "c4, white pawn");
      const there = await shared(other);
      assert.equal(there.link, link);
      assert.match(there.pgn, /\(1\.\.\. Qa5/);
      await other.key("Escape");
      // The game goes on, and they are still there.
      await play(other, "g1 f3");
      await named(other, "f3, white knight");
      const later = await shared(other);
      assert.match(later.pgn, /\(1\.\.\. Qa5.*2\.\s+Nf3/s);
      await other.key("Escape");
      // The game alone, which has none.
      await openGame(other, "?game=batteries");
      await openGame(other, bare.slice(bare.indexOf("#")));
      await named(other, "c4, white pawn");
    })();
  }),
);

/**
 * What the button saves as a file: its name, its type and its bytes, a sign each.
 * @param {Window} window @param {string} button
 */
async function savedBy(window, button) {
  await window.evaluate(() => {
    document.title = "";
    const create = URL.createObjectURL;
    URL.createObjectURL = (/** @type {Blob} */ blob) => {
      blob.arrayBuffer().then((bytes) => {
        const signs = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte));
        Object.assign(window, { saved: { type: blob.type, text: signs.join("") } });
        URL.createObjectURL = create;
        document.title = "saved";
      });
      return create(blob);
    };
    // The link to the file is nowhere on the page.
    const { prototype } = HTMLAnchorElement;
    const { click } = prototype;
    prototype.click = function () {
      Object.assign(window, { savedAs: this.download });
      prototype.click = click;
      click.call(this);
    };
  });
  await window.click(window.find("dialog", "Share").find("button", button));
  await window.until(() => document.title === "saved");
  await window.until(() =>
    /downloads/.test(document.querySelector("#share .said")?.textContent ?? ""),
  );
  const found = await window.evaluate(() => {
    const { saved, savedAs } = Object(window);
    return { ...saved, name: savedAs };
  });
  return /** @type {{ type: string, text: string, name: string }} */ (found);
}

/** Sixteen bits of a file. @param {string} text @param {number} at */
const short = (text, at) => text.charCodeAt(at) + 256 * text.charCodeAt(at + 1);

/** Size, and how long each picture of an animation is shown. @param {string} text */
const animated = (text) => ({
  size: [short(text, 6), short(text, 8)],
  // A picture begins behind a block that says how it is shown.
  delays: text
    .split("\x21\xf9\x04")
    .filter((block) => block.slice(4, 6) === "\x00\x2c")
    .map((block) => short(block, 1)),
});

/** What a drawing shows. @param {string} text */
const drawn = (text) => ({
  begins: text.slice(0, text.indexOf(">") + 1),
  pieces: text.split('e-2)">').length - 1,
});

test(
  "a picture, a drawing and an animation are saved of a game of one step a turn",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4 d8 a5");
    await named(window, "a4, white pawn");
    await shared(window);
    const picture = await savedBy(window, "Save a picture");
    assert.deepEqual([picture.name, picture.type], ["fivefold-magnetic.png", "image/png"]);
    // Eight files at 64 CSS pixels, twice as sharp: the width stands behind the name of the first part.
    assert.equal(picture.text.slice(18, 20), "\x04\x00");
    const drawing = await savedBy(window, "Save as SVG");
    assert.deepEqual([drawing.name, drawing.type], ["fivefold-magnetic.svg", "image/svg+xml"]);
    const { begins, pieces } = drawn(drawing.text);
    assert.match(begins, /width="512" height="512" viewBox="0 0 512 512"/);
    assert.equal(pieces, 32);
    const animation = await savedBy(window, "Save as GIF");
    assert.deepEqual([animation.name, animation.type], ["fivefold-magnetic.gif", "image/gif"]);
    assert.match(animation.text, /^GIF89a/);
    // The position at first and after each of two steps, the last one for longer.
    const usual = animated(animation.text);
    assert.deepEqual(usual, { size: [480, 480], delays: [80, 80, 240] });
    await window.click(window.find("radio", "Fast"));
    await window.click(window.find("radio", "Black"));
    const turned = await savedBy(window, "Save as GIF");
    assert.deepEqual(animated(turned.text).delays, [40, 40, 120]);
    assert.notEqual(turned.text.slice(0, 4000), animation.text.slice(0, 4000));
    assert.deepEqual(await window.faults(), []);
  }),
);

test(
  "they are saved of a line on the analysis board, in a game of turns of several steps",
  inWindow({}, async (window) => {
    const fen = "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -";
    await openGame(window, `?${new URLSearchParams({ analysis: "charismatic", fen })}`);
    await play(window, "a2 a4 e1 e2");
    await press(window, "End turn");
    await window.find("treeitem", /^9 White: a4/).shown();
    await shared(window);
    const drawing = await savedBy(window, "Save as SVG");
    assert.equal(drawing.name, "fivefold-charismatic.svg");
    assert.equal(drawn(drawing.text).pieces, 7);
    const animation = await savedBy(window, "Save as GIF");
    assert.equal(animation.name, "fivefold-charismatic.gif");
    const { delays } = animated(animation.text);
    // The beginning and two steps; the end of the turn adds a picture or, if it changes none, time.
    assert.ok(delays.length >= 3 && delays.length <= 4, String(delays));
    assert.deepEqual(await window.faults(), []);
  }),
);

/**
 * How many squares each picture of an animation has changed, of those with a piece, a mark, or a name.
 * @param {Window} window @param {string} text
 */
const changed = (window, text) =>
  window.evaluate(async (text) => {
    const data = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const decoder = new ImageDecoder({ type: "image/gif", data });
    await decoder.tracks.ready;
    const { frameCount } = decoder.tracks.selectedTrack ?? { frameCount: 0 };
    const [width, height] = [6, 8].map((at) => data[at] + 256 * data[at + 1]);
    const context = new OffscreenCanvas(width, height).getContext("2d");
    if (!context) throw new Error("no picture");
    /** @type {number[]} */
    const counts = [];
    /** @type {Uint8ClampedArray | null} */
    let before = null;
    for (let frameIndex = 0; frameIndex < frameCount; frameIndex += 1) {
      context.drawImage((await decoder.decode({ frameIndex })).image, 0, 0);
      const now = context.getImageData(0, 0, width, height).data;
      const squares = new Set();
      for (let at = 0; before && at < now.length; at += 1) {
        // Some tones are rounded.
        if (Math.abs(now[at] - before[at]) <= 24) continue;
        const pixel = Math.floor(at / 4);
        const side = 60;
        squares.add(Math.floor(pixel / width / side) * 100 + Math.floor((pixel % width) / side));
      }
      if (before) counts.push(squares.size);
      before = now;
    }
    return counts;
  }, text);

test(
  "they are saved of a line on the analysis board, in a game with drops",
  inWindow({}, async (window) => {
    await openGame(window, "?analysis=chessence");
    await shared(window);
    const before = drawn((await savedBy(window, "Save as SVG")).text);
    await window.key("Escape");
    await type(window, "Mdf4", "Mca6", "M@d3");
    await window.find("treeitem", /M@d3/).shown();
    await shared(window);
    const picture = await savedBy(window, "Save a picture");
    assert.deepEqual([picture.name, picture.type], ["fivefold-chessence.png", "image/png"]);
    // Six files.
    assert.equal(picture.text.slice(18, 20), "\x03\x00");
    const drawing = await savedBy(window, "Save as SVG");
    assert.equal(drawing.name, "fivefold-chessence.svg");
    const { begins, pieces } = drawn(drawing.text);
    // The reserves stand above and below the board, three quarters of a square high.
    assert.match(begins, /width="384" height="672" viewBox="0 0 384 672"/);
    // The piece that was dropped is there besides; two of its kind are still in reserve, and Black's three.
    assert.equal(pieces, before.pieces + 1);
    for (const count of ["2", "3"]) assert.equal(drawing.text.split(`>${count}</text>`).length, 3);
    const animation = await savedBy(window, "Save as GIF");
    assert.equal(animation.name, "fivefold-chessence.gif");
    const usual = animated(animation.text);
    assert.deepEqual(usual, { size: [360, 630], delays: [80, 80, 80, 240] });
    // No step was left out: two moves, then the drop, each with the marks of the one before gone.
    const counts = await changed(window, animation.text);
    assert.ok(counts.length === 3 && counts.every((count) => count >= 2), String(counts));
    assert.deepEqual(await window.faults(), []);
  }),
);

test(
  "they are saved of a game whose hands are drawn",
  inWindow({}, async (window) => {
    await openGame(window, "?game=charismatic&seed=5");
    await press(window, "Quick start");
    await window.find("button", "Resign").shown();
    await shared(window);
    const picture = await savedBy(window, "Save a picture");
    assert.deepEqual([picture.name, picture.type], ["fivefold-charismatic.png", "image/png"]);
    const drawing = await savedBy(window, "Save as SVG");
    assert.equal(drawing.name, "fivefold-charismatic.svg");
    // All are placed.
    assert.equal(drawn(drawing.text).pieces, 32);
    const animation = await savedBy(window, "Save as GIF");
    assert.equal(animation.name, "fivefold-charismatic.gif");
    const { size, delays } = animated(animation.text);
    assert.deepEqual(size, [480, 570]);
    // Each draw shows its hand beside the board, and each of the 30 placements is a picture of its own.
    assert.equal(delays.at(-1), 240);
    const waits = delays.slice(0, -1);
    assert.ok(
      waits.every((delay) => [80, 160].includes(delay)),
      String(delays),
    );
    const counts = await changed(window, animation.text);
    assert.equal(counts.length, delays.length - 1);
    assert.ok(
      counts.every((count) => count >= 1),
      String(counts),
    );
    assert.deepEqual(await window.faults(), []);
  }),
);

test(
  "a game opens from PGN with its circles, arrows, comments and variations",
  inWindow({}, async (window) => {
    await openGame(window, "?game=batteries");
    const moves = "1. c4 { [%csl Gd4,Re5][%cal Bg1f3] Well. } (1. e4 { [%csl Yh8] Or. }) Qa5 *";
    await paste(window, `[Variant "magnetic"]\n\n${moves}\n`);
    await gameIs(window, "magnetic");
    await ready(window);
    await named(window, "a5, black queen");
    const { pgn } = await shared(window);
    const flat = pgn.replace(/\s+/g, " ");
    assert.match(flat, /1\. c4\S* \{ \[%csl Gd4,Re5\] \[%cal Bg1f3\] Well\. \}/);
    assert.match(flat, /\( ?1\. e4\S* \{ \[%csl Yh8\] Or\. \} ?\)/);
    // All of it is kept.
    await window.reload();
    await ready(window);
    await named(window, "a5, black queen");
    assert.equal((await shared(window)).pgn.replace(/\s+/g, " "), flat);
  }),
);

test(
  "a message opens that has a link somewhere in it",
  inWindow({}, async (window) => {
    const games = [];
    for (const [game, steps, shown] of [
      ["magnetic", "c2 c4 d8 a5", "a5, black queen"],
      ["batteries", "c3 c4", "c4, white soldier"],
    ]) {
      await openGame(window, `?game=${game}`);
      await play(window, steps);
      await named(window, shown);
      games.push({ game, shown, link: (await shared(window)).link });
      await window.key("Escape");
    }
    /** @param {string} link @param {string} by */
    const wrapped = (link, by) => (link.match(/.{1,24}/g) ?? []).join(by);
    for (const [turn, message] of /** @type {((link: string) => string)[]} */ ([
      (link) => `1. Hi Ada, it is your turn: ${link} (or so I think). See you!`,
      (link) => `Look at this:\n${wrapped(link, "\n")}\nBest wishes, Bob`,
      (link) => `> ${wrapped(link, "\n> ")}\n> On Monday Bob wrote:`,
      (link) => `${link} ${link}`,
      (link) => `The link is ${wrapped(link, " ")} E.`,
    ]).entries()) {
      // Each is pasted where the other game is.
      const { game, shown, link } = games[turn % 2];
      await paste(window, message(link));
      await gameIs(window, game);
      await ready(window);
      await named(window, shown);
    }
  }),
);

test(
  "a position of orthodox chess is opened in the game that one names when asked",
  inWindow({}, async (window) => {
    await openGame(window, "?game=batteries");
    await paste(window, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    const group = window.find("group", "Which game is meant?");
    await group.find("button", "Magnetic Chess").shown();
    await group.find("button", "Progressive Chess").shown();
    assert.equal((await looks(window)).game, "batteries");
    await window.click(group.find("button", "Progressive Chess"));
    await gameIs(window, "progressive");
    await ready(window);
    await named(window, "e1, white king");
  }),
);

test(
  "PGN names the computer with its level as a program",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic&level=14");
    await play(window, "c2 c4");
    const { pgn } = await shared(window);
    assert.match(pgn, /\[White "\?"\]\n\[Black "Fivefold level 14"\]/);
    assert.match(pgn, /\[WhiteType "human"\]\n\[BlackType "program"\]/);
  }),
);
