// How many games by link wait for the player: beside "Your games", on the front page, in the title of
// the window and, where the page is installed, on its icon.

import { button, loadDialogWords, loadStyle, make, words } from "../shell/index.js";
import { onKept } from "./keeping.js";
import { everyOne, others } from "./storage.js";

/**
 * Shows it, now and whenever it may have changed.
 * @param {HTMLElement} games "Your games"
 * @param {HTMLElement} front the place on the front page
 * @param {() => void} open opens the list
 */
export function showDue(games, front, open) {
  const badge = make("b", { class: "count", "aria-hidden": true });
  const entry = button("", open, "inbox");
  let shown = 0;
  const count = async () => {
    const keys = (await everyOne("mail")).map(({ key }) => key);
    const due = keys.length > 0 ? await (await import("./shelf.js")).countDue(keys) : 0;
    if (due === shown) return;
    shown = due;
    await Promise.all([loadDialogWords(), loadStyle("shell/dialogs.css")]);
    const sentence = words("library.due", { count: due });
    document.title = `${due > 0 ? `(${due}) ` : ""}${document.title.replace(/^\(\d+\) /, "")}`;
    badge.textContent = String(due);
    entry.textContent = sentence;
    if (due > 0) {
      games.append(badge);
      front.prepend(entry);
      games.title = sentence;
      await navigator.setAppBadge?.(due);
    } else {
      badge.remove();
      entry.remove();
      games.removeAttribute("title");
      await navigator.clearAppBadge?.();
    }
  };
  // What the browser does not hand out, is not counted.
  const look = () => count().catch(console.warn);
  onKept(look);
  others?.addEventListener("message", look);
  document.addEventListener("visibilitychange", look);
  look();
}
