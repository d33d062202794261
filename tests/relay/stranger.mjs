// A stranger at a relay: a connection without any of the page's care, and all that he may try.

import { wsconnect } from "@nats-io/nats-core";
import { credentials } from "../../web/live/credentials.js";
import { until } from "./server.mjs";

/** @typedef {import("@nats-io/nats-core").NatsConnection} Connection */

/** @param {number} number */
export const seed = (number) => new Uint8Array(32).fill(number);

/**
 * A connection without any of the page's care.
 * @param {string} address @param {Uint8Array} of @param {"game" | "lobby" | "watch"} [place]
 */
export async function connected(address, of, place) {
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

/** @typedef {Awaited<ReturnType<typeof connected>>} Stranger */

/** @param {Connection} connection @param {string} name @param {string} text */
export const write = async (connection, name, text) =>
  /** @type {any} */ ((await connection.request(`game.${name}`, text)).json());

/** @param {Connection} connection @param {string} name */
export const last = (connection, name) =>
  connection.request(`$JS.API.DIRECT.GET.GAMES.game.${name}`, "");

/** @param {Connection} admin */
export const state = async (admin) =>
  /** @type {any} */ ((await admin.request("$JS.API.STREAM.INFO.GAMES", "")).json()).state;

/**
 * Every request of JetStream, as its clients may send them.
 * @param {string} name of a game
 * @returns {[string, string | object][]}
 */
export const REQUESTS = (name) => [
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

/** Every one of these is refused. @param {Stranger} stranger @param {string[]} subjects */
export async function publishes(stranger, subjects) {
  for (const subject of subjects) {
    const before = stranger.refusals.length;
    stranger.connection.publish(subject, "forged");
    await until(() => stranger.refusals.length > before, `${subject} is refused`);
  }
}

/** Every one of these is refused. @param {Stranger} stranger @param {string[]} subjects */
export async function subscribes(stranger, subjects) {
  for (const subject of subjects) {
    const before = stranger.refusals.length;
    stranger.connection.subscribe(subject, { callback: () => {} });
    await until(() => stranger.refusals.length > before, `hearing ${subject} is refused`);
  }
}

/**
 * Every request of JetStream is refused.
 * @param {Stranger} stranger @param {string} name of a game @param {string} reply where its answer is to go
 */
export async function orders(stranger, name, reply) {
  for (const [request, body] of REQUESTS(name)) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const before = stranger.refusals.length;
    stranger.connection.publish(`$JS.API.${request}`, text, { reply });
    await until(() => stranger.refusals.length > before, `${request} is refused`);
  }
}

/** A subscription that a line does not need is refused. @param {Stranger} stranger */
export const holdsNoMore = ({ refusals }) =>
  until(
    () => refusals.some((text) => /maximum subscriptions/i.test(text)),
    "one more subscription is refused",
  );

/**
 * Says more than a message may have, as a client does that does not check it itself.
 * @param {Stranger} stranger @param {string} subject
 */
export function tooMuch({ connection }, subject) {
  Object.assign(connection.info ?? {}, { max_payload: 1e6 });
  connection.publish(subject, "x".repeat(1_025));
}
