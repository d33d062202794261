// The games in the store: what their tables ask for is carried out here. What is kept, under which
// name and behind which revision, the tables decide.

import { loadModule, loadWhole, quietly } from "../shell/index.js";
import { digest, note, noted, strike } from "./journal.js";
import { pageOf } from "./keys.js";
import { forgetMailAside, mailAside, putMailAside } from "./mail.js";
import { keepOpponent, storedOpponent } from "./opponents.js";
import { mailIn } from "./reading.js";
import { announce, transact } from "./storage.js";

/** @import { Asked } from "../shell/table" */
/** @import { Content, Event, Stored } from "../shell/contract" */
/** @import { Session } from "../game/session.js" */
/** @import { TableModule } from "../shell/table" */
/** @import { Store } from "./storage.js" */
/** @typedef {Asked<"keep">} Keep */
/** @typedef {Asked<"setBeside">} SetBeside */
/** @typedef {(event: Event) => void} Answer */

const STORES = ["games", "mail", "facts"];

/** @param {unknown} what */
const text = (what) => (typeof what === "string" ? what : "");

/** Where older pages have noted the game before a turn that waits to be confirmed. @param {string} key */
const unconfirmed = (key) => `unconfirmed ${key}`;

/**
 * What is stored under a key. What a table has not written is known by what it is: older pages write
 * other revisions, or none.
 * @param {string} key @param {any} entry @param {any} [mail] @param {any} [facts]
 * @returns {Stored | null}
 */
export function storedOf(key, entry, mail, facts) {
  if (!entry && !mail) return null;
  const post = mailIn(mail) ?? null;
  const { saved, held, revision } = entry ?? {};
  const isTables = /^\d+$/.test(revision) && (!mail || revision === mail.revision);
  return {
    revision: isTables ? revision : digest([saved, revision, post]),
    content: {
      saved: text(saved),
      held: text(held),
      computer: post ? null : storedOpponent(key, facts),
      post,
    },
    before: quietly(() => sessionStorage.getItem(unconfirmed(key))) ?? "",
  };
}

/** @param {Store[]} stores @param {string} key */
async function found([games, letters, notes], key) {
  const [entry, mail, facts] = await Promise.all([
    games.get(key),
    letters.get(key),
    notes.get(key),
  ]);
  return { stored: storedOf(key, entry, mail, facts), facts };
}

/** What is stored under a key. @param {string} key @returns {Promise<Stored | null>} */
export const readGame = (key) =>
  transact(STORES, "readonly", async (stores) => (await found(stores, key)).stored);

/** As the store has it. @param {Pick<Keep, "key" | "revision" | "content" | "isOver">} asked */
const entryOf = ({ key, revision, content: { saved, held }, isOver }) => ({
  key,
  saved,
  ...(held && { held }),
  at: Date.now(),
  underWay: !isOver,
  revision,
});

/** What is known of a game when it begins. @param {Content} content */
const factsOf = ({ computer }) => ({
  begun: Date.now(),
  opponent: computer,
  white: "",
  black: "",
});

/** Why the store has failed, by the name of its error. @param {unknown} error */
function nameOf(error) {
  console.warn(error);
  return String(Object(error).name ?? "");
}

/** Writes what a table asks for, if what is stored is what that follows. @param {Keep} asked */
async function write({ key, follows, ...what }) {
  const { revision, content } = what;
  try {
    const other = await transact(STORES, "readwrite", async (stores, commit) => {
      const { stored, facts } = await found(stores, key);
      const now = stored?.revision ?? "0";
      if (now !== follows && now !== revision) return { found: stored };
      const [games, letters, notes] = stores;
      games.put(entryOf({ key, ...what }));
      if (content.post) letters.put({ ...content.post, key, revision });
      if (!facts) notes.put({ key, ...factsOf(content) });
      commit();
    });
    return other ? { refused: { key, revision, ...other } } : { kept: { key, revision } };
  } catch (error) {
    return { keepFailed: { key, revision, why: nameOf(error) } };
  }
}

/** What is done when something was kept. */
let kept = () => {};

/** Hears of what is kept in this window. @param {() => void} work */
export function onKept(work) {
  kept = work;
}

/** Something was kept, or taken away. */
export const changed = () => kept();

/** Keeps a game for its table. @param {Keep} asked @returns {Promise<Event>} */
export async function keep(asked) {
  // The store answers before it writes, which may be later than the page is left.
  note({ ...asked, follows: [asked.follows] });
  const done = await write(asked);
  if ("kept" in done) strike(asked.key, asked.revision);
  if (!("keepFailed" in done)) {
    quietly(() => sessionStorage.removeItem(unconfirmed(asked.key)));
    if (asked.content.post) changed();
  }
  return done;
}

