// The lessons: each walked to its end, with the mistakes that it has answers to.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { cell, press, ready, said } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { GAMES } from "./games.mjs";
import { focusedOn, keepSettings, replied } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */
/**
 * What a lesson's file says of a task, as far as it is tried here.
 * @typedef {object} Task
 * @property {string} title
 * @property {string} task
 * @property {string} hint
 * @property {string[]} solution
 * @property {string} good
 * @property {{ play: string[], say: string }[]} wrong
 * @property {string} otherwise
 * @property {{ try: string[], say: string }[]} refused
 */
/** @typedef {{ tasks: Task[], end: string }} Lesson */

const ROLES = /** @type {Record<string, string>} */ ({
  M: "man",
  R: "rook",
  q: "Queen",
  r: "Rook",
  b: "Bishop",
  n: "Knight",
});
const PHONE = { viewport: { width: 390, height: 844 }, touch: true, reducedMotion: true };

/** @param {string} game @returns {Lesson} */
const lessonOf = (game) =>
  JSON.parse(readFileSync(new URL(`../../web/lessons/${game}.json`, import.meta.url), "utf8"));

/** @param {Window} window @param {string} game */
async function openLesson(window, game) {
  await window.goto(`?game=${game}&lesson=1`);
  await ready(window);
}

/** Waits until a task is set. @param {Window} window @param {Task} task */
const isSet = (window, task) => window.find("heading", task.title).shown();

/**
 * Makes a step of the notation for machines, as a person does.
 * @param {Window} window
 * @param {string} step
 * @param {boolean} [dragged] whether pieces are dragged: dropped on an own piece they are refused
 */
async function make(window, step, dragged = false) {
  if (step === "end") return press(window, "End turn");
  const [, piece, entry] = step.match(/^([A-Z])@(.+)$/) ?? [];
  if (entry) {
    await window.click(window.select(`[data-open=true] > [data-role=${ROLES[piece]}]`));
    return window.click(cell(window, entry));
  }
  const [, from, to, into] = step.match(/^([a-z]\d+)([a-z]\d+)([a-z]?)$/) ?? [];
  if (dragged) await window.drag(cell(window, from), cell(window, to));
  else {
    await window.click(cell(window, from));
    await window.click(cell(window, to));
  }
  if (into) await press(window, ROLES[into]);
}

/** Takes an unfinished turn back. @param {Window} window */
async function takeBack(window) {
  for (const name of ["Reset turn", "Clear"]) {
    const button = window.find("button", name);
    if (await button.count()) return window.click(button);
  }
}

for (const game of GAMES) {
  test(
    `the lesson on ${game} answers mistakes and is walked to its end`,
    inWindow({ reducedMotion: true }, async (window) => {
      const { tasks, end } = lessonOf(game);
      await openLesson(window, game);
      for (const [place, task] of tasks.entries()) {
        await isSet(window, task);
        await said(window, task.task);
        await window.find("img", `Task ${place + 1} of ${tasks.length}`).shown();
        for (const { try: steps, say } of task.refused) {
          for (const step of steps) await make(window, step, true);
          await replied(window, "refusal", say);
          await said(window, say);
          if (steps.length > 1) await takeBack(window);
        }
        for (const { play, say } of task.wrong) {
          for (const step of play) await make(window, step);
          await replied(window, "wrong", say);
          await said(window, say);
          if (await window.find("button", "Try again").count()) await press(window, "Try again");
          else await takeBack(window);
        }
        for (const step of task.solution) await make(window, step);
        await replied(window, "good", task.good);
        await said(window, task.good);
        await window.find("img", `Task ${place + 1} of ${tasks.length}, done`).shown();
        await press(window, place + 1 < tasks.length ? "Next" : "Finish");
      }
      await window.find("heading", "End of the lesson").shown();
      await said(window, end);
      await window.find("link", "The rules").carries("href", RegExp(game));
      await window.click(window.find("link", "Play now"));
      await window.until(() => !location.search.includes("lesson"));
      await ready(window);
    }),
  );
}

