// Relays for the tests: nats-server with the configuration of deploy/, in a folder of its own.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocket } from "ws";
import { connectAdmin, makeStream, writeKeys } from "../../tools/relay.mjs";

// What browsers have, and Node.js from version 22 on.
Object.assign(globalThis, { WebSocket });

const DEPLOY = fileURLToPath(new URL("../../deploy/", import.meta.url));
/** How long a condition may take to come true, in milliseconds. */
const PATIENCE = 90_000;

const PROGRAM = ["nats-server", "/usr/sbin/nats-server"].find(
  (program) => spawnSync(program, ["--version"]).status === 0,
);

/** Waits until something is so. @template T @param {() => T | Promise<T>} is @param {string} what */
export async function until(is, what) {
  for (const end = Date.now() + PATIENCE; ; ) {
    const found = await is();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Whether nobody listens at a port. @param {number} port @returns {Promise<boolean>} */
const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/**
 * Free ports of this machine, below those that the system gives to connections, which could take one before the
 * server does.
 * @param {number} count
 */
async function freePorts(count) {
  /** @type {Set<number>} */
  const ports = new Set();
  while (ports.size < count) {
    const port = randomInt(11_000, 32_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

/** Whether somebody listens at a port. @param {number} port @returns {Promise<boolean>} */
const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });

/** A configuration of `deploy/` with other addresses and folders. @param {string} name @param {Record<string, string>} changes */
function configuration(name, changes) {
  let text = readFileSync(join(DEPLOY, name), "utf8");
  for (const [from, to] of Object.entries(changes)) {
    assert.ok(text.includes(from), `${name}: "${from}" is missing`);
    text = text.replaceAll(from, () => to);
  }
  return text;
}

/** One server. */
class Server {
  #folder;
  #options;
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #process;

  /**
   * @param {string} folder
   * @param {string} file its configuration
   * @param {{ web: number, http: number }} ports
   * @param {Record<string, string>} environment
   */
  constructor(folder, file, ports, environment = {}) {
    this.#folder = folder;
    this.#options = { file, environment };
    this.address = `ws://127.0.0.1:${ports.web}`;
    this.port = ports.web;
    this.http = `http://127.0.0.1:${ports.http}`;
  }

  async start() {
    assert.ok(PROGRAM, "nats-server is missing: `cargo xtask test js --install` installs it");
    const { file, environment } = this.#options;
    const child = spawn(PROGRAM, ["--config", join(this.#folder, file)], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#process = child;
    let log = "";
    child.stderr.on("data", (data) => {
      log = (log + data).slice(-4000);
    });
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`nats-server: ${log}`);
      const answer = await fetch(`${this.http}/varz`).catch(() => undefined);
      // It tells its figures before it listens to pages.
      return answer?.ok && (await isListening(this.port));
    }, "nats-server starts");
  }

  /** What the server says of its own state. @param {string} path @returns {Promise<any>} */
  async figures(path) {
    return (await fetch(`${this.http}${path}`)).json();
  }

  /** The processor time that it has taken, in milliseconds, where the system tells. */
  processorTime() {
    const text = readFileSync(`/proc/${this.#process?.pid}/stat`, "utf8");
    const [, , , , , , , , , , , user, system] = text.slice(text.indexOf(")") + 2).split(" ");
    return (Number(user) + Number(system)) * 10;
  }

  /** Ends it at once, without a word to anybody. */
  async kill() {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.on("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }
}

/** Does something with a folder of its own. @param {(folder: string) => Promise<void>} work */
async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "fivefold-relay-"));
  try {
    await writeKeys(folder);
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
export const adminOf = (folder) => join(folder, "admin.creds");

/** What the tests change in the configuration of one server. @param {number[]} ports @param {string} store */
const changes = ([client, http, web], store) => ({
  '"127.0.0.1:4222"': `"127.0.0.1:${client}"`,
  '"127.0.0.1:8222"': `"127.0.0.1:${http}"`,
  '"127.0.0.1:8444"': `"127.0.0.1:${web}"`,
  "/var/lib/fivefold-relay": store,
});

/** @typedef {import("@nats-io/nats-core").NatsConnection} Connection */
/** @typedef {{ server: Server, admin: Connection }} OneRelay */

/**
 * Runs one server while something is done with it.
 * @param {(relay: { server: Server, admin: () => Promise<Connection> }) => Promise<void>} work
 * @param {object} stream what its stream has otherwise
 */
export const withRelay = (work, stream = {}) =>
  inFolder(async (folder) => {
    const ports = await freePorts(3);
    writeFileSync(
      join(folder, "nats.conf"),
      configuration("nats.conf", changes(ports, join(folder, "store"))),
    );
    const server = new Server(folder, "nats.conf", { http: ports[1], web: ports[2] });
    const admin = () => connectAdmin(server.address, adminOf(folder));
    await server.start();
    try {
      const connection = await admin();
      await makeStream(connection, 1, stream);
      await connection.close();
      await work({ server, admin });
    } finally {
      await server.kill();
    }
  });

/** The version of the server that is installed, as one number. */
export function version() {
  const { stdout } = spawnSync(PROGRAM ?? "nats-server", ["--version"], { encoding: "utf8" });
  const [, major, minor, patch] = /v(\d+)\.(\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(major) * 1e6 + Number(minor) * 1e3 + Number(patch);
}

/**
 * Runs a cluster of three while something is done with it.
 * @param {(servers: Server[], admin: (server: Server) => Promise<Connection>) => Promise<void>} work
 */
export const withCluster = (work) =>
  inFolder(async (folder) => {
    const routes = await freePorts(3);
    const servers = [];
    for (const [place, route] of routes.entries()) {
      const own = join(folder, `server${place}`);
      mkdirSync(join(own, "cluster"), { recursive: true });
      cpSync(join(folder, "keys.conf"), join(own, "keys.conf"));
      const ports = await freePorts(3);
      writeFileSync(
        join(own, "nats.conf"),
        configuration("nats.conf", changes(ports, join(own, "store"))),
      );
      cpSync(join(DEPLOY, "cluster/node.conf"), join(own, "cluster/node.conf"));
      const environment = {
        RELAY_NAME: `server${place}`,
        RELAY_LISTEN: `127.0.0.1:${route}`,
        RELAY_ROUTES: `[${routes.map((port) => `nats://127.0.0.1:${port}`).join(", ")}]`,
      };
      servers.push(
        new Server(own, "cluster/node.conf", { http: ports[1], web: ports[2] }, environment),
      );
    }
    const admin = (/** @type {Server} */ server) => connectAdmin(server.address, adminOf(folder));
    try {
      await Promise.all(servers.map((server) => server.start()));
      const connection = await admin(servers[0]);
      // A leader is chosen first.
      await until(
        () =>
          makeStream(connection, 3).then(
            () => true,
            () => false,
          ),
        "the cluster makes its stream",
      );
      await connection.close();
      await work(servers, admin);
    } finally {
      await Promise.all(servers.map((server) => server.kill()));
    }
  });
