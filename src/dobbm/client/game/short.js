/** A deal in a few words, and who pays whom. */

import { _, isolated, number } from "../base/i18n.js";
import { transfers } from "./transfers.js";

/**
 * @import { Contract } from "../types.d.ts"
 * @import { Transfer } from "./transfers.js"
 */

/**
 * A deal of the score sheet or of a table. `next` is the dealer of the next deal, once the deal is settled; `offender`
 * is known on the score sheet only.
 * @typedef {(
 *   | { end: "thrown_in" }
 *   | { end: "played", declarer: number, contract: Contract, doublings: number, points: number, noTrick: boolean }
 *   | { end: "revoke", declarer: number, contract: Contract, doublings: number, offender?: number }
 * ) & { next?: number }} Short
 */

/**
 * Describe a deal in a few words: "Lois: Solo, Schwacher, 72".
 * @param {Short} deal
 * @param {string[]} names
 */
export function inShort(deal, names) {
  if (deal.end === "thrown_in") {
    return names.length === 5 && deal.next !== undefined
      ? _("thrown in, a Stockerl for {name}", { name: names[deal.next] })
      : _("thrown in");
  }
  return `${isolated(names[deal.declarer])}: ${game(deal)}, ${result(deal, names)}`;
}

/**
 * The words that doubled a game: "Schwacher, 2 Retour".
 * @param {{ doublings: number }} game
 */
export function spoken({ doublings }) {
  const retours = doublings > 2 ? `${doublings - 1} Retour` : "Retour";
  return ["Schwacher", retours].slice(0, Math.min(doublings, 2)).join(", ");
}

/**
 * The contract with its doublings: "Solo, Schwacher, 2 Retour".
 * @param {{ contract: Contract, doublings: number }} game
 */
const game = ({ contract, doublings }) =>
  [contract === "solo" ? "Solo" : "Dobbm", ...(doublings ? [spoken({ doublings })] : [])].join(", ");

/**
 * @param {Exclude<Short, { end: "thrown_in" }>} deal
 * @param {string[]} names
 */
function result(deal, names) {
  if (deal.end === "played") return deal.noTrick ? _("no tricks") : String(deal.points);
  return deal.offender === undefined ? _("a revoke") : _("{name} revoked", { name: names[deal.offender] });
}

/**
 * Describe who pays whom, one sentence for each payment.
 * @param {number[]} ledger
 * @param {string[]} names
 */
export function paymentsInWords(ledger, names) {
  const paid = transfers(ledger).map((payment) => paymentInWords(payment, names));
  return paid.length ? paid : [_("Nobody owes anything.")];
}

/**
 * Describe a payment.
 * @param {Transfer} payment
 * @param {string[]} names
 * @param {number} [own] the place of the person who reads it; none if they are not among the names
 */
export function paymentInWords({ from, to, amount: paid }, names, own = -1) {
  const [debtor, creditor, amount] = [names[from], names[to], number(paid)];
  if (from === own) return _("You pay {creditor} {amount}.", { creditor, amount });
  if (to === own) return _("{debtor} pays you {amount}.", { debtor, amount });
  return _("{debtor} pays {creditor} {amount}.", { debtor, creditor, amount });
}
