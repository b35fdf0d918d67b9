/** The form for a new table. */

import { dialog, html } from "../base/dom.js";
import { _, ngettext } from "../base/i18n.js";
import { rulesForm } from "./rules-form.js";

/** @import { HouseRules, NewTable } from "../schema.d.ts" */

/**
 * Ask the person for the rules of a table for friends; undefined if they want none.
 * @param {boolean} [listed] whether the form suggests to list it among the open tables
 */
export const askForTable = async (listed = false) =>
  /** @type {NewTable | undefined} */ (
    await dialog(
      _("Invite friends"),
      rulesForm({}, _("Open the table"), {
        more: (players, { bots = 0, listed: chosen = listed } = {}) => opening(players, bots, chosen),
        given: opened,
      }),
    )
  );

/**
 * Ask the person for the rules of a table of a club, which begins with those `before`; undefined if they want none.
 * @param {Partial<HouseRules>} before
 */
export const askForClubTable = async (before) =>
  /** @type {NewTable | undefined} */ (
    await dialog(
      _("Open a table"),
      rulesForm(before, _("Open the table"), {
        more: (players, { bots = 0, free = AT_ONCE } = {}) => html`${botSeats(players, bots)} ${pace(free)}`,
        given: (form) => ({ bots: Number(form.get("bots")), free: Number(form.get("free")) }),
      }),
    )
  );

/** The seconds for each turn where all are there at once; and where people play by post. */
const [AT_ONCE, POST] = [15, [86_400, 3 * 86_400, 7 * 86_400]];

/** @param {number} chosen seconds for each turn */
const pace = (chosen) => html`<label class="field">${_("Time for each turn")}
  <select name="free">
    <option value=${AT_ONCE} ?selected=${chosen < POST[0]}>${_("all are there at once")}</option>
    ${POST.map(
      (free) =>
        html`<option value=${free} ?selected=${free === chosen}>${_("by post: {days}", {
          days: ngettext("{count} day", "{count} days", free / 86_400),
        })}</option>`,
    )}
  </select>
</label>`;

/**
 * Render what is decided only when a table is opened.
 * @param {number} players
 * @param {number} chosen
 * @param {boolean} listed
 */
const opening = (players, chosen, listed) => html`${botSeats(players, chosen)}
  <label class="check"><input type="checkbox" name="listed"
    ?checked=${listed} />${_("List among the open tables")}</label>`;

/**
 * @param {number} players
 * @param {number} chosen
 */
const botSeats = (players, chosen) => html`<label class="field">${_("Seats for bots")}
  <select name="bots">${Array.from(
    { length: players },
    (_none, bots) => html`<option value=${bots} ?selected=${bots === chosen}>${bots}</option>`,
  )}</select>
</label>`;

/**
 * Return the options for a new table from its form.
 * @param {FormData} form
 * @returns {Partial<NewTable>}
 */
const opened = (form) => ({ bots: Number(form.get("bots")), listed: form.has("listed"), ready_check: true });
