import assert from "node:assert/strict";
import { after, test } from "node:test";
import { address, inWindow, open, quit } from "./driver.mjs";

after(quit);

test(
  "the page loads its module without an error",
  inWindow({}, async (window) => {
    await window.goto();
    await window.until(() => document.documentElement.dataset.ready === "true");
  }),
);

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
  assert.match(window.errors().join(), /Content Security Policy|requires 'TrustedScript'/);
  await window.close();
});

test("every address of the page is relative and hashed", async () => {
  const page = await (await fetch(address())).text();
  const all = [...page.matchAll(/(?:href|src|data-module|data-wasm)="([^"]*)"/g)].map((m) => m[1]);
  // Icons within the page, and the files whose address must stay.
  const addresses = all.filter(
    (one) => !one.startsWith("#") && !/^\.\/(icons\/|manifest|rules\/$)/.test(one),
  );
  assert.ok(addresses.length > 3);
  for (const one of addresses)
    assert.match(one, /^(?:\.\/)?(?:assets-[0-9a-f]{10}\/|app-[0-9a-f]+)/);
});

test("files come with their types", async () => {
  const page = await (await fetch(address())).text();
  const wasm = /data-wasm="([^"]*)"/.exec(page)?.[1] ?? "";
  const answer = await fetch(address(wasm));
  assert.equal(answer.headers.get("content-type"), "application/wasm");
  assert.match(answer.headers.get("content-security-policy") ?? "", /default-src 'none'/);
});
