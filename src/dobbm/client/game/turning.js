/** The card that decided a deal, by the values of all cards with best play by everyone. */

import { HALF } from "./settlement.js";

/** @import { Judged } from "../schema.d.ts" */

/**
 * Return the last card after which the other side won, and its trick; null if the first lead had decided the deal.
 * @param {Judged[]} plays all cards of the deal, in order
 * @param {number | null} declarer
 */
export function turningPoint(plays, declarer) {
  const at = plays.findLastIndex(({ seat, card, values }) => {
    const best = (seat === declarer ? Math.max : Math.min)(...Object.values(values));
    return winner(best) !== winner(values[card]);
  });
  return at < 0 ? null : { play: plays[at], trick: Math.floor(at / 4) + 1 };
}

/** @param {number} points */
const winner = (points) => Math.sign(points - HALF);
