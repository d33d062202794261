// What a host may set in site.json: whatever stands there, the page takes what can be used, says what cannot, and
// fails at nothing.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { readSite } from "../../web/shell/site.js";
import { openGame, press } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";

after(quit);

const BASE = "https://chess.example.org/play/";
const GOOD = {
  title: "Chess club",
  community: { label: "Our forum", href: "https://forum.example.org/" },
  relay: "wss://chess.example.org/relay",
  ice: [
    { urls: "stun:stun.example.org" },
    { urls: ["turns:turn.example.org:443?transport=tcp"], username: "a", credential: "b" },
  ],
};

/** Numbers below a bound, by a seed. @param {number} seed */
function chance(seed) {
  let state = seed;
  return (/** @type {number} */ bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** What hostile and careless hosts write. @type {unknown[]} */
const ODD = [
  null,
  undefined,
  true,
  0,
  -1,
  1e308,
  "",
  " ",
  "x".repeat(100_000),
  "\u202e\u0000",
  [],
  {},
  { toString: 1, valueOf: 2 },
  JSON.parse('{"__proto__": {"relay": "wss://elsewhere.example.org"}}'),
  "javascript:alert(1)",
  "data:text/html,x",
  "https://",
  "http://[",
  "wss:",
  "ws://user:word@host:99999/",
  "//elsewhere.example.org/relay#part",
  "relay",
  "../relay?x#y",
  "mailto:a@b",
  "stun:",
  "stun:a:0",
  "stun:a:65536",
  "stun:[::1]:3478",
  "stun:[x]",
  "stun:a?transport=udp",
  "turn:a?transport=sctp",
  "turn:a:99999?transport=tcp",
  "turn:user@host",
  "stun:a b",
  "turns:turn.example.org",
  ["stun:a", "turn:b"],
  Array(5).fill("stun:a"),
  Array(100_000).fill(null),
];
const DEEP = JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`);

/** A good file in which a few things are others. @param {(bound: number) => number} below */
function spoiled(below) {
  const site = structuredClone(/** @type {any} */ (GOOD));
  const odd = () => {
    const all = [...ODD, DEEP];
    return all[below(all.length)];
  };
  const places = [
    () => Object.assign(site, { title: odd() }),
    () => Object.assign(site, { community: odd() }),
    () => Object.assign(Object(site.community), { label: odd() }),
    () => Object.assign(Object(site.community), { href: odd() }),
    () => Object.assign(site, { relay: odd() }),
    () => Object.assign(site, { ice: odd() }),
    () => Array.isArray(site.ice) && site.ice.push(odd()),
    () => Array.isArray(site.ice) && site.ice.push({ urls: odd(), username: "a", credential: "b" }),
    () =>
      Array.isArray(site.ice) &&
      site.ice.push({ urls: "turn:a", username: odd(), credential: "b" }),
  ];
  for (let times = 1 + below(3); times > 0; times -= 1) places[below(places.length)]();
  return below(50) === 0 ? odd() : site;
}

const EVERY = Array.from({ length: 5_000 }, (_, seed) => spoiled(chance(seed)));

test("what a host sets is taken over, and nothing is said", () => {
  assert.deepEqual(readSite(GOOD, BASE), { ...GOOD, faults: [] });
  for (const unset of [
    {},
    { title: "Fivefold", community: null, relay: null },
    { relay: "", ice: [] },
  ])
    assert.deepEqual(readSite(unset, BASE).faults, []);
  assert.equal(readSite({ relay: "relay" }, BASE).relay, "wss://chess.example.org/play/relay");
});

test("whatever stands in site.json, what comes of it can be used, and what cannot is named", () => {
  let named = 0;
  for (const found of EVERY) {
    const { title, community, relay, ice, faults } = readSite(found, BASE);
    assert.ok(title.length <= 40);
    if (community) {
      assert.match(community.href, /^(https?:\/\/|mailto:)/i);
      assert.ok(community.label.length > 0 && community.label.length <= 40);
    }
    if (relay) assert.match(new URL(relay).protocol, /^wss?:$/);
    assert.equal(new URL(relay || "ws://a").hash, "");
    assert.ok(ice.length <= 4);
    const whole = /** @type {any} */ (Object(found));
    const isNamed = (/** @type {string} */ name) =>
      faults.some((text) => text.includes(`"${name}"`));
    for (const [name, taken] of Object.entries({ title, community, relay }))
      if (!taken && whole[name] !== null && whole[name] !== undefined && whole[name] !== "")
        assert.ok(isNamed(name), name);
    if (Array.isArray(whole.ice) && ice.length < whole.ice.length) assert.ok(isNamed("ice"));
    named += faults.length;
  }
  assert.ok(named > EVERY.length / 2, `${named} faults`);
});

test(
  "a browser takes each server and each relay that is left",
  inWindow({}, async (window) => {
    const read = EVERY.map((found) => readSite(found, BASE));
    const of = (/** @type {unknown[]} */ all) => [
      ...new Set(all.map((one) => JSON.stringify(one))),
    ];
    const servers = of(read.flatMap(({ ice }) => ice));
    const relays = of(read.flatMap(({ relay }) => (relay ? [relay] : [])));
    assert.ok(servers.length > 5 && relays.length > 3, `${servers.length}, ${relays.length}`);
    await openGame(window, "");
    const refused = await window.evaluate((servers) => {
      const wrong = [];
      for (const text of servers) {
        try {
          new RTCPeerConnection({ iceServers: [JSON.parse(text)] }).close();
        } catch {
          wrong.push(text);
        }
      }
      return wrong;
    }, servers);
    assert.deepEqual(refused, []);
  }),
);

test(
  "a page with a hostile site.json is a page like any other",
  inWindow({}, async (window) => {
    const found = {
      title: { toString: 1 },
      community: { label: "Forum", href: { toString: 1 } },
      relay: "javascript:alert(1)",
      ice: "all",
    };
    await window.prepare((text) => {
      const real = fetch;
      const warned = Object.assign(globalThis, { warned: /** @type {string[]} */ ([]) }).warned;
      const { warn } = console;
      console.warn = (...given) => {
        warned.push(String(given[0]));
        warn.call(console, "noted");
      };
      globalThis.fetch = async (input, init) =>
        String(input).endsWith("/site.json") ? new Response(text) : real(input, init);
    }, JSON.stringify(found));
    await openGame(window, "");
    await window.until(() => /** @type {any} */ (globalThis).warned.length >= 4);
    const warned = await window.evaluate(() => /** @type {any} */ (globalThis).warned);
    assert.equal(
      warned.filter((/** @type {string} */ text) => text.startsWith("site.json: ")).length,
      4,
    );
    await window.find("button", "Open challenges").counted(0);
    await press(window, "New game");
    await window.find("dialog", "New game").shown();
  }),
);
