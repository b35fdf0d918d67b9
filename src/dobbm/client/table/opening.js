/** The form for a new table. */

import { dialog, html } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { rulesForm } from "./rules-form.js";
import { turnTime } from "./turn-time.js";

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
        more: (players, { bots = 0, free = before.free } = {}) => html`${botSeats(players, bots)} ${turnTime(free)}`,
        given: (form) => ({ bots: Number(form.get("bots")), free: Number(form.get("free")) }),
      }),
    )
  );

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
