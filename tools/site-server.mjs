// A web server for a built site on this machine, for tests and measurements: static files under a
// path, with the page's policy as a header as well, since workers take theirs from there.

import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { extname, join, resolve, sep } from "node:path";

/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};

/**
 * The file or folder that a path means; none outside of the site.
 * @param {string} root
 * @param {string} path
 */
function fileOf(root, path) {
  try {
    const inside = decodeURIComponent(path);
    if (inside.split("/").some((part) => part.startsWith(".") || /[\\\0:]/.test(part))) return "";
    const file = join(root, inside);
    return (file === root || file.startsWith(root + sep)) && existsSync(file) ? file : "";
  } catch {
    return "";
  }
}

/**
 * Serves a folder at a free port of 127.0.0.1.
 * @param {string} folder
 * @param {string} base the path that it is served under: begins and ends with a slash
 * @param {[encoding: string, ending: string][]} [copies] the compressed copies that are sent to who
 *   takes them, the best first
 * @param {{ files?: Record<string, string>, relay?: number }} [given] files in the place of the folder's, and the
 *   port of this machine to which connections to `relay` are passed on
 * @returns {Promise<{ address: string, cut: () => void, close: () => void }>} `cut` ends all those connections
 */
export async function serve(
  folder,
  base,
  copies = [
    ["br", ".br"],
    ["gzip", ".gz"],
  ],
  { files = {}, relay } = {},
) {
  const root = resolve(folder);
  const page = readFileSync(join(root, "index.html"), "utf8");
  const policy = page.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)?.[1];
  const server = createServer((request, answer) => {
    const { method = "", url = "/", headers } = request;
    const [path, query] = url.split(/\?(.*)/s);
    if (method !== "GET" && method !== "HEAD") {
      answer.writeHead(405, { allow: "GET, HEAD" }).end();
      return;
    }
    const isWithin = path.startsWith(base) || `${path}/` === base;
    let file = isWithin ? fileOf(root, path.slice(base.length)) : "";
    if (file && statSync(file).isDirectory()) {
      if (!path.endsWith("/")) {
        answer.writeHead(308, { location: `${path}/${query ? `?${query}` : ""}` }).end();
        return;
      }
      file = join(file, "index.html");
    }
    const text = isWithin ? files[path.slice(base.length)] : undefined;
    if (text !== undefined) {
      const type = TYPES[extname(path)] ?? "application/octet-stream";
      answer.writeHead(200, { "content-type": type, "cache-control": "no-cache" }).end(text);
      return;
    }
    if (!file || !existsSync(file)) {
      answer.writeHead(404).end();
      return;
    }
    const accepted = headers["accept-encoding"] ?? "";
    const copy = copies.find(
      ([encoding, ending]) => accepted.includes(encoding) && existsSync(file + ending),
    );
    const body = readFileSync(copy ? file + copy[1] : file);
    answer.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "content-length": body.length,
      "cache-control": path.startsWith(`${base}assets/`)
        ? "public, max-age=31536000, immutable"
        : "no-cache",
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
      ...(copy && { "content-encoding": copy[0] }),
      ...(policy && { "content-security-policy": policy }),
    });
    answer.end(method === "GET" ? body : undefined);
  });
  /** @type {Set<import("node:net").Socket>} */
  const passed = new Set();
  server.on("upgrade", (request, socket) => {
    if (relay === undefined || request.url !== `${base}relay`) return socket.destroy();
    const behind = connect(relay, "127.0.0.1");
    const { method, rawHeaders } = request;
    const lines = rawHeaders.flatMap((text, place) =>
      place % 2 === 0 ? [`${text}: ${rawHeaders[place + 1]}`] : [],
    );
    behind.write(`${[`${method} / HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`);
    for (const [from, to] of [
      [socket, behind],
      [behind, socket],
    ]) {
      passed.add(/** @type {import("node:net").Socket} */ (from));
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
      from.pipe(to);
    }
  });
  const cut = () => {
    for (const socket of passed) socket.destroy();
    passed.clear();
  };
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = () => {
    cut();
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${port}${base}`, cut, close };
}
