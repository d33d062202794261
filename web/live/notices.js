// Notifications of the browser, where the player allows them: that it is one's turn, while the page is hidden.

import { tell, words } from "../shell/index.js";

/** @import { Session } from "../shell/types" */
/** @import { openParts } from "../dialogs/index.js" */

const has = () => typeof Notification === "function";

/** Shows the button that asks for them, where the browser can be asked. @param {ReturnType<typeof openParts>} dialog */
export function offerNotices({ named }) {
  const button = named.get("notify");
  if (button) button.hidden = !has() || Notification.permission !== "default";
}

/** Asks for them. @param {ReturnType<typeof openParts>} dialog */
export async function askForNotices(dialog) {
  const allowed = (await Notification.requestPermission()) === "granted";
  offerNotices(dialog);
  dialog.say(words(allowed ? "live.notified" : "live.notify-refused"));
}

/** Shows one; phones have only those of a service worker. @param {string} title @param {NotificationOptions} given */
async function notify(title, given) {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) {
    await worker.showNotification(title, given);
    return async () => {
      for (const one of await worker.getNotifications({ tag: given.tag })) one.close();
    };
  }
  const shown = new Notification(title, given);
  shown.onclick = () => window.focus();
  return async () => shown.close();
}

/** Tells of the player's turns while the page is hidden. @param {Session} session @param {string} game */
export function tellTurns(session, game) {
  let wasDue = true;
  /** Takes the last one away. */
  let close = async () => {};
  session.watch(({ mail, result }) => {
    const isDue = Boolean(mail?.isDue) && result === null;
    const isNews = isDue && !wasDue && document.hidden;
    wasDue = isDue;
    if (!mail || !isNews || !has() || Notification.permission !== "granted") return;
    const title = tell({ key: "live.your-turn", values: { name: mail.friend } }, game);
    const icon = new URL("icons/icon-192.png", document.baseURI).href;
    const body = words(`games.${game}.name`);
    const given = { body, icon, tag: session.key, data: location.href };
    notify(title, given).then((end) => {
      close = end;
    }, console.warn);
  });
  const look = () => {
    if (!document.hidden) close().catch(console.warn);
  };
  document.addEventListener("visibilitychange", look, { signal: session.signal });
}
