/** The flower carved into the middle of a table, around which people sit. */

import { html } from "../base/dom.js";

/** Only a symbol has the colours of the page. */
export const ROSETTE = html`<svg class="rosette" viewBox="0 0 400 400" aria-hidden="true"><use href=${
  new URL("../parlour/rosette.svg#rosette", import.meta.url).href
}></use></svg>`;
