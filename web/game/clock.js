// The clocks beside the names of the players. What they show is decided in the module.

import { find, make, set, words } from "../shell/index.js";

/** @import { Session } from "../shell/types" */

/** How often a clock that runs is looked at, in milliseconds. */
const TICK = 100;

/** @param {Session} session */
export function showClocks(session) {
  const timers = { white: timer("white"), black: timer("black") };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let ticks;

  const render = () => {
    clearTimeout(ticks);
    const clocks = session.broken ? null : session.table.clocks?.();
    if (!clocks) return;
    for (const { color, text, beyond, runs, low } of clocks.faces) {
      const element = timers[color];
      const strip = find((color === "black") === session.snap.flipped ? "near" : "far");
      if (element.parentElement !== strip) strip.querySelector(".player")?.after(element);
      if (element.textContent !== text + beyond)
        element.replaceChildren(text, ...(beyond ? [make("small", "", beyond)] : []));
      const title = clocks.waits ? words("clock.waits") : "";
      set(element, { title, "data-runs": runs, "data-low": low });
    }
    if (session.snap.result === null && !clocks.waits) ticks = setTimeout(render, TICK);
  };

  session.watch(render);
  // What has been used until now is stored.
  addEventListener("pagehide", () => session.emit("pause"), { signal: session.signal });
  render();
}

/** @param {"white" | "black"} color */
const timer = (color) =>
  make("span", { class: "clock", role: "timer", "aria-label": words(`clock.${color}`) });
