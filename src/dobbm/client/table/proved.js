/** Describes the shuffle of a finished deal: whether it is verified, and who took part in it. */

import { html, nothing } from "../base/dom.js";
import { _, list } from "../base/i18n.js";
import { isPocket } from "../base/place.js";

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
      return holdsText(found);
    case "fails":
      return [
        _("✗ The shuffle failed the check"),
        html`${found.message} ${found.detail ? html`<code lang="en">${found.detail}</code>` : nothing}`,
      ];
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
 * Describe what a shuffle that holds means to this browser: only one whose own part is counted, and which kept the
 * commitment, knows that nobody chose the deck.
 * @param {ShuffleCheck} found
 * @returns {[headline: string, meaning: string]}
 */
function holdsText({ part }) {
  switch (part) {
    case "counted":
      return [
        _("✓ The shuffle is verified"),
        isPocket
          ? _(
              "The program committed to its part before you contributed. This page computed the deck from both parts: it is the one that was dealt.",
            )
          : _(
              "The server committed to its part before anybody contributed. This browser computed the deck from all parts: it is the one that was dealt.",
            ),
      ];
    case "left_out":
      return [
        _("The deck follows from its parts, but yours was left out"),
        _(
          "This browser computed the deck from the parts below: it is the one that was dealt. Without a part of your own among them, this does not show you that nobody chose the deck.",
        ),
      ];
    case "shared":
      return [
        _("The deck follows from its parts"),
        _(
          "All tables of the round have these cards. They follow from the parts of all players, which the page of the club shows with the server's part at the end of the tournament.",
        ),
      ];
    default:
      return [
        _("The deck follows from its parts"),
        _(
          "This browser computed the deck from the parts below: it is the one that was dealt. It took no part in the shuffle, so it cannot know whether the server committed first, or whether the parts are the ones that the players sent.",
        ),
      ];
  }
}

/**
 * Render the parts of the shuffle from the record. A seat that a bot has taken over is listed as that of a person who
 * has left, because bots contribute nothing.
 * @param {Record} record
 * @param {string[]} names
 */
export function shuffleParts(record, names) {
  const shuffle = /** @type {Proof | undefined} */ (record.meta?.shuffle);
  if (!shuffle) return nothing;
  const { contributions, left_out: leftOut, cut, commitment } = shuffle;
  const people = /** @type {(string | null)[] | undefined} */ (record.meta?.names);
  /** @param {number} seat */
  const contributor = (seat) => (people?.[seat] === null ? _("a person who has left") : names[seat]);
  return html`<ul class="proof">
    <li>${isPocket ? _("The program's commitment") : _("The server's commitment")}: <code>${commitment}</code></li>
    ${contributions.map(({ seat, value }) => html`<li>${contributor(seat)}: <code>${value}</code></li>`)}
    ${contributions.length || shuffle.table !== record.meta?.table ? nothing : html`<li>${alone()}</li>`}
    ${
      leftOut.length
        ? html`<li>${_("Too late, and left out: {names}", { names: list(leftOut.map(contributor)) })}</li>`
        : nothing
    }
    <li>${cut ? _("{name} cut at {count}.", { name: contributor(cut.seat), count: cut.at }) : _("Nobody cut.")}</li>
  </ul>`;
}

const alone = () =>
  isPocket
    ? _("You did not contribute: the program shuffled alone.")
    : _("Nobody contributed: the server shuffled alone.");
