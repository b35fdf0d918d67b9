/** A page that says why a deal cannot be shown, and offers a way on. */

import { announce, html, nothing, render } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { HOME } from "../base/place.js";
import { show as showAgain } from "../base/router.js";
import { refusal } from "../table/refusal.js";

/** @import { ApiError } from "../base/api.js" */

/**
 * Say what is wrong; after an error, offer to show the page again.
 * @param {HTMLElement} root
 * @param {string} title
 * @param {string | ApiError} why
 */
export function trouble(root, title, why) {
  const isError = typeof why !== "string";
  const text = isError ? refusal(why) : why;
  render(
    html`<main class="sheet"><section class="panel note">
      <h1>${title}</h1>
      <p>${text}</p>
      <p class="row">
        ${isError ? html`<button class="primary" @click=${showAgain}>${_("Try again")}</button>` : nothing}
        <a class="button" href=${HOME}>${_("Start page")}</a>
      </p>
    </section></main>`,
    root,
  );
  announce(`${title}. ${text}`);
}
