// Links, texts and files made by somebody who means harm: what `hostile.test.mjs` gives the page, and
// `tools/time-hostile.mjs` measures.

const MEGABYTE = 1 << 20;

/** @param {string} text */
const megabyte = (text) => text.repeat(Math.ceil(MEGABYTE / text.length)).slice(0, MEGABYTE);

/** What would set a mark on the page if any of it were run. */
export const SCRIPT = '"\'><img src=x onerror="hacked=1"><script>hacked=1</script>';
/** Turns the text behind it round, and ends isolates and overrides around it. */
export const TURNED = "Ada\u2069\u202c\u202egnp.exe\u2066\u200f\u0007";
/** A name that runs from right to left by itself. */
export const FROM_RIGHT = "עדה 12";

const CRC = Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/**
 * The checksum of links: CRC-32 (ISO-HDLC).
 * @param {Uint8Array} bytes
 */
export const crc = (bytes) =>
  ~bytes.reduce((sum, byte) => (sum >>> 8) ^ CRC[(sum ^ byte) & 255], -1) >>> 0;

/** A number as links write it. @param {number} number */
function number(number) {
  const bytes = [];
  for (let rest = BigInt(number); ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 127n) | 128);
  }
}

/** Text as links write it. @param {string} text */
const written = (text) => {
  const bytes = [...Buffer.from(text)];
  return [...number(bytes.length), ...bytes];
};

/** A link with a right checksum (docs/link-format.md). @param {number[]} content */
export function sealed(content) {
  const bytes = Buffer.alloc(content.length + 4);
  bytes.set(content);
  bytes.writeUInt32BE(crc(bytes.subarray(0, content.length)), content.length);
  return `#g=${bytes.toString("base64url")}E`;
}

const [MAGNETIC, ORTHODOX] = [4, 6];
const [START, SECTIONS] = [1, 4];
const NAMES = 1;

/** A game that can be played, with names that are none. @param {string} white @param {string} black */
export const named = (white, black) =>
  sealed([1, MAGNETIC, SECTIONS, 1, NAMES, ...written(`${white}\n${black}`), 0]);

/** @param {number} flag @param {number[]} content */
const magnetic = (flag, content) => sealed([1, MAGNETIC, flag, ...content]);

/**
 * A game of one step, by its place among the 20 legal ones: not the first. Of the numbers that mean the
 * step, a link holds the one with the most zeros at its end.
 * @param {number} place
 */
export const begun = (place) => {
  const part = Math.floor(0xffffffff / 20);
  const top = (place + 1) * part - 1;
  let chosen = top;
  for (let unit = 1; Math.floor(top / unit) * unit >= place * part; unit *= 2) {
    chosen = Math.floor(top / unit) * unit;
  }
  const bytes = [24, 16, 8, 0].map((shift) => (chosen >>> shift) & 255);
  while (bytes.at(-1) === 0) bytes.pop();
  return magnetic(0, [1, ...bytes]);
};

/** Hostile links and what is said of each. @type {[name: string, link: string, said: RegExp][]} */
export const LINKS = [
  ["markup", `#g=${SCRIPT}`, /a sign in this link that links do not have/],
  ["an address that is a script", "#g=javascript:hacked=1", /a sign in this link/],
  ["signs that turn text round", `#g=${TURNED}`, /a sign in this link/],
  ["a megabyte", `#g=${megabyte("A")}`, /longer than that of any game/],
  ["as long as is read", `#g=${"A".repeat((1 << 17) - 1)}E`, /changed on its way/],
  ["three thousand steps in nothing", magnetic(0, number(3000)), /against the rules/],
  ["more steps than any game", magnetic(0, number(3001)), /more in this link than in any game/],
  ["a number out of range", magnetic(0, number(2 ** 62)), /more in this link than in any game/],
  ["a number without an end", magnetic(0, Array(40).fill(255)), /more in this link/],
  [
    "a section without its bytes",
    magnetic(SECTIONS, [1, 1, ...number(2 ** 30)]),
    /end of this link/,
  ],
  ["too many sections", magnetic(SECTIONS, number(2 ** 40)), /more in this link than in any game/],
  ["a newer version", sealed([255, MAGNETIC, 0, 0]), /newer Fivefold/],
  ["flags that nobody knows", magnetic(120, [0]), /newer Fivefold/],
  ["a game that nobody knows", sealed([1, 200, 0, 0]), /cannot be played here/],
  ["a game without a board here", sealed([1, ORTHODOX, 0, 0]), /cannot be played here/],
  ["a start of markup", magnetic(START, [...written(SCRIPT), 0]), /begins with a position/],
  ["a start without an end", magnetic(START, [...written("8/".repeat(40_000)), 0]), /begins with/],
  [
    "a start with numbers out of range",
    magnetic(START, [...written(`4k3/8/8/8/8/8/8/4K3 w - - ${"9".repeat(400)} 1e999`), 0]),
    /begins with a position/,
  ],
  [
    "steps at random behind a right checksum",
    magnetic(0, [
      ...number(3000),
      ...Array.from({ length: 90_000 }, (_, i) => (i * 167 + 13) % 251),
    ]),
    /against the rules|end of this link|behind the last step/,
  ],
];

