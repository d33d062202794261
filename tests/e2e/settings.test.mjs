// The settings: what they change, and that they are kept.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { click, countSounds, named, openGame, press, ready, said } from "./board.mjs";
import { BROWSER, inWindow, quit } from "./driver.mjs";
import { colorsIn, keepSettings, looks } from "./inside.mjs";
import { luminance, ratio } from "./luminance.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** Opens the settings. @param {Window} window */
async function openSettings(window) {
  await window.click(window.find("button", "Settings"));
  const box = window.find("dialog", "Settings");
  await box.shown();
  return box;
}

/** Waits until there is something on the board's canvas, which the first frame paints. @param {Window} window */
const painted = (window) =>
  window.until(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("canvas"));
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    return context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3] === 255;
  });

/** The colour of the middle of an empty square. @param {Window} window */
async function squareColor(window) {
  await painted(window);
  return window.evaluate(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("canvas"));
    const place = canvas.width / 16;
    const data = canvas.getContext("2d")?.getImageData(place, canvas.height / 2 + place, 1, 1).data;
    return [...(data ?? [])].join();
  });
}

/** Waits until the colour of that square is another. @param {Window} window @param {string} old */
const repainted = (window, old) =>
  window.until((old) => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("canvas"));
    const place = canvas.width / 16;
    const data = canvas.getContext("2d")?.getImageData(place, canvas.height / 2 + place, 1, 1).data;
    return [...(data ?? [])].join() !== old;
  }, old);

test(
  "board, contrast and theme repaint the board, and are kept",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    const box = await openSettings(window);
    let color = await squareColor(window);
    for (const name of ["Wood", "More", "Dark"]) {
      await window.click(box.find("radio", name));
      await repainted(window, color);
      color = await squareColor(window);
    }
    await window.click(box.find("button", "Close"));
    await window.reload();
    await ready(window);
    const { theme, board, contrast } = await looks(window);
    assert.deepEqual(
      { theme, board, contrast },
      { theme: "dark", board: "wood", contrast: "more" },
    );
  }),
);

/** Colours that marks have on the board, each with a rim in the colour of the halo. */
const MARKS = ["accent", "danger", "gold", "ink", "muted"];

test(
  "on every board, light and dark, each mark, hole, name of a square and piece stands out",
  inWindow({}, async (window) => {
    await openGame(window, "?game=chessence");
    const games = [
      "charismatic",
      "chessence",
      "contramatic",
      "magnetic",
      "batteries",
      "progressive",
    ];
    const names = [...MARKS, "halo", "light", "dark", "hole", "on-light", "on-dark", "on-hole"];
    /** What must be told apart, and how well. @type {(read: (name: string) => number) => [string, number, number][]} */
    const pairs = (of) => {
      const [paper, ink] = [0.983, 0.018];
      return [
        ...MARKS.map(
          (name) =>
            /** @type {[string, number, number]} */ ([name, ratio(of(name), of("halo")), 3]),
        ),
        ["hole by light", ratio(of("hole"), of("light")), 3],
        ["hole by dark", ratio(of("hole"), of("dark")), 3],
        ["name on light", ratio(of("on-light"), of("light")), 4.5],
        ["name on dark", ratio(of("on-dark"), of("dark")), 4.5],
        ["name on hole", ratio(of("on-hole"), of("hole")), 4.5],
        ["light by dark", ratio(of("light"), of("dark")), 1.5],
        // Each piece has its outline in the other's colour.
        ...["light", "dark"].map(
          (name) =>
            /** @type {[string, number, number]} */ ([
              `piece on ${name}`,
              Math.max(ratio(of(name), paper), ratio(of(name), ink)),
              4.5,
            ]),
        ),
      ];
    };
    const every = ["slate", "paper", "wood", "green"].flatMap((board) =>
      ["light", "dark"].flatMap((theme) =>
        ["", "more"].flatMap((contrast) => games.map((game) => ({ board, theme, contrast, game }))),
      ),
    );
    const colors = await colorsIn(window, every, names);
    let seen = 0;
    for (const [place, { board, theme, contrast, game }] of every.entries()) {
      const found = colors[place].map(luminance);
      for (const [what, ratio, least] of pairs((name) => found[names.indexOf(name)] ?? 0)) {
        assert.ok(
          ratio >= least,
          `${what}: ${ratio.toFixed(2)} on ${board}, ${theme} ${contrast}, ${game}`,
        );
        seen += 1;
      }
    }
    assert.equal(seen, 4 * 2 * 2 * games.length * 13);
  }),
);

