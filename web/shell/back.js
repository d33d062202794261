// The browser's way back, and Android's, closes what is open over the game before it leaves the
// game. For that there is an additional history entry above the page's own; if nothing is open,
// going back skips it.

import { afterFrame } from "./frames.js";

/** Whether the entry that lies over the page's own is the current one: its number is negative. */
const isOver = () => Number(history.state) < 0;

/** The number of the page's own entry, if it has one (address.js). */
export const entryNumber = () => Math.abs(Number(history.state)) || 0;

/** Has the way back ask the page first, until it is left. @param {string} [address] */
function lay(address = location.href) {
  if (!isOver()) history.pushState(-(entryNumber() || 1), "", address);
}

/**
 * @param {() => boolean} closePanel closes a panel, if one is open; whether one was
 * @returns {() => void} to be called when a panel is opened
 */
export function followBack(closePanel) {
  let wasOver = isOver();
  let address = location.href;
  const opened = () => {
    lay();
    wasOver = true;
    address = location.href;
  };
  const closeDialog = () => {
    const last = [...document.querySelectorAll("dialog")].findLast(({ open }) => open);
    last?.close("");
    return last !== undefined;
  };
  addEventListener("popstate", () => {
    const isBack = wasOver && !isOver();
    wasOver = isOver();
    // A link that is opened from a dialog leads on from the entry above the page's own, too.
    if (!isBack || location.hash.startsWith("#g=")) return;
    if (!closeDialog() && !closePanel()) return history.back();
    lay(address);
    wasOver = true;
  });
  new MutationObserver((records) => {
    const isOpened = (/** @type {MutationRecord} */ { target }) =>
      target instanceof HTMLDialogElement && (target.open || target.popover);
    // The dialog is shown first: an entry in the history takes as long as half of that.
    if (records.some(isOpened)) afterFrame(opened);
  }).observe(document.body, { subtree: true, attributeFilter: ["open", "popover"] });
  return opened;
}
