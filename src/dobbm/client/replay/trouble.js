/** A page that says why a deal cannot be shown, and offers ways on. */

import { announce, html, nothing, render } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { HOME } from "../base/place.js";
import { show as showAgain } from "../base/router.js";
import { refusal } from "../table/refusal.js";

/** @import { ApiError } from "../base/api.js" */

const home = () => ({ address: HOME, label: _("Start page") });

/**
 * Say what is wrong; after an error, offer to show the page again.
 * @param {HTMLElement} root
 * @param {string} title
 * @param {string | ApiError} why
 * @param {{ address: string, label: string }[]} ways
 */
export function trouble(root, title, why, ways = [home()]) {
  const isError = typeof why !== "string";
  const text = isError ? refusal(why) : why;
  render(
    html`<main class="sheet"><section class="panel note">
      <h1>${title}</h1>
      <p>${text}</p>
      <p class="row">
        ${isError ? html`<button class="primary" @click=${showAgain}>${_("Try again")}</button>` : nothing}
        ${ways.map(({ address, label }) => html`<a class="button" href=${address}>${label}</a>`)}
      </p>
    </section></main>`,
    root,
  );
  announce(`${title}. ${text}`);
}
