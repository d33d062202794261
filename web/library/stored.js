// What the store has of a game, and writing it.

import { quietly } from "../shell/index.js";
import { digest } from "./journal.js";
import { mailIn } from "./mail.js";
import { storedOpponent } from "./opponents.js";
import { transact } from "./storage.js";

/** @import { Asked, Opponent, Stored } from "../shell/types" */
/** @import { Store } from "./storage.js" */
/** @typedef {Asked<"keep">} Keep */

export const STORES = ["games", "mail", "facts"];

/** @param {unknown} what */
const text = (what) => (typeof what === "string" ? what : "");

/** Where older pages have noted the game before a turn that waits to be confirmed. @param {string} key */
export const unconfirmed = (key) => `unconfirmed ${key}`;

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
export async function found([games, letters, notes], key) {
  const [entry, mail, facts] = await Promise.all(
    [games, letters, notes].map((store) => store.get(key)),
  );
  return { stored: storedOf(key, entry, mail, facts), facts };
}

/** What is stored under a key. @param {string} key @returns {Promise<Stored | null>} */
export const readGame = (key) =>
  transact(STORES, "readonly", async (stores) => (await found(stores, key)).stored);

/** As the store has it. @param {Pick<Keep, "key" | "revision" | "content" | "isOver">} asked */
export const entryOf = ({ key, revision, content: { saved, held }, isOver }) => ({
  key,
  saved,
  ...(held && { held }),
  at: Date.now(),
  underWay: !isOver,
  revision,
});

/** What is known of a game when it begins. @param {Opponent | null} opponent */
export const factsOf = (opponent) => ({ begun: Date.now(), opponent, white: "", black: "" });

/** Why the store has failed, by the name of its error. @param {unknown} error */
export function nameOf(error) {
  console.warn(error);
  return String(Object(error).name ?? "");
}

/** Writes what a table asks for, if what is stored is what that follows. @param {Keep} asked */
export async function write({ key, follows, ...what }) {
  const { revision, content } = what;
  try {
    const other = await transact(STORES, "readwrite", async (stores, commit) => {
      const { stored, facts } = await found(stores, key);
      const now = stored?.revision ?? "0";
      if (now !== follows && now !== revision) return { found: stored };
      const [games, letters, notes] = stores;
      games.put(entryOf({ key, ...what }));
      if (content.post) letters.put({ ...content.post, key, revision });
      if (!facts) notes.put({ key, ...factsOf(content.computer) });
      commit();
    });
    return other ? { refused: { key, revision, ...other } } : { kept: { key, revision } };
  } catch (error) {
    return { keepFailed: { key, revision, why: nameOf(error) } };
  }
}
