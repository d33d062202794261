// The list of the games on the device: to open, name and delete them, and to carry all of them to
// another device as one file.

import { GAMES } from "../address.js";
import { loadMen, picture } from "../men.js";
import { colorName } from "../telling.js";
import { plain, words } from "../words.js";
import { closing, make, sheet } from "./dialogs.js";
import { loadPost } from "./post.js";
import { download } from "./share.js";
import { allGames, names, putGame, removeGame, rename } from "./shelf.js";
import { takeIn } from "./travel.js";

/** @typedef {import('./post.js').Post} Post */
/** @typedef {import('./shelf.js').Entry} Entry */

/** What a file of games says of itself. */
const FORMAT = "fivefold-games";
const VERSION = 1;
/** The longest file that is read, in bytes, and the longest name, in characters. */
const LARGEST = 32_000_000;
const LONGEST_NAME = 80;

const SVG = "http://www.w3.org/2000/svg";

/** The men that FEN letters mean, where the game does not say otherwise. */
const MEN = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn", m: "man" };
/** @type {Record<string, Record<string, string>>} */
const MEN_OF = {
  contramatic: { k: "contramatic-king" },
  "complete-contramatic": { c: "contramatic-king" },
  batteries: {
    p: "president",
    b: "battery",
    l: "lady",
    d: "diag",
    o: "orthog",
    a: "agent",
    e: "equine",
    s: "soldier",
  },
};

