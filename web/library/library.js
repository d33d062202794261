// The list of the games on the device: opening, naming, deleting, and exporting all of them to
// another device as one file.

import { loadPieces, miniature } from "../board/index.js";
import { createParts, download, offerUndo, show } from "../dialogs/index.js";
import { GAMES, loadWhole, make, set, tell, words } from "../shell/index.js";
import { left } from "./journal.js";
import { changed } from "./keeping.js";
import { pageOf } from "./keys.js";
import { forgetOpponent, keepOpponent, keptOpponent } from "./opponents.js";
import { recover } from "./recovering.js";
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

/** @import { Listed, WholeModule } from "../shell/types" */
/** @import { Whole } from "./shelf.js" */

/** The longest file that is read, in bytes, and the longest name, in characters. */
const LARGEST = 32_000_000;
const LONGEST_NAME = 80;
/** The games that the page has boards for. */
const PLAYABLE = Object.keys(GAMES);

/** A game of the list, with its row. @typedef {{ whole: Whole, title: string, item: HTMLElement }} Row */

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

/** The list of the games on the device, in a dialog. */
class GamesList {
  /** What could not be read. @type {unknown[]} */
  #unread = [];
  /** The rows by the keys of their games. @type {Map<string, Row>} */
  #rows = new Map();
  #post;
  #here;
  /** @type {HTMLDialogElement | undefined} */
  #box;

  /** What the buttons do, with the row in which they stand. @type {Record<string, (row: Row, field: HTMLInputElement) => unknown>} */
  #deeds = {
    rename: (row, naming) => this.#rename(row.whole, naming),
    delete: (row) => this.#remove(row),
    export: () => this.#export(),
    choose: () => this.#named("file").click(),
    import: (_, chooser) => this.#import(chooser),
    saveUnread: () => this.#saveUnread(),
  };
  #parts = createParts("", (does, field) => {
    const row = [...this.#rows.values()].find(({ item }) => item.contains(field));
    return this.#attempt(() => this.#deeds[does](/** @type {Row} */ (row), field));
  });

  /** @param {WholeModule} post @param {string} here the key of the game on the page */
  constructor(post, here) {
    this.#post = post;
    this.#here = here;
  }

  /** @param {string} name @returns {HTMLElement} */
  #named(name) {
    return this.#parts.named.get(name);
  }

  async open() {
    const parts = this.#post.library_dialog().map((part) => this.#parts.build(part));
    try {
      await this.#fill();
    } catch {
      // The browser hands out no storage.
      set(this.#named("empty"), { textContent: words("library.blocked"), hidden: false });
      for (const name of ["export", "choose", "unread"]) this.#named(name).hidden = true;
    }
    this.#box = show("library", words("library.title"), ...parts).box;
  }

  /** Does something with the store, and says so if that fails. @param {() => unknown} work */
  async #attempt(work) {
    try {
      await work();
      return true;
    } catch (error) {
      console.warn(error);
      this.#parts.say(words("library.fault.store"));
      return false;
    }
  }

  /** The games on the device as they stand in the list; what waits for the player comes first. */
  async #shelf() {
    const games = await allGames();
    const { begun, unused, damaged } = this.#post.shelf(games.map(shelved), PLAYABLE, this.#here);
    const keys = unused.map((place) => games[place].entry.key);
    return {
      begun: begun.map((listed) => ({ whole: games[listed.place], listed })),
      unused: keys.filter((key) => / \d+$/.test(key) && key !== this.#here),
      damaged: damaged.map((place) => games[place].entry),
    };
  }

  /** Lists the games anew. */
  async #fill() {
    await recover(left()).catch(console.warn);
    await takeBack(await asideRecords(), this.#post).catch(console.warn);
    const [{ begun, unused, damaged }, aside] = await Promise.all([this.#shelf(), asideRecords()]);
    // What was opened and left without a step is nothing to keep.
    if (unused.length > 0) await removeGames(unused).catch(() => {});
    await loadPieces([...new Set(begun.flatMap(({ listed }) => GAMES[listed.game]))]);
    this.#rows.clear();
    const items = begun.map(({ whole, listed }) => this.#row(whole, listed));
    this.#named("list").replaceChildren(...items);
    this.#named("empty").hidden = items.length > 0;
    this.#named("export").hidden = items.length === 0;
    this.#unread = [...aside, ...damaged];
    this.#named("unread").hidden = this.#unread.length === 0;
    this.#parts.say(words("library.unread", { count: this.#unread.length }), "about");
    changed();
  }

  /** @param {Whole} whole @param {Listed} listed */
  #row(whole, { game, board, row, title }) {
    const { key } = whole.entry;
    const item = this.#parts.build(row, game);
    this.#rows.set(key, { whole, title: tell(title, game), item });
    const open = /** @type {HTMLAnchorElement} */ (item.firstElementChild);
    open.href = pageOf(key, game);
    open.addEventListener("click", (event) => {
      // Another tab is opened as it is.
      if (key !== this.#here || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#box?.close();
    });
    const analyse = /** @type {HTMLAnchorElement} */ (item.querySelector(".analyse"));
    analyse.href = pageOf(`analysis ${key}`, game);
    open.prepend(miniature(board));
    return item;
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
      this.#rows.get(entry.key)?.item.querySelector("button")?.focus();
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

  /** Takes a game off the device; it can be had back. @param {Row} row */
  async #remove({ whole, title }) {
    const { key } = whole.entry;
    const status = this.#named("said");
    const opponent = keptOpponent(key);
    await removeGames([key]);
    forgetOpponent(key);
    await this.#fill();
    const undo = offerUndo(status, words("library.deleted", { name: title }), async () => {
      const isBack = await this.#attempt(async () => {
        await putGames([whole]);
        if (opponent !== undefined) keepOpponent(key, opponent);
        status.replaceChildren();
        await this.#fill();
      });
      if (!isBack) status.append(" ", undo);
    });
    undo.focus();
  }

  async #export() {
    const chosen = (await this.#shelf()).begun.map(({ whole }) => whole);
    const text = this.#post.write_file(chosen);
    download(new Blob([text], { type: "application/json" }), "fivefold-games.json");
    const hasSeats = chosen.some(({ mail }) => mail?.seat);
    this.#parts.say(words(hasSeats ? "library.exported-seats" : "library.exported"));
  }

  /** @param {HTMLInputElement} chooser */
  async #import(chooser) {
    const [file] = chooser.files ?? [];
    if (!file) return;
    try {
      const isTooLong = file.size > LARGEST;
      const result = isTooLong ? words("library.fault.foreign") : await imported(await file.text());
      await this.#fill();
      this.#parts.say(result);
    } finally {
      chooser.value = "";
    }
  }

  #saveUnread() {
    const text = JSON.stringify(this.#unread, null, 1);
    download(new Blob([text], { type: "text/plain" }), "fivefold-unread.txt");
    this.#parts.say(words("library.exported"));
  }
}

/** Opens the list of games. @param {string} here the key of the game on the page */
export const openLibrary = async (here) => new GamesList(await loadWhole(), here).open();
