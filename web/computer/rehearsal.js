// What the first turn will ask of the module, asked before of a table that nobody sees: browsers compile a
// function when it is first called, and nobody is to wait for that. Then the dialog that is opened first.

import { Session } from "../game/index.js";
import { loadPreferences } from "../settings/index.js";
import { loadModule, make } from "../shell/index.js";

/** @import { Event } from "../shell/contract" */

/** When the page has nothing else to do. */
const idle = () => new Promise((done) => requestIdleCallback(done));

/** Chooses a piece, takes a step with it, and looks at what comes of both. @param {Session} session */
export async function rehearse({ snap: { game, turn, cells }, saved }) {
  if (!("requestIdleCallback" in window)) return;
  const { Table } = await loadModule();
  await idle();
  const session = new Session(Table.open(make("canvas"), { game, saved, key: "" }), "");
  const act = async (/** @type {Event} */ event) => {
    await idle();
    session.emit(event);
    return session.snap.cells.find(({ target }) => target)?.square;
  };
  await act("draw");
  for (const { square, piece } of cells) {
    const to = piece?.color === turn && (await act({ tap: square }));
    if (!to) continue;
    await act({ tap: to });
    break;
  }
  await act("placeRest");
  await idle();
  session.end();
  await loadPreferences();
}
