/** The page for an unknown address. */

import { html, render } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { HOME } from "../base/place.js";
import { back } from "../cards/card.js";

/**
 * Show that there is no such page.
 * @param {HTMLElement} root
 */
export function show(root) {
  render(
    html`<main class="sheet">
      <section class="panel note"><div class="backs">${[1, 2, 3].map(back)}</div>
      <h1>${_("There is no such page")}</h1>
      <p>${_("Check that you copied the whole link, or ask for it again.")}</p>
      <a class="button primary" href=${HOME}>${_("Start page")}</a></section>
    </main>`,
    root,
  );
}