/** How well c6, a hole of Chessence, and the dark square b6 can be told apart; 0 unless the hole is the darker one. @param {Window} window */
async function holeRatio(window) {
  await painted(window);
  const colors = await window.evaluate(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("canvas"));
    const side = canvas.width / 6;
    return [2.5, 1.5].map((file) => [
      ...(canvas.getContext("2d")?.getImageData(file * side, 3.5 * side, 1, 1).data ?? []),
    ]);
  });
  const [hole = 1, square = 0] = colors.map(luminance);
  return hole < square ? ratio(hole, square) : 0;
}

test(
  "a hole of Chessence is painted as one on every board",
  inWindow({}, async (window) => {
    await openGame(window, "?game=chessence");
    const box = await openSettings(window);
    let color = await squareColor(window);
    for (const theme of ["Light", "Dark"]) {
      await window.click(box.find("radio", theme));
      for (const board of ["Paper", "Wood", "Green", "Slate"]) {
        await window.click(box.find("radio", board));
        await repainted(window, color);
        color = await squareColor(window);
        assert.ok((await holeRatio(window)) >= 3, `${board}, ${theme}`);
      }
    }
  }),
);

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  test(
    `a hole of Chessence is painted as one in forced colours and with more contrast, ${scheme}`,
    inWindow({ scheme }, async (window) => {
      for (const wish of [{ forced: true }, { contrast: /** @type {const} */ ("more") }]) {
        await window.wish({ scheme, ...wish });
        await openGame(window, "?game=chessence");
        const ratio = await holeRatio(window);
        assert.ok(ratio >= 3, `${JSON.stringify(wish)}: ${ratio}`);
      }
    }),
  );
}

test(
  "another set of pieces is fetched when it is chosen, and stands in the trays too",
  inWindow({}, async (window) => {
    await openGame(window, "?game=contramatic");
    const tray = () =>
      window.evaluate(() => document.querySelector("[role=option] img")?.getAttribute("src"));
    const old = await tray();
    const box = await openSettings(window);
    let shown = old;
    for (const name of ["Classic", "Bold"]) {
      await window.click(box.find("radio", name));
      await window.until(
        (shown) => document.querySelector("[role=option] img")?.getAttribute("src") !== shown,
        shown,
      );
      shown = await tray();
      assert.notEqual(shown, old, name);
    }
    await window.click(box.find("group", "Pieces").find("radio", "Standard"));
    await window.until(
      (old) => document.querySelector("[role=option] img")?.getAttribute("src") === old,
      old,
    );
  }),
);

/** Where the board is, in CSS pixels: left, top, width. @param {Window} window */
const boardBox = (window) =>
  window.evaluate(() => {
    const box = /** @type {Element} */ (document.getElementById("grid")).getBoundingClientRect();
    return [box.left, box.top, box.width].map(Math.round);
  });

/** The names of files that stand beside the board, if they are seen. @param {Window} window */
const filesBeside = (window) =>
  window.evaluate(() => {
    const line = /** @type {HTMLElement} */ (document.getElementById("file-names"));
    return line.checkVisibility() ? line.innerText.replace(/\s/g, "") : "";
  });

test(
  "coordinates stand inside, outside or nowhere, and are turned with the board",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    const inside = await boardBox(window);
    assert.equal(await filesBeside(window), "");
    const box = await openSettings(window);
    const names = box.find("group", "Coordinates");
    await window.click(names.find("radio", "Outside"));
    await window.until(() => document.getElementById("file-names")?.checkVisibility());
    await window.click(box.find("button", "Close"));
    assert.equal(await filesBeside(window), "abcdefgh");
    const outside = await boardBox(window);
    assert.ok((outside[2] ?? 0) < (inside[2] ?? 0), "they have room beside the board");
    await window.click(window.find("button", "Flip board"));
    await window.until(() =>
      document.getElementById("file-names")?.textContent?.trim().startsWith("h"),
    );
    await window.reload();
    await ready(window);
    await window.until(() => document.getElementById("file-names")?.checkVisibility());
    // A piece is taken by where it is seen.
    await click(window, "c2", "c4");
    await named(window, "c5, black pawn");
    await openSettings(window);
    await window.click(names.find("radio", "None"));
    await window.until(() => !document.getElementById("file-names")?.checkVisibility());
  }),
);

