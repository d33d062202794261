// What the first turn will ask of the module, asked before of a table that nobody sees: browsers compile a
// function when it is first called, and nobody is to wait for that. Then the dialog that is opened first.

import { loadPreferences } from "../settings/index.js";
import { loadModule, make } from "../shell/index.js";

/** @import { Session } from "../game/session.js" */
/** @import { Event } from "../shell/contract" */

/** When the page has nothing else to do. */
const idle = () => new Promise((done) => requestIdleCallback(done));

/** Chooses a piece, takes a step with it, and looks at what comes of both. @param {Session} session */
export async function rehearse({ snap: { game, turn, cells }, saved }) {
  if (!("requestIdleCallback" in window)) return;
  const { Table } = await loadModule();
  await idle();
  const table = Table.open(make("canvas"), { game, saved, key: "" });
  const act = async (/** @type {Event} */ event) => {
    await idle();
    table.handle(event);
    await idle();
    table.snapshot();
    table.save(true);
    table.warning();
    table.named();
    table.explain(undefined);
    return table.cells().find(([, { target }]) => target)?.[1].square;
  };
  try {
    await act("draw");
    for (const { square, piece } of cells) {
      if (piece?.color !== turn) continue;
      const to = await act({ tap: square });
      if (!to) continue;
      await idle();
      table.paint(0);
      await act({ tap: to });
      break;
    }
    await act("placeRest");
    await idle();
    table.paint(0);
    table.paint(1);
  } finally {
    table.free();
  }
  await idle();
  await loadPreferences();
}
