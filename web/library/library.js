// The list of the games on the device: to open, name and delete them, and to carry all of them to
// another device as one file.

import { loadPieces, miniature } from "../board/index.js";
import { closing, colorName, GAMES, make, plain, sheet, words } from "../shell/index.js";
import { seatOpponent } from "./facts.js";
import { gameOf, LONGEST_NAME, readFile, writeFile } from "./games-file.js";
import { forgetOpponent, keepOpponent, keptOpponent } from "./opponents.js";
import { loadPost } from "./post.js";
import { download } from "./share.js";
import { allGames, asideRecords, putGames, removeGames, rename, takeBack } from "./shelf.js";
import { announce, setBeside } from "./storage.js";

/** @typedef {import('./post.js').Post} Post */
/** @typedef {import('./shelf.js').Whole} Whole */
/** @typedef {import('./shelf.js').Entry} Entry */

/** The longest file that is read, in bytes. */
const LARGEST = 32_000_000;

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

/** Who plays, in words; nothing if it is not known. @param {Whole} whole */
function players({ entry, facts }) {
  const opponent = facts ? facts.opponent : keptOpponent(entry.key);
  if (opponent) return words("library.against", { level: opponent.level });
  const { white = "", black = "" } = facts ?? {};
  if (white || black) {
    const nobody = words("library.nobody");
    return words("library.players", { white: white || nobody, black: black || nobody });
  }
  return facts ? words("library.people") : "";
}

/**
 * The address under which a game opens. One that an address would begin anew is kept under a name
 * first.
 * @param {Whole} whole
 */
async function addressOf({ entry, facts }) {
  const { key, saved } = entry;
  const game = gameOf(saved);
  // A game by link stays where its links find it.
  const mail = key.match(/^mail (.*)$/)?.[1];
  if (mail !== undefined) return `?${new URLSearchParams({ game, mail })}`;
  if (key === game) return `?${new URLSearchParams({ game })}`;
  let name = key;
  if (!key.startsWith("kept ")) {
    name = await setBeside(key, entry, facts);
    const opponent = keptOpponent(key);
    if (opponent !== undefined) keepOpponent(name, opponent);
    await removeGames([key]);
    forgetOpponent(key);
  }
  seatOpponent(name, facts);
  return `?${new URLSearchParams({ game, kept: name.replace(/^kept /, "") })}`;
}

/**
 * Whether it is a game that can be shown: it is read only here.
 * @param {Post} post @param {{ entry: { saved: any } }} whole
 */
function isReadable(post, { entry }) {
  try {
    return Object.hasOwn(GAMES, gameOf(entry.saved)) && post.fen_of(entry.saved) !== "";
  } catch {
    return false;
  }
}

/** Whether anything has been done in it: it has a step, or an invitation. @param {Whole} whole */
const isToKeep = ({ entry, mail }) => mail !== undefined || stepsOf(entry.saved) > 0;

/**
 * Takes in the games of a file. Those that are here already stay as they are.
 * @param {Post} post
 * @param {string} text
 * @returns {Promise<string>} what came of it, as a sentence
 */
async function imported(post, text) {
  const here = await allGames();
  const brought = readFile(post, text, here, (game) => Object.hasOwn(GAMES, game), Date.now());
  if (brought.fault) return words(`library.fault.${brought.fault}`);
  const { games, further } = brought;
  await putGames(games, further);
  // Windows that have them open take them up as they are now.
  for (const { entry } of further) announce(entry.key);
  const sentences = [words("library.imported", { count: games.length + further.length })];
  if (brought.known > 0) sentences.push(words("library.known", { count: brought.known }));
  if (brought.bad > 0) sentences.push(words("library.bad", { count: brought.bad }));
  if (brought.unsealed > 0) sentences.push(words("library.unsealed", { count: brought.unsealed }));
  return sentences.join(" ");
}

/** @param {string} word @param {() => unknown} work @param {string} [kind] */
function button(word, work, kind = "") {
  const made = make("button", kind, words(`library.${word}`));
  made.type = "button";
  made.addEventListener("click", work);
  return made;
}

