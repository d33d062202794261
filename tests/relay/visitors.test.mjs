// What those may do at a relay who have no game there: visitors of the lobby, and who watches a game of others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until, withRelay } from "./server.mjs";
import {
  connected,
  holdsNoMore,
  last,
  orders,
  publishes,
  seed,
  state,
  subscribes,
  tooMuch,
  write,
} from "./stranger.mjs";

/** @typedef {import("./stranger.mjs").Stranger} Stranger */

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
    await orders(visitor, visitor.name, own);
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
    await until(() => heard.length > 1, "what asks for an answer is heard");
    assert.equal((await last(player.connection, player.name)).string(), "a game");
    assert.equal((await state(admin)).messages, 1);
    assert.deepEqual(heard, [`${own} hello`, `${own} {}`]);
    // One list is all that a connection needs.
    other.connection.subscribe("lobby.*", { callback: () => {} });
    await holdsNoMore(other);
    // What is longer than a challenge is passed on to nobody, also of a client that does not check it itself.
    tooMuch(visitor, own);
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
    await orders(watcher, player.name, shows);
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
    await until(() => heard.length > 2, "what asks for an answer is heard");
    assert.equal((await last(player.connection, player.name)).string(), "a game");
    assert.equal((await state(admin)).messages, 1);
    assert.deepEqual(heard, [`${asks} hello`, `${shows} the game`, `${asks} {}`]);
    await hear(watcher, shows);
    await holdsNoMore(watcher);
    // What is longer is passed on to nobody, also of a client that does not check it itself.
    tooMuch(watcher, asks);
    const later = await connected(server.address, seed(5), "watch");
    later.connection.publish(`watch.${player.name}.${later.name}`, "bye");
    await until(() => heard.length > 3, "others are heard");
    assert.deepEqual(heard.slice(3), [`watch.${player.name}.${later.name} bye`]);
    for (const { connection } of [player, watcher, other, stranger, later])
      await connection.close();
    await admin.close();
  });
});
