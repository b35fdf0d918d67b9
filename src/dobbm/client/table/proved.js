/** Describes the shuffle of a finished deal: whether it is verified, and who took part in it. */

import { html, nothing } from "../base/dom.js";
import { _, list } from "../base/i18n.js";

/**
 * @import { Record } from "../schema.d.ts"
 * @import { Proof } from "../shuffle.js"
 * @import { ShuffleCheck } from "../types.d.ts"
 * @import { TemplateResult } from "../vendor/lit-html.js"
 */

/**
 * Describe the result of a check: a headline, and its meaning. `found` is null before the check.
 * @param {ShuffleCheck | null | undefined} found
 * @returns {[headline: string, meaning: string | TemplateResult]}
 */
export function proofText(found) {
  switch (found?.state) {
    case "holds":
      return [
        _("✓ The shuffle is verified"),
        _("The server committed to its part before anybody contributed. This browser computed the deck from all parts: it is the one that was dealt."),
      ];
    case "fails":
      return [_("✗ The shuffle failed the check"), html`${found.message} ${found.detail ? html`<code lang="en">${found.detail}</code>` : nothing}`];
    case "impossible":
      return [
        _("The shuffle cannot be checked here"),
        _("Browsers can compute this only over HTTPS or on localhost. “dobbm verify” checks the record anywhere."),
      ];
    default:
      return [_("Checking the shuffle …"), ""];
  }
}

/**
 * Render the parts of the shuffle from the record.
 * @param {Record} record
 * @param {string[]} names
 */
export function shuffleParts(record, names) {
  const shuffle = /** @type {Proof | undefined} */ (record.meta?.shuffle);
  if (!shuffle) return nothing;
  const { contributions, left_out: leftOut, cut, commitment } = shuffle;
  return html`<ul class="proof">
    <li>${_("The server's commitment")}: <code>${commitment}</code></li>
    ${contributions.map(({ seat, value }) => html`<li>${names[seat]}: <code>${value}</code></li>`)}
    ${contributions.length ? nothing : html`<li>${_("Nobody contributed: the server shuffled alone.")}</li>`}
    ${leftOut.length ? html`<li>${_("Too late, and left out: {names}", { names: list(leftOut.map((seat) => names[seat])) })}</li>` : nothing}
    <li>${cut ? _("{name} cut at {count}.", { name: names[cut.seat], count: cut.at }) : _("Nobody cut.")}</li>
  </ul>`;
}
