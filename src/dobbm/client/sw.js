/**
 * Caches the page's own files on the device, so that the score sheet, the rules and the lesson work without a
 * connection. API responses are never cached. Messages of clubs become notifications, and a tap on a notification shows
 * the page that it is about.
 */

/** The path of the folder in which the page lies. */
const HOME = new URL(".", location.href).pathname;
const VERSION = "{version}";
/** The caches of this page begin with these letters: other pages may lie in other folders. */
const CACHES = `dobbm-${HOME.slice(1)}`;
const CACHE = CACHES + VERSION;
// biome-ignore format: the server puts its list here.
const FILES = {files};
/** Files cached on first use rather than at installation. */
const LARGE = /\/(decks\/french\.svg|vendor\/uqr\.js|icons\/)/;

/** Addresses that contain a version or a digest. */
const PARTS = /^(static|pocket\/[\da-f]{12})\//;
/** Addresses that are no pages of this one: the interface, and the pocket edition beside a server. */
const OTHERS = /^(api|pocket)(\/|$)/;

/** Milliseconds that a page may take to come from the server. */
const PATIENCE = 5000;

addEventListener("install", (event) => event.waitUntil(keepFiles().then(() => skipWaiting())));

/** Keep all files or none: a page of another version than its files would not start. */
async function keepFiles() {
  const cache = await caches.open(CACHE);
  try {
    const files = FILES.filter((file) => !LARGE.test(file)).map((file) => HOME + file);
    // The browser may take a page without a version in its address for fresh although it is not.
    const home = new Request(new URL(HOME, location.href), { cache: "no-cache" });
    await cache.addAll([home, ...files]);
    const found = await Promise.all(files.map((file) => cache.match(file)));
    if (found.some(isPage)) throw new Error("the server lacks a file");
    const page = await cache.match(HOME);
    const text = await page.text();
    if (!text.includes(`static/${VERSION}/`)) throw new Error("the server has another version");
    // It stands in for all other pages, which may lie deeper.
    if (text.includes('="./')) await keep(HOME, new Response(text.replaceAll('="./', `="${HOME}`), page));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter(isOld));
  event.waitUntil(
    old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => clients.claim()),
  );
});

/** Whether an answer is a page: in place of a file, it comes from a host that lacks it, or from somebody in between. */
const isPage = (answer) => answer.headers.get("Content-Type")?.startsWith("text/html");

/** Whether a cache is that of another version of this page. */
const isOld = (name) => name !== CACHE && name.startsWith(CACHES) && !name.slice(CACHES.length).includes("/");

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(HOME)) return;
  const path = pathname.slice(HOME.length);
  if (PARTS.test(path)) event.respondWith(keptOrFetched(request));
  else if (request.mode === "navigate" && !OTHERS.test(path)) event.respondWith(fetchedOrKept(request));
});

addEventListener("push", (event) => event.waitUntil(showMessage(event.data)));

/** Show a message of a club, in the language of its reader; another one of the same kind replaces the one before. */
async function showMessage(data) {
  const { kind, club, path, language, begins, answered } = data.json();
  const catalogue = await texts(language);
  const _ = (text) => catalogue[text] ?? text;
  const time = begins && timeOfDay(begins, language);
  const evening = answered ? _("The evening begins at {time}.") : _("The evening begins at {time}. Are you coming?");
  const [tag, body] = {
    // The page itself calls people under this name, too, and takes it back as soon as they look.
    turn: ["dobbm", _("It is your turn.")],
    table: ["dobbm-table", _("Somebody has opened a table.")],
    seat: ["dobbm-seat", _("A seat has become free.")],
    round: ["dobbm-round", _("The next round is drawn: go to your table.")],
    substitute: ["dobbm-substitute", _("Somebody looks for a substitute for the next evening.")],
    evening: ["dobbm-evening", evening.replace("{time}", time)],
    change: ["dobbm-change", _("The plan for an evening has changed: look at the club.")],
  }[kind];
  const icon = `${HOME}static/${VERSION}/icons/icon-192.png`;
  await registration.showNotification(club, { body, tag, renotify: true, lang: language, icon, data: HOME + path });
}

/** Return a time of the day as the page would write it (`base/i18n.js`), in the region of the device. */
function timeOfDay(seconds, language) {
  const region = globalThis.navigator?.languages?.find((one) => one.split("-")[0] === language) ?? language;
  return new Intl.DateTimeFormat(region, { timeStyle: "short" }).format(1000 * seconds);
}

/** Return the texts of a language; none for English, or if they are not there. */
async function texts(language) {
  if (language === "en") return {};
  try {
    const answer = await keptOrFetched(new Request(`${HOME}static/${VERSION}/locale/${language}.json`));
    return await answer.json();
  } catch {
    return {};
  }
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showPage(event.notification.data));
});

async function showPage(path) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname.startsWith(path));
  return open ? open.focus() : clients.openWindow(path);
}

/** A connection that swallows everything would keep the browser waiting for minutes. */
async function fetchedOrKept(request) {
  try {
    const answer = await fetch(request, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
    // A proxy whose server is about to start, or a host of files that has none for a table.
    return ((answer.status >= 502 || answer.status === 404) && (await kept(HOME))) || answer;
  } catch (error) {
    const page = await kept(HOME);
    if (page) return page;
    throw error;
  }
}

/** A file that the page asks for again, or anew, may be kept broken. */
async function keptOrFetched(request) {
  const { pathname, search } = new URL(request.url);
  const again = search || request.cache === "reload" || request.cache === "no-cache";
  const known = !again && (await kept(pathname));
  if (known) return known;
  try {
    const answer = await fetch(request);
    if (answer.ok && !isPage(answer)) keep(pathname, answer.clone());
    return answer;
  } catch (error) {
    const before = again && (await kept(pathname));
    if (before) return before;
    throw error;
  }
}

/** Return what the device keeps; nothing if it refuses to say. */
const kept = (path) => caches.match(path).catch(() => undefined);

/** Keep an answer, if the device has room for it. */
const keep = (path, answer) =>
  caches
    .open(CACHE)
    .then((cache) => cache.put(path, answer))
    .catch(() => undefined);
