// What a page of Chromium costs: the tasks of its main thread in a trace, and the memory of its process.

import { readFileSync } from "node:fs";

/** What is traced for {@link tasksOf}. */
export const TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"];

/**
 * The thread's own times of the main thread's tasks in a trace, in milliseconds, the shortest first.
 * @param {Buffer} trace
 * @returns {number[]}
 */
export function tasksOf(trace) {
  /** @type {{ name: string, ts: number, dur?: number, tdur?: number, pid: number, tid: number, args: any }[]} */
  const events = JSON.parse(trace.toString()).traceEvents;
  const main = events.find(
    ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain",
  );
  return events
    .filter(
      ({ name, pid, tid, dur = 0 }) =>
        pid === main?.pid && tid === main?.tid && name.endsWith("RunTask") && dur > 0,
    )
    .map(({ dur = 0, tdur = dur }) => tdur / 1000)
    .sort((a, b) => a - b);
}

/**
 * What the largest page's process, workers included, has for itself (`Private_Dirty`), in megabytes.
 * @param {import("playwright-core").Browser} browser
 */
export async function memoryOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === "renderer");
  const taken = pages.map(({ id }) => {
    const text = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
    return Number(text.match(/^Private_Dirty:\s+(\d+) kB/m)?.[1]) / 1024;
  });
  return Math.max(...taken);
}
