// What pages have noted in the journal that were left before it was stored.

import { forget, loadWhole, quietly, recall } from "../shell/index.js";
import { digest } from "./journal.js";
import { keepOpponent } from "./opponents.js";
import { readGame, write } from "./stored.js";

/** @import { Writing } from "./journal.js" */

/** What an older page has noted, as it is noted now. @param {any} noted @returns {Writing} */
function renewed({ entry, read, ...noted }) {
  if (!entry) return noted;
  const { key, saved, revision, underWay } = entry;
  return {
    key,
    follows: [read ? digest([read.saved, read.revision, null]) : "0"],
    revision: digest([saved, revision, null]),
    content: { saved, held: "", computer: null, post: null },
    isOver: !underWay,
  };
}

/** Writes what stands under these names of the journal. @param {string[]} names */
export async function recover(names) {
  for (const name of names) {
    const writing = quietly(() => renewed(recall(name)));
    const { key, revision, content } = writing ?? {};
    const isWhole = [key, revision, content?.saved].every((part) => typeof part === "string");
    if (!writing || !isWhole || (await recovers(writing))) forget(name);
  }
}

/** Whether what was noted stands where it belongs. @param {Writing} writing */
async function recovers(writing) {
  const { recovered } = await loadWhole();
  for (let tries = 0; tries < 3; tries += 1) {
    const due = recovered(writing, await readGame(writing.key));
    const done = due && (await write(due));
    if (done && "keepFailed" in done) return false;
    if (done && "refused" in done) continue;
    if (done) keepOpponent(due.key, due.content.computer);
    return true;
  }
  return false;
}