const TAGS = '[Variant "magnetic"]\n\n';
const PLACED = '[Variant "charismatic"]\n[FEN "3k4/8/8/8/8/8/P7/4K3[] w - - 0 9 - -"]\n\n';

/** Hostile texts and what is said of each. @type {[name: string, text: string, said: RegExp][]} */
export const TEXTS = [
  ["markup", SCRIPT, /no link to a game/],
  [
    "markup for a game",
    `[Variant "${SCRIPT.replaceAll('"', "'")}"]\n\n1. e4 *`,
    /no game here is called/,
  ],
  ["markup for a turn", `${TAGS}1. ${SCRIPT} *`, /^Line 3/],
  ["turned text for a turn", `${TAGS}1. ${TURNED} *`, /^Line 3/],
  ["a megabyte of parentheses", `${TAGS}1. e4 ${megabyte("(")}`, /variation|parentheses/],
  ["deep variations", `${TAGS}1. e4 ${megabyte("(1. d4 ")}`, /variation|Line 3/],
  ["a comment without an end", `${TAGS}{${megabyte("a")}`, /comment has no end/],
  ["comments without an end", megabyte(`${TAGS}{\n\n`), /comment has no end/],
  ["a turn of a megabyte", `${TAGS}1. ${megabyte("Qa5,")}`, /^Line 3/],
  ["a megabyte of one letter", `${TAGS}1. ${megabyte("N")}`, /^Line 3/],
  ["tags without a game", megabyte("[\n"), /no link to a game|Line 1/],
  ["a tag of a megabyte", `[Variant "${megabyte("a")}"]`, /no game here is called/],
  ["signs that turn text round", `${TAGS}${megabyte("\u202e")}`, /Line 3|no game in this text/],
  ["a glyph out of range", `${TAGS}1. e4 $${"9".repeat(400)} e9 *`, /^Line 3/],
  ["a position of markup", `${SCRIPT}/8/8 w - - 0 1`, /no link to a game/],
  ["a position without an end", megabyte("8/"), /position cannot be played/],
  ["a position of pieces", megabyte("QQQQQQQQ/"), /position cannot be played/],
  [
    "a reserve without an end",
    `4k3/8/8/8/8/8/8/4K3[${megabyte("Q")}] w - - 0 1`,
    /cannot be played/,
  ],
  ["numbers out of range", `4k3/8/8/8/8/8/8/4K3 w - - ${"9".repeat(400)} 1`, /cannot be played/],
  ["a megabyte without sense", megabyte("lorem ipsum "), /no link to a game/],
  ["link after link", megabyte("#g="), /longer than that of any game/],
];

/** Texts that can be read, and are long. @type {[name: string, text: string][]} */
export const LONG = [
  ["as many comments as fit", `${PLACED}9. a3 ${megabyte("{a}")} *`],
  ["as many variations as fit", `${PLACED}9. a3 ${megabyte("(9. Kd2 )(9. Ke2 )")} *`],
  ["as many games as fit", megabyte(`${TAGS}*\n\n`)],
];

/**
 * A file of games.
 * @param {unknown} games
 * @param {number} [version]
 */
export const file = (games, version = 1) =>
  JSON.stringify({
    format: "fivefold-games",
    version,
    sum: crc(Buffer.from(JSON.stringify(games))),
    games,
  });

/** Hostile files of games and what is said of each. @type {[name: string, text: string, said: RegExp][]} */
export const FILES = [
  ["markup", SCRIPT, /damaged/],
  ["a megabyte of brackets", megabyte("["), /damaged/],
  ["deep nesting that ends", `${"[".repeat(500_000)}${"]".repeat(500_000)}`, /damaged|no file/],
  ["not a list", file({ length: 1e9 }), /no file of games/],
  ["nothing", "null", /no file of games/],
  ["a prototype", '{"__proto__":{"format":"fivefold-games","version":1,"games":[]}}', /no file/],
  ["games that are none", file([null, 7, [], "x", { link: SCRIPT }, { link: {} }]), /6/],
  ["a version out of range", file([], 1e308), /newer Fivefold/],
];
