// The page's side of the service worker: registers it, and announces new versions.

import { scriptAddress } from "./trusted.js";

/** How long after the last question for a new version the next one is asked, in milliseconds. */
const HOUR = 3_600_000;
/** How long a new version may take to serve this page, in milliseconds. */
const TAKEOVER = 3000;

/**
 * Whether a worker's version has this page's own files, all of them: it came from the network, newer
 * than the worker that serves it. (Workers of older versions know nothing but whether they have one
 * file.)
 * @param {ServiceWorker} worker
 * @returns {Promise<boolean>}
 */
const isOfThisPage = (worker) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }) => resolve(data === true));
    port1.start();
    const { version } = document.documentElement.dataset;
    worker.postMessage({ assets: version, has: new URL(import.meta.url).pathname }, [port2]);
  });

/**
 * Has the site kept on the device.
 * @param {(reload: () => void) => void} announce says that there is a new version; it is there
 *   once `reload` is called
 */
export async function keepOffline(announce) {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const registration = await workers
    .register(scriptAddress("./sw.js"), { updateViaCache: "none" })
    // Without a secure address or storage there is none; the game needs the network, then.
    .catch(() => undefined);
  if (!registration) return;

  /** @param {ServiceWorker | null} worker */
  async function offer(worker) {
    // The first version of all is no news.
    if (!worker || !workers.controller) return;
    if (await isOfThisPage(worker)) {
      worker.postMessage("take over");
      return;
    }
    announce(() => {
      const reload = () => location.reload();
      workers.addEventListener("controllerchange", reload, { once: true });
      // A newer version still may have come since.
      (registration?.waiting ?? worker).postMessage("take over");
      // A browser may hold the new worker back while the old one is busy. Where there is a network, the
      // page that it then sends is the new one all the same.
      setTimeout(reload, TAKEOVER);
    });
  }

  await offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") offer(worker);
    });
  });

  // A window that stays open for days asks when it is looked at again.
  let asked = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || performance.now() - asked < HOUR) return;
    asked = performance.now();
    registration.update().catch(() => {});
  });
}
