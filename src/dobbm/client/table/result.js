/** The end of a deal: points, the steps of the payment, all hands, the proof of the shuffle. */

import { html, lines, nothing } from "../base/dom.js";
import { _, signed } from "../base/i18n.js";
import { namedPicture } from "../cards/card.js";
import { pointsIn, pointsText, sortedHand } from "../cards/deck.js";
import { paymentSteps } from "../game/arithmetic.js";
import { accountName, outcome, paymentText, standings } from "../game/commentary.js";
import { dealtHands, outOfPlay } from "../game/record.js";
import { mussrundeLeft } from "./lookups.js";
import { proofText, shuffleParts } from "./proved.js";
import { nextButtons } from "./votes.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Result, View } from "../schema.d.ts"
 * @import { FinishedView, Scene } from "../types.d.ts"
 */

/**
 * Render the result of a deal, and the buttons for what may come next.
 * @param {Scene} scene
 */
export function result(scene) {
  const { table, names, proof } = scene;
  if (!scene.view?.result) return nothing;
  const view = /** @type {FinishedView} */ (scene.view);
  const over = table.stage === "over";
  const [headline, meaning] = proofText(proof);
  return html`<section class="result" aria-labelledby="outcome">
    <div class="end">
      <h2 id="outcome" tabindex="-1">${outcome(view, names)}</h2>
      ${ownPayment(view)}
      ${lines(paymentSteps(view, names))}
      ${over ? finalStanding(scene) : payments(scene, view)}
      ${over ? nothing : mussrundeLeft(scene.table)}
      ${cutting(scene)}
      <details open>
        <summary>${_("All hands and the Dobb")}</summary>
        ${hands(view, names)}
      </details>
      <details>
        <summary>${headline}</summary>
        <p>${meaning}</p>
        ${shuffleParts(view.record, names)}
      </details>
      <p>
        <a class="button" href=${`/t/${table.table}/deals/${table.deal}`}>${_("Look back at the deal")}</a>
      </p>
    </div>
    <div class="row asks">${nextButtons(scene)}</div>
  </section>`;
}

/**
 * Render what the person receives or pays; if nothing is paid, the steps of the payment explain why.
 * @param {FinishedView} view
 */
function ownPayment(view) {
  const text = paymentText(view);
  return text ? html`<p class="payment ${view.result.payments[view.seat ?? -1] > 0 ? "good" : "bad"}">${text}</p>` : nothing;
}

/**
 * @param {Scene} scene
 * @param {FinishedView} view
 */
function payments({ table, names }, view) {
  return html`<table class="figures">
    <thead>
      <tr><th scope="col">${_("Player")}</th><th scope="col">${_("this deal")}</th><th scope="col">${_("total")}</th></tr>
    </thead>
    <tbody>
      ${names.map(
        (name, seat) => html`<tr>
          <th scope="row">${name}</th>
          <td>${signed(view.result.payments[seat])}</td>
          <td>${signed(table.ledger[seat])}</td>
        </tr>`,
      )}
      ${table.settled.map((one) => html`<tr class="quiet"><th scope="row">${accountName(one)}</th><td></td><td>${signed(one.amount)}</td></tr>`)}
    </tbody>
  </table>`;
}

/** @param {Scene} scene */
function finalStanding({ table, names }) {
  return html`<h3>${_("The session is over")}</h3>
    <ol class="standing">
      ${standings(table, names).map(({ name, amount }) => html`<li><b>${name}</b> ${signed(amount)}</li>`)}
    </ol>`;
}

/**
 * @param {FinishedView} view
 * @param {string[]} names
 */
function hands({ record, result: end, seat: own }, names) {
  const { hands: dealt, dobb } = dealtHands(record);
  const out = outOfPlay(record, end);
  /**
   * @param {string} label
   * @param {string[]} cards
   */
  const row = (label, cards) => html`<div class="dealt">
    <h4>${label}</h4>
    <div class="cards">${sortedHand(cards).map(namedPicture)}</div>
  </div>`;
  return html`${names.map((name, seat) => (dealt[seat].length ? row(seat === own ? _("You") : name, dealt[seat]) : nothing))}
    ${row(_("The Dobb"), dobb)}
    ${out && end.contract === "dobbm" ? row(_("Discarded: {points}", { points: pointsText(pointsIn(out)) }), out) : nothing}`;
}

/** @param {Scene} scene */
function cutting({ table, cut }) {
  const { shuffle, seat } = table;
  if (!shuffle?.open || shuffle.cutter !== seat || seat === null || shuffle.cut || table.stage === "over") return nothing;
  return html`<form class="cut" @submit=${(/** @type {On<HTMLFormElement>} */ event) => (event.preventDefault(), cut(event.target.at.valueAsNumber))}>
    <label>${_("You sit on the dealer's right: cut the cards")}
      <input type="range" name="at" min="1" max="35" value="17" />
    </label>
    <button>${_("Cut")}</button>
  </form>`;
}
