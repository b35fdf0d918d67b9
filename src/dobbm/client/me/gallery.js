/** The gallery of the bots: those whom the person has beaten, and since when; the others are pale. */

import { html } from "../base/dom.js";
import { _, ngettext } from "../base/i18n.js";
import { botPortrait } from "../game/characters.js";
import { face } from "../table/face.js";
import { dayOf, dayText } from "./days.js";

/** @import { Rival } from "./beaten.js" */

/** @param {Rival[]} rivals */
export const gallery = (rivals) => html`<section class="panel m-gallery">
  <h2>${_("Whom you have beaten")}</h2>
  <p class="quiet">${_(
    "To beat somebody, end a session with more winnings than they have. A session counts from as many deals together as there are players.",
  )}</p>
  <ul class="m-rivals">${rivals.map(
    (rival) => html`<li class=${rival.first ? "" : "pale"}>
      ${face(botPortrait(rival.name))}
      <b>${rival.name}</b>
      ${rival.first ? beatenText(rival.times, rival.first.until) : html`<small>${_("not yet")}</small>`}
    </li>`,
  )}</ul>
</section>`;

/**
 * @param {number} count
 * @param {number} first when the first of the sessions ended; 0 if nobody knows
 */
const beatenText = (count, first) =>
  html`<small>${[
    ngettext("{count} time", "{count} times", count),
    first ? _("first on {day}", { day: dayText(dayOf(first), "medium") }) : "",
  ]
    .filter(Boolean)
    .join(" · ")}</small>`;
