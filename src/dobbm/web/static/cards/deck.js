/** The 36 cards: what they are called, what they count, how a hand is sorted. */

import { _, ngettext } from "../base/i18n.js";
import { look } from "../base/look.js";

export const SUITS = [..."HLAB"];
export const RANKS = [..."STKOU9876"];
export const CARDS = SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank));

const POINTS = { S: 11, T: 10, K: 4, O: 3, U: 2 };
const RED = "HB";

export const suitOf = (card) => card[0];
export const rankOf = (card) => card[1];
export const isTrump = (card) => card[0] === "H";
export const isSow = (card) => card[1] === "S";

/** The card points of one card. */
export const pointsOf = (card) => POINTS[card[1]] ?? 0;
/** The card points of several cards. */
export const pointsIn = (cards) => cards.reduce((sum, card) => sum + pointsOf(card), 0);

/** A number of card points in words. */
export const pointsTold = (count) => ngettext("{count} point", "{count} points", count);

/** The name of a suit in a sentence: "leaves". */
export const suitName = (suit) =>
  ({ H: _("hearts"), L: _("leaves"), A: _("acorns"), B: _("bells") })[suit];

/** The name of a card in full: "Ten of leaves", "Laub-Zehner". */
export function cardName(card) {
  const names = {
    HS: _("Sow of hearts"), HT: _("Ten of hearts"), HK: _("King of hearts"),
    HO: _("Ober of hearts"), HU: _("Unter of hearts"), H9: _("Nine of hearts"),
    H8: _("Eight of hearts"), H7: _("Seven of hearts"), H6: _("Six of hearts"),
    LS: _("Sow of leaves"), LT: _("Ten of leaves"), LK: _("King of leaves"),
    LO: _("Ober of leaves"), LU: _("Unter of leaves"), L9: _("Nine of leaves"),
    L8: _("Eight of leaves"), L7: _("Seven of leaves"), L6: _("Six of leaves"),
    AS: _("Sow of acorns"), AT: _("Ten of acorns"), AK: _("King of acorns"),
    AO: _("Ober of acorns"), AU: _("Unter of acorns"), A9: _("Nine of acorns"),
    A8: _("Eight of acorns"), A7: _("Seven of acorns"), A6: _("Six of acorns"),
    BS: _("Sow of bells"), BT: _("Ten of bells"), BK: _("King of bells"),
    BO: _("Ober of bells"), BU: _("Unter of bells"), B9: _("Nine of bells"),
    B8: _("Eight of bells"), B7: _("Seven of bells"), B6: _("Weli, the six of bells"),
  };
  return names[card];
}

/**
 * Cards as players hold them: trumps first, then suits alternating in colour, high to low; or in
 * the order that the person has made, or the other way round.
 */
export function sortedHand(cards) {
  const suits = ["H", ...plainSuits(cards)];
  const place = (card) => 10 * suits.indexOf(suitOf(card)) + RANKS.indexOf(rankOf(card));
  const sorted = [...cards].sort((one, other) => place(one) - place(other));
  if (look.order) {
    const own = (card) => (look.order.includes(card) ? look.order.indexOf(card) : 100 + place(card));
    sorted.sort((one, other) => own(one) - own(other));
  }
  return look.reversed ? sorted.reverse() : sorted;
}

/** The order of the other suits in which fewest neighbours are both red or both dark. */
function plainSuits(cards) {
  const held = [..."LBA"].filter((suit) => cards.some((card) => suitOf(card) === suit));
  const begin = cards.some(isTrump) ? ["H"] : [];
  const orders = permutations(held);
  const clashes = (order) => {
    const all = [...begin, ...order];
    return all.filter((suit, at) => at && RED.includes(suit) === RED.includes(all[at - 1])).length;
  };
  return orders.reduce((best, order) => (clashes(order) < clashes(best) ? order : best));
}

function permutations(items) {
  if (items.length < 2) return [items];
  return items.flatMap((first) =>
    permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}