/** Sets a game beside another for its table. @param {SetBeside} asked @returns {Promise<Event>} */
async function setBeside({ key, beside, follows, ...what }) {
  const { content } = what;
  try {
    const other = await transact([...STORES, "names"], "readwrite", async (stores, commit) => {
      const { stored, facts } = await found(stores, key);
      const [games, , notes, names] = stores;
      const name = await names.get(key);
      const isOwn = stored !== null && follows.includes(stored.revision);
      games.put(entryOf({ key: beside, ...what }));
      notes.put({ ...(isOwn && facts ? facts : factsOf(content)), key: beside });
      if (isOwn) {
        if (name) names.put({ ...name, key: beside });
        for (const store of [games, names, notes]) store.delete(key);
      }
      commit();
      return isOwn ? null : stored;
    });
    keepOpponent(beside, content.computer);
    // What is noted of the game that has taken its place is not written yet.
    strike(key, ...follows, what.revision);
    return { madeRoom: { key, found: other } };
  } catch (error) {
    console.warn(error);
    return { madeNoRoom: key };
  }
}

/**
 * Has the game that stands under a key make room for another, if it is one that was begun.
 * @param {string} key @param {TableModule} [other] in the place of the page's
 */
export async function makeRoom(key, other) {
  // A window that has it open keeps nothing there any more.
  announce(key);
  const stored = await readGame(key);
  const { room_for, is_over } = other ?? (await loadModule());
  const beside = stored && room_for(stored);
  if (!beside) return;
  const { revision, content } = stored;
  const isOver = is_over(content.saved);
  await setBeside({ key, beside, follows: [revision], revision, content, isOver });
}

/** Puts a record away that cannot be read, and reads what stands there then. @param {string} key @param {string} revision */
const putAway = (key, revision) =>
  transact(["games", "aside"], "readwrite", async ([games, aside], commit) => {
    const entry = await games.get(key);
    if (storedOf(key, entry)?.revision !== revision) return;
    aside.add({ key, saved: entry.saved, why: "", at: Date.now() });
    games.delete(key);
    commit();
  });

/** Writes what pages have noted that were left before it was stored. */
export async function recover() {
  for (const [writing, end] of noted()) {
    const { recovered } = await loadWhole();
    for (let tries = 0; tries < 3; tries += 1) {
      const due = recovered(writing, await readGame(writing.key));
      const done = due && (await write(due));
      if (done && "keepFailed" in done) break;
      if (done && "refused" in done) continue;
      if (done) keepOpponent(due.key, due.content.computer);
      end();
      break;
    }
  }
}

/**
 * What a table is told of what is stored under its key.
 * @param {string} key
 * @returns {Promise<Event[]>}
 */
export async function loaded(key) {
  const aside = mailAside(key);
  /** @type {Event[]} */
  const events = aside
    ? [{ aside: { key, post: mailIn(aside) ?? aside, unread: aside.unread === true } }]
    : [];
  try {
    await recover();
    return [...events, { loaded: { key, found: await readGame(key) } }];
  } catch (error) {
    return [...events, { readFailed: { key, why: nameOf(error) } }];
  }
}

/** Keeps a new game by link and opens it. @param {{ key: string, content: Content }} begun @param {string} game */
export async function beginByLink({ key, content }, game) {
  const done = await keep({ key, follows: "0", revision: "1", content, isOver: false });
  // Where nothing can be kept, the seat itself carries the game over to its page.
  location.assign("kept" in Object(done) ? pageOf(key, game) : `./#${content.post?.seat}`);
}

/**
 * Carries out what the tables of a window ask the store for.
 * @param {Session} session
 * @param {string} game
 * @param {Event[]} [ahead] what is stored, where it was read before there was a table
 */
export function carryGames(session, game, ahead) {
  let known = ahead;
  /** @param {string} key @param {Answer} answer */
  const load = async (key, answer) => {
    for (const event of await loaded(key)) answer(event);
  };
  session.on("load", ({ key }, answer) => {
    const events = known ?? [];
    if (!known) load(key, answer);
    known = undefined;
    for (const event of events) answer(event);
  });
  session.on("keep", async (asked, answer) => {
    const done = await keep(asked);
    answer(done);
    // The table has written it elsewhere by now.
    if ("refused" in Object(done)) strike(asked.key, asked.revision);
  });
  session.on("note", note);
  session.on("setBeside", async (asked, answer) => answer(await setBeside(asked)));
  session.on("putAway", ({ key, revision }, answer) =>
    putAway(key, revision)
      .catch(console.warn)
      .then(() => load(key, answer)),
  );
  session.on("putAside", ({ key, post, unread }, answer) =>
    answer({ putAside: { key, done: putMailAside(key, unread ? { ...post, unread } : post) } }),
  );
  session.on("forgetAside", ({ key }) => forgetMailAside(key));
  session.on("beginByLink", (begun) => void beginByLink(begun, game));
}
