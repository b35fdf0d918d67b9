/** The title of the window: what the person is called for, or else the heading of the page. */

import { _ } from "./i18n.js";

let call = "";
let given = "";

/**
 * Call the person in the title; an empty text ends the call.
 * @param {string} text
 */
export function callInTitle(text) {
  call = text;
  entitle();
}

/** Give the window its title whenever something has been drawn; a new one only, because others may change it, too. */
export function entitle() {
  const heading = document.querySelector("#page h1")?.textContent?.trim();
  const title = call || (heading && heading !== _("Dobbm") ? _("{page} – Dobbm", { page: heading }) : _("Dobbm"));
  if (title !== given) document.title = title;
  given = title;
}
