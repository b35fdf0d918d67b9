/** The form that opens a tournament. */

import { dialog, html } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { rulesForm } from "../table/rules-form.js";

/** @import { HouseRules, NewTournament } from "../schema.d.ts" */

/** The numbers of deals in a round to choose from. */
const DEALS = [2, 3, 4, 5, 6, 8, 10, 12];

/**
 * Ask the person for the settings of a tournament; undefined if they want none.
 * @param {Partial<HouseRules>} before the rules to begin with
 */
export const askForTournament = async (before) =>
  /** @type {NewTournament | undefined} */ (
    await dialog(
      _("A tournament"),
      rulesForm(before, _("Open the tournament"), {
        more: (_players, given = {}) => settings(/** @type {NewTournament} */ (given)),
        given: (form) => ({
          deals: Number(form.get("deals")),
          draw: String(form.get("draw")),
          duplicate: form.has("duplicate"),
        }),
      }),
    )
  );

/** @param {NewTournament} given */
function settings({ deals = 4, draw = "everybody", duplicate = false }) {
  const draws = {
    everybody: _("so that everybody meets everybody"),
    lot: _("by lot"),
    standing: _("by standing: the best at table 1"),
  };
  return html`<label class="field">${_("Deals in each round")}
      <select name="deals">${DEALS.map(
        (count) => html`<option value=${count} ?selected=${count === deals}>${count}</option>`,
      )}</select>
    </label>
    <label class="field">${_("Who sits at which table")}
      <select name="draw">${Object.entries(draws).map(
        ([kind, text]) => html`<option value=${kind} ?selected=${kind === draw}>${text}</option>`,
      )}</select>
    </label>
    <label class="check"><input type="checkbox" name="duplicate" ?checked=${duplicate} />${_(
      "All tables have the same cards, and results are compared",
    )}</label>`;
}
