/** The way between the pages to read and to learn from, in the same place and order on all of them. */

import { html, nothing } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { at } from "../base/place.js";

/**
 * Render links to these pages.
 * @param {string} here the address of the page on screen
 */
export const pages = (here) => {
  const all = {
    "/rules": _("The rules"),
    "/rules#glossary": _("Glossary"),
    "/learn": _("Learn"),
    "/learn#tactics": _("Tactics"),
    "/exercises": _("Exercises"),
    "/history": _("History and kin"),
  };
  return html`<nav class="tabs row" aria-label=${_("The rules")}>
    ${Object.entries(all).map(
      ([address, title]) =>
        html`<a class="button" href=${at(address)} aria-current=${address === here ? "page" : nothing}>${title}</a>`,
    )}
  </nav>`;
};