const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

/** @param {Intl.DateTimeFormat} format @param {unknown} time */
const dated = (format, time) =>
  typeof time === "number" && Math.abs(time) < 8e15 ? format.format(time) : "?";

/** The name under which a game is listed. @param {Whole} whole */
const titleOf = ({ entry, name }) => name || words(`games.${gameOf(entry.saved)}.name`);

/** What the list says of a game. @param {Whole} whole @param {string} fen */
function account(whole, fen) {
  const { entry, name, facts } = whole;
  return make(
    "span",
    "told",
    make("strong", "", plain(titleOf(whole))),
    make("span", "", name ? words(`games.${gameOf(entry.saved)}.name`) : ""),
    make("span", "", players(whole)),
    make("span", "", standing(entry, fen)),
    make("small", "", facts ? words("library.begun", { date: dated(day, facts.begun) }) : ""),
    make("small", "", words("library.changed", { date: dated(when, entry.at) })),
  );
}

/** The list of the games on the device, in a dialog. */
class GamesList {
  #list = make("ul", "games");
  #said = make("p", "said");
  #empty = make("p", "empty", words("library.empty"));
  #about = make("p");
  #broken = make(
    "div",
    "unread",
    this.#about,
    button("save-unread", () => this.#saveUnread()),
  );
  #save = button("export", () => this.#attempt(() => this.#export()));
  #chooser = make("input");
  #bring = button("import", () => this.#chooser.click());
  /** What could not be read. @type {unknown[]} */
  #unread = [];
  /** How each game is named anew, by its key. @type {Map<string, HTMLElement>} */
  #names = new Map();
  #post;
  #here;
  #box;

