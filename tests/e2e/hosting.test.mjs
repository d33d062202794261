// The set-ups of docs/hosting.md, taken out of it: each serves the finished site, and the game is
// played there.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { newKey } from "../../web/live/sealing.js";
import { player } from "../relay/player.mjs";
import { withRelay } from "../relay/server.mjs";
import { play, ready } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SITE = join(ROOT, "dist");
const SUB_PATH = "/some/path/";
/** How long a server may take until it answers, in milliseconds. */
const PATIENCE = 10_000;

/** The blocks of the document in this language, in their order. @param {string} language */
function blocks(language) {
  const text = readFileSync(join(ROOT, "docs/hosting.md"), "utf8");
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, of]) => of === language)
    .map(([, , content]) => content);
}

/** Replaces what must stand in a text. @param {string} text @param {string} from @param {string} to */
function replaced(text, from, to) {
  assert.ok(from && text.includes(from), `"${from}" is missing`);
  return text.replaceAll(from, () => to);
}

/** The policy that the page carries. */
const policy = () =>
  /Content-Security-Policy" content="([^"]*)"/.exec(
    readFileSync(join(SITE, "index.html"), "utf8"),
  )?.[1] ?? "";

/** A free port of this machine. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Runs a server while something is done with it.
 * @param {string} program
 * @param {string[]} options
 * @param {number} port the one that it listens on
 * @param {() => Promise<void>} work
 */
async function serving(program, options, port, work) {
  const server = spawn(program, options, { stdio: ["ignore", "ignore", "pipe"] });
  let told = "";
  server.stderr.on("data", (data) => {
    told += data;
  });
  const gone = new Promise((resolve) => server.on("close", resolve));
  const answers = () =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true));
      socket.on("error", () => resolve(false));
      socket.on("close", () => socket.destroy());
      socket.on("connect", () => socket.end());
    });
  try {
    for (const end = Date.now() + PATIENCE; !(await answers()); ) {
      if (server.exitCode !== null || Date.now() > end) throw new Error(`${program}: ${told}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await work();
  } finally {
    server.kill();
    await gone;
  }
}

/** Does something with a folder of its own. @param {(folder: string) => Promise<void>} work */
async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "fivefold-hosting-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [CONFIGURATION = "", UNDER_A_PATH = "", BROTLI = "", SECURE = "", BESIDE = "", RELAY = ""] =
  blocks("nginx");
/** Where Debian and others put modules of nginx. */
const MODULE = ["/usr/lib/nginx/modules", "/usr/lib64/nginx/modules", "/usr/share/nginx/modules"]
  .map((folder) => join(folder, "ngx_http_brotli_static_module.so"))
  .find((file) => existsSync(file));

/**
 * Runs nginx with the configuration of the document.
 * @param {(configuration: string) => string} change what the document says to change
 * @param {(origin: string) => Promise<void>} work
 */
const withNginx = (change, work) =>
  inFolder(async (folder) => {
    const found = ["nginx", "/usr/sbin/nginx"].find(
      (program) => spawnSync(program, ["-v"]).status === 0,
    );
    assert.ok(found, "nginx is missing: `cargo xtask test browser --install` installs it");
    const port = await freePort();
    let site = replaced(change(CONFIGURATION), "/var/www/fivefold", SITE);
    site = replaced(site, "listen 80;", `listen 127.0.0.1:${port};`);
    // Where nginx was built for another machine's folders.
    const types = ["/etc/nginx/mime.types", "/usr/local/etc/nginx/mime.types"].find(existsSync);
    site = replaced(site, "/etc/nginx/mime.types", types ?? "mime.types");
    writeFileSync(join(folder, "fivefold.conf"), site);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(" ");
    const configuration = join(folder, "nginx.conf");
    writeFileSync(
      configuration,
      `${MODULE ? `load_module ${MODULE};\n` : ""}${process.getuid?.() === 0 ? "user root;\n" : ""}
      daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;
      events {}
      http { access_log off; ${temporary} include ${folder}/fivefold.conf; }\n`,
    );
    const options = ["-p", folder, "-e", "stderr", "-c", configuration];
    await serving(found, options, port, () => work(`http://127.0.0.1:${port}`));
  });

/** The site's files, without their compressed copies. */
const files = () =>
  readdirSync(SITE, { recursive: true, encoding: "utf8" }).filter(
    (file) => statSync(join(SITE, file)).isFile() && !/\.(gz|br)$/.test(file),
  );

/** @type {Record<string, RegExp>} by the ending of a file */
const TYPES = {
  ".html": /^text\/html; charset=utf-8$/,
  ".css": /^text\/css; charset=utf-8$/,
  ".js": /^(text|application)\/javascript; charset=utf-8$/,
  ".wasm": /^application\/wasm$/,
  ".net": /^application\/octet-stream$/,
  ".openings": /^application\/octet-stream$/,
  ".json": /^application\/json/,
  ".webmanifest": /^application\/manifest\+json/,
  ".svg": /^image\/svg\+xml/,
  ".png": /^image\/png$/,
  ".woff2": /^font\/woff2$/,
  ".txt": /^text\/plain/,
  ".xml": /^(text|application)\/xml/,
};

/** @param {Response} answer @param {string} name */
const header = (answer, name) => answer.headers.get(name) ?? "";

/**
 * Every file comes whole, with its type, how long it may be kept, and the headers for safety.
 * @param {string} base the site's address
 * @param {string[]} encodings compressed copies that are sent
 */
async function everyFileComes(base, encodings) {
  for (const file of files()) {
    const whole = readFileSync(join(SITE, file));
    for (const encoding of ["identity", ...encodings]) {
      const answer = await fetch(new URL(file, base), { headers: { "Accept-Encoding": encoding } });
      const what = `${file}, ${encoding}`;
      assert.equal(answer.status, 200, what);
      assert.ok(whole.equals(Buffer.from(await answer.arrayBuffer())), `${what}: other contents`);
      const hasCopy = existsSync(join(SITE, `${file}.${encoding === "gzip" ? "gz" : encoding}`));
      assert.equal(header(answer, "content-encoding"), hasCopy ? encoding : "", what);
      const type = TYPES[extname(file)];
      assert.ok(type, `${file}: of which type?`);
      assert.match(header(answer, "content-type"), type, what);
      assert.equal(header(answer, "x-content-type-options"), "nosniff", what);
      assert.equal(header(answer, "referrer-policy"), "no-referrer", what);
      assert.equal(header(answer, "cross-origin-opener-policy"), "same-origin", what);
      const frames = file.startsWith("embed/") ? "*" : "'self'";
      const wanted = `${policy()}; frame-ancestors ${frames}`;
      assert.equal(header(answer, "content-security-policy"), wanted, what);
      const cache = header(answer, "cache-control");
      if (/^assets\//.test(file)) {
        assert.equal(cache, "public, max-age=31536000, immutable", what);
      } else if (/^(icons|previews|screens)\//.test(file)) {
        assert.equal(cache, "public, max-age=86400", what);
      } else {
        assert.equal(cache, "no-cache", what);
        const tag = header(answer, "etag");
        const again = await fetch(new URL(file, base), {
          headers: { "If-None-Match": tag, "Accept-Encoding": encoding },
        });
        assert.equal(again.status, 304, what);
      }
    }
  }
}

/** What is not there is not found, and nothing beside the site is. @param {string} base */
async function nothingElseComes(base) {
  for (const path of ["missing", "assets/main.js", ".git/config", "..%2fCargo.toml"]) {
    const { status } = await fetch(new URL(path, base));
    assert.ok(status === 404 || status === 400, `${path}: ${status}`);
  }
  const folder = await fetch(new URL("magnetic", base), { redirect: "manual" });
  assert.ok([301, 308].includes(folder.status));
  const to = new URL(header(folder, "location"), folder.url).href;
  assert.equal(to, new URL("magnetic/", base).href);
}

/** A game is begun there, and the computer answers. @param {string} base */
const isPlayed = (base) =>
  inWindow({}, async (window) => {
    await window.goto(`${base}?game=batteries&level=11`);
    await ready(window);
    await play(window, "c3 c4");
    await window.find("gridcell", /^c4, white soldier/).shown();
    await window.until(() => document.querySelectorAll("#score li").length === 2);
    await window.goto(`${base}magnetic/`);
    await window.find("heading", "Magnetic Chess").shown();
  })();

/** It is kept on the device, and then needs no server. @param {string} base */
const isKept = (base) =>
  inWindow({ offline: true }, async (window) => {
    await window.goto(base);
    await ready(window);
    await window.until(() => navigator.serviceWorker.controller !== null);
    await window.offline(true);
    await window.goto(`${base}?game=magnetic`);
    await ready(window);
    await play(window, "c2 c4");
    await window.find("gridcell", /^c4, white pawn/).shown();
  })();

test("nginx, at a server's root: files, compressed copies, headers; the game is played", async () => {
  await withNginx(
    (configuration) => configuration,
    async (origin) => {
      await everyFileComes(`${origin}/`, ["gzip"]);
      await nothingElseComes(`${origin}/`);
      await isPlayed(`${origin}/`);
    },
  );
});

test("nginx, under a path, with Brotli where it has that", async () => {
  const change = (/** @type {string} */ configuration) => {
    const [location = ""] = /^ {4}location \/ \{[\s\S]*?^ {4}\}\n/m.exec(configuration) ?? [];
    let changed = replaced(configuration, location, UNDER_A_PATH + SECURE);
    if (MODULE)
      changed = replaced(changed, "    gzip_static on;\n", `    gzip_static on;\n${BROTLI}`);
    return changed;
  };
  await withNginx(change, async (origin) => {
    const base = `${origin}${SUB_PATH}`;
    await everyFileComes(base, MODULE ? ["gzip", "br"] : ["gzip"]);
    await nothingElseComes(base);
    const bare = await fetch(`${base.slice(0, -1)}?game=magnetic`, { redirect: "manual" });
    assert.equal(bare.status, 308);
    assert.equal(header(bare, "location"), `${SUB_PATH}?game=magnetic`);
    assert.match(header(bare, "strict-transport-security"), /^max-age=\d+$/);
    await isPlayed(base);
    await isKept(base);
  });
});

test("nginx before a relay: a game goes on through it while somebody floods it, who gets 40 connections and no more", async () => {
  await withRelay(async ({ server }) => {
    const change = (/** @type {string} */ configuration) => {
      const beside = replaced(BESIDE, "server 127.0.0.1:8444;", `server 127.0.0.1:${server.port};`);
      return beside + replaced(configuration, "    location / {\n", `${RELAY}    location / {\n`);
    };
    await withNginx(change, async (origin) => {
      const address = `${origin.replace("http:", "ws:")}/relay`;
      const key = newKey();
      const [white, black] = [await player(address, key), await player(address, key)];
      await white.connected();
      await black.connected();
      await white.send("e4");
      await black.has("e4");
      // What is no WebSocket gets nothing of it.
      assert.ok((await fetch(`${origin}/relay`)).status >= 400);
      const knock = () =>
        new Promise((resolve) => {
          const socket = new WebSocket(address);
          socket.addEventListener("open", () => resolve(socket));
          socket.addEventListener("error", () => resolve(undefined));
        });
      const sockets = await Promise.all(Array.from({ length: 120 }, knock));
      const open = sockets.filter(Boolean);
      // The two players have two of them.
      assert.ok(open.length >= 20 && open.length <= 38, `${open.length} of 120 are let in`);
      assert.equal((await fetch(`${origin}/relay`)).status, 429);
      // Each says more than a relay takes of who has not said who he is.
      for (const socket of open) socket.send(new Uint8Array(100_000));
      const { connections } = await server.figures("/varz");
      assert.ok(connections <= 40, `${connections} connections`);
      await black.send("e5");
      await white.has("e5");
      for (const socket of open) socket.close();
      // Who was refused among them gets in when it is over.
      const late = await player(address, key);
      await late.has("e5");
      for (const one of [white, black, late]) one.close();
    });
  });
});

test("a plain static server, under a path", async () => {
  const [command = ""] = blocks("sh");
  assert.match(command, /^python3 -m http\.server --directory dist 8080\n$/);
  await inFolder(async (folder) => {
    mkdirSync(join(folder, "some"));
    symlinkSync(SITE, join(folder, SUB_PATH.slice(0, -1)));
    if (spawnSync("python3", ["--version"]).status !== 0) {
      await withHeaders({}, async (base) => isPlayed(base));
      return;
    }
    const port = await freePort();
    const options = command.trim().split(" ").slice(1);
    const at = options.indexOf("dist");
    options.splice(at, 2, folder, String(port), "--bind", "127.0.0.1");
    await serving("python3", options, port, () => isPlayed(`http://127.0.0.1:${port}${SUB_PATH}`));
  });
});

/**
 * A server under a path that gives all files these headers.
 * @param {Record<string, string>} headers
 * @param {(base: string) => Promise<void>} work
 */
async function withHeaders(headers, work) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
  const others = { ".wasm": "application/wasm", ".svg": "image/svg+xml" };
  const server = createServer(({ url = "" }, answer) => {
    const { pathname } = new URL(url, "http://localhost");
    const path = join(
      SITE,
      pathname.replace(SUB_PATH, "/"),
      pathname.endsWith("/") ? "index.html" : "",
    );
    const body = existsSync(path) ? readFileSync(path) : undefined;
    const type = /** @type {Record<string, string>} */ ({ ...types, ...others })[extname(path)];
    answer.writeHead(body ? 200 : 404, { ...headers, "Content-Type": type ?? "text/plain" });
    answer.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  try {
    await work(`http://127.0.0.1:${port}${SUB_PATH}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("a host with a file of headers", async () => {
  const [text = ""] = blocks("").filter((block) => block.startsWith("/*\n"));
  const lines = text.trim().split("\n").slice(1);
  const headers = Object.fromEntries(lines.map((line) => line.trim().split(/: (.*)/, 2)));
  assert.equal(headers["Content-Security-Policy"], policy());
  assert.equal(headers["Cache-Control"], "no-cache");
  await withHeaders(headers, async (base) => {
    await isPlayed(base);
  });
});

test("what a host sets in site.json is never sent as it was before", () => {
  const copies = ["site.json.gz", "site.json.br"].filter((file) => existsSync(join(SITE, file)));
  assert.deepEqual(copies, []);
  const example = JSON.parse(blocks("json")[0]);
  assert.deepEqual(
    Object.keys(example),
    Object.keys(JSON.parse(readFileSync(join(SITE, "site.json"), "utf8"))),
  );
});
