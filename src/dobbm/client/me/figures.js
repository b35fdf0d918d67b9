/** The figures of a person's own deals: the winnings over time, luck and play apart, how each kind of deal went. */

import { html, nothing, svg } from "../base/dom.js";
import { _, gap, ngettext, number, signed } from "../base/i18n.js";
import { at } from "../base/place.js";
import { bots } from "../game/characters.js";
import { layOut } from "../table/curve.js";
import { dealLine } from "./deal-line.js";
import { course, margin, mean } from "./statistics.js";

/**
 * @import { Balance, Sample, Statistics } from "./statistics.js"
 * @import { Summary } from "./summary.js"
 */

/** Fewer deals say nothing about luck and play. */
const FEW = 30;
/** Fewer deals make no curve. */
const CURVED = 3;
/** The most points of the curve, its greatest width, and the room for the amounts beside it. */
const [MOST_POINTS, WIDE, BESIDE] = [160, 640, 62];
/** The part of the window's width that is beside the curve. */
const MARGINS = 70;

/** @param {number} value */
const rounded = (value) => Math.round(value * 10) / 10 || 0;
/** @param {number} value */
const tenths = (value) => signed(rounded(value));

/**
 * Render the sum of all deals, and how it came.
 * @param {Summary[]} deals the oldest first
 * @param {Statistics} found
 */
export function total(deals, { all }) {
  const { count, sum } = all.gain;
  return html`<section class="slate m-total" aria-label=${_("Your winnings")}><div class="slate-face chalked">
    <p class="m-sum">${_("{amount} Schilling", { amount: signed(sum) })}</p>
    <p class="m-deals">${ngettext("in {count} deal", "in {count} deals", count)}</p>
    ${count >= CURVED ? drawn(deals) : nothing}
  </div></section>`;
}

/** @param {Summary[]} deals */
function drawn(deals) {
  const amounts = course(deals, MOST_POINTS);
  // The letters have the same size in every window.
  const wide = Math.max(WIDE / 3, Math.min(WIDE, innerWidth - MARGINS));
  const high = 90 + wide / 5;
  const box = { left: BESIDE, top: 12, width: wide - BESIDE - 12, height: high - 24 };
  const { curves, zero, least, most } = layOut([{ name: "", seat: null, plays: true, amounts }], box);
  const y = (/** @type {number} */ amount) => box.top + (box.height * (most - amount)) / (most - least || 1);
  const marks = [...new Set([least, 0, most])].filter(
    (one, _at, all) => one === 0 || all.every((other) => other === one || Math.abs(y(other) - y(one)) > 18),
  );
  return html`<svg class="m-curve" viewBox=${`0 0 ${wide} ${high}`} role="img"
    aria-label=${_("Your winnings over time: between {least} and {most} Schilling", {
      least: signed(least),
      most: signed(most),
    })}>
    ${svg`<path class="zero" d=${`M${box.left} ${zero}H${box.left + box.width}`}></path>
      <polyline points=${curves[0].points.join(" ")}></polyline>`}
    ${marks.map((one) => svg`<text x=${BESIDE - 8} y=${y(one) + 5} text-anchor="end">${signed(one)}</text>`)}
  </svg>`;
}

/**
 * Say what the cards promised, and what became of them.
 * @param {Statistics} found
 */
export const luck = (found) => html`<section class="panel">
  <h2>${_("Luck and play")}</h2>
  ${found.hands.count < FEW ? html`<p>${tooFew(found.hands.count)}</p>` : luckText(found)}
</section>`;

/** @param {number} count */
const tooFew = (count) =>
  ngettext(
    "After {count} more deal at a table of four, this page says whether your winnings come from the cards or from your play.",
    "After {count} more deals at a table of four, this page says whether your winnings come from the cards or from your play.",
    FEW - count,
  );

/** @param {Statistics} found */
function luckText({ hands, play }) {
  const [worth, made] = [mean(hands), mean(play)];
  const places = { worth: tenths(worth), made: tenths(worth + made), play: tenths(made), ...bounds(play) };
  return html`<p><b>${cardsText(hands, places)}</b></p>
    <p><b>${playText(play, places)}</b></p>
    <p class="quiet">${ngettext(
      "In Schilling a deal at a Match of 60, from {count} deal of four players. A hand is worth what its best bid earns good bots on average, more than the other three hands of the deal.",
      "In Schilling a deal at a Match of 60, from {count} deals of four players. A hand is worth what its best bid earns good bots on average, more than the other three hands of the deal.",
      hands.count,
    )}</p>`;
}

