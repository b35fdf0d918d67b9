/** The page for a table that does not exist. */

import { html } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { HOME } from "../base/place.js";

/**
 * Render the page for a table that does not exist, or no longer does: then this device `known` it.
 * @param {boolean} known
 */
export function noSuchTable(known) {
  return html`<main class="sheet"><section class="panel note">
    <h1>${known ? _("The table has been removed") : _("There is no such table")}</h1>
    <p>${
      known
        ? _("Nobody can return to it, and its deals are gone, too.")
        : _("Check that you copied the whole link, or ask for it again.")
    }</p>
    <a class="button primary" href=${HOME}>${_("Start page")}</a></section></main>`;
}
