// What an anonymous player may do at a relay: his own game, and nothing else. A stranger who knows how
// everything works, and no key, tries to list, read, purge, delete, overhear and forge.

import assert from "node:assert/strict";
import { test } from "node:test";
import { headers, nkeys, wsconnect } from "@nats-io/nats-core";
import { admission, credentials, signed } from "../../web/live/credentials.js";
import { until, version, withRelay } from "./server.mjs";

/** @typedef {import("@nats-io/nats-core").NatsConnection} Connection */

/** @param {number} number */
const seed = (number) => new Uint8Array(32).fill(number);

/**
 * A connection without any of the page's care.
 * @param {string} address @param {Uint8Array} of @param {"game" | "lobby" | "watch"} [place]
 */
async function connected(address, of, place) {
  const { name, authenticator } = await credentials(of, place);
  const inboxPrefix = `_INBOX.${name}`;
  const connection = await wsconnect({ servers: address, authenticator, inboxPrefix });
  /** What the server has refused. @type {string[]} */
  const refusals = [];
  (async () => {
    for await (const status of connection.status()) {
      if (status.type === "error") refusals.push(String(status.error.message));
    }
  })();
  return { connection, name, refusals };
}

/** @param {Connection} connection @param {string} name @param {string} text */
const write = async (connection, name, text) =>
  /** @type {any} */ ((await connection.request(`game.${name}`, text)).json());

/** @param {Connection} connection @param {string} name */
const last = (connection, name) => connection.request(`$JS.API.DIRECT.GET.GAMES.game.${name}`, "");

/** @param {Connection} admin */
const state = async (admin) =>
  /** @type {any} */ ((await admin.request("$JS.API.STREAM.INFO.GAMES", "")).json()).state;

/**
 * Every request of JetStream, as its clients may send them.
 * @param {string} name of a game
 * @returns {[string, string | object][]}
 */
const REQUESTS = (name) => [
  ["INFO", ""],
  ["STREAM.NAMES", ""],
  ["STREAM.LIST", ""],
  ["STREAM.INFO.GAMES", ""],
  ["STREAM.INFO.GAMES", { subjects_filter: ">" }],
  ["STREAM.CREATE.MINE", { name: "MINE", subjects: ["game.>"] }],
  ["STREAM.CREATE.MIRROR", { name: "MIRROR", mirror: { name: "GAMES" } }],
  ["STREAM.CREATE.SOURCE", { name: "SOURCE", sources: [{ name: "GAMES" }] }],
  ["STREAM.UPDATE.GAMES", { name: "GAMES", subjects: ["game.*"], max_age: 1e9 }],
  ["STREAM.PURGE.GAMES", ""],
  ["STREAM.PURGE.GAMES", { filter: `game.${name}` }],
  ["STREAM.DELETE.GAMES", ""],
  ["STREAM.MSG.GET.GAMES", { seq: 1 }],
  ["STREAM.MSG.GET.GAMES", { last_by_subj: `game.${name}` }],
  ["STREAM.MSG.DELETE.GAMES", { seq: 1 }],
  ["STREAM.SNAPSHOT.GAMES", { deliver_subject: "snapshot" }],
  ["STREAM.RESTORE.GAMES", {}],
  ["STREAM.LEADER.STEPDOWN.GAMES", ""],
  ["STREAM.PEER.REMOVE.GAMES", { peer: "one" }],
  ["STREAM.TEMPLATE.NAMES", ""],
  ["STREAM.TEMPLATE.CREATE.MINE", {}],
  ["CONSUMER.NAMES.GAMES", ""],
  ["CONSUMER.LIST.GAMES", ""],
  ["CONSUMER.CREATE.GAMES", { stream_name: "GAMES", config: { deliver_subject: "all" } }],
  ["CONSUMER.CREATE.GAMES.all.game.*", { stream_name: "GAMES", config: {} }],
  ["CONSUMER.DURABLE.CREATE.GAMES.all", { stream_name: "GAMES", config: { durable_name: "all" } }],
  ["CONSUMER.MSG.NEXT.GAMES.all", "1"],
  ["CONSUMER.INFO.GAMES.all", ""],
  ["CONSUMER.DELETE.GAMES.all", ""],
  ["META.LEADER.STEPDOWN", ""],
  ["META.SERVER.REMOVE", { peer: "one" }],
  ["ACCOUNT.PURGE.any", ""],
  ["DIRECT.GET.GAMES", { seq: 1 }],
  ["DIRECT.GET.GAMES", { next_by_subj: "game.*", seq: 1 }],
  [`DIRECT.GET.GAMES.game.${name}`, ""],
  ["DIRECT.GET.GAMES.game.*", ""],
  ["DIRECT.GET.GAMES.game.>", ""],
  ["DIRECT.GET.GAMES.>", ""],
];

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

