/** The end of a deal: points, the arithmetic of the payment, all hands, the proof of the shuffle. */

import { html, nothing } from "../base/dom.js";
import { _, number, signed } from "../base/i18n.js";
import { namedPicture } from "../cards/card.js";
import { pointsIn, pointsTold, sortedHand } from "../cards/deck.js";
import { outcome } from "../game/commentary.js";
import { dealtHands, outOfPlay } from "../game/record.js";
import { HALF, REVOKE, STOCKERL, worth } from "../game/settlement.js";
import { doublers } from "../game/words.js";
import { asks } from "./wishes.js";

/** All that is told after a deal, and what may come next. */
export function result(scene) {
  const { table, view, names, proof } = scene;
  if (!view?.result) return nothing;
  const over = table.stage === "over";
  return html`<section class="result" aria-labelledby="outcome">
    <h2 id="outcome" tabindex="-1">${outcome(view, names)}</h2>
    ${ownPayment(view)}
    <p class="arithmetic">${arithmetic(view)}</p>
    ${over ? standing(scene) : payments(scene)}
    <div class="row">${asks(scene)}</div>
    ${cutting(scene)}
    <details>
      <summary>${_("All hands and the Dobb")}</summary>
      ${hands(view, names)}
    </details>
    <details>
      <summary>${proofTold(proof)[0]}</summary>
      <p>${proofTold(proof)[1]}</p>
      ${contributors(view, names)}
    </details>
    <p>
      <a class="button" href=${`/t/${table.table}/deals/${table.deal}`}>${_("Look back at the deal")}</a>
    </p>
  </section>`;
}

function ownPayment({ seat, result: { payments: amounts } }) {
  if (seat === null) return nothing;
  const amount = amounts[seat];
  const told =
    amount > 0
      ? _("You receive {amount} Schilling.", { amount: number(amount) })
      : amount < 0
        ? _("You pay {amount} Schilling.", { amount: number(-amount) })
        : _("Nothing is paid.");
  return html`<p class="payment ${amount > 0 ? "good" : amount < 0 ? "bad" : ""}">${told}</p>`;
}

/** From the points to the payment, step by step: "72 points: 12 over, at a Match of 60 → 12 …". */
export function arithmetic({ rules, players, record, result: end }) {
  const { outcome: how, points, payments: amounts, declarer, contract, doublings, next_dealer: dealer } = end;
  const priced = (difference) => _("at a Match of {match} → {amount}", { match: rules.match, amount: worth(difference, rules) });
  if (how === "thrown_in") {
    if (players === 4) return _("Nothing is paid; the same dealer deals again.");
    return [_("A Stockerl for the next dealer: {points}", { points: pointsTold(STOCKERL) }), priced(STOCKERL),
      _("four others → {total}", { total: signed(amounts[dealer]) })].join(", ") + ".";
  }
  const doubled = (difference) =>
    doublers({ contract, doublings }).map((name, at) => `${name} → ${worth(difference, rules) * 2 ** (at + 1)}`);
  const total = signed(amounts[declarer]);
  const all = players === 4 ? _("three defenders → {total}", { total }) : _("three defenders and the dealer → {total}", { total });
  if (how === "revoke") {
    return [_("A revoke costs half a Match: {points}", { points: pointsTold(REVOKE) }), priced(REVOKE), ...doubled(REVOKE), all].join(", ") + ".";
  }
  const out = outOfPlay(record, end);
  const count =
    end.tricks === 0
      ? _("No trick, so no points.")
      : _("In tricks {taken} + out of play {out} = {points}.", { taken: points - pointsIn(out), out: pointsIn(out), points: pointsTold(points) });
  const difference = Math.abs(points - HALF);
  if (!difference) return `${count} ${_("{points}: eingestellt, nothing is paid.", { points: pointsTold(points) })}`;
  const over = points > HALF ? _("{count} over", { count: difference }) : _("{count} short", { count: difference });
  return `${count} ${[`${pointsTold(points)}: ${over}`, priced(difference), ...doubled(difference), all].join(", ")}.`;
}


function payments({ table, view, names }) {
  return html`<table class="figures">
    <thead>
      <tr><th scope="col">${_("Player")}</th><th scope="col">${_("this deal")}</th><th scope="col">${_("in all")}</th></tr>
    </thead>
    <tbody>
      ${names.map(
        (name, seat) => html`<tr>
          <th scope="row">${name}</th>
          <td>${signed(view.result.payments[seat])}</td>
          <td>${signed(table.ledger[seat])}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

function standing({ table, names }) {
  const order = names.map((_name, seat) => seat).sort((one, other) => table.ledger[other] - table.ledger[one]);
  return html`<h3>${_("The session is over")}</h3>
    <ol class="standing">
      ${order.map((seat) => html`<li><b>${names[seat]}</b> ${signed(table.ledger[seat])}</li>`)}
    </ol>`;
}

function hands({ record, result: end, seat: own }, names) {
  const { hands: dealt, dobb } = dealtHands(record);
  const out = outOfPlay(record, end);
  const row = (told, cards) => html`<div class="dealt">
    <h4>${told}</h4>
    <div class="cards">${sortedHand(cards).map(namedPicture)}</div>
  </div>`;
  return html`${names.map((name, seat) => (dealt[seat].length ? row(seat === own ? _("You") : name, dealt[seat]) : nothing))}
    ${row(_("The Dobb"), dobb)}
    ${out && end.contract === "dobbm" ? row(_("Laid away: {points}", { points: pointsTold(pointsIn(out)) }), out) : nothing}`;
}

/** What the browser has found about the shuffle: a headline, and what it means. */
function proofTold(proof) {
  switch (proof?.state) {
    case "holds":
      return [
        _("✓ The shuffle is proved"),
        _("The server had settled its part before anybody contributed; this browser has computed the deck from all parts, and it is the one that was dealt."),
      ];
    case "fails":
      return [_("✗ The shuffle does not hold"), proof.message];
    case "impossible":
      return [
        _("The shuffle cannot be checked here"),
        _("Browsers compute what is needed over HTTPS and on localhost only. “dobbm verify” checks the record anywhere."),
      ];
    default:
      return [_("The shuffle is being checked …"), ""];
  }
}

function contributors({ record }, names) {
  const shuffle = record.meta?.shuffle;
  if (!shuffle) return nothing;
  return html`<ul class="proof">
    <li>${_("Commitment of the server")}: <code>${shuffle.commitment.slice(0, 16)}…</code></li>
    ${shuffle.contributions.map(({ seat, value }) => html`<li>${names[seat]}: <code>${value.slice(0, 16)}…</code></li>`)}
    ${shuffle.cut ? html`<li>${_("{name} cut at {count}.", { name: names[shuffle.cut.seat], count: shuffle.cut.at })}</li>` : nothing}
    ${shuffle.left_out.map((seat) => html`<li>${_("{name} did not contribute in time.", { name: names[seat] })}</li>`)}
  </ul>`;
}

function cutting({ table, cut }) {
  const { shuffle, seat } = table;
  if (!shuffle?.open || shuffle.cutter !== seat || seat === null || shuffle.cut || table.stage === "over") return nothing;
  return html`<form class="cut" @submit=${(event) => (event.preventDefault(), cut(event.target.at.valueAsNumber))}>
    <label>${_("You sit on the dealer's right: cut")}
      <input type="range" name="at" min="1" max="35" value="17" />
    </label>
    <button>${_("Cut")}</button>
  </form>`;
}
