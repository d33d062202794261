// Games that make room for others, and records that are put away.

import { loadModule } from "../shell/index.js";
import { strike } from "./journal.js";
import { keepOpponent } from "./opponents.js";
import { announce, transact } from "./storage.js";
import { entryOf, factsOf, found, readGame, STORES, storedOf } from "./stored.js";

/** @import { Asked, Event, TableModule } from "../shell/types" */

/** Sets a game beside another for its table. @param {Asked<"setBeside">} asked @returns {Promise<Event>} */
export async function setBeside({ key, beside, follows, ...what }) {
  const { content } = what;
  try {
    const other = await transact([...STORES, "names"], "readwrite", async (stores, commit) => {
      const { stored, facts } = await found(stores, key);
      const [games, , notes, names] = stores;
      const name = await names.get(key);
      const isOwn = stored !== null && follows.includes(stored.revision);
      games.put(entryOf({ key: beside, ...what }));
      notes.put({ ...(isOwn && facts ? facts : factsOf(content.computer)), key: beside });
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
export const putAway = (key, revision) =>
  transact(["games", "aside"], "readwrite", async ([games, aside], commit) => {
    const entry = await games.get(key);
    if (storedOf(key, entry)?.revision !== revision) return;
    aside.add({ key, saved: entry.saved, why: "", at: Date.now() });
    games.delete(key);
    commit();
  });
