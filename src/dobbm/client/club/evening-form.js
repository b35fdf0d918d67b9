/** The form for an evening with real cards. */

import { confirmAction, html, notify } from "../base/dom.js";
import { _, signed } from "../base/i18n.js";
import { eveningOf } from "../me/days.js";
import { sheetChoice } from "./from-sheet.js";
import { submitted } from "./named-form.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { ClubScene } from "../types.d.ts"
 * @import { Write } from "./debts.js"
 */

/** The names of the fields with amounts begin with this. */
const AMOUNT = "amount ";

/**
 * Render the form, which keeps what is typed while the page is drawn anew.
 * @param {ClubScene} scene
 * @param {Write} write
 * @param {(day: string) => Promise<string[]>} enteredFor the members who have entered an evening for a day
 */
export function evening({ active, nameOf, page: { now, zone } }, write, enteredFor) {
  const last = eveningOf(now, zone);
  const send = submitted(async (form) => {
    const amounts = amountsIn(form);
    const fault = faultOf(form, amounts, last);
    if (fault) return notify(fault);
    const entered = new FormData(form);
    const day = String(entered.get("day"));
    const [other] = await enteredFor(day);
    if (other && !(await isAnother(nameOf(other)))) return undefined;
    return write("POST", "/evenings", {
      day,
      deals: Number(entered.get("deals")),
      amounts: Object.fromEntries(amounts),
    });
  });
  return html`<details class="entering no-print">
    <summary>${_("Enter an evening with real cards")}</summary>
    <form @submit=${send} @input=${count} @reset=${countLater} novalidate>
      ${sheetChoice(active, AMOUNT, zone)}
      <label class="field">${_("Date")}<input type="date" name="day" max=${last} value=${last} /></label>
      <label class="field">${_("Number of deals")}<input type="number" name="deals" min="0" max="1000" /></label>
      <p>${_("For everybody who was there: the Schilling won, or lost with a minus sign.")}</p>
      ${active.map(
        ({ member }) => html`<label class="field">${nameOf(member)}
          <input type="number" name=${AMOUNT + member} placeholder="0" /></label>`,
      )}
      <p>${_("Together (must be 0):")} <output>0</output></p>
      <button class="primary">${_("Enter")}</button>
    </form>
  </details>`;
}

/**
 * Ask whether an evening is another one than that of the same day.
 * @param {string} name of the member who has entered that one
 */
const isAnother = (name) =>
  confirmAction(
    _("Enter another evening for this day?"),
    [_("There is one with real cards already, entered by {name}.", { name })],
    _("Enter"),
  );

/**
 * Return the amounts that a form has, by member.
 * @param {HTMLFormElement} form
 * @returns {[string, number][]}
 */
const amountsIn = (form) =>
  [...new FormData(form)]
    .filter(([name, value]) => name.startsWith(AMOUNT) && value !== "")
    .map(([name, value]) => [name.slice(AMOUNT.length), Number(value)]);

/** @param {[string, number][]} amounts */
const sum = (amounts) => amounts.reduce((all, [, amount]) => all + amount, 0);

/**
 * Show what the amounts add up to.
 * @param {Event} event
 */
function count(event) {
  const form = /** @type {HTMLElement} */ (event.target).closest("form");
  const output = form?.querySelector("output");
  if (form && output) output.value = signed(sum(amountsIn(form)));
}

/** @param {Event} event */
const countLater = (event) => setTimeout(count, 0, event);

/**
 * Say what is wrong in a form; empty if nothing is.
 * @param {HTMLFormElement} form
 * @param {[string, number][]} amounts
 * @param {string} last the latest date
 */
function faultOf(form, amounts, last) {
  const deals = Number(new FormData(form).get("deals"));
  const day = new FormData(form).get("day");
  if (!day) return _("The date is missing.");
  if (String(day) > last) return _("This evening is still to come.");
  if (!Number.isInteger(deals) || deals < 0 || deals > 1000) return _("The number of deals is from 0 to 1,000.");
  if (amounts.length < 2) return _("An evening has at least two people.");
  if (amounts.some(([, amount]) => !Number.isInteger(amount))) return _("Amounts are whole Schilling.");
  return sum(amounts) ? _("Together the amounts must be 0: what one wins, another pays.") : "";
}
