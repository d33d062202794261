// The driver of the tests: a window that is used again is as good as a new one.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { BROWSER, open, quit } from "./driver.mjs";
import { leaveTraces, traces } from "./inside.mjs";

/** @typedef {import("./driver.mjs").Window} Window */

after(quit);

/** The other browsers open a new window each time. */
const skip = BROWSER !== "chromium";

/** Whatever a page can tell of those that were in its window before. @param {Window} window */
const told = async (window) => ({ ...(await traces(window)), errors: window.errors() });

/** Leaves in a window whatever a test can. @param {Window} window */
async function leave(window) {
  await window.prepare(() => {
    /** @type {any} */ (globalThis).left = "a script";
  });
  await window.goto("?game=magnetic");
  await window.goto("");
  await window.resize(500, 900);
  await window.wish({ scheme: "dark", contrast: "more", forced: true });
  await leaveTraces(window);
  await window.hover({ x: 250, y: 450 });
}

for (const options of [
  {},
  { viewport: { width: 390, height: 660 }, touch: true, ratio: 2, reducedMotion: true },
  { letters: 24, scheme: /** @type {const} */ ("dark") },
]) {
  test(`what a test leaves in a window the next one does not find: ${JSON.stringify(options)}`, {
    skip,
  }, async () => {
    const first = await open(options);
    await first.goto("");
    const fresh = await told(first);
    await leave(first);
    assert.notDeepEqual(await told(first), fresh);
    await first.close({ reuse: true });
    // Twice: what is left could come with the window, or with the one that it came with.
    for (let time = 0; time < 2; time += 1) {
      const next = await open(options);
      await next.goto("");
      assert.deepEqual(await told(next), fresh);
      await leave(next);
      await next.close({ reuse: true });
    }
  });
}

test("two windows that are open at a time are two, and those of other kinds are others", {
  skip,
}, async () => {
  await (await open({})).close({ reuse: true });
  const [one, other] = [await open({}), await open({})];
  await one.goto("");
  await other.goto("");
  await leaveTraces(one);
  assert.deepEqual((await traces(one)).local, ["left"]);
  assert.deepEqual((await traces(other)).local, []);
  await one.close({ reuse: true });
  await other.close({ reuse: true });
  const later = await open({});
  // Who closes a window twice does not close that of another test.
  for (const window of [one, other]) await window.close();
  await later.goto("");
  await later.close();
  const phone = await open({ touch: true, ratio: 3 });
  await phone.goto("");
  assert.equal(await phone.evaluate(() => devicePixelRatio), 3);
  await phone.close({ reuse: true });
});

test("a window in which a test failed, or whose device was changed, is not used again", {
  skip,
}, async () => {
  for (const end of /** @type {((window: Window) => Promise<void>)[]} */ ([
    (window) => window.close(),
    async (window) => {
      await window.freeze(true);
      await window.close({ reuse: true });
    },
    async (window) => {
      await window.offline(true);
      await window.close({ reuse: true });
    },
  ])) {
    const window = await open({ letters: 17 });
    await window.goto("");
    await end(window);
    // Nobody will ever be there again.
    await assert.rejects(window.evaluate(() => navigator.onLine));
  }
});

test("what is clicked must be the only one of its role and name", { skip }, async () => {
  const window = await open({});
  await window.goto("?game=magnetic");
  await assert.rejects(window.click(window.find("gridcell", /^e/)), /\d elements fit, not one/);
  await window.click(window.select("[role=gridcell][aria-label^=e]"));
  await window.close();
});

test("what a page never answers is asked again", async () => {
  const window = await open({});
  try {
    await window.goto("");
    const times = await window.until(() => {
      const page = /** @type {any} */ (globalThis);
      page.asked = (page.asked ?? 0) + 1;
      return page.asked > 1 ? page.asked : new Promise(() => {});
    });
    assert.equal(times, 2);
  } finally {
    await window.close();
  }
});
