// Renders every man at 24, 45 and 96 px, in both colours, on both squares of
// both themes, to docs/screens/men.png: `node tools/men-sheet.mjs [name…]`.
//
// Options: `--set=bold` shows the bold set, `--out=FILE` writes elsewhere,
// `--zoom=N` magnifies. Names choose files; without any, all are shown.
// Needs Chromium (`CHROMIUM` names another binary than /usr/bin/chromium).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
/** @param {string} key @param {string} otherwise */
const option = (key, otherwise) =>
  args.find((a) => a.startsWith(`--${key}=`))?.slice(key.length + 3) ?? otherwise;
const names = args.filter((a) => !a.startsWith('--'));
const bold = option('set', 'standard') === 'bold';
const zoom = Number(option('zoom', '1'));
const out = resolve(option('out', join(root, 'docs/screens', bold ? 'men-bold.png' : 'men.png')));
const folder = join(root, 'web/pieces', bold ? 'bold' : '');

const PAPER = '#FFFDF7';
const INK = '#1F252B';
const THEMES = [
  { name: 'light', page: '#F6F2E9', ink: '#1C262E', squares: ['#ECE7DB', '#A9B4B0'], accent: 0 },
  { name: 'dark', page: '#15191D', ink: '#ECE6DA', squares: ['#8D9793', '#5E6A68'], accent: 1 },
];
/** Accent of each emblem: light, dark. */
const ACCENTS = {
  'emblem-charismatic': ['#B93A24', '#F0806A'],
  'emblem-chessence': ['#2C6A4C', '#7CC49D'],
  'emblem-contramatic': ['#6A3D9E', '#C0A0EE'],
  'emblem-complete-contramatic': ['#6A3D9E', '#C0A0EE'],
  'emblem-magnetic': ['#1D5C9E', '#7FB4EA'],
  'emblem-batteries': ['#8F5F00', '#E9B44C'],
};
const SIZES = [96, 45, 24];
const ORDER = [
  'king', 'queen', 'rook', 'bishop', 'knight', 'pawn', 'contramatic-king',
  'president', 'battery', 'lady', 'diag', 'orthog', 'agent', 'equine', 'soldier',
  'man', 'man-r', 'man-b', 'man-n', 'man-rb', 'man-rn', 'man-bn', 'man-rbn',
];

/** @param {string} svg */
const uri = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
/** The black man: the two colours change places. @param {string} svg */
const black = (svg) => svg.replaceAll(PAPER, '@').replaceAll(INK, PAPER).replaceAll('@', INK);

const rank = (/** @type {string} */ name) => (ORDER.indexOf(name) + 1 || ORDER.length + 1);
const shown = readdirSync(folder)
  .filter((file) => file.endsWith('.svg'))
  .map((file) => file.slice(0, -4))
  .filter((name) => names.length === 0 || names.includes(name))
  .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
const men = shown.filter((name) => !/^(emblem|icon|mark)/.test(name));
const others = shown.filter((name) => /^(emblem|icon|mark)/.test(name));

if (shown.length === 0) {
  console.error(`no such man in ${folder}`);
  process.exit(1);
}

/** @param {string} svg @param {number} size @param {string} square */
const cell = (svg, size, square) =>
  `<i style="width:${size}px;height:${size}px;background:${square}"><img width="${size}" height="${size}" src="${uri(svg)}"></i>`;

const rows = men.map((name) => {
  const white = readFileSync(join(folder, `${name}.svg`), 'utf8');
  const themes = THEMES.map((theme) => {
    const sizes = SIZES.map((size) => {
      const pairs = theme.squares.map((square) => cell(white, size, square) + cell(black(white), size, square));
      return `<span${size < 96 ? ' class="two"' : ''}>${pairs.map((p) => `<span>${p}</span>`).join('')}</span>`;
    });
    return `<td style="background:${theme.page};color:${theme.ink}">${sizes.join('')}</td>`;
  });
  return `<tr><th>${name}</th>${themes.join('')}</tr>`;
});
const extras = others.map((name) => {
  const svg = readFileSync(join(folder, `${name}.svg`), 'utf8');
  const themes = THEMES.map((theme) => {
    const accent = (ACCENTS[/** @type {keyof typeof ACCENTS} */ (name)] ?? [theme.ink, theme.ink])[theme.accent] ?? theme.ink;
    const drawn = svg.replace('<svg ', `<svg color="${accent}" `);
    const backs = name.startsWith('mark') ? theme.squares : [theme.page];
    const cells = SIZES.flatMap((size) => backs.map((back) => cell(drawn, size, back)));
    return `<td style="background:${theme.page}"><span>${cells.join('')}</span></td>`;
  });
  return `<tr><th>${name}</th>${themes.join('')}</tr>`;
});

const html = `<!doctype html><meta charset="utf-8"><style>
body{margin:0;background:#F6F2E9;font:13px system-ui}
table{border-collapse:collapse}th{text-align:left;font-weight:400;padding:0 8px;width:96px}
td{padding:3px 8px}td>span{display:inline-block;vertical-align:middle;margin-right:8px}
span{white-space:nowrap;font-size:0}.two>span{display:block}i{display:inline-block}img{display:block}
</style><table>${rows.join('')}${extras.join('')}</table>`;

const scratch = mkdtempSync(join(tmpdir(), 'men-sheet-'));
try {
  const page = join(scratch, 'sheet.html');
  writeFileSync(page, html);
  execFileSync(process.env.CHROMIUM ?? '/usr/bin/chromium', [
    '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--hide-scrollbars', `--user-data-dir=${join(scratch, 'profile')}`,
    `--force-device-scale-factor=${zoom}`,
    `--window-size=1256,${men.length * 102 + others.length * 102}`,
    `--screenshot=${out}`, pathToFileURL(page).href,
  ], { stdio: 'ignore' });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(out);
