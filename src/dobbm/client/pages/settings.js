/** The settings as a separate page. */

import { html, render, style } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { at, isPocket } from "../base/place.js";
import { topbar } from "../base/topbar.js";
import { settingsForm } from "../table/settings-form.js";

/**
 * Show the settings; return a function that leaves the page.
 * @param {HTMLElement} root
 */
export async function show(root) {
  await style("settings");
  const draw = () =>
    render(
      html`<main class="sheet preferences">
        ${topbar(_("Settings"))}
        ${settingsForm(draw)}
        <div class="settings"><fieldset class="nailed deals"><legend>${icon("pile")}${_("Your deals")}</legend>
          <p>${_("Every deal that you play to its end is kept here, on this device and nowhere else.")}</p>
          <a class="button" href=${at("/me")}>${_("My record")}</a>
        </fieldset>
        <fieldset class="nailed"><legend>${_("Privacy")}</legend>
          <p>${
            isPocket
              ? _("Everything stays on this device.")
              : _("The data on this server, how long it stays, and who is responsible.")
          }</p>
          <a class="button" href=${at("/privacy")}>${_("Privacy")}</a>
        </fieldset></div>
      </main>`,
      root,
    );
  draw();
  // Another window may have changed them.
  addEventListener("storage", draw);
  return () => removeEventListener("storage", draw);
}
