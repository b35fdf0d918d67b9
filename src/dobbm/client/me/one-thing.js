/** Finds the one thing to try: the kind of decision with the greatest loss for each chance. */

import { keepWorstKind } from "../base/worst-kind.js";
import { KINDS } from "../game/remarks.js";
import { loadDeals } from "./deals.js";

/** @import { Summary } from "./summary.js" */

/** Fewer decisions of a kind say nothing. */
const LEAST = 20;

/**
 * Return the kind of decision with the most points given away for each decision; null if none is known well enough.
 * @param {Pick<Summary, "chances" | "lost">[]} deals
 */
export function worstIn(deals) {
  const judged = deals.filter(({ chances, lost }) => chances && lost);
  const sum = (/** @type {"chances" | "lost"} */ what, /** @type {number} */ at) =>
    judged.reduce((all, deal) => all + Number(deal[what]?.[at]), 0);
  const rates = KINDS.map((_kind, at) => (sum("chances", at) < LEAST ? 0 : sum("lost", at) / sum("chances", at)));
  const most = Math.max(...rates);
  return most > 0 ? KINDS[rates.indexOf(most)] : null;
}

/** @param {Summary[]} deals */
export const rememberWorst = (deals) => keepWorstKind(worstIn(deals));

/** Look for it again after a deal has been judged. */
export const learn = () => loadDeals().then(rememberWorst);
