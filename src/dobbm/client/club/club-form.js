/** The name of a club, the zone of its evenings, the address of its calls and its customs, which co-hosts change. */

import { dialog, html, nothing, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { part, waitFor } from "../base/loading.js";
import { presetNames } from "../game/sources.js";
import { turnTime } from "../table/turn-time.js";
import { ending, nameField, nameIn } from "./named-form.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { ClubScene } from "../types.d.ts"
 */

/**
 * Render the button that opens the form.
 * @param {ClubScene} scene
 */
export const clubForm = (scene) =>
  html`<button class="icon" aria-label=${_("Change the club")} @click=${() => change(scene)}>${icon("tune")}</button>`;

/**
 * @param {FormData} given
 * @param {string} name
 * @param {string} call
 * @param {object | null} rules
 * @param {boolean | undefined} mayWrite whether the server allows texts; if not, the wish of the club stays
 */
const described = (given, name, call, rules, mayWrite) => ({
  name,
  call,
  zone: String(given.get("zone")).trim(),
  free: Number(given.get("free")),
  texts: mayWrite ? given.has("texts") : null,
  rules,
});

/**
 * Return an address as the server takes it: with letters of other scripts written by signs.
 * @param {string} text
 */
const plainAddress = (text) => (text && URL.canParse?.(text) ? new URL(text).href : text);

/** @param {ClubScene} scene */
async function change({ page, ask }) {
  const { givenRules, rulesFields } = await waitFor(part("table/rules-form.js"));
  const { preset: usual = "", match, ...others } = page.rules ?? {};
  let preset = String(usual);
  await dialog(_("Change the club"), (close, redraw) => {
    const zone = page.zone || "UTC";
    const zones = ["UTC", ...(Intl.supportedValuesOf?.("timeZone") ?? [])];
    const send = async (/** @type {On<HTMLFormElement>} */ event) => {
      event.preventDefault();
      const form = event.currentTarget;
      const name = nameIn(form, "club");
      const given = new FormData(form);
      const call = plainAddress(String(given.get("call")).trim());
      const rules = preset ? { ...others, ...givenRules(given) } : null;
      if (name && call && !call.startsWith("https://")) notify(_("The address of a call begins with https://"));
      else if (name && (await ask("PUT", "", described(given, name, call, rules, page.may_write)))) {
        const allowed = given.has("watched");
        if (allowed === page.watched || (await ask("PUT", "/watching", { allowed }))) close();
      }
    };
    const choose = (/** @type {On<HTMLSelectElement>} */ event) => {
      preset = event.target.value;
      redraw();
    };
    return html`<form @submit=${send}>
      ${nameField(_("Name of the club"), "club", page.name)}
      <label class="field">${_("Time zone of the evenings")}
        <input type="text" name="zone" list="zones" autocomplete="off" maxlength="60" value=${zone} />
        <datalist id="zones">${zones.map((one) => html`<option value=${one}></option>`)}</datalist>
      </label>
      <label class="field">${_("Address of the club's video call, if there is one")}
        <input type="text" name="call" inputmode="url" autocomplete="off" maxlength="200" placeholder="https://"
          value=${page.call ?? ""} />
      </label>
      <fieldset>
        <legend>${_("New tables")}</legend>
        ${rulesFields([["", _("as at the newest table")], ...presetNames()], preset, match, choose)}
        ${turnTime(page.free)}
        ${
          page.may_write
            ? html`<label class="check"><input type="checkbox" name="texts" ?checked=${page.texts} />${_(
                "People write texts to each other",
              )}</label>`
            : nothing
        }
      </fieldset>
      <label class="check"><input type="checkbox" name="watched" ?checked=${page.watched} />${_(
        "Everybody may watch the tables, not only the people of the club",
      )}</label>
      ${ending(close, _("Save"))}
    </form>`;
  });
}
