// What an anonymous player may do at a relay: his own game, and nothing else. A stranger who knows how
// everything works, and no key, tries to list, read, purge, delete, overhear and forge.

import assert from "node:assert/strict";
import { test } from "node:test";
import { headers, nkeys, wsconnect } from "@nats-io/nats-core";
import { admission, credentials, signed } from "../../web/live/credentials.js";
import { until, version, withRelay } from "./server.mjs";
import {
  connected,
  holdsNoMore,
  last,
  publishes,
  REQUESTS,
  seed,
  state,
  subscribes,
  write,
} from "./stranger.mjs";

test("a stranger's requests and subscriptions are refused, all of them", async () => {
  await withRelay(async ({ server, admin: connectAdmin }) => {
    const admin = await connectAdmin();
    const victim = await connected(server.address, seed(1));
    const stranger = await connected(server.address, seed(2));
    const { seq } = await write(victim.connection, victim.name, "a game");
    const requests = REQUESTS(victim.name);
    for (const [request, body] of requests) {
      const before = stranger.refusals.length;
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const options = { timeout: 2000, noMux: true, reply: `_INBOX.${stranger.name}.x` };
      const answer = stranger.connection.request(`$JS.API.${request}`, text, options);
      await assert.rejects(answer, /Permissions Violation/i, request);
      await until(() => stranger.refusals.length > before, `${request} is refused`);
    }
    const others = [
      `game.${victim.name}`,
      `turn.${victim.name}`,
      `signal.${victim.name}`,
      `notice.${victim.name}`,
      `lobby.${stranger.name}`,
      `watch.${victim.name}.${stranger.name}`,
      `watched.${victim.name}.${stranger.name}`,
      "game.*",
      "signal.*",
      "$SYS.REQ.SERVER.PING",
      "$SYS.REQ.ACCOUNT.PING.CONNZ",
      "$JS.EVENT.ADVISORY.x",
      "_R_.x",
      `_INBOX.${victim.name}.x`,
    ];
    await publishes(stranger, others);
    const heard = [
      ">",
      "*",
      "*.*",
      "game.*",
      "turn.*",
      "turn.>",
      "signal.*",
      "_INBOX.>",
      "_INBOX.*.>",
      "notice.*",
      "lobby.*",
      `lobby.${stranger.name}`,
    ];
    heard.push("$SYS.>", "$JS.>", "_R_.>", `turn.${victim.name}`, `signal.${victim.name}`);
    heard.push(`watch.${victim.name}.*`, `watch.*.${stranger.name}`, "watched.>");
    heard.push(`game.${stranger.name}`, `_INBOX.${victim.name}.>`);
    await subscribes(stranger, heard);
    const found = await last(victim.connection, victim.name);
    assert.equal(found.string(), "a game");
    assert.equal(found.headers?.get("Nats-Sequence"), String(seq));
    const { messages, num_subjects: subjects } = await state(admin);
    assert.deepEqual([messages, subjects], [1, 1]);
    for (const one of [admin, victim.connection, stranger.connection]) await one.close();
  });
});

/** Headers with which a publisher gives JetStream orders. @type {[string, string][]} */
const ORDERS = [
  ["Nats-Rollup", "all"],
  ["Nats-Rollup", "sub"],
  ["Nats-Expected-Last-Sequence", "0"],
  ["Nats-Expected-Stream", "OTHER"],
];

test("what a player writes to his own game has no effect on any other", async () => {
  await withRelay(async ({ server, admin: connectAdmin }) => {
    const admin = await connectAdmin();
    const victim = await connected(server.address, seed(1));
    const stranger = await connected(server.address, seed(2));
    await write(victim.connection, victim.name, "a game");
    const lines = ["turn", "signal"].map((kind) => `${kind}.${victim.name}`);
    /** @type {string[]} */
    const heard = [];
    for (const line of lines) {
      victim.connection.subscribe(line, {
        callback: (_, message) => void heard.push(message.string()),
      });
    }
    await victim.connection.flush();
    const own = `game.${stranger.name}`;
    for (const [name, value] of ORDERS) {
      const about = headers();
      about.set(name, value);
      const answer = await stranger.connection.request(own, "x", { headers: about, timeout: 2000 });
      assert.ok(/** @type {any} */ (answer.json()).error, `${name}: ${value} is refused`);
    }
    // Answers go where the asker says: that must be no place that takes orders. A stored "{}" asks for
    // all that there is.
    const replies = [
      "$JS.API.STREAM.DELETE.GAMES",
      "$JS.API.STREAM.PURGE.GAMES",
      "$JS.API.STREAM.MSG.DELETE.GAMES",
      "$JS.API.STREAM.UPDATE.GAMES",
      "$JS.API.META.LEADER.STEPDOWN",
      "$SYS.REQ.SERVER.PING",
      `game.${victim.name}`,
      "game.another",
      // A reply with wildcards brings servers before 2.9.15 down (docs/relay.md, "Which server").
      ...(version() >= 2_009_015 ? ["game.*", "_INBOX.>", "turn.*"] : []),
    ];
    for (const reply of replies) {
      for (const content of ["{}", '{"seq":1}', `{"filter":"game.${victim.name}"}`, ""]) {
        await write(stranger.connection, stranger.name, content);
        stranger.connection.publish(own, content, { reply });
        stranger.connection.publish(`$JS.API.DIRECT.GET.GAMES.${own}`, "", { reply });
      }
    }
    // The last of them has been worked on when this one is answered.
    await write(stranger.connection, stranger.name, "at the end");
    assert.equal((await last(victim.connection, victim.name)).string(), "a game");
    const { messages, num_subjects: subjects } = await state(admin);
    assert.deepEqual([messages, subjects], [2, 2]);
    assert.deepEqual(heard, []);
    for (const one of [admin, victim.connection, stranger.connection]) await one.close();
  });
});

