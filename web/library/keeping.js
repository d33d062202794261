// The games in the store: carries out the requests of their tables, which decide what is stored,
// under which name and after which revision.

import { afterFrame, quietly } from "../shell/index.js";
import { putAway, setBeside } from "./aside.js";
import { left, note, strike } from "./journal.js";
import { pageOf } from "./keys.js";
import { forgetMailAside, mailAside, mailIn, putMailAside } from "./mail.js";
import { nameOf, readGame, unconfirmed, write } from "./stored.js";

/** @import { Content, Event, Session } from "../shell/types" */
/** @import { Keep } from "./stored.js" */

/** The callback for anything that was stored. */
let kept = () => {};

/** Hears of what is kept in this window. @param {() => void} work */
export function onKept(work) {
  kept = work;
}

/** Something was kept, or taken away. */
export const changed = () => kept();

/** Keeps a game for its table. @param {Keep} asked @returns {Promise<Event>} */
export async function keep(asked) {
  // The page answers first; one that is left or hidden does not wait for its frame.
  await new Promise((noted) =>
    // The store reads before it writes, which may take longer than the page lives.
    afterFrame(() => noted(note({ ...asked, follows: [asked.follows] }))),
  );
  const done = await write(asked);
  if ("kept" in done) strike(asked.key, asked.revision);
  if (!("keepFailed" in done)) {
    quietly(() => sessionStorage.removeItem(unconfirmed(asked.key)));
    if (asked.content.post) changed();
  }
  return done;
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
    const names = left();
    if (names.length > 0) await (await import("./recovering.js")).recover(names);
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
  /** @param {string} key @param {(event: Event) => void} answer */
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
  // In the order in which the table asks: what is kept is noted behind the frame, too.
  session.on("note", (asked) => afterFrame(() => note(asked)));
  session.on("setBeside", (asked, answer) => setBeside(asked).then(answer));
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