test(
  "no piece of a set lies on the names of files and ranks",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    for (const set of ["", "classic", "bold"]) {
      const folder = new URL(`../../web/pieces/${set ? `${set}/` : ""}`, import.meta.url);
      for (const name of readdirSync(folder)) {
        if (!name.endsWith(".svg") || /^(emblem|mark|icon)/.test(name)) continue;
        const drawing = readFileSync(new URL(name, folder), "utf8");
        const covered = await window.evaluate(async (drawing) => {
          const image = new Image();
          image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
          await image.decode();
          const fine = 4;
          const found = [];
          for (const side of [36, 38, 40, 45, 49, 60, 75, 100]) {
            // As large as the board writes them.
            const size = Math.round(Math.min(13, Math.max(8, side * 0.16)));
            const [inset, wide] = [Math.max(2, side * 0.045), size * 0.55];
            // Nothing is painted below them.
            const canvas = new OffscreenCanvas(side * fine, Math.ceil((inset + size) * fine));
            const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
              canvas.getContext("2d")
            );
            context.drawImage(image, 0, 0, side * fine, side * fine);
            for (const left of [inset, side - inset - wide]) {
              const box = [left, inset + size * 0.2, wide, size * 0.52].map((part) =>
                Math.round(part * fine),
              );
              const { data } = context.getImageData(box[0], box[1], box[2], box[3]);
              const inked = data.filter((part, at) => at % 4 === 3 && part > 100).length;
              if (inked > fine * fine) found.push(side);
            }
          }
          return found;
        }, drawing);
        assert.deepEqual(covered, [], `${set} ${name}`);
      }
    }
  }),
);

test(
  "whoever had switched coordinates off has none",
  inWindow({}, async (window) => {
    await window.prepare(keepSettings, { coordinates: false });
    await openGame(window, "?game=magnetic");
    const box = await openSettings(window);
    await window.until(() =>
      document.querySelector("input[name=coordinates][value=none]")?.matches(":checked"),
    );
    await window.click(box.find("button", "Close"));
  }),
);

test(
  "zen shows only the board and what a turn needs, moves nothing, and is left by a key or a button",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    const before = await boardBox(window);
    const isShown = (/** @type {boolean} */ shown) =>
      window.until((shown) => {
        const seen = (/** @type {string} */ id) =>
          document.getElementById(id)?.checkVisibility({ visibilityProperty: true }) ?? false;
        const others = ["do-share", "do-attacks", "lesson", "do-new", "moves", "goals"];
        return seen("do-zen") !== shown && others.every((id) => seen(id) === shown);
      }, shown);
    await isShown(true);
    await window.key("z");
    await isShown(false);
    assert.deepEqual(await boardBox(window), before);
    await click(window, "c2", "c4");
    await named(window, "c5, black pawn");
    await window.reload();
    await ready(window);
    await isShown(false);
    await window.click(window.find("button", "Leave zen"));
    await isShown(true);
    await window.key("z");
    await isShown(false);
    await window.key("z");
    await isShown(true);
  }),
);

/**
 * Waits until a white pawn stands on the canvas at b2, or no longer does.
 * @param {Window} window @param {boolean} stands
 */
const pawnStands = (window, stands) =>
  window.until((stands) => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("canvas"));
    const side = canvas.width / 8;
    const colorAt = (/** @type {number} */ column, /** @type {number} */ row) =>
      [
        ...(canvas.getContext("2d")?.getImageData(column * side, row * side, 1, 1).data ?? []),
      ].join();
    return (colorAt(1.5, 6.6) !== colorAt(1.5, 4.6)) === stands;
  }, stands);