test(
  "a lesson is walked by keys alone",
  inWindow({ reducedMotion: true }, async (window) => {
    const { tasks } = lessonOf("magnetic");
    await openLesson(window, "magnetic");
    const focused = () => focusedOn(window);
    /** @param {(name: string) => boolean} wanted */
    const tabTo = async (wanted) => {
      for (let keys = 0; keys < 60; keys += 1) {
        if (wanted(await focused())) return;
        await window.key("Tab");
      }
      assert.fail("the Tab key does not lead there");
    };
    /** @param {string} square */
    const enterAt = async (square) => {
      await tabTo((name) => /^[a-h][1-8]$/.test(name));
      for (let keys = 0; (await focused()) !== square; keys += 1) {
        assert.ok(keys < 20, `the cursor comes to ${square}`);
        const at = await focused();
        const key = at[0] < square[0] ? "ArrowRight" : at[0] > square[0] ? "ArrowLeft" : "";
        await window.key(key || (at[1] < square[1] ? "ArrowUp" : "ArrowDown"));
      }
      await window.key("Enter");
    };
    for (const [place, task] of tasks.entries()) {
      await isSet(window, task);
      const [wrong] = task.wrong;
      if (wrong) {
        await enterAt(wrong.play[0].slice(0, 2));
        await enterAt(wrong.play[0].slice(2, 4));
        await replied(window, "wrong", wrong.say);
        await window.key("Backspace");
      }
      await enterAt(task.solution[0].slice(0, 2));
      await enterAt(task.solution[0].slice(2, 4));
      if (task.solution[0].length > 4) {
        await window.find("dialog", "Promote to").shown();
        await window.key("Enter");
      }
      await replied(window, "good", task.good);
      const name = place + 1 < tasks.length ? "Next" : "Finish";
      await tabTo((focused) => focused === name);
      await window.key("Enter");
    }
    await window.find("heading", "End of the lesson").shown();
    assert.equal(await focused(), "Play now");
  }),
);

test(
  "two mistakes bring a hint, and Show me plays the solution",
  inWindow(PHONE, async (window) => {
    const { tasks } = lessonOf("charismatic");
    const { solution, hint, good } = tasks[3];
    await openLesson(window, "charismatic");
    for (let place = 0; place < 3; place += 1) await window.tap(window.find("button", "Next"));
    await isSet(window, tasks[3]);
    await window.tap(cell(window, "e1"));
    await window.tap(cell(window, "f1"));
    await window.tap(window.find("button", "End turn"));
    await replied(window, "wrong", tasks[3].otherwise);
    // A touch of the board takes the wrong turn back.
    await window.tap(cell(window, "e1"));
    await window.find("gridcell", /^e1, white king, .*selected/).shown();
    await window.tap(cell(window, "f2"));
    await window.tap(window.find("button", "End turn"));
    await replied(window, "wrong", hint);
    await window.tap(window.find("button", "Show me"));
    await replied(window, "good", good);
    assert.ok(solution.length > 2);
    await window.find("gridcell", /^h6, white bishop/).shown();
    await window.find("img", "Task 4 of 5, shown").shown();
    await window.tap(window.find("button", "Try again"));
    await window.find("gridcell", /^c1, white bishop/).shown();
  }),
);

test(
  "a lesson goes on where it was left, and the game in progress is still there",
  inWindow({ reducedMotion: true }, async (window) => {
    const { tasks } = lessonOf("contramatic");
    await window.goto("?game=contramatic");
    await ready(window);
    await press(window, "Quick start");
    await window.until(() => document.querySelectorAll("#score li").length > 1);
    const played = await window.evaluate(() => document.querySelector("#score")?.textContent ?? "");
    await window.click(window.find("link", "Lesson"));
    await window.until(() => location.search.includes("lesson"));
    await ready(window);
    for (const step of tasks[0].solution) await make(window, step);
    await replied(window, "good", tasks[0].good);
    await window.reload();
    await ready(window);
    await isSet(window, tasks[1]);
    await press(window, "Back");
    await window.find("img", `Task 1 of ${tasks.length}, done`).shown();
    await window.click(window.find("link", "Leave"));
    await window.until(() => !location.search.includes("lesson"));
    await ready(window);
    await window.until(
      (played) => document.querySelector("#score")?.textContent === played,
      played,
    );
  }),
);

test(
  "who confirms turns in games is answered at once in lessons",
  inWindow({ reducedMotion: true }, async (window) => {
    const [task] = lessonOf("batteries").tasks;
    await window.prepare(keepSettings, { confirm: true });
    await openLesson(window, "batteries");
    for (const step of task.solution) await make(window, step);
    await replied(window, "good", task.good);
  }),
);

test(
  "each game's rules lead to its lesson",
  inWindow({}, async (window) => {
    await window.goto("batteries/");
    await window.click(window.find("link", "One-minute lesson"));
    await ready(window);
    await isSet(window, lessonOf("batteries").tasks[0]);
  }),
);
