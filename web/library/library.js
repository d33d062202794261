// The list of the games on the device: opening, naming, deleting, and exporting all of them to
// another device as one file.

import { loadPieces, miniature } from "../board/index.js";
import { closing, sayer, sheet } from "../dialogs/index.js";
import { button, GAMES, isolate, loadWhole, make, tell, words } from "../shell/index.js";
import { left } from "./journal.js";
import { changed } from "./keeping.js";
import { pageOf } from "./keys.js";
import { forgetOpponent, keepOpponent, keptOpponent } from "./opponents.js";
import { recover } from "./recovering.js";
import { download } from "./share.js";
import {
  allGames,
  asideRecords,
  putGames,
  removeGames,
  rename,
  shelved,
  takeBack,
} from "./shelf.js";
import { announce } from "./storage.js";

/** @import { WholeModule, Standing } from "../shell/types" */
/** @import { Whole } from "./shelf.js" */

/** The longest file that is read, in bytes, and the longest name, in characters. */
const LARGEST = 32_000_000;
const LONGEST_NAME = 80;
/** The games that the page has boards for. */
const PLAYABLE = Object.keys(GAMES);

/** A game that can be shown, and how it stands. @typedef {{ whole: Whole, standing: Standing }} Shown */

/**
 * Takes in the games of a file. Those that are here already stay as they are.
 * @param {string} text
 * @returns {Promise<string>} what came of it, in sentences
 */
async function imported(text) {
  const post = await loadWhole();
  const { says, fresh, further } = post.read_file(text, await allGames(), PLAYABLE, Date.now());
  await putGames(fresh, further);
  // Windows that have them open take them up as they are now.
  for (const { entry } of further) announce(entry.key);
  return says.map((sentence) => tell(sentence, "")).join(" ");
}

/** @param {string} word @param {() => unknown} work @param {{}} [given] */
const tool = (word, work, given) => button(words(`library.${word}`), work, given);

const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

/** @param {Intl.DateTimeFormat} format @param {unknown} time */
const dated = (format, time) =>
  typeof time === "number" && Math.abs(time) < 8e15 ? format.format(time) : "?";

/** The name under which a game is listed. @param {Shown} shown */
const titleOf = ({ whole, standing }) => whole.name || words(`games.${standing.game}.name`);

/** What the list says of a game. @param {Shown} shown */
function account(shown) {
  const { whole, standing } = shown;
  const { entry, name, facts } = whole;
  const { game, says, players } = standing;
  return make(
    "span",
    "told",
    make("strong", "", isolate(titleOf(shown))),
    make("span", "", name ? words(`games.${game}.name`) : ""),
    make("span", "players", players ? tell(players, game) : ""),
    make("span", standing.isDue ? "due" : "", tell(says, game)),
    make("small", "", facts ? words("library.begun", { date: dated(day, facts.begun) }) : ""),
    make("small", "", words("library.changed", { date: dated(when, entry.at) })),
  );
}

