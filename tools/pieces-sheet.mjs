// Renders every piece at 24, 48 and 96 px, in both colours, on both squares of
// boards, light and dark, to docs/screens/pieces.png: `node tools/pieces-sheet.mjs [name…]`.
//
// Options: `--set=classic` and `--set=bold` show the other sets,
// `--boards=slate,wood,paper,green` more boards than slate, `--out=FILE` writes elsewhere,
// `--zoom=N` magnifies. Names choose files; without any, all are shown.
// Needs Chromium (`CHROMIUM` names another binary than /usr/bin/chromium).
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { crc32, deflateSync, inflateSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const args = process.argv.slice(2);
/** @param {string} key @param {string} otherwise */
const option = (key, otherwise) =>
  args.find((a) => a.startsWith(`--${key}=`))?.slice(key.length + 3) ?? otherwise;
const names = args.filter((a) => !a.startsWith("--"));
const set = option("set", "standard");
const isStandard = set === "standard";
const zoom = Number(option("zoom", "1"));
const out = resolve(
  option("out", join(root, "docs/screens", isStandard ? "pieces.png" : `pieces-${set}.png`)),
);
const folder = join(root, "web/pieces", isStandard ? "" : set);

const PAPER = "#FFFDF7";
const INK = "#1F252B";
const SHEET = readFileSync(join(root, "web/shell/style.css"), "utf8");
/** A colour of the style sheet. @param {string} selector @param {string} name */
function colour(selector, name) {
  const rule = SHEET.split(`\n${selector} {`)[1]?.split("}")[0];
  const value = rule?.match(`--${name}: (#[0-9a-f]+);`)?.[1];
  if (!value) throw new Error(`${selector} has no --${name}`);
  return value;
}
const THEMES = option("boards", "slate")
  .split(",")
  .flatMap((board) =>
    [":root", ':root[data-theme="dark"]'].map((theme, accent) => {
      const selector = board === "slate" ? theme : `${theme}[data-board="${board}"]`;
      const squares = ["light", "dark"].map((name) => colour(selector, name));
      return { page: colour(theme, "paper"), ink: colour(theme, "ink"), squares, accent };
    }),
  );
/** Accent of each emblem: light, dark. @type {Record<string, string[]>} */
const ACCENTS = Object.fromEntries(
  Object.entries(JSON.parse(readFileSync(join(root, "web/games.json"), "utf8")).accents).map(
    ([game, accent]) => [`emblem-${game}`, accent],
  ),
);
const SIZES = [96, 48, 24];
const ORDER = [
  "king",
  "queen",
  "rook",
  "bishop",
  "knight",
  "pawn",
  "contramatic-king",
  "president",
  "battery",
  "lady",
  "diag",
  "orthog",
  "agent",
  "equine",
  "soldier",
  "man",
  "man-r",
  "man-b",
  "man-n",
  "man-rb",
  "man-rn",
  "man-bn",
  "man-rbn",
  "man-x",
];

/** @param {string} svg */
const uri = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
/** The black piece: the two colours change places. @param {string} svg */
const black = (svg) => svg.replaceAll(PAPER, "@").replaceAll(INK, PAPER).replaceAll("@", INK);

const rank = (/** @type {string} */ name) => ORDER.indexOf(name) + 1 || ORDER.length + 1;
const shown = readdirSync(folder)
  .filter((file) => file.endsWith(".svg"))
  .map((file) => file.slice(0, -4))
  .filter((name) => names.length === 0 || names.includes(name))
  .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
const pieces = shown.filter((name) => !/^(emblem|icon|mark)/.test(name));
const others = shown.filter((name) => /^(emblem|icon|mark)/.test(name));

/** A piece may use the two colours only (the program swaps them), and nothing that the page's policy forbids. */
for (const name of pieces) {
  const svg = readFileSync(join(folder, `${name}.svg`), "utf8");
  const foreign = (svg.match(/#[0-9a-z]+/gi) ?? []).filter(
    (colour) => colour !== PAPER && colour !== INK,
  );
  if (foreign.length > 0 || /style|<text| id=/.test(svg)) {
    console.error(`${name}.svg: only ${PAPER} and ${INK}, no style, no text, no ids`);
    process.exit(1);
  }
}

if (shown.length === 0) {
  console.error(`no such piece in ${folder}`);
  process.exit(1);
}

/** @param {string} svg @param {number} size @param {string} square */
const cell = (svg, size, square) =>
  `<i style="width:${size}px;height:${size}px;background:${square}"><img width="${size}" height="${size}" src="${uri(svg)}"></i>`;

const rows = pieces.map((name) => {
  const white = readFileSync(join(folder, `${name}.svg`), "utf8");
  const themes = THEMES.map((theme) => {
    const sizes = SIZES.map((size) => {
      const pairs = theme.squares.map(
        (square) => cell(white, size, square) + cell(black(white), size, square),
      );
      return `<span${size < 96 ? ' class="two"' : ""}>${pairs.map((p) => `<span>${p}</span>`).join("")}</span>`;
    });
    return `<td style="background:${theme.page};color:${theme.ink}">${sizes.join("")}</td>`;
  });
  return `<tr><th>${name}</th>${themes.join("")}</tr>`;
});
const extras = others.map((name) => {
  const svg = readFileSync(join(folder, `${name}.svg`), "utf8");
  const themes = THEMES.map((theme) => {
    const accent =
      (ACCENTS[/** @type {keyof typeof ACCENTS} */ (name)] ?? [theme.ink, theme.ink])[
        theme.accent
      ] ?? theme.ink;
    const drawn = svg.replace("<svg ", `<svg color="${accent}" `);
    const backs = name.startsWith("mark") ? theme.squares : [theme.page];
    const cells = SIZES.flatMap((size) => backs.map((back) => cell(drawn, size, back)));
    return `<td style="background:${theme.page}"><span>${cells.join("")}</span></td>`;
  });
  return `<tr><th>${name}</th>${themes.join("")}</tr>`;
});

/** Colours kept in the picture: enough for the flat fills and their soft edges. */
const PALETTE = 80;

/**
 * Rewrites an 8-bit RGB(A) PNG with a palette of its commonest colours: a third of the size.
 * @param {Buffer} png
 */
function withPalette(png) {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const depth = png[25] === 6 ? 4 : 3;
  const data = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * depth;
  let above = Buffer.alloc(stride);
  const pixels = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    const row = raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1));
    for (let i = 0; i < stride; i++) {
      const a = i < depth ? 0 : (row[i - depth] ?? 0);
      const b = above[i] ?? 0;
      const c = i < depth ? 0 : (above[i - depth] ?? 0);
      const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
      const paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
      row[i] = (row[i] ?? 0) + ([0, a, b, (a + b) >> 1, paeth][filter ?? 0] ?? 0);
    }
    for (let x = 0; x < width; x++) pixels[y * width + x] = row.readUIntBE(x * depth, 3);
    above = row;
  }
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, PALETTE)
    .map(([colour]) => colour);
  /** @param {number} a @param {number} b */
  const distance = (a, b) =>
    [16, 8, 0].reduce((sum, bits) => sum + (((a >> bits) & 255) - ((b >> bits) & 255)) ** 2, 0);
  const nearest = new Map(
    [...counts.keys()].map((colour) => {
      let best = 0;
      palette.forEach((p, i) => {
        if (distance(p, colour) < distance(palette[best] ?? 0, colour)) best = i;
      });
      return [colour, best];
    }),
  );
  const indexed = Buffer.alloc((width + 1) * height);
  pixels.forEach((colour, i) => {
    indexed[i + Math.floor(i / width) + 1] = nearest.get(colour) ?? 0;
  });
  const head = Buffer.from(png.subarray(16, 29));
  head[9] = 3;
  const colours = Buffer.alloc(palette.length * 3);
  for (const [i, colour] of palette.entries()) colours.writeUIntBE(colour, i * 3, 3);
  /** @param {string} kind @param {Buffer} body */
  const chunk = (kind, body) => {
    const named = Buffer.concat([Buffer.from(kind, "latin1"), body]);
    const framed = Buffer.alloc(named.length + 8);
    framed.writeUInt32BE(body.length, 0);
    named.copy(framed, 4);
    framed.writeUInt32BE(crc32(named), named.length + 4);
    return framed;
  };
  return Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", head),
    chunk("PLTE", colours),
    chunk("IDAT", deflateSync(indexed, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const html = `<!doctype html><meta charset="utf-8"><style>
body{margin:0;background:#F6F2E9;font:13px system-ui}
table{border-collapse:collapse}th{text-align:left;font-weight:400;padding:0 8px;width:96px}
td{padding:3px 8px}td>span{display:inline-block;vertical-align:middle;margin-right:8px}
span{white-space:nowrap;font-size:0}.two>span{display:block}i{display:inline-block}img{display:block}
</style><table>${rows.join("")}${extras.join("")}</table>`;

const scratch = mkdtempSync(join(tmpdir(), "pieces-sheet-"));
try {
  const page = join(scratch, "sheet.html");
  writeFileSync(page, html);
  execFileSync(
    process.env.CHROMIUM ?? "/usr/bin/chromium",
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--hide-scrollbars",
      `--user-data-dir=${join(scratch, "profile")}`,
      `--force-device-scale-factor=${zoom}`,
      `--window-size=${112 + THEMES.length * 576},${pieces.length * 102 + others.length * 102}`,
      `--screenshot=${out}`,
      pathToFileURL(page).href,
    ],
    { stdio: "ignore", timeout: 60_000 },
  );
  writeFileSync(out, withPalette(readFileSync(out)));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(out);
