/** The bar at the top of a page, from which a way leads back to the start page. */

import { html } from "./dom.js";
import { _ } from "./i18n.js";
import { icon } from "./icons.js";
import { HOME } from "./place.js";

/**
 * Render the bar with the title of a page.
 * @param {string} title
 */
export const topbar = (title) => html`<header class="topbar">
  <a class="button icon" href=${HOME} aria-label=${_("Start page")}>${icon("back")}</a>
  <h1>${title}</h1>
</header>`;
