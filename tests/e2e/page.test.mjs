import assert from "node:assert/strict";
import { after, test } from "node:test";
import { named, openGame, play, ready } from "./board.mjs";
import { address, inWindow, open, quit } from "./driver.mjs";
import { followMenu } from "./inside.mjs";

after(quit);

test(
  "the page loads its module without an error",
  inWindow({}, async (window) => {
    await window.goto();
    await ready(window);
  }),
);

test(
  "the menu stays where it is while the rest of it comes",
  inWindow({}, async (window) => {
    await window.prepare(followMenu);
    await window.goto("?game=magnetic");
    for (const name of ["Share", "Puzzles", "Hint"]) await window.find("button", name).shown();
    const places = await window.evaluate(async () => {
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      return [.../** @type {any} */ (globalThis).places];
    });
    assert.equal(places.length, 1, `Settings stood ${places} pixels from the top`);
  }),
);

test("a part of the page that fails is reported, and the game and the other parts go on", async () => {
  const window = await open();
  try {
    await openGame(window, "?game=magnetic");
    await window.find("button", "Share").shown();
    // As something that tampers with pages may do it.
    await window.evaluate(() => document.getElementById("last-turn")?.remove());
    await play(window, "c2 c4 d8 a5");
    await named(window, "a5, black queen");
    await window.until(() => document.querySelectorAll("#score li").length === 2);
    assert.equal(await window.select("dialog[open]").count(), 0);
    assert.match(window.errors().join("\n"), /TypeError/);
    await window.reload();
    await ready(window);
    await named(window, "a5, black queen");
  } finally {
    await window.close();
  }
});

/** Advance widths of Arial's small letters and of its space, in thousandths of the size. */
const ARIAL =
  "a556 b556 c500 d556 e556 f278 g556 h556 i222 j222 k500 l222 m833 n556 o556 p556 q556 r333 s500 t278 u556 v500 w722 x500 y500 z500";

for (const path of ["", "magnetic/", "embed/"]) {
  test(
    `the fonts of ${path || "the page"} are the site's own, fetched ahead, few bytes, and as wide as what stands in`,
    inWindow({}, async (window) => {
      await window.goto(path);
      await window.until(() =>
        ["Sans", "Serif"].every((name) =>
          [...document.fonts].some(
            (face) => face.family.includes(`Fivefold ${name}`) && face.status === "loaded",
          ),
        ),
      );
      const { ahead, fetched, width } = await window.evaluate((text) => {
        const links = document.querySelectorAll('link[rel="preload"][as="font"]');
        const context = document.createElement("canvas").getContext("2d");
        if (!context) throw new Error("no canvas");
        context.font = '100px "Fivefold Sans"';
        return {
          ahead: [...links].map((link) => /** @type {HTMLLinkElement} */ (link).href).sort(),
          fetched: performance
            .getEntriesByType("resource")
            .map((entry) => entry.name)
            .filter((name) => name.endsWith(".woff2"))
            .sort(),
          width: context.measureText(text).width,
        };
      }, "the pieces that stand in line are pulled to the square of the move by one");
      // Each once: the one that is fetched ahead is the one that the style sheet asks for.
      assert.deepEqual(fetched, ahead);
      assert.equal(ahead.length, 2);
      let bytes = 0;
      for (const font of ahead) bytes += (await (await fetch(font)).arrayBuffer()).byteLength;
      assert.ok(bytes <= 30_000, `${bytes} bytes`);
      const widths = Object.fromEntries(
        ARIAL.split(" ").map((entry) => [entry[0], Number(entry.slice(1))]),
      );
      const arial = [
        ..."the pieces that stand in line are pulled to the square of the move by one",
      ].reduce((sum, letter) => sum + (widths[letter] ?? 278) / 10, 0);
      assert.ok(Math.abs(width / arial - 1) < 0.03, `${width} by ${arial}`);
      assert.deepEqual(window.errors(), []);
    }),
  );
}

test("the page's policy refuses scripts written into it", async () => {
  const window = await open();
  await window.goto();
  const title = await window.evaluate(() => {
    const script = document.createElement("script");
    try {
      script.textContent = "document.title = 'inline'";
      document.head.append(script);
    } catch {
      // Where trusted types are known, the text is refused before it is run.
    }
    return document.title;
  });
  assert.notEqual(title, "inline");
  const told = () =>
    /Content.Security.Policy|requires 'TrustedScript'/.test(window.errors().join());
  for (let frames = 0; frames < 100 && !told(); frames += 1)
    await window.evaluate(() => new Promise((painted) => requestAnimationFrame(() => painted(1))));
  assert.ok(told(), window.errors().join());
  await window.close();
});

test("every address of the page is relative and hashed", async () => {
  const page = await (await fetch(address())).text();
  const all = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map((m) => m[1]);
  // Icons within the page, and the files whose address must stay.
  const addresses = all.filter(
    (one) => !one.startsWith("#") && !/^\.\/(icons\/|manifest|rules\/$)/.test(one),
  );
  assert.ok(addresses.length > 3);
  for (const one of addresses)
    assert.match(one, /^(?:\.\/)?(?:assets\/|assets\/[\w/-]+-(?:[0-9a-f]{8}|[A-Z2-7]{8})\.\w+)$/);
});

test("files come with their types", async () => {
  const page = await (await fetch(address())).text();
  const mark = /"play\/play_bg.wasm":"(\w+)"/.exec(page)?.[1];
  const answer = await fetch(address(`assets/play/play_bg-${mark}.wasm`));
  assert.equal(answer.headers.get("content-type"), "application/wasm");
  assert.match(answer.headers.get("content-security-policy") ?? "", /default-src 'none'/);
});