/** @typedef {Awaited<ReturnType<typeof connected>>} Stranger */

/** Every one of these is refused. @param {Stranger} stranger @param {string[]} subjects */
async function publishes(stranger, subjects) {
  for (const subject of subjects) {
    const before = stranger.refusals.length;
    stranger.connection.publish(subject, "forged");
    await until(() => stranger.refusals.length > before, `${subject} is refused`);
  }
}

/** Every one of these is refused. @param {Stranger} stranger @param {string[]} subjects */
async function subscribes(stranger, subjects) {
  for (const subject of subjects) {
    const before = stranger.refusals.length;
    stranger.connection.subscribe(subject, { callback: () => {} });
    await until(() => stranger.refusals.length > before, `hearing ${subject} is refused`);
  }
}

test("a visitor of the lobby hears all of it, speaks under his own name, and does nothing else", async () => {
  await withRelay(async ({ server, admin: connectAdmin }) => {
    const admin = await connectAdmin();
    const player = await connected(server.address, seed(1));
    const visitor = await connected(server.address, seed(2), "lobby");
    const other = await connected(server.address, seed(3), "lobby");
    await write(player.connection, player.name, "a game");
    /** @type {string[]} */
    const heard = [];
    other.connection.subscribe("lobby.*", {
      callback: (_, message) => void heard.push(`${message.subject} ${message.string()}`),
    });
    await other.connection.flush();
    const own = `lobby.${visitor.name}`;
    visitor.connection.publish(own, "hello");
    await until(() => heard.length > 0, "the lobby is heard");
    for (const [request, body] of REQUESTS(visitor.name)) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const before = visitor.refusals.length;
      visitor.connection.publish(`$JS.API.${request}`, text, { reply: own });
      await until(() => visitor.refusals.length > before, `${request} is refused`);
    }
    const kinds = ["game", "turn", "signal", "notice"];
    const names = [player.name, visitor.name, other.name];
    const games = kinds.flatMap((kind) => names.map((name) => `${kind}.${name}`));
    await publishes(visitor, [
      ...games,
      `lobby.${other.name}`,
      `watch.${player.name}.${visitor.name}`,
      `watched.${player.name}.${visitor.name}`,
      "lobby.*",
      "lobby.>",
      "lobby",
      `lobby.${visitor.name}.x`,
      `_INBOX.${other.name}.x`,
      "$SYS.REQ.SERVER.PING",
    ]);
    const inboxes = names.map((name) => `_INBOX.${name}.>`);
    // "lobby.>" is let through, and has what "lobby.*" has: nobody can write anything deeper.
    await subscribes(visitor, [...games, ...inboxes, ">", "*.*", "*", "game.*", "turn.*"]);
    // Nothing is stored there, and an answer of the relay reaches nobody.
    visitor.connection.publish(own, "{}", { reply: "$JS.API.STREAM.DELETE.GAMES" });
    await visitor.connection.flush();
    assert.equal((await last(player.connection, player.name)).string(), "a game");
    assert.equal((await state(admin)).messages, 1);
    assert.deepEqual(heard, [`${own} hello`, `${own} {}`]);
    // One list is all that a connection needs.
    other.connection.subscribe("lobby.*", { callback: () => {} });
    await until(
      () => other.refusals.some((text) => /maximum subscriptions/i.test(text)),
      "a second subscription is refused",
    );
    // What is longer than a challenge is passed on to nobody, also of a client that does not check it itself.
    Object.assign(visitor.connection.info ?? {}, { max_payload: 1e6 });
    visitor.connection.publish(own, "x".repeat(1_025));
    const later = await connected(server.address, seed(4), "lobby");
    later.connection.publish(`lobby.${later.name}`, "bye");
    await until(() => heard.length > 2, "others are heard");
    assert.deepEqual(heard.slice(2), [`lobby.${later.name} bye`]);
    const all = [visitor, other, later, player].map(({ connection }) => connection);
    for (const one of [admin, ...all]) await one.close();
  });
});

