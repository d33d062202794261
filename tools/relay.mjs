// Sets up a relay for games that are played live (docs/relay.md).
//
//   node tools/relay.mjs keys FOLDER                 writes keys.conf and admin.creds
//   node tools/relay.mjs stream ADDRESS CREDS [N]    makes the stream, or changes it, in N copies

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { credsAuthenticator, nkeys, wsconnect } from "@nats-io/nats-core";
import { WebSocket } from "ws";
import { publicNames, signed } from "../web/live/credentials.js";

/** @param {string} name a file of the folder `deploy` */
const definition = (name) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../deploy/${name}`, import.meta.url)), "utf8"));

/** Without a limit, in claims. */
const UNLIMITED = -1;
/** The subjects through which players reach the stream, as its account has them. */
const STORE = "game.*";
const LAST = "$JS.API.DIRECT.GET.GAMES.game.*";
const TURNS = "turn.*";

/** @param {string[]} names of limits that do not hold */
const unlimited = (...names) => Object.fromEntries(names.map((name) => [name, UNLIMITED]));

/** An account that may do what its users are allowed to. @param {object} claims @param {object} limits */
const account = (claims, limits = {}) => ({
  limits: {
    ...unlimited("subs", "data", "payload", "imports", "exports", "conn", "leaf"),
    wildcards: true,
    ...limits,
  },
  ...claims,
  type: "account",
  version: 2,
});

/** What those may do whom a key admits. @param {string} role @param {string} key @param {string} file */
const scope = (role, key, file) => ({
  kind: "user_scope",
  key,
  role,
  template: definition(file),
});

/**
 * Who runs the relay, and who may do what there. Players are in an account without JetStream, and reach
 * the stream of another account through three subjects: an answer of JetStream goes to the subject that
 * its asker names, and must never arrive where JetStream takes orders.
 * @param {string} folder
 */
export async function writeKeys(folder) {
  const players = await publicNames();
  const [operator, system, store] = [
    nkeys.createOperator(),
    nkeys.createAccount(),
    nkeys.createAccount(),
  ];
  const [systemName, storeName] = [system.getPublicKey(), store.getPublicKey()];
  const exports = [
    { name: "store", subject: STORE, type: "service" },
    { name: "last", subject: LAST, type: "service" },
    { name: "turns", subject: TURNS, type: "stream" },
  ];
  const imports = exports.map((one) => ({ ...one, account: storeName }));
  /** @type {[string, string, object][]} */
  const accounts = [
    [systemName, "system", account({})],
    [storeName, "store", account({ exports }, unlimited("disk_storage", "streams", "consumer"))],
    [
      players.account,
      "players",
      account({
        imports,
        signing_keys: [
          scope("player", players.game, "players.json"),
          scope("visitor", players.lobby, "lobby.json"),
          scope("watcher", players.watch, "watch.json"),
        ],
      }),
    ],
  ];
  const relay = { system_account: systemName, type: "operator", version: 2 };
  const lines = [
    `operator: ${signed(operator, operator.getPublicKey(), "relay", relay)}`,
    `system_account: ${systemName}`,
    "resolver: MEMORY",
    "resolver_preload: {",
    ...accounts.map(([key, name, claims]) => `  ${key}: ${signed(operator, key, name, claims)}`),
    "}",
  ];
  const user = nkeys.createUser();
  const admin = { ...unlimited("subs", "data", "payload"), type: "user", version: 2 };
  const creds = [
    "-----BEGIN NATS USER JWT-----",
    signed(store, user.getPublicKey(), "admin", admin),
    "------END NATS USER JWT------",
    "",
    "-----BEGIN USER NKEY SEED-----",
    new TextDecoder().decode(user.getSeed()),
    "------END USER NKEY SEED------",
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "keys.conf"), `${lines.join("\n")}\n`);
  writeFileSync(join(folder, "admin.creds"), `${creds.join("\n")}\n`, { mode: 0o600 });
}

/**
 * A connection of the host's.
 * @param {string} address
 * @param {string} creds the file
 */
export const connectAdmin = (address, creds) =>
  wsconnect({
    servers: address,
    authenticator: credsAuthenticator(readFileSync(creds)),
    wsFactory: async () => ({
      // @ts-expect-error the same interface as a browser's
      socket: /** @type {globalThis.WebSocket} */ (new WebSocket(address)),
      encrypted: address.startsWith("wss:"),
    }),
  });

/**
 * Makes the stream that keeps the last turn of each game, or gives the one there is new limits.
 * @param {import("@nats-io/nats-core").NatsConnection} connection
 * @param {number} copies on how many servers of a cluster
 * @param {object} changes to what `deploy/stream.json` says
 */
export async function makeStream(connection, copies, changes = {}) {
  const wanted = { ...definition("stream.json"), num_replicas: copies, ...changes };
  for (const action of ["CREATE", "UPDATE"]) {
    const answer = await connection.request(
      `$JS.API.STREAM.${action}.${wanted.name}`,
      JSON.stringify(wanted),
    );
    /** @type {{ error?: { description: string } }} */
    const { error } = answer.json();
    if (!error) return;
    if (action === "UPDATE") throw new Error(error.description);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [task, ...words] = process.argv.slice(2);
  if (task === "keys" && words.length === 1) {
    await writeKeys(words[0]);
    console.log(`Keep ${join(words[0], "admin.creds")} to yourself.`);
  } else if (task === "stream" && (words.length === 2 || words.length === 3)) {
    const connection = await connectAdmin(words[0], words[1]);
    await makeStream(connection, Number(words[2] ?? 1));
    await connection.close();
    console.log("The stream is there.");
  } else {
    console.error("node tools/relay.mjs keys FOLDER | stream ADDRESS CREDS [COPIES]");
    process.exit(2);
  }
}
