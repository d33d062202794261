// A TURN server for the tests: coturn as docs/hosting.md sets it up, on this machine.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const DOCUMENT = fileURLToPath(new URL("../../docs/hosting.md", import.meta.url));

const PROGRAM = ["turnserver", "/usr/bin/turnserver"].find(
  (program) => spawnSync(program, ["-h"]).error === undefined,
);

/** Why there can be none here; nothing if there can. */
export const missing = PROGRAM
  ? ""
  : "turnserver is missing: `cargo xtask test browser --install` installs it";

/** What the document says: the server's configuration, and what stands in `site.json`. */
function documented() {
  const text = readFileSync(DOCUMENT, "utf8");
  const [, part = ""] = text.split("\n## STUN and TURN\n");
  const [, server = ""] = /```ini\n([\s\S]*?)```/.exec(part) ?? [];
  const [, site = ""] = /```js\n([\s\S]*?)```/.exec(part) ?? [];
  return { server, ice: JSON.parse(`{${site}}`).ice };
}

/** An address of this machine that others could reach it by. */
function ownAddress() {
  const all = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  const found = all.find(({ family, internal }) => family === "IPv4" && !internal);
  assert.ok(found, "this machine is in no network");
  return found.address;
}

/** A free port of this machine. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Runs the server while something is done with it.
 * @param {(ice: object[], log: () => string) => Promise<void>} work is given what stands in `site.json`, and what the
 *   server has said so far
 */
export async function withTurn(work) {
  assert.ok(PROGRAM, missing);
  const { server, ice } = documented();
  const [address, port] = [ownAddress(), await freePort()];
  // Certificates are for a name of one's own. Both ends of this machine are behind the server.
  const lines = server.split("\n").filter((line) => !/^(cert|pkey)=/.test(line));
  const own = [
    `listening-ip=${address}`,
    `listening-port=${port}`,
    `relay-ip=${address}`,
    `allowed-peer-ip=${address}`,
    "no-tls",
    "no-dtls",
    "no-cli",
    "log-file=stdout",
    "simple-log",
    "verbose",
  ];
  const folder = mkdtempSync(join(tmpdir(), "fivefold-turn-"));
  const file = join(folder, "turnserver.conf");
  writeFileSync(file, [...lines, ...own, `pidfile=${join(folder, "pid")}`, ""].join("\n"));
  const child = spawn(PROGRAM, ["-c", file], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      log += data;
    });
  const gone = new Promise((resolve) => child.on("close", resolve));
  try {
    for (const end = Date.now() + 20_000; !/listener opened on/i.test(log); ) {
      if (child.exitCode !== null || Date.now() > end) throw new Error(`turnserver: ${log}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const here = (/** @type {string} */ url) =>
      url.replace(/^(stun|turn)s?:.*$/, `$1:${address}:${port}`);
    await work(
      ice.map((/** @type {{ urls: string }} */ one) => ({ ...one, urls: here(one.urls) })),
      () => log,
    );
  } finally {
    child.kill();
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
}