test("who watches asks the players of a game, hears what they show to those who watch, and does nothing else", async () => {
  await withRelay(async ({ server, admin: connectAdmin }) => {
    const admin = await connectAdmin();
    const player = await connected(server.address, seed(1));
    const watcher = await connected(server.address, seed(2), "watch");
    const other = await connected(server.address, seed(3), "watch");
    const stranger = await connected(server.address, seed(4));
    await write(player.connection, player.name, "a game");
    /** @type {string[]} */
    const heard = [];
    const hear = (/** @type {Stranger} */ { connection }, /** @type {string} */ subject) => {
      connection.subscribe(subject, {
        callback: (_, message) => void heard.push(`${message.subject} ${message.string()}`),
      });
      return connection.flush();
    };
    const asks = `watch.${player.name}.${watcher.name}`;
    const shows = `watched.${player.name}.${watcher.name}`;
    await hear(player, `watch.${player.name}.*`);
    await hear(watcher, shows);
    watcher.connection.publish(asks, "hello");
    await until(() => heard.length > 0, "the player hears who watches");
    player.connection.publish(shows, "the game");
    await until(() => heard.length > 1, "who watches hears the player");
    for (const [request, body] of REQUESTS(player.name)) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const before = watcher.refusals.length;
      watcher.connection.publish(`$JS.API.${request}`, text, { reply: shows });
      await until(() => watcher.refusals.length > before, `${request} is refused`);
    }
    const kinds = ["game", "turn", "signal", "notice", "lobby"];
    const names = [player.name, watcher.name, stranger.name];
    const games = kinds.flatMap((kind) => names.map((name) => `${kind}.${name}`));
    const ofOthers = [
      `watched.${player.name}.${other.name}`,
      `watched.${stranger.name}.${other.name}`,
      `watch.${player.name}.${other.name}`,
    ];
    await publishes(watcher, [
      ...games,
      ...ofOthers,
      shows,
      "watched.*.*",
      `watch.${player.name}`,
      `watch.${watcher.name}`,
      `${asks}.x`,
      `_INBOX.${player.name}.x`,
      "$SYS.REQ.SERVER.PING",
    ]);
    const inboxes = names.map((name) => `_INBOX.${name}.>`);
    const all = [">", "*.*", "*.*.*", "watched.>", "watched.*.*", "watch.>", "game.*", "turn.*"];
    await subscribes(watcher, [...games, ...ofOthers, ...inboxes, ...all, asks]);
    // The players of another game show nothing in this one, nor hear who watches it.
    await publishes(stranger, [shows, asks, `watched.${player.name}.*`]);
    await subscribes(stranger, [asks, shows, `watch.*.${watcher.name}`, "watch.>"]);
    // Nothing is stored there, and an answer of the relay reaches nobody.
    watcher.connection.publish(asks, "{}", { reply: "$JS.API.STREAM.DELETE.GAMES" });
    await watcher.connection.flush();
    assert.equal((await last(player.connection, player.name)).string(), "a game");
    assert.equal((await state(admin)).messages, 1);
    assert.deepEqual(heard, [`${asks} hello`, `${shows} the game`, `${asks} {}`]);
    await hear(watcher, shows);
    await until(
      () => watcher.refusals.some((text) => /maximum subscriptions/i.test(text)),
      "a second subscription is refused",
    );
    // What is longer is passed on to nobody, also of a client that does not check it itself.
    Object.assign(watcher.connection.info ?? {}, { max_payload: 1e6 });
    watcher.connection.publish(asks, "x".repeat(1_025));
    const later = await connected(server.address, seed(5), "watch");
    later.connection.publish(`watch.${player.name}.${later.name}`, "bye");
    await until(() => heard.length > 3, "others are heard");
    assert.deepEqual(heard.slice(3), [`watch.${player.name}.${later.name} bye`]);
    for (const { connection } of [player, watcher, other, stranger, later])
      await connection.close();
    await admin.close();
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
    await until(
      () => first.refusals.some((text) => /maximum subscriptions/i.test(text)),
      "many subscriptions are refused",
    );
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
