/** The end of a deal: its tally, the cards that made the difference, all hands, the proof of the shuffle. */

import { html, lines, nothing } from "../base/dom.js";
import { _, signed } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { namedPicture } from "../cards/card.js";
import { pointsIn, pointsOf, pointsText, sortedHand } from "../cards/deck.js";
import { paymentSteps } from "../game/arithmetic.js";
import { captures } from "../game/captures.js";
import { outcome, paymentText } from "../game/commentary.js";
import { dealtHands, outOfPlay } from "../game/record.js";
import { dealOf, seatPortraits } from "../game/seats.js";
import { face } from "./face.js";
import { laurelled } from "./laurel.js";
import { mussrundeLeft } from "./lookups.js";
import { proofText, shuffleParts } from "./proved.js";
import { tally } from "./tally.js";
import { nextButtons } from "./votes.js";

/**
 * @import { Drawn, On } from "../base/dom.js"
 * @import { Capture } from "../game/captures.js"
 * @import { Table } from "../schema.d.ts"
 * @import { FinishedView, Scene } from "../types.d.ts"
 */

/**
 * Render the result of a deal or, after the last one, of the session, and the buttons for what may come next.
 * @param {Scene} scene
 */
export function result(scene) {
  if (!scene.view?.result) return nothing;
  const { ending } = scene;
  const { contract, declarer, payments } = scene.view.result;
  const triumph = contract === "solo" && declarer !== null && payments[declarer] > 0;
  return html`<section class="result ${triumph ? "triumph" : ""}" aria-labelledby="outcome">
    ${triumph ? html`<i class="light" aria-hidden="true"></i>` : nothing}
    <div class="end">${ending ? ending.sessionEnd(scene, deal(scene)) : deal(scene)}</div>
    <div class="row asks">${nextButtons(scene)} ${ending ? ending.pictureButton(scene) : nothing}</div>
  </section>`;
}

/**
 * @param {Scene} scene
 */
function deal(scene) {
  const { table, proof, ending } = scene;
  const then = dealOf(/** @type {Table & { view: FinishedView }} */ (table), scene.names);
  const { view, seats, names } = then;
  const { payments, declarer } = view.result;
  const winner = ending ? null : ([view.seat, declarer].find((seat) => seat !== null && payments[seat] > 0) ?? null);
  const [headline, meaning] = proofText(proof);
  return html`<div class="deal-end">
    <div class="main">
      <header class="verdict">
        ${winner === null ? nothing : html`<span aria-hidden="true">${laurelled(face(seatPortraits(seats, names)[winner]))}</span>`}
        <div>
          ${ending ? html`<h3>${outcome(view, names)}</h3>` : html`<h2 id="outcome" tabindex="-1">${outcome(view, names)}</h2>`}
          ${ownPayment(table, view)}
        </div>
      </header>
      ${tally(scene, then)}
      ${cutting(scene)}
      ${difference(view)}
    </div>
    <div class="slate more"><div class="slate-face">
      <a class="button look-back" href=${`/t/${table.table}/deals/${table.deal}`}>${icon("last")} ${_("Look back at the deal")}</a>
      ${table.stage === "over" ? nothing : mussrundeLeft(table)}
      <details>
        <summary>${_("How the payment is worked out")}</summary>
        ${lines(paymentSteps(view, names))}
      </details>
      <details open>
        <summary>${_("All hands and the Dobb")}</summary>
        ${hands(then)}
      </details>
      <details>
        <summary>${headline}</summary>
        <p>${meaning}</p>
        ${shuffleParts(view.record, names)}
      </details>
    </div></div>
  </div>`;
}

/**
 * Render what the person receives or pays; if nothing is paid, the steps of the payment explain why.
 * @param {Table} table
 * @param {FinishedView} view
 */
function ownPayment({ seat, own, ledger }, view) {
  if (seat !== null && own?.newcomer) return html`<p class="payment">${_("You begin at {amount}.", { amount: signed(ledger[seat]) })}</p>`;
  const text = paymentText(view);
  return text ? html`<p class="payment ${view.result.payments[view.seat ?? -1] > 0 ? "gain" : "loss"}">${text}</p>` : nothing;
}

/**
 * Render the most valuable cards that each side took from the other.
 * @param {FinishedView} view
 */
function difference(view) {
  const { declarer, defenders } = captures(view);
  /**
   * @param {string} label
   * @param {Capture[]} taken
   */
  const side = (label, taken) =>
    taken.length
      ? html`<div><h3>${label}</h3>
          <ul>${taken.map(({ card, trick }) => html`<li>${namedPicture(card)}<small>${pointsText(pointsOf(card))} <br>${_("Trick {number}", { number: trick })}</small></li>`)}</ul>
        </div>`
      : nothing;
  return html`<div class="difference">${side(_("Taken from the defenders"), declarer)} ${side(_("Taken from the declarer"), defenders)}</div>`;
}

/**
 * Render the hands with the faces of their players; the Dobb and the discard take half a row each.
 * @param {ReturnType<typeof dealOf>} then
 */
function hands({ view: { record, result: end, seat: own }, seats, names }) {
  const { hands: dealt, dobb } = dealtHands(record);
  const out = outOfPlay(record, end);
  const portraits = seatPortraits(seats, names);
  /**
   * @param {Drawn | string} label
   * @param {string[]} cards
   */
  const row = (label, cards) => html`<div class="dealt">
    <h4>${label}</h4>
    <div class="cards">${sortedHand(cards).map(namedPicture)}</div>
  </div>`;
  return html`<div class="hands">
    ${names.map((name, seat) => (dealt[seat].length ? row(html`${face(portraits[seat])}<span>${seat === own ? _("You") : name}</span>`, dealt[seat]) : nothing))}
    ${row(_("The Dobb"), dobb)}
    ${out && end.contract === "dobbm" ? row(_("Discarded: {points}", { points: pointsText(pointsIn(out)).replace(" ", "\u00a0") }), out) : nothing}
  </div>`;
}

/** @param {Scene} scene */
function cutting({ table, cut }) {
  const { shuffle, seat } = table;
  if (!shuffle?.open || shuffle.cutter !== seat || seat === null || shuffle.cut || table.stage === "over") return nothing;
  return html`<form class="cut paper" @submit=${(/** @type {On<HTMLFormElement>} */ event) => (event.preventDefault(), cut(event.target.at.valueAsNumber))}>
    <label>${_("You sit on the dealer's right: cut the cards")}
      <input type="range" name="at" min="1" max="35" value="17" />
    </label>
    <button>${_("Cut")}</button>
  </form>`;
}