test(
  "who plays blindfold sees no pieces, and plays all the same; larger pieces are larger",
  inWindow({ reducedMotion: true }, async (window) => {
    await openGame(window, "?game=magnetic");
    const pieces = () =>
      window.evaluate(() => {
        const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("canvas"));
        const side = canvas.width / 8;
        const found = canvas.getContext("2d")?.getImageData(0, 6 * side, canvas.width, side).data;
        // What is lighter than the squares is of a white pawn.
        let count = 0;
        for (let at = 0; at < (found?.length ?? 0); at += 4) {
          const [red = 0, green = 0, blue = 0] = found?.slice(at, at + 3) ?? [];
          if (red > 250 && green > 250 && blue > 240) count += 1;
        }
        return count;
      });
    await pawnStands(window, true);
    const usual = await pieces();
    const box = await openSettings(window);
    await window.click(box.find("radio", "Large"));
    await window.click(box.find("checkbox", /^Blindfold/));
    await window.click(box.find("button", "Close"));
    await pawnStands(window, false);
    assert.equal(await pieces(), 0);
    await click(window, "c2", "c4");
    await named(window, "c5, black pawn");
    await window.key("[");
    await openSettings(window);
    await window.click(box.find("checkbox", /^Blindfold/));
    await window.click(box.find("button", "Close"));
    await pawnStands(window, true);
    const large = await pieces();
    assert.ok(large > 1.1 * usual, `${large} of ${usual} pixels`);
  }),
);

test(
  "the settings show what they change: squares, pieces, names, and how a sound is",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    const box = await openSettings(window);
    await window.until(() => document.querySelectorAll("#settings .preview img").length > 3);
    const first = () =>
      window.evaluate(() => document.querySelector("#settings .preview img")?.getAttribute("src"));
    const old = await first();
    await window.click(box.find("group", "Pieces").find("radio", "Bold"));
    await window.until(
      (old) => document.querySelector("#settings .preview img")?.getAttribute("src") !== old,
      old,
    );
    await window.evaluate(() => {
      const heard = /** @type {any} */ (globalThis);
      heard.pitches = [];
      const fill = AudioBuffer.prototype.copyToChannel;
      AudioBuffer.prototype.copyToChannel = function (samples, channel) {
        // How often a second what is heard rises through zero.
        let rises = 0;
        for (let at = 1; at < samples.length; at += 1) {
          if (samples[at - 1] < 0 && samples[at] >= 0) rises += 1;
        }
        heard.pitches.push((rises * this.sampleRate) / samples.length);
        return fill.call(this, samples, channel);
      };
      heard.gains = [];
      const start = AudioBufferSourceNode.prototype.start;
      const sources = /** @type {any} */ (AudioBufferSourceNode.prototype);
      const { connect } = sources;
      sources.connect = function (/** @type {any} */ to) {
        heard.output = to;
        return connect.call(this, to);
      };
      AudioBufferSourceNode.prototype.start = function (...when) {
        heard.gains.push(heard.output.gain.value);
        return start.apply(this, when);
      };
    });
    for (const name of ["Felt", "Glass"]) {
      await window.click(box.find("group", "Voice").find("radio", name));
      await window.until(
        (count) => /** @type {any} */ (globalThis).pitches.length >= count,
        name === "Felt" ? 1 : 2,
      );
    }
    const [felt, glass] = await window.evaluate(() => /** @type {any} */ (globalThis).pitches);
    assert.ok(glass > 2 * felt, `${glass} and ${felt} Hz`);
    const gains = () => window.evaluate(() => /** @type {any} */ (globalThis).gains);
    const before = (await gains()).length;
    await box.find("slider", "Volume").focus();
    await window.key("Home");
    await window.until((before) => /** @type {any} */ (globalThis).gains.length > before, before);
    const [loud, ...rest] = await gains();
    assert.ok(loud > 2 * rest.at(-1), `${loud} and ${rest.at(-1)}`);
    // How fast pieces move and turns are shown again.
    const took = () =>
      window.evaluate(() => {
        const piece = document.querySelectorAll("#settings .preview i")[3]?.firstElementChild;
        return piece?.getAnimations().at(-1)?.effect?.getTiming().duration ?? 0;
      });
    const times = [];
    for (const [group, name] of [
      ["Replay", "Slow"],
      ["Replay", "Fast"],
      ["Animation", "Fast"],
    ]) {
      await window.click(box.find("group", group).find("radio", name));
      await window.until((last) => {
        const piece = document.querySelectorAll("#settings .preview i")[3]?.firstElementChild;
        const moved = piece?.getAnimations().at(-1);
        return moved && moved.effect?.getTiming().duration !== last;
      }, times.at(-1) ?? 0);
      times.push(await took());
    }
    assert.deepEqual(
      times,
      [...times].sort((one, other) => Number(other) - Number(one)),
    );
    await window.click(box.find("button", "Close"));
  }),
);

