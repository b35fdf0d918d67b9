/** The face of a seat: a portrait in a round frame, with the badges of its part in the deal. */

import { html, nothing, svg } from "../base/dom.js";
import { settings } from "../base/settings.js";
import { seatPortraits } from "../game/seats.js";

/** @import { Table } from "../schema.d.ts" */

/** @typedef {"declarer" | "dealer" | "holiday" | "doubled" | "away" | "lost" | "host" | "ready"} Sign */

/** @typedef {[sign: Sign, label: string]} Badge */

/** Each badge has a shape of its own, so that nobody needs its colour. */
const SHAPES = {
  declarer: svg`<path class="gold" d="M2 7l5 4 5-9 5 9 5-4-2.500 13h-15z"></path><path d="M5 16.500h14"></path>`,
  dealer: svg`<g class="paper"><rect x="3" y="6" width="11" height="15" rx="2" transform="rotate(-14 8 14)"></rect><rect
    x="10" y="4" width="11" height="15" rx="2" transform="rotate(10 15 12)"></rect></g>`,
  holiday: svg`<path class="gold" d="M15 2.500a9.500 9.500 0 1 0 6.500 14.500a8.500 8.500 0 0 1-6.500-14.500z"></path>`,
  doubled: svg`<path class="wax"
    d="M12 1.500l3 2.200 3.700-.3 1.100 3.500 3 2.100-1.200 3.500 1.200 3.500-3 2.100-1.100 3.500-3.700-.3-3 2.200-3
      -2.200-3.700.3-1.100-3.500-3-2.100 1.200-3.500-1.200-3.500 3-2.100 1.100-3.500 3.700.3z"></path><text
    x="12" y="16.500">×2</text>`,
  away: svg`<circle class="paper" cx="12" cy="12" r="10.500"></circle><path
    d="M7 12h4l-4 5h4M13 6.500h4.500l-4.500 5.500h4.500"></path>`,
  lost: svg`<circle class="paper" cx="12" cy="12" r="10.500"></circle><path
    d="M6 10a9 9 0 0 1 12 0M8.500 13a5 5 0 0 1 7 0M12 16.500v.1M5.500 18.500l13-13"></path>`,
  host: svg`<path class="gold" d="M12 2L1.500 11.500h3.500v10h14v-10h3.500z"></path><path class="wax"
    d="M9.500 21.500v-7h5v7z"></path>`,
  ready: svg`<circle class="leaf" cx="12" cy="12" r="10.500"></circle><path class="tick"
    d="M6.500 12.500l4 4l7-8.500"></path>`,
};

/**
 * Render a portrait with its badges; without a portrait, an empty frame.
 * @param {string | null} portrait
 * @param {Badge[]} badges
 */
export const face = (portrait, badges = []) => html`<span class="face">
    ${portrait ? html`<img src=${address(portrait)} alt="" draggable="false" />` : nothing}
    <span class="badges">${badges.map(
      ([sign, label]) =>
        html`<span class="badge ${sign}" title=${label}><svg viewBox="0 0 24 24"
          aria-hidden="true">${SHAPES[sign]}</svg><span class="unseen">${label}</span></span>`,
    )}</span>
  </span>`;

/**
 * The portrait that the person has, at this table or at one without others: the one chosen, or else one by name.
 * @param {{ table: Table, names: string[] }} [scene]
 */
export function ownPortrait(scene) {
  const { name, portrait } = settings;
  const seat = scene?.table.seat ?? null;
  if (portrait || !scene || seat === null) return portrait ?? seatPortraits([{ kind: "person", name }], [name])[0];
  return seatPortraits(scene.table.seats, scene.names)[seat];
}

/**
 * The address of a portrait.
 * @param {string} portrait
 */
export const address = (portrait) => new URL(`../portraits/${portrait}.svg`, import.meta.url).href;
