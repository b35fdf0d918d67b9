/**
 * Caches the page's own files on the device, so that the score sheet, the rules and the lesson work without a
 * connection. API responses are never cached. A tap on a notification shows the table that it is about.
 */

const VERSION = "{version}";
const CACHE = `dobbm-${VERSION}`;
const FILES = {files};
/** Files cached on first use rather than at installation. */
const LARGE = /\/(decks\/french\.svg|vendor\/uqr\.js|icons\/)/;

/** Milliseconds that a page may take to come from the server. */
const PATIENCE = 5000;

addEventListener("install", (event) => {
  const kept = ["/", ...FILES.filter((file) => !LARGE.test(file))];
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(kept)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== CACHE));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (pathname.startsWith("/static/")) event.respondWith(keptOrFetched(request));
  else if (request.mode === "navigate") event.respondWith(fetchedOrKept(request));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showTable(event.notification.data));
});

async function showTable(path) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname.startsWith(path));
  return open ? open.focus() : clients.openWindow(path);
}

/** A connection that swallows everything would keep the browser waiting for minutes. */
async function fetchedOrKept(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    return caches.match("/");
  }
}

async function keptOrFetched(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}