/** @param {string} name @param {Record<string, string | number>} attributes */
function draw(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * A small picture of a position.
 * @param {string} game
 * @param {string} fen
 */
export function miniature(game, fen) {
  const ranks = fen.split(/[[ ]/, 1)[0].split("/");
  const rows = ranks.map((rank) =>
    (rank.match(/\d+|./g) ?? []).flatMap((part) =>
      /\d/.test(part) ? Array(Number(part)).fill("") : [part],
    ),
  );
  const files = rows[0]?.length ?? 8;
  const svg = draw("svg", {
    viewBox: `0 0 ${files} ${rows.length}`,
    class: "plate",
    "aria-hidden": "true",
  });
  const men = { ...MEN, ...MEN_OF[game] };
  for (const [row, squares] of rows.entries()) {
    for (const [file, letter] of squares.entries()) {
      const shade = (file + rows.length - row) % 2 === 0 ? "light" : "dark";
      const at = { x: file, y: row, width: 1, height: 1 };
      svg.append(draw("rect", { ...at, class: letter === "*" ? "hole" : shade }));
      const role = /** @type {Record<string, string>} */ (men)[letter.toLowerCase()];
      if (!role) continue;
      const color = letter === letter.toLowerCase() ? "black" : "white";
      svg.append(draw("image", { ...at, href: picture(role, color) }));
    }
  }
  return svg;
}

/** The game of a saved text. @param {string} saved */
const gameOf = (saved) => saved.match(/^game (.*)$/m)?.[1] ?? "";

/** How many steps have been taken. @param {string} saved */
const stepsOf = (saved) =>
  (saved.match(/^steps(.*)$/m)?.[1] ?? "").split(" ").filter((step) => step !== "").length;

/**
 * Where the game stands, in words.
 * @param {Entry} entry
 * @param {string} fen
 */
function standing({ saved, underWay }, fen) {
  const verdict = saved.match(/^verdict (\w+) (.)$/m);
  if (verdict) {
    const winner = verdict[2] === "w" ? "white" : verdict[2] === "b" ? "black" : "none";
    return words(`result.${winner}`);
  }
  if (!underWay) return words("library.over");
  const [, side, , , , number] = fen.split(" ");
  const color = colorName(side === "w" ? "white" : "black");
  return Number(number) === 0
    ? words("library.placing", { color })
    : words("library.to-move", { color, number });
}

/**
 * The address under which a game opens. One that an address would begin anew is kept under a name
 * first.
 * @param {Entry} entry
 */
async function addressOf({ key, saved }) {
  const game = gameOf(saved);
  const kept = key.match(/^kept (.*)$/)?.[1];
  if (kept !== undefined) return `?${new URLSearchParams({ game, kept })}`;
  if (key === game) return `?${new URLSearchParams({ game })}`;
  return (await takeIn({ game, saved, white: "", black: "", date: "" })).search;
}

/** A sum that tells a damaged file, over its games. @param {string} text */
async function sumOf(text) {
  const post = await loadPost();
  return post.sum(text);
}

/**
 * All games as one file: each as a link, which is checked when it is read.
 * @param {Post} post
 */
async function exported(post) {
  const known = await names();
  const games = (await allGames())
    .filter(({ saved }) => stepsOf(saved) > 0)
    .map(({ key, saved, at }) => ({ link: post.link_of(saved), at, name: known.get(key) ?? "" }));
  const sum = await sumOf(JSON.stringify(games));
  return JSON.stringify({ format: FORMAT, version: VERSION, sum, games }, null, 1);
}

/**
 * Takes in the games of a file. Those that are here already stay as they are.
 * @param {Post} post
 * @param {string} text
 * @returns {Promise<string>} what came of it, as a sentence
 */
async function imported(post, text) {
  /** @type {any} */
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    return words("library.fault.damaged");
  }
  if (read?.format !== FORMAT || !Array.isArray(read.games)) return words("library.fault.foreign");
  if (read.version !== VERSION) return words("library.fault.newer");
  if (read.sum !== (await sumOf(JSON.stringify(read.games)))) return words("library.fault.damaged");
  const before = new Set((await allGames()).map(({ saved }) => saved));
  let [taken, known, bad] = [0, 0, 0];
  for (const entry of read.games) {
    const { link, at, name } = entry ?? {};
    const [whole] = post.open_link(String(link)).games;
    if (!whole || !Object.hasOwn(GAMES, whole.game)) bad += 1;
    else if (before.has(whole.saved)) known += 1;
    else {
      const { key } = await takeIn(whole);
      const when = Number.isFinite(at) ? Math.max(0, Math.min(at, Date.now())) : Date.now();
      const underWay = !post.is_over(whole.saved);
      await putGame({ key, saved: whole.saved, at: when, underWay });
      if (typeof name === "string") await rename(key, name.slice(0, LONGEST_NAME));
      taken += 1;
    }
  }
  const sentences = [words("library.imported", { count: taken })];
  if (known > 0) sentences.push(words("library.known", { count: known }));
  if (bad > 0) sentences.push(words("library.bad", { count: bad }));
  return sentences.join(" ");
}

/** @param {string} word @param {() => unknown} work @param {string} [kind] */
function button(word, work, kind = "") {
  const made = make("button", kind, words(`library.${word}`));
  made.type = "button";
  made.addEventListener("click", work);
  return made;
}

/**
 * Opens the list of games.
 * @param {string} here the key of the game on the page
 */
export async function openLibrary(here) {
  const post = await loadPost();
  const { box, form } = sheet("library", words("library.title"));
  const list = make("ul", "games");
  const said = make("p", "said");
  said.setAttribute("role", "status");

  /** @param {Entry} entry @param {Map<string, string>} known */
  async function row(entry, known) {
    const { key, saved, at } = entry;
    const game = gameOf(saved);
    await loadMen(GAMES[game]);
    const fen = post.fen_of(saved);
    const title = known.get(key) || words(`games.${game}.name`);
    const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
    const told = make(
      "span",
      "told",
      make("strong", "", plain(title)),
      make("span", "", known.get(key) ? words(`games.${game}.name`) : ""),
      make("span", "", standing(entry, fen)),
      make("small", "", when.format(at)),
    );
    const open = make("a", "open", miniature(game, fen), told);
    open.href = `?game=${game}`;
    open.addEventListener("click", async (event) => {
      event.preventDefault();
      location.assign(await addressOf(entry));
    });
    const item = make("li", "", open);
    const naming = button("rename", () => {
      const field = make("input");
      field.value = known.get(key) ?? "";
      field.maxLength = LONGEST_NAME;
      field.setAttribute("aria-label", words("library.name"));
      const keep = async () => {
        await rename(key, field.value.trim());
        await fill();
      };
      field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        event.preventDefault();
        if (event.key === "Enter") keep();
        else fill();
      });
      field.addEventListener("blur", keep);
      naming.replaceWith(field);
      field.focus();
    });
    naming.setAttribute("aria-label", words("library.rename-it", { name: title }));
    const away = button("delete", async () => {
      await removeGame(key);
      await fill();
      const undo = button("undo", async () => {
        await putGame(entry);
        said.replaceChildren();
        await fill();
      });
      said.replaceChildren(words("library.deleted", { name: title }), " ", undo);
      undo.focus();
    });
    away.setAttribute("aria-label", words("library.delete-it", { name: title }));
    // The game on the page would be stored again by its next step.
    away.hidden = key === here;
    item.append(make("div", "row", naming, away));
    return item;
  }

  async function fill() {
    const [games, known] = await Promise.all([allGames(), names()]);
    const begun = games.filter(
      ({ saved }) => stepsOf(saved) > 0 && Object.hasOwn(GAMES, gameOf(saved)),
    );
    const rows = await Promise.all(begun.map((entry) => row(entry, known)));
    list.replaceChildren(...rows);
    empty.hidden = rows.length > 0;
    save.hidden = rows.length === 0;
  }

  const empty = make("p", "empty", words("library.empty"));
  const save = button("export", async () => {
    const text = await exported(post);
    download(new Blob([text], { type: "application/json" }), "fivefold-games.json");
    said.textContent = words("library.exported");
  });
  const chooser = make("input");
  chooser.type = "file";
  chooser.accept = ".json,application/json";
  chooser.hidden = true;
  chooser.setAttribute("aria-label", words("library.file"));
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files ?? [];
    if (!file) return;
    try {
      said.textContent =
        file.size > LARGEST
          ? words("library.fault.foreign")
          : await imported(post, await file.text());
    } catch (error) {
      console.error(error);
      said.textContent = words("library.fault.store");
    }
    chooser.value = "";
    await fill();
  });
  const bring = button("import", () => chooser.click());
  try {
    await fill();
  } catch {
    // The browser hands out no storage.
    empty.textContent = words("library.blocked");
    empty.hidden = false;
    save.hidden = true;
    bring.hidden = true;
  }
  form.append(
    empty,
    list,
    said,
    make("div", "row", save, bring, chooser),
    make("div", "pair", closing()),
  );
  box.showModal();
}
