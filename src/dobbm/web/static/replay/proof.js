/** Whether the deck follows from the proof of its shuffle, and who had a hand in it. */

import { html, nothing } from "../base/dom.js";
import { _, list } from "../base/i18n.js";

/** What a check has found, in words; null: it is still going on. */
export function shuffleTold(found, record, names) {
  const proof = record.meta?.shuffle;
  return html`<section>
    <h2>${_("The shuffle")}</h2>
    ${verdict(found)} ${proof ? facts(proof, names) : nothing}
    <details>
      <summary>${_("Why can I trust this?")}</summary>
      <p>${_("Before the deal the server drew a secret and told its fingerprint, the commitment. Then every person's browser threw in a number of its own, and the person on the dealer's right could cut. The order of the cards follows from all of it, so nobody alone could choose it.")}</p>
      <p>${_("Now that the deal is over the secret is open. This browser has worked the deck out again, card by card, and compared the secret with its fingerprint. The saved record holds all that another program needs to do the same.")}</p>
    </details>
  </section>`;
}

function verdict(found) {
  switch (found?.state) {
    case "holds":
      return html`<p class="good">✓ ${_("The deck follows from the proof of its shuffle.")}</p>`;
    case "fails":
      return html`<p class="bad">✗ ${_("The shuffle does not hold")}: ${found.message}</p>`;
    case "impossible":
      return html`<p>${_("Browsers compute what is needed over HTTPS and on localhost only. “dobbm verify” checks the record anywhere.")}</p>`;
    default:
      return html`<p>${_("The shuffle is being checked …")}</p>`;
  }
}

function facts({ contributions, left_out: leftOut, cut, commitment }, names) {
  const named = (seats) => list(seats.map((seat) => names[seat]));
  return html`<ul class="r-facts">
    <li>
      ${contributions.length
        ? _("Contributed: {names}", { names: named(contributions.map((one) => one.seat)) })
        : _("Nobody contributed: the server shuffled alone.")}
    </li>
    ${leftOut.length ? html`<li>${_("Too late, and left out: {names}", { names: named(leftOut) })}</li>` : nothing}
    <li>${cut ? _("{name} cut at {count}.", { name: names[cut.seat], count: cut.at }) : _("Nobody cut.")}</li>
    <li class="r-fingerprint">${_("Commitment of the server")}: ${commitment}</li>
  </ul>`;
}
