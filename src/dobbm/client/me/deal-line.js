/** Describes a deal of the person in a line. */

import { html, nothing } from "../base/dom.js";
import { _, isolated, moment, signed } from "../base/i18n.js";
import { pointsText } from "../cards/deck.js";
import { gameText } from "../game/words.js";

/** @import { Summary } from "./summary.js" */

/**
 * Render what a deal was, and what it paid the person.
 * @param {Summary} deal
 */
export const dealLine = (deal) => html`<span class="m-what">${what(deal)}
    <small>${deal.at ? moment(deal.at) : nothing}</small></span>
  ${deal.role === "unknown" ? nothing : html`<b class="m-gain ${shade(deal.gain)}">${signed(deal.gain)}</b>`}`;

/** @param {number} gain */
export const shade = (gain) => (gain > 0 ? "good" : gain < 0 ? "bad" : "");

/** @param {Summary} deal */
function what({ role, contract, doublings, declarer, points, outcome }) {
  if (contract === null) return _("Thrown in");
  const game = gameText(contract, doublings);
  const name = isolated(declarer);
  const who = role === "declarer" ? _("You: {game}", { game }) : _("{name}: {game}", { name, game });
  if (outcome === "revoke") return _("{deal} – a revoke", { deal: who });
  return points === null ? who : _("{deal} – you made {points}", { deal: who, points: pointsText(points) });
}
