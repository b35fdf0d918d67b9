/** The debts and the payments of a club. */

import { html, nothing, repeat } from "../base/dom.js";
import { _, moment, number } from "../base/i18n.js";
import { icon } from "../base/icons.js";

/**
 * @import { Book, BookDebt, BookPayment } from "../schema.d.ts"
 * @import { ClubScene } from "../types.d.ts"
 */

/** @typedef {(method: string, path: string, body?: object) => Promise<unknown>} Write */

/** The number of payments on show. */
const MOST = 10;

/**
 * Render who pays whom.
 * @param {ClubScene} scene
 * @param {Book} book
 * @param {Write} write
 */
export function debts(scene, { debts: owed, payments, evenings }, write) {
  if (!owed.length && !payments.length) return nothing;
  const latest = [...payments].reverse().slice(0, MOST);
  return html`<h3>${_("Who pays whom")}</h3>
    ${
      owed.length
        ? html`<ul class="debts">${repeat(
            owed,
            ({ payer, payee }) => `${payer} ${payee}`,
            (debt) => line(scene, debt, write),
          )}</ul>`
        : html`<p>${_("Nobody owes anything.")}</p>`
    }
    ${
      evenings.some(hadBots)
        ? html`<p class="quiet">${_("Nobody pays or gets what bots have won or lost: the others share the rest.")}</p>`
        : nothing
    }
    ${
      latest.length
        ? html`<details class="payments">
          <summary>${_("Payments")}</summary>
          <ul class="debts">${repeat(
            latest,
            (payment) => payment.number,
            (payment) => paid(scene, payment, write),
          )}</ul>
        </details>`
        : nothing
    }`;
}

/**
 * @param {ClubScene} scene
 * @param {BookDebt} debt
 */
const parties = ({ nameOf }, { payer, payee, amount }) => ({
  payer: nameOf(payer),
  payee: nameOf(payee),
  amount: number(amount),
});

/**
 * @param {BookDebt} debt
 * @param {string} own
 * @param {ReturnType<typeof parties>} places
 */
const toPay = ({ payer, payee }, own, places) =>
  payer === own
    ? _("You pay {payee} {amount} Schilling.", places)
    : payee === own
      ? _("{payer} pays you {amount} Schilling.", places)
      : _("{payer} pays {payee} {amount} Schilling.", places);

/**
 * @param {BookDebt} debt
 * @param {string} own
 * @param {ReturnType<typeof parties>} places
 */
const havingPaid = ({ payer, payee }, own, places) =>
  payer === own
    ? _("You have paid {payee} {amount} Schilling.", places)
    : payee === own
      ? _("{payer} has paid you {amount} Schilling.", places)
      : _("{payer} has paid {payee} {amount} Schilling.", places);

/**
 * Whether bots have won or lost on an evening.
 * @param {Book["evenings"][number]} evening
 */
const hadBots = ({ standing }) => standing.reduce((sum, { amount }) => sum + amount, 0) !== 0;

/**
 * @param {ClubScene} scene
 * @param {BookDebt} debt
 * @param {Write} write
 */
function line(scene, debt, write) {
  const { page, isHost } = scene;
  const text = toPay(debt, page.you.member, parties(scene, debt));
  const may = isHost || [debt.payer, debt.payee].includes(page.you.member);
  return html`<li><span>${text}</span>${
    may
      ? html`<button class="no-print" aria-label=${`${_("Paid")}: ${text}`}
          @click=${() => write("POST", "/payments", { ...debt, settles: true })}>${_("Paid")}</button>`
      : nothing
  }</li>`;
}

/**
 * @param {ClubScene} scene
 * @param {BookPayment} payment
 * @param {Write} write
 */
function paid(scene, payment, write) {
  const { page, isHost } = scene;
  const text = havingPaid(payment, page.you.member, parties(scene, payment));
  const when = moment(payment.at);
  return html`<li><span>${text} <small>${when}</small></span>${
    isHost || payment.by === page.you.member
      ? html`<button class="no-print" aria-label=${`${_("Undo")}: ${text} ${when} (${payment.number})`}
          @click=${() => write("DELETE", `/payments/${payment.number}`)}>${icon("undo")} ${_("Undo")}</button>`
      : nothing
  }</li>`;
}
