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

  const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
  const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
  /** @param {Intl.DateTimeFormat} format @param {unknown} time */
  const dated = (format, time) =>
    typeof time === "number" && Math.abs(time) < 8e15 ? format.format(time) : "?";

  /** @param {Whole} whole */
  async function row(whole) {
    const { entry, name, facts } = whole;
    const { key, saved, at } = entry;
    const game = gameOf(saved);
    await loadPieces(GAMES[game]);
    const fen = post.fen_of(saved);
    const title = name || words(`games.${game}.name`);
    const begun = facts ? words("library.begun", { date: dated(day, facts.begun) }) : "";
    const told = make(
      "span",
      "told",
      make("strong", "", plain(title)),
      make("span", "", name ? words(`games.${game}.name`) : ""),
      make("span", "", players(whole)),
      make("span", "", standing(entry, fen)),
      make("small", "", begun),
      make("small", "", words("library.changed", { date: dated(when, at) })),
    );
    const open = make("a", "open", miniature(game, fen), told);
    open.href = `?game=${game}`;
    open.addEventListener("click", async (event) => {
      event.preventDefault();
      if (key === here) {
        box.close();
        return;
      }
      try {
        location.assign(await addressOf(whole));
      } catch (error) {
        failed(error);
      }
    });
    const item = make("li", "", open);
    const naming = button("rename", () => {
      const field = make("input");
      field.value = name;
      field.maxLength = LONGEST_NAME;
      field.setAttribute("aria-label", words("library.name"));
      // Enter and leaving the field both end it, and taking the field away is leaving it too.
      let isOver = false;
      /** @param {boolean} keeps */
      const end = (keeps) => {
        if (isOver) return;
        isOver = true;
        const done = keeps ? rename(key, field.value.trim()) : Promise.resolve();
        done
          .then(fill, failed)
          .then(() => list.querySelector(`[data-key="${CSS.escape(key)}"] .row button`))
          .then((button) => button instanceof HTMLElement && button.focus());
      };
      field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        event.preventDefault();
        end(event.key === "Enter");
      });
      field.addEventListener("blur", () => end(true));
      naming.replaceWith(field);
      field.focus();
    });
    naming.setAttribute("aria-label", words("library.rename-it", { name: title }));
    const away = button("delete", async () => {
      const opponent = keptOpponent(key);
      try {
        await removeGames([key]);
      } catch (error) {
        failed(error);
        return;
      }
      forgetOpponent(key);
      await fill();
      const undo = button("undo", async () => {
        try {
          await putGames([whole]);
          if (opponent !== undefined) keepOpponent(key, opponent);
          said.replaceChildren();
          await fill();
        } catch (error) {
          failed(error);
          said.append(" ", undo);
        }
      });
      said.replaceChildren(words("library.deleted", { name: title }), " ", undo);
      undo.focus();
    });
    away.setAttribute("aria-label", words("library.delete-it", { name: title }));
    // The game on the page would be stored again by its next step.
    away.hidden = key === here;
    item.dataset.key = key;
    item.append(make("div", "row", naming, away));
    return item;
  }

  /** @param {unknown} error */
  function failed(error) {
    console.warn(error);
    said.replaceChildren(words("library.fault.store"));
  }

  async function fill() {
    const isWell = (/** @type {{ saved: unknown }} */ entry) => isReadable(post, { entry });
    const well = (await asideRecords()).filter(isWell);
    if (well.length > 0) await takeBack(well, post.is_over).catch(console.warn);
    const [games, aside] = await Promise.all([allGames(), asideRecords()]);
    // What was opened and left without a step is nothing to keep.
    const readable = games.filter((whole) => isReadable(post, whole));
    const idle = readable.filter((whole) => !isToKeep(whole) && / \d+$/.test(whole.entry.key));
    const unused = idle.map(({ entry }) => entry.key).filter((key) => key !== here);
    if (unused.length > 0) await removeGames(unused).catch(() => {});
    const rows = await Promise.all(readable.filter(isToKeep).map(row));
    list.replaceChildren(...rows);
    empty.hidden = rows.length > 0;
    save.hidden = rows.length === 0;
    const damaged = games.filter((whole) => !readable.includes(whole));
    unread = [...aside, ...damaged.map(({ entry }) => entry)];
    broken.hidden = unread.length === 0;
    about.textContent = words("library.unread", { count: unread.length });
  }

  /** @type {unknown[]} */
  let unread = [];
  const about = make("p");
  const broken = make(
    "div",
    "unread",
    about,
    button("save-unread", () => {
      const text = JSON.stringify(unread, null, 1);
      download(new Blob([text], { type: "text/plain" }), "fivefold-unread.txt");
      said.textContent = words("library.exported");
    }),
  );
  const empty = make("p", "empty", words("library.empty"));
  const save = button("export", async () => {
    try {
      const games = (await allGames()).filter((whole) => isReadable(post, whole));
      const chosen = games.filter(isToKeep);
      const text = writeFile(post, chosen);
      download(new Blob([text], { type: "application/json" }), "fivefold-games.json");
      const hasSeats = chosen.some(({ mail }) => mail?.seat);
      said.textContent = words(hasSeats ? "library.exported-seats" : "library.exported");
    } catch (error) {
      failed(error);
    }
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
      const result =
        file.size > LARGEST
          ? words("library.fault.foreign")
          : await imported(post, await file.text());
      await fill();
      said.textContent = result;
    } catch (error) {
      failed(error);
    }
    chooser.value = "";
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
    broken.hidden = true;
  }
  form.append(
    empty,
    list,
    broken,
    said,
    make("div", "row", save, bring, chooser),
    make("div", "pair", closing()),
  );
  box.showModal();
}
