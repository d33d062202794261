// What is offered after the game's module has failed. The game is stored, or carried over by its
// link; a report can be copied; nothing is sent anywhere.

import { copyable, sayer, sheet } from "../dialogs/index.js";
import { makeRoom, readGame } from "../library/index.js";
import { quietly } from "./device.js";
import { button, make } from "./elements.js";
import { loadAnother } from "./module.js";
import { words } from "./words.js";

/** @import { Session } from "./types" */
/** @import { Place } from "./rooms.js" */

/**
 * The link to a game, made by another copy of the module than the one that has failed.
 * @param {string} saved
 */
const linkOf = (saved) =>
  loadAnother()
    .then(({ link_of }) => link_of(saved))
    .catch(() => "");

/**
 * What a developer needs to know.
 * @param {unknown} error
 * @param {string} saved
 * @param {string} link
 */
function reportOf(error, saved, link) {
  const { version = "" } = document.documentElement.dataset;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const lines = {
    Version: version,
    Address: location.href,
    Browser: navigator.userAgent,
    Window: `${innerWidth} x ${innerHeight}, ${devicePixelRatio}`,
    Message: message,
    Link: link && `${new URL("./", document.baseURI).href}#${link}`,
  };
  const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
  return ["Fivefold", ...text, "", stack ?? "", "", saved].join("\n");
}

/** Whether this very record has failed before in this window; it is noted. @param {string} key @param {string} saved */
const failedBefore = (key, saved) =>
  quietly(() => {
    const before = sessionStorage.getItem(`broken ${key}`);
    sessionStorage.setItem(`broken ${key}`, saved);
    return before === saved;
  }) ?? false;

/**
 * Offers a report, and a way to go on, when the module of the game on the page has failed.
 * @param {Session} session
 * @param {string} game
 * @param {Place["stop"]} stop
 * @param {unknown} error
 */
export async function offer(session, game, stop, error) {
  const { key, saved } = session;
  const stored = key === "" ? null : await readGame(key).catch(() => null);
  const kept = key === "" || stored?.content.saved === saved;
  const link = key === "" ? "" : await linkOf(saved);
  const goOn = () => {
    if (kept || !link) location.reload();
    // Where the browser keeps nothing, the link carries the game over.
    else location.assign(`./#${link}`);
  };
  const { box, form } = sheet("broken", words("broken.title"));
  const { line, say } = sayer();
  const report = copyable(words("broken.report"), reportOf(error, saved, link), true, say);
  report.copy.textContent = words("broken.copy");
  const again = button(words("broken.again"), goOn, "main");
  const buttons = make("div", "pair", again);
  if (key !== "" && kept && failedBefore(key, saved)) {
    const begin = async () => {
      await makeRoom(key, await loadAnother());
      location.assign(`?game=${game}`);
    };
    buttons.append(button(words("broken.other"), begin));
  }
  const text = words(kept ? "broken.kept" : link ? "broken.carried" : "broken.lost");
  stop(`${words("broken.title")}. ${text}`, { label: words("broken.again"), work: goOn });
  form.append(
    make("p", "", text),
    buttons,
    make("h3", "", words("broken.report")),
    make("p", "", words("broken.what")),
    report.field,
    make("div", "row", report.copy),
    line,
  );
  if (!box.open) box.showModal();
  again.focus();
}
