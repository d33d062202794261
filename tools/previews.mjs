// Makes the pictures that link previews show: web/root/previews/GAME.png, 1200 by 630.
// Needs the rules' pages (`cargo xtask rules`) and Chromium:
//   node tools/previews.mjs [CHROMIUM [GAME…]]

import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { deflateSync, inflateSync } from "node:zlib";
import { chromium } from "playwright-core";

const PAGES = new URL("../target/rules-pages/", import.meta.url);
const PIECES = new URL("../web/pieces/", import.meta.url);
const OUT = new URL("../web/root/previews/", import.meta.url);
/** @type {{ accents: Record<string, string[]> }} */
const { accents } = JSON.parse(
  await readFile(new URL("../web/games.json", import.meta.url), "utf8"),
);

/** The value of a key of a game's page of rules. @param {string} page @param {string} key */
const keyOf = (page, key) => page.match(new RegExp(`^${key}: (.*)$`, "m"))?.[1] ?? "";

const STYLE = `
  * { box-sizing: border-box; margin: 0; }
  body { width: 1200px; height: 630px; background: #f6f2e9; color: #1c262e; font-family: Charter, "Bitstream Charter", "DejaVu Serif", serif; display: grid; grid-template-columns: 1fr auto; align-items: center; padding: 0 44px 0 72px; gap: 48px; }
  .emblem svg { width: 72px; height: 72px; color: var(--accent); }
  h1 { font-size: 64px; text-wrap: balance; line-height: 1.08; letter-spacing: -0.02em; font-weight: 600; margin: 20px 0 22px; }
  p { font-size: 31px; line-height: 1.35; }
  .brand { margin-top: 40px; padding-top: 22px; border-top: 3px double #bdb5a4; font-size: 26px; color: #5a6670; }
  .symbols { position: absolute; }
  .board { display: block; height: 566px; max-width: 600px; }
  .light { fill: #e9e8df; } .dark { fill: #9eb1b6; } .frame { stroke: #1c262e; }
  .names { fill: #5a6670; font-family: "DejaVu Sans", sans-serif; text-anchor: middle; }
  .last { fill: #c08a1e; fill-opacity: .42; } .halo { fill: none; stroke: #fffdf7; stroke-width: 8; stroke-linecap: round; stroke-linejoin: round; }
  .dot { fill: var(--accent); stroke: #fffdf7; stroke-width: 3; } .ring, .take { stroke: var(--accent); } .hatch { stroke: #b3261e; }
  .arrow, .slide { stroke: var(--accent); stroke-linecap: round; } .slide { stroke-dasharray: 3 10; } .arrow-head, .slide-head { fill: var(--accent); }
  .tray { fill: #fffdf7; stroke: #d8d1c2; } .count { text-anchor: middle; font-family: "DejaVu Sans", sans-serif; }
  .order { fill: var(--accent); stroke: #fffdf7; stroke-width: 2; } .order-text { fill: #fffdf7; font: 700 17px "DejaVu Sans", sans-serif; text-anchor: middle; }
  .long h1 { font-size: 54px; }
  .all { display: grid; grid-template-columns: repeat(3, 150px); gap: 44px 36px; padding-right: 40px; }
  .all svg { width: 150px; height: 150px; }
`;

/** @param {string} html @param {string} tag */
const first = (html, tag) =>
  html.match(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`))?.[1] ?? "";

/** @param {string} game */
const emblem = (game) => readFile(new URL(`emblem-${game}.svg`, PIECES), "utf8");

/**
 * A PNG with a palette instead of true colours, which halves it; as it is if it has more than 256
 * colours after the last two bits of each channel are dropped.
 * @param {Buffer} png 8-bit RGB or RGBA, not interlaced
 */
function withPalette(png) {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  const parts = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const left = x >= channels ? pixels[y * stride + x - channels] : 0;
      const up = y > 0 ? pixels[(y - 1) * stride + x] : 0;
      const corner = x >= channels && y > 0 ? pixels[(y - 1) * stride + x - channels] : 0;
      const guess = left + up - corner;
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      const add = [0, left, up, (left + up) >> 1, paeth][filter];
      pixels[y * stride + x] = (raw[y * (stride + 1) + 1 + x] + add) & 255;
    }
  }
  /** @type {Map<number, number>} */
  const counts = new Map();
  const colors = new Uint32Array(width * height);
  for (let at = 0; at < colors.length; at += 1) {
    const p = at * channels;
    colors[at] = (pixels[p] << 16) | (pixels[p + 1] << 8) | pixels[p + 2];
    counts.set(colors[at], (counts.get(colors[at]) ?? 0) + 1);
  }
  // The commonest colours; every other pixel takes the nearest of them.
  const palette = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 96)
    .map(([color]) => color);
  /** @type {Map<number, number>} */
  const nearest = new Map();
  for (const color of counts.keys()) {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    palette.forEach((other, index) => {
      const [r, g, b] = [16, 8, 0].map((by) => ((color >> by) & 255) - ((other >> by) & 255));
      const distance = r * r + g * g + b * b;
      if (distance < least) [best, least] = [index, distance];
    });
    nearest.set(color, best);
  }
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows[y * (width + 1) + 1 + x] = nearest.get(colors[y * width + x]) ?? 0;
    }
  }
  const header = Buffer.from(png.subarray(16, 29));
  header[8] = 8;
  header[9] = 3;
  const table = Buffer.from(
    palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]),
  );
  return Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", header),
    chunk("PLTE", table),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** @param {string} kind @param {Buffer} data */
function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  let crc = 0xffffffff;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4);
  return out;
}

await mkdir(OUT, { recursive: true });
const executablePath = process.argv[2] ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });

/** @param {string} name @param {string} accent @param {string} body */
async function take(name, accent, body) {
  await page.setContent(`<style>:root{--accent:${accent}}${STYLE}</style>${body}`);
  const file = new URL(`${name}.png`, OUT);
  await writeFile(file, withPalette(await page.screenshot()));
  console.log(`${name}.png ${(await stat(file)).size} bytes`);
}

/** The emblems of these stand on the picture of all: the six inventions. */
const SIX = Object.entries(accents).slice(0, 6);
const wanted = process.argv.slice(3);
for (const [game, [accent]] of Object.entries(accents)) {
  if (wanted.length > 0 && !wanted.includes(game)) continue;
  const words = await readFile(new URL(`../web/rules/${game}.html`, import.meta.url), "utf8");
  const html = await readFile(new URL(`${game}/index.html`, PAGES), "utf8");
  const symbols = html.match(/<svg class="symbols"[\s\S]*?<\/svg>/)?.[0] ?? "";
  const boards = html.match(/<svg class="board"[\s\S]*?<\/svg>/g) ?? [];
  await take(
    game,
    accent,
    `${symbols}<div class="${game.length > 12 ? "long" : ""}"><div class="emblem">${await emblem(game)}</div>
     <h1>${first(html, "h1")}</h1><p>${keyOf(words, "preview_line")}</p><p class="brand">Fivefold · rules and board</p></div>
     ${boards[Number(keyOf(words, "preview_board"))]}`,
  );
}
const emblems = await Promise.all(
  SIX.map(async ([game, [accent]]) => (await emblem(game)).replaceAll("currentColor", accent)),
);
if (wanted.length === 0) {
  await take(
    "fivefold",
    "#1c262e",
    `<div><h1>Fivefold</h1><p>Six games of uncommon chess, in your browser</p></div><div class="all">${emblems.join("")}</div>`,
  );
}
await browser.close();
