// The menu and other panels that are sheets in a small window: modal, as dialogs are.

import { followBack } from "./back.js";
import { find, set } from "./elements.js";

/** @param {Element} panel */
const isOpen = (panel) => panel.classList.contains("open");

/** All that is neither a panel nor around it. @param {HTMLElement} panel @param {HTMLElement} shade */
const outside = (panel, shade) =>
  [...document.querySelectorAll("body > *, main > *, #tools > *")].filter(
    (element) =>
      element !== shade && !element.matches("dialog, #status") && !element.contains(panel),
  );

/**
 * Has each opener open its panel.
 * @returns {() => boolean} closes the panel that is open, or else the notice; whether there was one
 */
export function connectPanels() {
  const shade = find("shade");
  const panels = Object.entries({
    "open-menu": "rail",
    "open-moves": "moves",
    "open-rest": "rest",
    "open-goals": "goals",
  }).map(([opener, panel]) => ({ opener: find(opener), panel: find(panel) }));
  const close = () => {
    for (const { opener, panel } of panels) {
      if (!isOpen(panel)) continue;
      panel.classList.remove("open");
      for (const element of outside(panel, shade)) element.removeAttribute("inert");
      set(opener, { "aria-expanded": false });
      if (panel.contains(document.activeElement)) opener.focus();
    }
    shade.hidden = true;
  };
  const closeOpen = () => {
    const was = panels.some(({ panel }) => isOpen(panel));
    close();
    return was;
  };
  const opened = followBack(closeOpen);
  for (const { opener, panel } of panels) {
    opener.addEventListener("click", () => {
      panel.classList.add("open");
      for (const element of outside(panel, shade)) element.setAttribute("inert", "");
      set(opener, { "aria-expanded": true });
      shade.hidden = false;
      const all = /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("button, a"));
      const first = [...all].find((element) => element.getClientRects().length > 0);
      (first ?? panel).focus();
      opened();
    });
    // What is pressed there begins something else, to which the focus comes from the opener.
    const press = (/** @type {Event} */ { target }) => {
      const pressed = /** @type {Element} */ (target).closest("button, a");
      if (pressed && (panel.id !== "moves" || pressed.id === "close-moves")) close();
    };
    panel.addEventListener("click", press, true);
  }
  shade.addEventListener("click", close);
  // In a window that was made larger the panels stand in the page.
  addEventListener("resize", () => {
    if (panels.some(({ opener, panel }) => isOpen(panel) && opener.offsetWidth === 0)) close();
  });
  const notice = find("notice");
  const putAway = () => {
    const hadFocus = notice.contains(document.activeElement);
    notice.hidden = true;
    const cell = document.querySelector("#grid [tabindex='0']");
    if (hadFocus && cell instanceof HTMLElement) cell.focus();
  };
  notice.querySelector("button")?.addEventListener("click", putAway);
  return () => {
    // Where nothing can be played, the notice is all there is, and has no button.
    const isNoticed = (notice.querySelector("button")?.getClientRects() ?? []).length > 0;
    if (closeOpen()) return true;
    if (isNoticed) putAway();
    return isNoticed;
  };
}
