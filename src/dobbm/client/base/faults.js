/** Says what is wrong with the page: an error that nothing has caught, or a part that did not arrive. */

import { hideBanner, showBanner } from "./banner.js";
import { confirmAction, notify } from "./dom.js";
import { _ } from "./i18n.js";
import { MissingPart, addressOf, typed } from "./loading.js";
import { at, isPocket } from "./place.js";
import { sayLate } from "./waiting.js";

/**
 * The event `part` of base/loading.js.
 * @typedef {CustomEvent<{ path: string, missing?: MissingPart }>} PartEvent
 */

/** The strips about errors, about parts of the page, and about a language. */
const [FAULT, PARTS, LANGUAGE] = ["fault", "parts", "language"];

/** Milliseconds in which the server must say which version of the page it has. */
const PATIENCE = 5000;

/**
 * The words about a language whose texts did not arrive.
 * @type {{ [path: string]: string }}
 */
const WITHOUT = {
  "locale/de.json": "Die deutschen Texte sind nicht angekommen. Vorerst ist alles auf Englisch.",
  "locale/ja.json": "日本語の文を読み込めませんでした。いまは英語で表示しています。",
};

/** The paths of the parts that did not arrive. */
const missing = new Set();

/** The errors that a strip has been about: one that repeats itself says nothing new. */
const known = new Set();

/** Whether the person is leaving the page: what is under way then fails. */
let leaves = false;
addEventListener("pagehide", () => (leaves = true));
addEventListener("pageshow", () => (leaves = false));

/**
 * Tell the person of an event of the window: `error`, `unhandledrejection`, `part` or `late`.
 * @param {Event} event
 */
export function hear(event) {
  const { type, detail } = /** @type {PartEvent} */ (event);
  if (type === "late") return sayLate(/** @type {any} */ (detail));
  if (type === "part") return detail.missing ? miss(detail.path, missing.has(detail.path)) : arrive(detail.path);
  const error =
    type === "error" ? /** @type {ErrorEvent} */ (event).error : /** @type {PromiseRejectionEvent} */ (event).reason;
  if (error instanceof MissingPart) return miss(error.path);
  if (leaves || !isOurs(error, /** @type {ErrorEvent} */ (event))) return undefined;
  if (error?.code === "offline")
    return notify(isPocket ? _("The game does not answer.") : _("The server cannot be reached."));
  const words = String(error);
  if (known.has(words)) return undefined;
  known.add(words);
  const text = _("Something went wrong. If the page does not go on, reload it: nothing is lost.");
  return showBanner(FAULT, text, [reloading()]);
}

/**
 * Whether an error is the page's own: not that of an extension, of a request given up, or of sizes that change too
 * often.
 * @param {any} error
 * @param {Partial<ErrorEvent>} event
 */
function isOurs(error, { message = "", filename = "" }) {
  const where = filename || String(error?.stack ?? "");
  if (/-extension:\/\//.test(where) || (filename && !filename.startsWith(location.origin))) return false;
  if (error?.name === "AbortError" || message.startsWith("ResizeObserver loop")) return false;
  // The browser says no more about the error of a script from elsewhere.
  return error != null || !message.startsWith("Script error");
}

/**
 * Say that a part of the page did not arrive, and why.
 * @param {string} path
 * @param {boolean} [again] whether this has been said
 */
async function miss(path, again = false) {
  missing.add(path);
  if (again) return;
  if (path in WITHOUT) showBanner(LANGUAGE, WITHOUT[path], [reloading()]);
  else showBanner(PARTS, await whyMissing(), [reloading()]);
}

/** @param {string} path */
function arrive(path) {
  missing.delete(path);
  if (path in WITHOUT) hideBanner(LANGUAGE);
  else if (!missing.size) hideBanner(PARTS);
}

async function whyMissing() {
  const version = await servedVersion();
  if (version === null) return _("The server cannot be reached, and a part of the page is missing.");
  if (version && !addressOf("").includes(version)) {
    return _("A new version of Dobbm is here. Reload the page to go on: nothing is lost.");
  }
  return _("A part of the page did not arrive. Reload the page to go on: nothing is lost.");
}

/** Return the version of the page that the server has: empty if it does not say, null if it does not answer. */
async function servedVersion() {
  try {
    const answer = await fetch(at("/manifest.webmanifest"), {
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE),
    });
    return /\bstatic\/(\w+)\//.exec(await answer.text())?.[1] ?? "";
  } catch {
    return null;
  }
}

const reloading = () => ({ label: _("Reload"), act: reload });

/** Load the page anew, unless that would lose it; ask first if the person has typed something. */
async function reload() {
  if (!navigator.serviceWorker?.controller && (await servedVersion()) === null) {
    return notify(_("The server cannot be reached."));
  }
  const loses = [...typed].some((field) => field.isConnected && field.value && field.checkVisibility());
  const sure = () => confirmAction(_("Reload the page?"), [_("You lose what you have typed here.")], _("Reload"));
  if (loses && !(await sure())) return undefined;
  return /** @type {HTMLFormElement} */ (document.querySelector(".stuck")).requestSubmit();
}