test(
  "a turn of one step waits to be ended, if the settings say so",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    const box = await openSettings(window);
    await window.click(box.find("checkbox", /^Confirm each turn/));
    await window.click(box.find("button", "Close"));
    await click(window, "c2", "c4");
    await named(window, "c5, black pawn");
    await said(window, "End the turn, or take the step back.");
    await click(window, "d7");
    await named(window, "d7, black pawn");
    await window.click(window.find("button", "Undo step"));
    await named(window, "c2, white pawn");
    await named(window, "c7, black pawn");
    await click(window, "c2", "c4");
    await named(window, "c4, white pawn");
    // A reload loses neither the step nor the question.
    await window.reload();
    await ready(window);
    await named(window, "c4, white pawn");
    await window.click(window.find("button", "End turn"));
    await said(window, "White ends the turn.");
    await click(window, "d7", "d5");
    await named(window, "d5, black pawn");
    await window.key("Control+Enter");
    await said(window, "Black ends the turn.");
  }),
);

test(
  "sounds: none before a gesture, one for each thing done, and none when muted",
  inWindow({ sounds: true }, async (window) => {
    // Where the machine has nothing that sounds, only Chromium does as if it had.
    if (BROWSER !== "chromium") {
      await window.prepare(() => {
        Object.defineProperty(AudioContext.prototype, "state", { get: () => "running" });
        AudioContext.prototype.resume = () => Promise.resolve();
      });
    }
    await openGame(window, "?game=magnetic");
    const { struck, sounds } = await countSounds(window);
    await click(window, "e2");
    assert.equal(await struck(), 0);
    await click(window, "e4");
    await sounds(0);
    const before = await struck();
    await click(window, "d7", "d3");
    await sounds(before);
    await window.key("m");
    await said(window, "Sounds are off.");
    const muted = await struck();
    await click(window, "d7", "d5");
    await named(window, "d5, black pawn");
    assert.equal(await struck(), muted);
    const box = await openSettings(window);
    await window.until(
      () => document.querySelector("input[name=sounds]")?.matches(":not(:checked)") ?? false,
    );
    await window.click(box.find("button", "Close"));
  }),
);

test(
  "where the browser makes no sounds, the game is played in silence, and nothing is reported",
  inWindow({ sounds: true }, async (window) => {
    await window.prepare(() => {
      delete (/** @type {{ AudioContext?: unknown }} */ (globalThis).AudioContext);
    });
    await openGame(window, "?game=magnetic");
    await click(window, "e2", "e4", "d7", "d5");
    await named(window, "d5, black pawn");
  }),
);

