// Games by link in the store: what their tables ask for is carried out here.

import { noteFacts } from "./facts.js";
import { forgetMailAside, mailAside, mailIn, mailPage, putMailAside } from "./mail.js";
import { transact } from "./storage.js";

/** @typedef {import('../shell/contract').Content} Content */
/** @typedef {import('../shell/contract').Event} Event */
/** @typedef {{ key: string, follows: string, revision: string, content: Content }} Keep */

const STORES = ["games", "mail"];

/** A number for whatever it is (FNV-1a). @param {unknown} what */
function digest(what) {
  let sum = 0xcbf29ce484222325n;
  for (const sign of JSON.stringify(what)) {
    sum = BigInt.asUintN(64, (sum ^ BigInt(sign.codePointAt(0) ?? 0)) * 0x100000001b3n);
  }
  return String(sum || 1n);
}

/**
 * What is stored under a key. What a table has not written is known by what it is: older pages write
 * other revisions, or none.
 * @param {any} entry @param {any} mail
 * @returns {import('../shell/contract').Stored | null}
 */
function storedOf(entry, mail) {
  if (!entry && !mail) return null;
  const post = mailIn(mail) ?? null;
  const { saved = "", held = "", revision } = entry ?? {};
  const isTables = /^\d+$/.test(revision) && revision === mail?.revision;
  return {
    revision: isTables ? revision : digest([saved, revision, post]),
    content: { saved, held, computer: null, post },
  };
}

/**
 * Keeps a game by link with its letter, both or neither, if what is stored is what that follows.
 * @param {Keep} asked @param {boolean} underWay
 * @returns {Promise<Event>}
 */
async function keep({ key, follows, revision, content }, underWay) {
  const { saved, held, post } = content;
  try {
    const found = await transact(STORES, "readwrite", async ([games, letters], commit) => {
      const stored = storedOf(await games.get(key), await letters.get(key));
      const now = stored?.revision ?? "0";
      if (now !== follows && now !== revision) return { stored };
      games.put({ key, saved, held, at: Date.now(), underWay, revision });
      letters.put({ ...post, key, revision });
      commit();
    });
    return found
      ? { refused: { key, revision, found: found.stored } }
      : { kept: { key, revision } };
  } catch (error) {
    console.warn(error);
    return { keepFailed: { key, revision } };
  }
}

/** Keeps a new game by link and opens it. @param {{ key: string, content: Content }} begun @param {string} game */
export async function beginByLink({ key, content }, game) {
  const done = await keep({ key, follows: "0", revision: "1", content }, true);
  // Where nothing can be kept, the seat itself carries the game over to its page.
  location.assign(
    "kept" in Object(done) ? mailPage(game, key.slice(5)) : `./#${content.post?.seat}`,
  );
}

/**
 * Carries out what the table of a game by link asks the store for.
 * @param {import('../game/session.js').Session} session
 * @param {string} game
 */
export function carryGame(session, game) {
  session.on("load", async ({ key }, answer) => {
    const aside = mailAside(key);
    if (aside)
      answer({ aside: { key, post: mailIn(aside) ?? aside, unread: aside.unread === true } });
    try {
      const found = await transact(STORES, "readonly", async ([games, letters]) =>
        storedOf(await games.get(key), await letters.get(key)),
      );
      answer({ loaded: { key, found } });
    } catch (error) {
      console.warn(error);
      answer({ loadFailed: key });
    }
  });
  session.on("keep", async (asked, answer) => {
    answer(await keep(asked, session.snap.result === null));
    const facts = { begun: Date.now(), opponent: null, white: "", black: "" };
    noteFacts(asked.key, facts).catch(() => {});
  });
  session.on("putAside", ({ key, post, unread }, answer) =>
    answer({ putAside: { key, done: putMailAside(key, unread ? { ...post, unread } : post) } }),
  );
  session.on("forgetAside", ({ key }) => forgetMailAside(key));
  session.on("beginByLink", (begun) => void beginByLink(begun, game));
}
