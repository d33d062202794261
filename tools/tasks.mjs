// What a page of Chromium costs: the tasks of its main thread in a trace, and the memory of its process.

import { readFileSync } from "node:fs";

/** Where each game begins in measurements: some turns in, where pieces are placed before. */
export const STARTS = {
  charismatic: "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] b HAha - 0 1 - -",
  chessence: "km4/mmm2*/1mm1*1/2*3/1*2*1/3*2/1*1MM1/*2MMM/4MK[MMMmmm] w - - 0 1",
  contramatic: "b3k3/3p1pq1/np3npP/p1p5/4Pp2/1r3PR1/PPPP2PB/4K1NN[] b - - 0 4 -",
  "complete-contramatic": "1b2r3/nn3ckb/2p1p2p/p2p1p2/2pP1PpP/1P2P1N1/BP1CPP2/QN1K4[] b - - 0 8 -",
  magnetic: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  batteries: "2eoploe2/2baddab2/1ssssssss1/10/10/10/10/1SSSSSSSS1/2BADDAB2/2EOPLOE2 w - - 0 1",
  progressive: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -",
};

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
