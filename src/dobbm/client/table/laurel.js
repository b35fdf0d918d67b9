/** A laurel, around those who have won. */

import { html, svg } from "../base/dom.js";

/** @import { Drawn } from "../base/dom.js" */

/** The leaves of a laurel, in degrees from its knot to its open end, on both sides. */
const LEAVES = [14, 32, 50, 68, 86, 104, 122, 140].flatMap((turn) => [turn, -turn]);

/** A leaf with its vein, from its stalk to its tip. */
const LEAF = "M0 0c4-6 12-7 19-1c-6 7-14 8-19 1l13-.5";

/** A laurel of leaves and acorns, as on the cards, with a star at its open end. */
const LAUREL = svg`<svg class="laurel" viewBox="-60 -60 120 120" aria-hidden="true">
  ${LEAVES.map(
    (turn, at) =>
      svg`<g class="twig" .style=${`--at: ${at >> 1}`}
        transform=${`rotate(${turn}) translate(0 47) scale(${turn > 0 ? 1 : -1} 1)`}><path d=${LEAF}
          transform="rotate(212) scale(.82)"></path><path d=${LEAF} transform="rotate(146)"></path></g>`,
  )}
  ${[-15, 15].map(
    (turn) =>
      svg`<g class="acorn" transform=${`rotate(${turn}) translate(0 50)`}><path
        d="M-4.500-2h9v2c0 5-3 7-4.500 9c-1.500-2-4.500-4-4.500-9z"></path><path class="cup"
          d="M-6-1c0-8 12-8 12 0z"></path></g>`,
  )}
  <path class="star"
    d="M0-59l3.500 8 8.500.8-6.500 5.700 2 8.500-7.500-4.500-7.500 4.500 2-8.500-6.500-5.700 8.500-.8z"></path>
</svg>`;

/**
 * Render a face in a laurel.
 * @param {Drawn} face
 */
export const laurelled = (face) => html`<span class="winner">${face}${LAUREL}</span>`;
