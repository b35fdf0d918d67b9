/** The evenings in the book of a club, each with its standing and its deals. */

import { confirmAction, html, nothing, repeat } from "../base/dom.js";
import { _, ngettext, signed } from "../base/i18n.js";
import { dayText } from "../me/days.js";

/**
 * @import { Drawn, On } from "../base/dom.js"
 * @import { Book, BookEvening } from "../schema.d.ts"
 * @import { ClubScene } from "../types.d.ts"
 * @import { EveningDeals } from "./evening-deals.js"
 * @import { Write } from "./debts.js"
 */

/**
 * Render the evenings, the newest first.
 * @param {ClubScene} scene
 * @param {Book} book
 * @param {Write} write
 * @param {EveningDeals} deals
 * @param {(evening: BookEvening) => Drawn} saving renders what saves the deals of an evening
 */
export function evenings(scene, book, write, deals, saving) {
  if (!book.evenings.length) return nothing;
  return html`<h3>${_("Evenings")}</h3>
    ${repeat(
      book.evenings,
      (evening) => evening.number,
      (evening) => html`<details class="evening" @toggle=${opened(deals, evening)}>
        <summary><b>${dayText(evening.day, "medium")}</b> <small>${about(scene, evening)}</small></summary>
        <ul class="standing">${evening.standing.map(
          ({ member, amount }) => html`<li><span>${scene.nameOf(member)}</span> <b>${signed(amount)}</b></li>`,
        )}</ul>
        ${deals.drawn(scene, evening)}
        ${evening.tables.length ? html`<p class="row no-print">${saving(evening)}</p>` : nothing}
        ${striking(scene, evening, write)}
      </details>`,
    )}`;
}

/**
 * @param {ClubScene} scene
 * @param {BookEvening} evening
 */
const about = ({ nameOf }, { deals, by }) =>
  [
    ngettext("{count} deal", "{count} deals", deals),
    ...(by === null ? [] : [_("real cards, entered by {name}", { name: nameOf(by) })]),
  ].join(" · ");

/**
 * Return what reads the deals of an evening when it is opened: others may have commented on them.
 * @param {EveningDeals} deals
 * @param {BookEvening} evening
 */
const opened =
  (deals, evening) =>
  (/** @type {On<HTMLDetailsElement>} */ { currentTarget }) =>
    evening.tables.length ? deals.turn(evening, currentTarget.open) : undefined;

/**
 * @param {ClubScene} scene
 * @param {BookEvening} evening
 * @param {Write} write
 */
function striking({ page, isHost }, { number: entered, by, day }, write) {
  if (by === null || !(isHost || by === page.you.member)) return nothing;
  const strike = async () => {
    const sure = await confirmAction(_("Strike out this evening?"), [dayText(day)], _("Strike out"));
    if (sure) await write("DELETE", `/evenings/${entered}`);
  };
  return html`<p class="row no-print"><button class="danger" @click=${strike}>${_("Strike out")}</button></p>`;
}
