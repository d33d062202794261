// The service worker: all files of one version of the site, kept on the device, so that everything
// works without a network after one visit.
//
// A version is kept whole or not at all: the last entry of its store says that it is whole. Assets
// have names that change with what is in them, so that a page always gets the files of its own
// version; the version before stays until the next one comes, for pages that are still open. Pages
// themselves are asked for from the network first, so that a deployment is seen at once, and come from
// the device if that fails or takes long to begin.

/** What a service worker has that the types of a page do not know. */
const worker = /** @type {any} */ (globalThis);

/** Does something for an event, and is not ended before that is done. @param {string} kind @param {(event: any) => Promise<unknown>} work */
const on = (kind, work) =>
  addEventListener(kind, (event) => /** @type {any} */ (event).waitUntil(work(event)));

const VERSION = "@version@";
/** Which files the pages of this version have, beside themselves. */
const ASSETS = "@assets@";
const FILES = "@files@".split(" ");
/** What is kept when it has been used, and not before. */
const WHEN_USED = "@when-used@".split(" ");
const SCOPE = new URL("./", location.href);
/** The names of this site's stores begin so; others may live at the same origin. */
const PREFIX = `fivefold ${SCOPE.pathname} `;
const STORE = PREFIX + VERSION;
/** What a host may change without a new version. */
const SITE = new URL("site.json", SCOPE).href;
/** The entry of a store that says that all others are there. */
const WHOLE = new URL("whole", SCOPE).href;
/** The entry that only the store of the version that serves pages has. */
const SERVES = new URL("serves", SCOPE).href;
/** How long the network may take to begin with a page before it comes from the device, in milliseconds. */
const PATIENCE = 2500;

/** The stores of this site, the oldest first. */
const stores = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** @param {string} name a store @param {string} entry */
const has = async (name, entry) => (await caches.match(entry, { cacheName: name })) !== undefined;

async function install() {
  if (await has(STORE, WHOLE)) return;
  const store = await caches.open(STORE);
  // What has not changed since the last version need not come over the line again.
  const all = FILES.map(async (file) => {
    const address = new URL(file, SCOPE);
    const kept = /^assets\//.test(file) ? await caches.match(address) : undefined;
    const answer = kept ?? (await fetch(address, { cache: "no-cache" }));
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    await store.put(address, answer.redirected ? await unredirected(answer) : answer);
  });
  try {
    await Promise.all(all);
    for (const file of WHEN_USED) {
      const used = await caches.match(new URL(file, SCOPE));
      if (used) await store.put(new URL(file, SCOPE), used);
    }
    await store.put(WHOLE, new Response(VERSION));
  } catch (error) {
    // Not before the last of them: what is still on its way would be put into nothing.
    await Promise.allSettled(all);
    await caches.delete(STORE);
    throw error;
  }
}

/** An answer as if nobody had been sent elsewhere: pages may not come from a redirected one. */
const unredirected = async (/** @type {Response} */ answer) =>
  new Response(await answer.blob(), { status: 200, headers: answer.headers });

async function activate() {
  const others = (await stores()).filter((name) => name !== STORE);
  const served = await Promise.all(others.map((name) => has(name, SERVES)));
  const before = others.filter((_, place) => served[place]).at(-1);
  await (await caches.open(STORE)).put(SERVES, new Response());
  // Workers of older versions did not say who serves: theirs all stay until the next version comes.
  if (before !== undefined) {
    await Promise.all(others.map((name) => (name === before ? undefined : caches.delete(name))));
    await (await caches.open(before)).delete(SERVES);
  }
  // A page that is open for the first time may go offline before it is opened again.
  await worker.clients.claim();
}

/** The file that an address within the site means. @param {URL} address */
const fileOf = ({ origin, pathname }) =>
  origin + (pathname.endsWith("/") ? `${pathname}index.html` : pathname);

/**
 * @param {Request} request
 * @param {number} [patience] how long the answer may take to begin; what comes of it then may take
 *   as long as it wants
 */
async function fromNetwork(request, patience) {
  const giveUp = new AbortController();
  const watch = patience === undefined ? undefined : setTimeout(() => giveUp.abort(), patience);
  try {
    const answer = await fetch(request, { signal: giveUp.signal });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer;
  } finally {
    clearTimeout(watch);
  }
}

/** A page: new if the network has it soon, else as it was kept. @param {Request} request */
async function page(request) {
  const store = await caches.open(STORE);
  const address = new URL(request.url);
  const kept = await store.match(fileOf(address));
  return kept ? fromNetwork(request, PATIENCE).catch(() => kept) : fetch(request);
}

/** What the host has set, as it is now if there is a network. @param {Request} request */
async function site(request) {
  const store = await caches.open(STORE);
  try {
    const answer = await fromNetwork(request);
    await store.put(SITE, answer.clone());
    return answer;
  } catch {
    return (await store.match(SITE)) ?? Response.error();
  }
}

/** Any other file: of this version, else of the one before. @param {Request} request */
async function file(request) {
  const store = await caches.open(STORE);
  const kept =
    (await store.match(request, { ignoreSearch: true })) ??
    (await caches.match(request, { ignoreSearch: true }));
  if (kept) return kept;
  const answer = await fetch(request);
  const isUsed = WHEN_USED.some((file) => new URL(file, SCOPE).href === request.url);
  // A device that has no room for it fetches it again.
  if (isUsed && answer.ok) await store.put(request, answer.clone()).catch(() => {});
  return answer;
}

on("install", install);
on("activate", activate);

addEventListener("fetch", (event) => {
  const { request, respondWith } = /** @type {any} */ (event);
  const answerWith = respondWith.bind(event);
  const address = new URL(request.url);
  if (request.method !== "GET" || !address.href.startsWith(SCOPE.href)) return;
  if (request.mode === "navigate") answerWith(page(request));
  else if (address.href === SITE) answerWith(site(request));
  else answerWith(file(request));
});

/** Shows the page that a notification is about. @param {string} page its address */
async function backTo(page) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = pages.find((/** @type {{ url: string }} */ { url }) => url === page);
  await (found ? found.focus() : worker.clients.openWindow(page));
}

on("notificationclick", ({ notification }) => {
  notification.close();
  return backTo(notification.data);
});

on("message", async ({ data, ports }) => {
  // The page has asked its player, or is of this version itself.
  if (data === "take over") await worker.skipWaiting();
  else if (typeof data?.assets === "string") ports[0].postMessage(data.assets === ASSETS);
  // Pages of older versions ask whether their own script is there.
  else if (typeof data?.has === "string")
    ports[0].postMessage(FILES.some((file) => new URL(file, SCOPE).pathname === data.has));
});
