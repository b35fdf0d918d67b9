/** The settings as a separate page. */

import { html, render } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { settingsForm } from "../base/settings-form.js";

/**
 * Show the settings.
 * @param {HTMLElement} root
 */
export function show(root) {
  const draw = () =>
    render(
      html`<main class="sheet">
        <header class="topbar">
          <a class="button icon" href="/" aria-label=${_("Start page")}>${icon("back")}</a>
          <h1>${_("Settings")}</h1>
        </header>
        <section class="panel">${settingsForm(draw)}</section>
      </main>`,
      root,
    );
  draw();
}