test("what a game may weigh, and a relay that is full", async () => {
  const stream = { max_msgs: 3 };
  await withRelay(async ({ server, admin: connectAdmin }) => {
    const admin = await connectAdmin();
    const players = [];
    for (let number = 1; number <= 4; number += 1) {
      players.push(await connected(server.address, seed(number)));
    }
    const [first, second, third, fourth] = players;
    const large = await write(first.connection, first.name, "x".repeat(17_500));
    assert.match(large.error.description, /message size exceeds maximum/);
    for (const { connection, name } of [first, second, third]) {
      assert.ok((await write(connection, name, "a game")).seq);
    }
    // There is no room for a further game, and those that there are go on.
    assert.match(
      (await write(fourth.connection, fourth.name, "mine")).error.description,
      /maximum/,
    );
    for (let turn = 0; turn < 50; turn += 1) {
      assert.ok((await write(first.connection, first.name, `turn ${turn}`)).seq);
    }
    assert.equal((await last(second.connection, second.name)).string(), "a game");
    assert.equal((await state(admin)).messages, 3);
    // One connection holds no more subscriptions than a line needs.
    for (let number = 0; number < 12; number += 1) {
      first.connection.subscribe(`signal.${first.name}`, { callback: () => {} });
    }
    await holdsNoMore(first);
    for (const { connection } of players) await connection.close();
    await admin.close();
  }, stream);
});

test("who signs for himself, or for somebody else, is not let in", async () => {
  await withRelay(async ({ server }) => {
    const victim = await credentials(seed(1));
    const mine = await credentials(seed(2));
    const enter = (/** @type {import("@nats-io/nats-core").Authenticator} */ authenticator) =>
      wsconnect({ servers: server.address, authenticator, reconnect: false });
    // The victim's name with one's own signature.
    const borrowed = (/** @type {string | undefined} */ nonce) => ({
      ...victim.authenticator(nonce),
      sig: mine.authenticator(nonce).sig,
    });
    await assert.rejects(enter(borrowed), /authorization/i);
    // Rights of one's own choice, in an account of one's own.
    const [account, user] = [nkeys.createAccount(), nkeys.createUser()];
    const claims = { type: "user", version: 2, pub: { allow: [">"] }, sub: { allow: [">"] } };
    const jwt = signed(account, user.getPublicKey(), "me", claims);
    const forged = () => ({ jwt, nkey: user.getPublicKey(), sig: "" });
    await assert.rejects(enter(forged), /authorization/i);
    // Rights of one's own choice, signed with the seed that admits everybody.
    const wide = { ...claims, subs: -1, data: -1, payload: -1 };
    const passes = [
      await admission(user.getPublicKey(), "game", wide),
      await admission(user.getPublicKey(), "lobby", wide),
      await admission(user.getPublicKey(), "watch", wide),
    ];
    const sign = (/** @type {string} */ nonce) =>
      btoa(String.fromCharCode(...user.sign(new TextEncoder().encode(nonce))))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replace(/=+$/, "");
    for (const jwt of passes) {
      const ambitious = (/** @type {string | undefined} */ nonce) => ({
        jwt,
        nkey: user.getPublicKey(),
        sig: sign(nonce ?? ""),
      });
      await assert.rejects(enter(ambitious), /authorization/i);
    }
    // Nobody at all.
    await assert.rejects(
      wsconnect({ servers: server.address, reconnect: false }),
      /authorization/i,
    );
  });
});
