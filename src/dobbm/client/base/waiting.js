/** Says that something for which the person waits is late, and lets them give it up. */

import { announce } from "./dom.js";
import { _ } from "./i18n.js";

/**
 * The detail of the event `late` of base/loading.js.
 * @typedef {{ isLate: boolean, giveUp: () => void }} Late
 */

/**
 * Functions that give up what is late.
 * @type {Set<() => void>}
 */
const awaited = new Set();

const sign = document.createElement("div");
sign.className = "late";

/**
 * Show the sign until everything has come or is given up.
 * @param {Late} late
 */
export function sayLate({ isLate, giveUp }) {
  if (isLate) awaited.add(giveUp);
  else awaited.delete(giveUp);
  if (!awaited.size) return sign.remove();
  if (sign.isConnected) return undefined;
  const [words, button] = [document.createElement("span"), document.createElement("button")];
  words.textContent = _("Loading …");
  button.textContent = _("Cancel");
  button.onclick = () => [...awaited].forEach((give) => give());
  sign.replaceChildren(words, button);
  place();
  return announce(_("Loading …"));
}

/** Show the sign where it is not covered; it outlives a dialog. */
function place() {
  const dialog = document.querySelector("dialog[open]");
  (dialog ?? document.body).append(sign);
  dialog?.addEventListener("close", () => awaited.size && place(), { once: true });
}