/** The list of the games on the device, in a dialog. */
class GamesList {
  #list = make("ul", "games");
  #said = sayer().line;
  #empty = make("p", "empty", words("library.empty"));
  #about = make("p");
  #saveAside = tool("save-unread", () => this.#saveUnread());
  #broken = make("div", "unread", this.#about, this.#saveAside);
  #save = tool("export", () => this.#attempt(() => this.#export()));
  #chooser = make("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: true,
    "aria-label": words("library.file"),
    onchange: () => this.#attempt(() => this.#import()),
  });
  /** What could not be read. @type {unknown[]} */
  #unread = [];
  /** How each game is named anew, by its key. @type {Map<string, HTMLElement>} */
  #names = new Map();
  #post;
  #here;
  #box;
  #bring;

  /** @param {WholeModule} post @param {string} here the key of the game on the page */
  constructor(post, here) {
    this.#post = post;
    this.#here = here;
    const { box, form } = sheet("library", words("library.title"));
    this.#box = box;
    this.#bring = tool("import", () => this.#chooser.click());
    form.append(
      this.#empty,
      this.#list,
      this.#broken,
      this.#said,
      make("div", "row", this.#save, this.#bring, this.#chooser),
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

  /** How the games on the device stand; what waits for the player first. */
  async #shelf() {
    const games = await allGames();
    const shelf = this.#post.shelf(games.map(shelved), PLAYABLE);
    const begun = shelf.begun.map(({ place, standing }) => ({ whole: games[place], standing }));
    const keys = shelf.unused.map((place) => games[place].entry.key);
    const unused = keys.filter((key) => / \d+$/.test(key) && key !== this.#here);
    return { begun, unused, damaged: shelf.damaged.map((place) => games[place].entry) };
  }

  /** Lists the games anew. */
  async #fill() {
    const post = this.#post;
    await recover(left()).catch(console.warn);
    await takeBack(await asideRecords(), post).catch(console.warn);
    const [{ begun, unused, damaged }, aside] = await Promise.all([this.#shelf(), asideRecords()]);
    // What was opened and left without a step is nothing to keep.
    if (unused.length > 0) await removeGames(unused).catch(() => {});
    this.#names.clear();
    const rows = await Promise.all(begun.map((one) => this.#row(one)));
    this.#list.replaceChildren(...rows);
    this.#empty.hidden = rows.length > 0;
    this.#save.hidden = rows.length === 0;
    this.#unread = [...aside, ...damaged];
    this.#broken.hidden = this.#unread.length === 0;
    this.#about.textContent = words("library.unread", { count: this.#unread.length });
    changed();
  }

  /** @param {Shown} shown */
  async #row(shown) {
    const { whole, standing } = shown;
    const { key } = whole.entry;
    const { game, board } = standing;
    await loadPieces(GAMES[game]);
    const open = make("a", {
      class: "open",
      href: pageOf(key, game),
      onclick: (event) => {
        // Another tab is opened as it is.
        if (key !== this.#here || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        this.#box.close();
      },
    });
    open.append(miniature(board), account(shown));
    const name = titleOf(shown);
    const naming = tool("rename", () => this.#rename(whole, naming), {
      "aria-label": words("library.rename-it", { name }),
    });
    this.#names.set(key, naming);
    const away = tool("delete", () => this.#remove(shown), {
      "aria-label": words("library.delete-it", { name }),
      // The game on the page would be stored again by its next step.
      hidden: key === this.#here,
    });
    return make("li", { "data-key": key }, open, make("div", "row", naming, away));
  }

  /** Asks for a name in the place of a button. @param {Whole} whole @param {HTMLElement} naming */
  #rename({ entry, name }, naming) {
    const label = words("library.name");
    const given = { value: name, maxLength: LONGEST_NAME, "aria-label": label };
    const field = make("input", given);
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

  /** Takes a game off the device; it can be had back. @param {Shown} shown */
  async #remove(shown) {
    const { whole } = shown;
    const { key } = whole.entry;
    const opponent = keptOpponent(key);
    if (!(await this.#attempt(() => removeGames([key])))) return;
    forgetOpponent(key);
    await this.#fill();
    const undo = tool("undo", async () => {
      const isBack = await this.#attempt(async () => {
        await putGames([whole]);
        if (opponent !== undefined) keepOpponent(key, opponent);
        this.#said.replaceChildren();
        await this.#fill();
      });
      if (!isBack) this.#said.append(" ", undo);
    });
    this.#said.replaceChildren(words("library.deleted", { name: titleOf(shown) }), " ", undo);
    undo.focus();
  }

  async #export() {
    const chosen = (await this.#shelf()).begun.map(({ whole }) => whole);
    const text = this.#post.write_file(chosen);
    download(new Blob([text], { type: "application/json" }), "fivefold-games.json");
    const hasSeats = chosen.some(({ mail }) => mail?.seat);
    this.#said.textContent = words(hasSeats ? "library.exported-seats" : "library.exported");
  }

  async #import() {
    const [file] = this.#chooser.files ?? [];
    if (!file) return;
    try {
      const isTooLong = file.size > LARGEST;
      const result = isTooLong ? words("library.fault.foreign") : await imported(await file.text());
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

/** Opens the list of games. @param {string} here the key of the game on the page */
export const openLibrary = async (here) => new GamesList(await loadWhole(), here).open();