test(
  "after a while of silence the device's output is let go, and the next step is heard again",
  // Where the machine has nothing that sounds, only Chromium does as if it had.
  { skip: BROWSER !== "chromium" },
  inWindow({ sounds: true }, async (window) => {
    // The while is short here, no sound is too late on a slow machine, and what is heard can be asked for.
    await window.prepare(() => {
      const heard = /** @type {any} */ (globalThis);
      performance.now = () => 0;
      const later = globalThis.setTimeout;
      heard.setTimeout = (/** @type {() => void} */ work, /** @type {number} */ delay) =>
        later(work, delay >= 10_000 && delay <= 60_000 ? 1500 : delay);
      const Real = globalThis.AudioContext;
      heard.AudioContext = class extends Real {
        /** @param {AudioContextOptions} options */
        constructor(options) {
          super(options);
          heard.context = this;
        }
        /** Takes longer than it would. */
        async suspend() {
          heard.leaving = true;
          heard.times = (heard.times ?? 0) + 1;
          await new Promise((done) => later(done, 250));
          await super.suspend();
          heard.leaving = false;
        }
      };
    });
    await openGame(window, "?game=magnetic");
    const { struck, sounds } = await countSounds(window);
    const rests = () => /** @type {any} */ (globalThis).context?.state === "suspended";
    await window.evaluate(() => {
      const heard = /** @type {any} */ (globalThis);
      const start = AudioBufferSourceNode.prototype.start;
      AudioBufferSourceNode.prototype.start = function (...when) {
        heard.lost ||= heard.leaving;
        return start.apply(this, when);
      };
    });
    await click(window, "e2", "e4");
    await sounds(0);
    await window.until(rests);
    const before = await struck();
    await window.evaluate(() => {
      const heard = /** @type {any} */ (globalThis);
      heard.context.onstatechange = () => {
        if (heard.context.state === "running") heard.resumed = true;
      };
    });
    await click(window, "d7", "d5");
    await sounds(before);
    await window.until(() => /** @type {any} */ (globalThis).resumed === true);
    // What comes while it is being let go is heard, too, but does not begin until the output is back.
    const last = await struck();
    const times = await window.evaluate(() => /** @type {any} */ (globalThis).times);
    await click(window, "e4");
    await window.until((times) => /** @type {any} */ (globalThis).times > times, times);
    await click(window, "e5");
    await sounds(last);
    assert.equal(await window.evaluate(() => /** @type {any} */ (globalThis).lost === true), false);
  }),
);

test(
  "motion is reduced when the settings or the system say so",
  inWindow({ reducedMotion: true }, async (window) => {
    await openGame(window, "?game=magnetic");
    assert.equal((await looks(window)).still, "true");
  }),
);

test(
  "single-key shortcuts can be switched off",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await window.key("?");
    const keys = window.find("dialog", "Keys");
    await keys.shown();
    await window.key("Escape");
    const box = await openSettings(window);
    await window.click(box.find("checkbox", "Single-key shortcuts"));
    await window.click(box.find("button", "Close"));
    await window.key("?");
    await press(window, "Keys");
    await keys.reads(/switched off/);
  }),
);

test(
  "a game that a second window takes up goes on there, and can be fetched back; nothing is lost",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await click(window, "e2", "e4");
    await named(window, "e4, white pawn");
    // The watch on other windows comes with the move list.
    await window.until(() => document.querySelector("#score li") !== null);
    const second = await window.another();
    await openGame(second, "?game=magnetic");
    await named(second, "e4, white pawn");
    await window.find("link", "Play here").shown();
    await click(second, "d7", "d5");
    await named(second, "d5, black pawn");
    await window.click(window.find("link", "Play here"));
    await ready(window);
    await named(window, "d5, black pawn");
    await second.find("link", "Play here").shown();
  }),
);

test(
  "resigning and an agreed draw end a game",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await click(window, "e2", "e4");
    await window.click(window.find("button", "Offer draw"));
    await window.click(window.find("dialog", "Offer draw").find("button", "Decline"));
    await window.click(window.find("button", "Resign"));
    await window.click(window.find("dialog", "Resign").find("button", "Resign"));
    const result = window.find("alert");
    await result.shown();
    await result.reads(/^White wins\s+Black resigns\.$/);
    await window.click(window.find("button", "Rematch"));
    await click(window, "e2", "e4");
    await window.click(window.find("button", "Offer draw"));
    await window.click(window.find("dialog", "Offer draw").find("button", "Agree to the draw"));
    await result.shown();
    await result.reads(/^Drawn game\s+By agreement\.$/);
  }),
);

test(
  "in a browser that has no popovers the settings open, too",
  inWindow({}, async (window) => {
    await window.prepare(() => {
      for (const name of ["popover", "showPopover"]) {
        delete (/** @type {any} */ (HTMLElement.prototype)[name]);
      }
    });
    await openGame(window, "?game=magnetic");
    const box = await openSettings(window);
    const color = await squareColor(window);
    await window.click(box.find("radio", "Wood"));
    await repainted(window, color);
    await window.key("Escape");
    await box.gone();
  }),
);