  /** @param {Post} post @param {string} here the key of the game on the page */
  constructor(post, here) {
    this.#post = post;
    this.#here = here;
    const { box, form } = sheet("library", words("library.title"));
    this.#box = box;
    this.#said.setAttribute("role", "status");
    const chooser = this.#chooser;
    chooser.type = "file";
    chooser.accept = ".json,application/json";
    chooser.hidden = true;
    chooser.setAttribute("aria-label", words("library.file"));
    chooser.addEventListener("change", () => this.#attempt(() => this.#import()));
    form.append(
      this.#empty,
      this.#list,
      this.#broken,
      this.#said,
      make("div", "row", this.#save, this.#bring, chooser),
      make("div", "pair", closing()),
    );
  }

  async open() {
    try {
      await this.#fill();
    } catch {
      // The browser hands out no storage.
      this.#empty.textContent = words("library.blocked");
      this.#empty.hidden = false;
      for (const part of [this.#save, this.#bring, this.#broken]) part.hidden = true;
    }
    this.#box.showModal();
  }

  /** Does something with the store, and says so if that fails. @param {() => Promise<unknown>} work */
  async #attempt(work) {
    try {
      await work();
      return true;
    } catch (error) {
      console.warn(error);
      this.#said.replaceChildren(words("library.fault.store"));
      return false;
    }
  }

  /** Lists the games anew. */
  async #fill() {
    const post = this.#post;
    const isWell = (/** @type {{ saved: unknown }} */ entry) => isReadable(post, { entry });
    const well = (await asideRecords()).filter(isWell);
    if (well.length > 0) await takeBack(well, post.is_over).catch(console.warn);
    const [games, aside] = await Promise.all([allGames(), asideRecords()]);
    const readable = games.filter((whole) => isReadable(post, whole));
    // What was opened and left without a step is nothing to keep.
    const idle = readable.filter((whole) => !isToKeep(whole) && / \d+$/.test(whole.entry.key));
    const unused = idle.map(({ entry }) => entry.key).filter((key) => key !== this.#here);
    if (unused.length > 0) await removeGames(unused).catch(() => {});
    this.#names.clear();
    const rows = await Promise.all(readable.filter(isToKeep).map((whole) => this.#row(whole)));
    this.#list.replaceChildren(...rows);
    this.#empty.hidden = rows.length > 0;
    this.#save.hidden = rows.length === 0;
    const damaged = games.filter((whole) => !readable.includes(whole));
    this.#unread = [...aside, ...damaged.map(({ entry }) => entry)];
    this.#broken.hidden = this.#unread.length === 0;
    this.#about.textContent = words("library.unread", { count: this.#unread.length });
  }

  /** @param {Whole} whole */
  async #row(whole) {
    const { key, saved } = whole.entry;
    const game = gameOf(saved);
    await loadPieces(GAMES[game]);
    const fen = this.#post.fen_of(saved);
    const open = make("a", "open", miniature(game, fen), account(whole, fen));
    open.href = `?game=${game}`;
    open.addEventListener("click", (event) => {
      event.preventDefault();
      if (key === this.#here) this.#box.close();
      else this.#attempt(async () => location.assign(await addressOf(whole)));
    });
    const name = titleOf(whole);
    const naming = button("rename", () => this.#rename(whole, naming));
    naming.setAttribute("aria-label", words("library.rename-it", { name }));
    this.#names.set(key, naming);
    const away = button("delete", () => this.#remove(whole));
    away.setAttribute("aria-label", words("library.delete-it", { name }));
    // The game on the page would be stored again by its next step.
    away.hidden = key === this.#here;
    const item = make("li", "", open, make("div", "row", naming, away));
    item.dataset.key = key;
    return item;
  }

  /** Asks for a name in the place of a button. @param {Whole} whole @param {HTMLElement} naming */
  #rename({ entry, name }, naming) {
    const field = make("input");
    field.value = name;
    field.maxLength = LONGEST_NAME;
    field.setAttribute("aria-label", words("library.name"));
    // Enter and leaving the field both end it, and taking the field away is leaving it too.
    let isOver = false;
    const end = async (/** @type {boolean} */ keeps) => {
      if (isOver) return;
      isOver = true;
      await this.#attempt(async () => {
        if (keeps) await rename(entry.key, field.value.trim());
        await this.#fill();
      });
      this.#names.get(entry.key)?.focus();
    };
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      end(event.key === "Enter");
    });
    field.addEventListener("blur", () => end(true));
    naming.replaceWith(field);
    field.focus();
  }

  /** Takes a game off the device; it can be had back. @param {Whole} whole */
  async #remove(whole) {
    const { key } = whole.entry;
    const opponent = keptOpponent(key);
    if (!(await this.#attempt(() => removeGames([key])))) return;
    forgetOpponent(key);
    await this.#fill();
    const undo = button("undo", async () => {
      const isBack = await this.#attempt(async () => {
        await putGames([whole]);
        if (opponent !== undefined) keepOpponent(key, opponent);
        this.#said.replaceChildren();
        await this.#fill();
      });
      if (!isBack) this.#said.append(" ", undo);
    });
    this.#said.replaceChildren(words("library.deleted", { name: titleOf(whole) }), " ", undo);
    undo.focus();
  }

  async #export() {
    const games = (await allGames()).filter((whole) => isReadable(this.#post, whole));
    const chosen = games.filter(isToKeep);
    const text = writeFile(this.#post, chosen);
    download(new Blob([text], { type: "application/json" }), "fivefold-games.json");
    const hasSeats = chosen.some(({ mail }) => mail?.seat);
    this.#said.textContent = words(hasSeats ? "library.exported-seats" : "library.exported");
  }

  async #import() {
    const [file] = this.#chooser.files ?? [];
    if (!file) return;
    try {
      const isTooLong = file.size > LARGEST;
      const result = isTooLong
        ? words("library.fault.foreign")
        : await imported(this.#post, await file.text());
      await this.#fill();
      this.#said.textContent = result;
    } finally {
      this.#chooser.value = "";
    }
  }

  #saveUnread() {
    const text = JSON.stringify(this.#unread, null, 1);
    download(new Blob([text], { type: "text/plain" }), "fivefold-unread.txt");
    this.#said.textContent = words("library.exported");
  }
}

/**
 * Opens the list of games.
 * @param {string} here the key of the game on the page
 */
export const openLibrary = async (here) => new GamesList(await loadPost(), here).open();
