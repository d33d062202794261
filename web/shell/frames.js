// Work that can wait for the next frame, so that the page answers first.

/** @type {(() => void)[]} */
let waiting = [];

function catchUp() {
  const due = waiting;
  waiting = [];
  for (const work of due) {
    try {
      work();
    } catch (error) {
      reportError(error);
    }
  }
}

// A page that is hidden paints no frame, and one that is left has no time to wait for it.
for (const event of ["visibilitychange", "pagehide"]) addEventListener(event, catchUp);

/** Does something when the next frame has been painted, in the order of the calls. @param {() => void} work */
export function afterFrame(work) {
  if (waiting.push(work) > 1) return;
  if (document.hidden) setTimeout(catchUp);
  else requestAnimationFrame(() => setTimeout(catchUp));
}

/** Lets the browser paint and answer before the work goes on. */
export const nextTask = () => new Promise((done) => setTimeout(done));

/**
 * The same work, once after the next frame, however often it is asked for before.
 * @param {() => void} work
 */
export function lazily(work) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    afterFrame(() => {
      isDue = false;
      work();
    });
  };
}
