/** Fills in the form for an evening with real cards from a score sheet of this device. */

import { html, notify, nothing } from "../base/dom.js";
import { _, list, ngettext } from "../base/i18n.js";
import { dayText, eveningOf } from "../me/days.js";
import { replay } from "../score/session.js";
import { folded, keptSheets } from "../score/sheets.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { ClubMember } from "../schema.d.ts"
 * @import { Sheet } from "../score/session.js"
 */

/**
 * Render the choice of a score sheet; nothing if this device has none with a deal.
 * @param {ClubMember[]} members
 * @param {string} amount the names of the fields with amounts begin with this
 * @param {string} [zone] that of the club
 */
export function sheetChoice(members, amount, zone) {
  const sheets = keptSheets().sheets.filter(({ deals }) => deals.length);
  if (!sheets.length) return nothing;
  const choose = (/** @type {On<HTMLSelectElement>} */ { currentTarget }) => {
    const sheet = sheets.find(({ id }) => id === currentTarget.value);
    if (sheet && currentTarget.form) fill(currentTarget.form, sheet, members, amount, zone);
  };
  return html`<label class="field">${_("From a score sheet of this device")}
    <select @change=${choose}>
      <option value="">–</option>
      ${sheets.map(
        ({ id, begun, names, deals }) =>
          html`<option value=${id}>${dayText(eveningOf(begun, zone), "medium")} · ${ngettext(
            "{count} deal",
            "{count} deals",
            deals.length,
          )} · ${list(names)}</option>`,
      )}
    </select>
  </label>`;
}

/**
 * Write the date, the deals and the amounts of a sheet into a form, and say who of it is no member.
 * @param {HTMLFormElement} form
 * @param {Sheet} sheet
 * @param {ClubMember[]} members
 * @param {string} amount
 * @param {string} [zone]
 */
function fill(form, sheet, members, amount, zone) {
  const { lines, ledger } = replay(sheet);
  const won = new Map(sheet.names.map((name, seat) => [folded(name), ledger[seat]]));
  const write = (/** @type {string} */ field, /** @type {string | number} */ value) => {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement) input.value = String(value);
  };
  write("day", eveningOf(sheet.begun, zone));
  write("deals", lines.length);
  for (const { member, name } of members) write(amount + member, won.get(folded(name ?? "")) ?? "");
  form.dispatchEvent(new Event("input", { bubbles: true }));
  const known = new Set(members.map(({ name }) => folded(name ?? "")));
  const others = sheet.names.filter((name) => !known.has(folded(name)));
  if (others.length)
    notify(_("Not in the club by this name: {names}. Enter their amounts by hand.", { names: list(others) }));
}