/** @param {Sample} sample */
const bounds = (sample) => ({
  low: tenths(mean(sample) - margin(sample)),
  high: tenths(mean(sample) + margin(sample)),
});

/**
 * @param {Sample} hands
 * @param {{ [name: string]: string }} places
 */
function cardsText(hands, places) {
  const all = { ...places, ...bounds(hands) };
  if (Math.abs(mean(hands)) < margin(hands)) {
    return _("Your cards were as good as everybody’s: they promised {worth} a deal, no more than chance.", all);
  }
  return mean(hands) > 0
    ? _("You were dealt good cards: they promised {worth} a deal ({low} to {high}).", all)
    : _("You were dealt bad cards: they promised {worth} a deal ({low} to {high}).", all);
}

/**
 * @param {Sample} play
 * @param {{ [name: string]: string }} places
 */
function playText(play, places) {
  const made = _("You made {made} of them.", places);
  const verdict =
    Math.abs(mean(play)) < margin(play)
      ? _("The difference of {play} may still be luck: it lies between {low} and {high}, with 95 % certainty.", places)
      : mean(play) > 0
        ? _("So you play better than your cards: by {play} a deal, with 95 % certainty {low} to {high}.", places)
        : _(
            "So you make less of your cards than they hold: {play} a deal, with 95 % certainty {low} to {high}.",
            places,
          );
  return `${made}${gap()}${verdict}`;
}

/**
 * Render how each kind of deal went.
 * @param {Statistics} found
 */
export const kinds = ({ all, declarer, defender, solo, schwacher, retour }) => html`<section class="panel">
  <h2>${_("How you play")}</h2>
  ${table(_("How you play"), [
    [_("All deals"), all],
    [_("As declarer"), declarer],
    [_("As defender"), defender],
    [_("Your Solos"), solo],
    [_("Your Schwacher"), schwacher],
    [_("Your retours"), retour],
  ])}
</section>`;

/**
 * Render how the deals went against each kind of opponents.
 * @param {Statistics} found
 */
export function opponents({ opponents: found }) {
  /** @type {[who: string, name: string][]} */
  const known = [...Object.entries(bots()), ["people", _("with other people")]];
  const rows = known.flatMap(([who, name]) => (found[who] ? [/** @type {const} */ ([name, found[who]])] : []));
  if (!rows.length) return nothing;
  return html`<section class="panel">
    <h2>${_("Against whom")}</h2>
    ${table(_("Against whom"), rows)}
  </section>`;
}

/**
 * @param {string} caption
 * @param {(readonly [name: string, balance: Balance])[]} rows
 */
const table = (caption, rows) => html`<table class="figures m-figures">
  <caption class="unseen">${caption}</caption>
  <thead><tr>
    <td></td>
    <th scope="col">${_("Deals")}</th>
    <th scope="col">${_("won")}</th>
    <th scope="col">${_("Points")}</th>
    <th scope="col">${_("Schilling a deal")}</th>
  </tr></thead>
  <tbody>${rows.filter(([, { gain }]) => gain.count).map(row)}</tbody>
</table>`;

/** @param {readonly [name: string, balance: Balance]} row */
const row = ([name, { gain, won, points }]) => html`<tr>
  <th scope="row">${name}</th>
  <td>${number(gain.count)}</td>
  <td>${_("{percent} %", { percent: number(Math.round((100 * won) / gain.count)) })}</td>
  <td>${points.count ? number(rounded(mean(points))) : "–"}</td>
  <td>${tenths(mean(gain))}${
    gain.count > 1 ? html` <small>${_("{low} to {high}", bounds(gain))}</small>` : nothing
  }</td>
</tr>`;

/**
 * Render the deals to remember.
 * @param {Statistics} found
 */
export function memories({ best, worst, firstMatch, fuchs }) {
  /** @type {[name: string, deal: Summary | null][]} */
  const all = [
    [_("Your best deal"), best],
    [_("Your worst deal"), worst],
    [_("Your first Match"), firstMatch],
    [_("The first Fuchs that won"), fuchs],
  ];
  const known = all.filter(([, deal]) => deal);
  if (!known.length) return nothing;
  return html`<section class="panel">
    <h2>${_("To remember")}</h2>
    <ul class="m-deals-list">${known.map(
      ([name, deal]) => html`<li><a class="m-deal" href=${at(`/me/deal/${deal?.id}`)}>
        <b>${name}</b> ${dealLine(/** @type {Summary} */ (deal))}
      </a></li>`,
    )}</ul>
  </section>`;
}
