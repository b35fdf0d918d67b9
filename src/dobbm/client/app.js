/** The entry point: applies the settings, loads the language and shows the page at the current address. */

import { loadLanguage } from "./base/i18n.js";
import { MissingPart, part, showStuck } from "./base/loading.js";
import { at, here, isAtTable, isPocket, POCKET } from "./base/place.js";
import { load, show } from "./base/router.js";
import { playsWithoutCookies } from "./base/seat-token.js";
import { applySettings } from "./base/settings.js";
import { onWrite, putAsideNow, unkept } from "./base/storage.js";

/** @import { Pages } from "./base/router.js" */

/**
 * The pages by their addresses. The last one is for all others.
 * @type {Pages}
 */
const PAGES = [
  [/^\/$/, () => part("pages/start.js")],
  [/^\/tables$/, () => part("pages/lobby.js")],
  [/^\/t\/(?<table>[\w-]+)$/, () => part("pages/table.js")],
  [/^\/t\/(?<table>[\w-]+)\/deals\/(?<deal>\d+)$/, () => part("pages/replay.js")],
  [/^\/me$/, () => part("pages/me.js")],
  [/^\/me\/deal\/(?<id>\w+)$/, () => part("pages/replay.js")],
  [/^\/learn$/, () => part("pages/learn.js")],
  [/^\/exercises$/, () => part("pages/exercises.js")],
  [/^\/rules$/, () => part("pages/rules.js")],
  [/^\/history$/, () => part("pages/history.js")],
  [/^\/score$/, () => part("pages/score.js")],
  [/^\/daily$/, () => part("pages/daily.js")],
  [/^\/d$/, () => part("pages/shared.js")],
  [/^\/clubs$/, () => part("pages/clubs.js")],
  [/^\/c\/(?<club>[\w-]+)$/, () => part("pages/club.js")],
  [/^\/c\/(?<club>[\w-]+)\/board$/, () => part("pages/board.js")],
  [/^\/privacy$/, () => part("pages/privacy.js")],
  [/^\/settings$/, () => part("pages/settings.js")],
  [/^/, () => part("pages/missing.js")],
];

/** Milliseconds before a page loads what is wanted seldom, which would delay the first cards. */
const SETTLED = 5000;
/** Milliseconds before a pocket begins to start the game, so that the start page is drawn by then. */
const BEHIND = 100;

/**
 * Tell the person that something is wrong; the words for it come only then.
 * @param {Event & { reason?: unknown }} event
 */
function tell(event) {
  const isMissing = event.reason instanceof MissingPart;
  // The browser has complained about the request.
  if (isMissing) event.preventDefault();
  part("base/faults.js").then(
    ({ hear }) => hear(event),
    () => {
      // Without a connection, a part that comes later is not a page that does not go on: say so as soon as it can be
      // said.
      if (isMissing) setTimeout(tell, SETTLED, event);
      else if (!["part", "late"].includes(event.type)) showStuck(true);
    },
  );
}

/** Load what says what this device does not keep, or not in its place, as soon as there is something. */
function watchStorage() {
  if (unkept().length || putAsideNow().size || playsWithoutCookies()) {
    part("base/keeping.js").then(
      ({ say }) => say(),
      () => undefined,
    );
  }
}

/** Load the game of a pocket behind the page, however often its first part does not arrive. */
const bringGame = () =>
  part("pocket/arrival.js").then(
    ({ begin }) => begin(),
    () => setTimeout(bringGame, SETTLED),
  );

for (const type of ["error", "unhandledrejection", "part", "late"]) addEventListener(type, tell);
dispatchEvent(new Event("started"));

// The page that has come stays when its address becomes another one, in another folder.
for (const link of document.querySelectorAll('link:is([rel="icon"], [rel="manifest"])[href^="."], a[href^="."]')) {
  link.setAttribute("href", /** @type {HTMLLinkElement} */ (link).href);
}
applySettings();
const isFirstPage = here() === "/";
// Another page may not be drawn before the game answers.
if (isPocket && !isFirstPage) setTimeout(bringGame, isAtTable() ? 0 : BEHIND);
try {
  await Promise.all([loadLanguage(), load(PAGES)]);
  onWrite(watchStorage);
  watchStorage();
  await show();
} catch (error) {
  showStuck(true);
  throw error;
}

/** Load what says that something is wrong before it is, and keep the page's files. */
function settle() {
  part("base/faults.js").catch(() => undefined);
  // In a pocket, the files are kept as soon as the game is loaded.
  if (isPocket || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register(at("/sw.js")).catch(() => {});
  if (POCKET) {
    part("base/alone.js").then(
      ({ begin }) => begin(),
      () => undefined,
    );
  }
}

/** At a table, the first cards come first, and then the dialog that people type into at once. */
function settleAtTable() {
  settle();
  part("table/talk.js").catch(() => undefined);
}

if (isPocket && isFirstPage) setTimeout(bringGame, BEHIND);
if (isAtTable()) setTimeout(settleAtTable, SETTLED);
else settle();
