/** The 36 cards: their names, their points, and how a hand is sorted. */

import { _, ngettext } from "../base/i18n.js";
import { settings } from "../base/settings.js";

export const SUITS = [..."HLAB"];
export const RANKS = [..."STKOU9876"];
export const CARDS = SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank));

/** @type {{ [rank: string]: number }} */
const POINTS = { S: 11, T: 10, K: 4, O: 3, U: 2 };
const RED = "HB";

/** @param {string} card */
export const suitOf = (card) => card[0];
/** @param {string} card */
export const isTrump = (card) => card[0] === "H";
/** @param {string} card */
export const isSow = (card) => card[1] === "S";

/**
 * The card points of one card.
 * @param {string} card
 */
export const pointsOf = (card) => POINTS[card[1]] ?? 0;
/**
 * The card points of several cards.
 * @param {string[]} cards
 */
export const pointsIn = (cards) => cards.reduce((sum, card) => sum + pointsOf(card), 0);

/**
 * Format a number of card points.
 * @param {number} count
 */
export const pointsText = (count) => ngettext("{count} point", "{count} points", count);

/** Whether the page teaches the game: if so, it shows the game's own cards, whatever deck the settings choose. */
let taught = false;

/**
 * Switch to the game's own cards and card names, or back to those of the settings.
 * @param {boolean} on
 */
export const teach = (on) => {
  taught = on;
};

/** Whether the French deck is shown. */
export const isFrench = () => settings.skin.startsWith("french") && !taught;

/**
 * The name of a suit within a sentence: "leaves".
 * @param {string} suit
 * @returns {string}
 */
export const suitName = (suit) => (isFrench() ? frenchSuits() : ownSuits())[suit];

/** @returns {{ [suit: string]: string }} */
const ownSuits = () => ({ H: _("hearts"), L: _("leaves"), A: _("acorns"), B: _("bells") });

/** @returns {{ [suit: string]: string }} */
const frenchSuits = () => ({ H: _("hearts"), L: _("spades"), A: _("clubs"), B: _("diamonds") });

/**
 * The letter of a suit, or two letters where one is ambiguous.
 * @param {string} suit
 */
export const suitLetter = (suit) => {
  const letters = isFrench() ? _("H S C D") : _("H L A B");
  return letters.split(" ")[SUITS.indexOf(suit)];
};

/**
 * The full name of a card: "Ten of leaves", "Laub-Zehner", with the French deck "Ten of spades".
 * @param {string} card
 * @returns {string}
 */
export const cardName = (card) => (isFrench() ? frenchNames() : ownNames())[card];

/** @returns {{ [card: string]: string }} */
const ownNames = () => ({
  HS: _("Sow of hearts"),
  HT: _("Ten of hearts"),
  HK: _("King of hearts"),
  HO: _("Ober of hearts"),
  HU: _("Unter of hearts"),
  H9: _("Nine of hearts"),
  H8: _("Eight of hearts"),
  H7: _("Seven of hearts"),
  H6: _("Six of hearts"),
  LS: _("Sow of leaves"),
  LT: _("Ten of leaves"),
  LK: _("King of leaves"),
  LO: _("Ober of leaves"),
  LU: _("Unter of leaves"),
  L9: _("Nine of leaves"),
  L8: _("Eight of leaves"),
  L7: _("Seven of leaves"),
  L6: _("Six of leaves"),
  AS: _("Sow of acorns"),
  AT: _("Ten of acorns"),
  AK: _("King of acorns"),
  AO: _("Ober of acorns"),
  AU: _("Unter of acorns"),
  A9: _("Nine of acorns"),
  A8: _("Eight of acorns"),
  A7: _("Seven of acorns"),
  A6: _("Six of acorns"),
  BS: _("Sow of bells"),
  BT: _("Ten of bells"),
  BK: _("King of bells"),
  BO: _("Ober of bells"),
  BU: _("Unter of bells"),
  B9: _("Nine of bells"),
  B8: _("Eight of bells"),
  B7: _("Seven of bells"),
  B6: _("Weli, the six of bells"),
});

/** @returns {{ [card: string]: string }} */
const frenchNames = () => ({
  ...ownNames(),
  HS: _("Ace of hearts"),
  HO: _("Queen of hearts"),
  HU: _("Jack of hearts"),
  LS: _("Ace of spades"),
  LT: _("Ten of spades"),
  LK: _("King of spades"),
  LO: _("Queen of spades"),
  LU: _("Jack of spades"),
  L9: _("Nine of spades"),
  L8: _("Eight of spades"),
  L7: _("Seven of spades"),
  L6: _("Six of spades"),
  AS: _("Ace of clubs"),
  AT: _("Ten of clubs"),
  AK: _("King of clubs"),
  AO: _("Queen of clubs"),
  AU: _("Jack of clubs"),
  A9: _("Nine of clubs"),
  A8: _("Eight of clubs"),
  A7: _("Seven of clubs"),
  A6: _("Six of clubs"),
  BS: _("Ace of diamonds"),
  BT: _("Ten of diamonds"),
  BK: _("King of diamonds"),
  BO: _("Queen of diamonds"),
  BU: _("Jack of diamonds"),
  B9: _("Nine of diamonds"),
  B8: _("Eight of diamonds"),
  B7: _("Seven of diamonds"),
  B6: _("Six of diamonds"),
});

/**
 * Sort cards as players hold them: trumps first, then suits alternating in colour, high to low. The person's own order
 * takes precedence, and the settings may reverse the hand.
 * @param {string[]} cards
 * @param {string[]} [hand] the whole hand, which determines the order of the suits
 */
export function sortedHand(cards, hand = cards) {
  const suits = ["H", ...plainSuits(hand)];
  /** @param {string} card */
  const place = (card) => 10 * suits.indexOf(suitOf(card)) + RANKS.indexOf(card[1]);
  const sorted = [...cards].sort((one, other) => place(one) - place(other));
  const { order } = settings;
  if (order) {
    /** @param {string} card */
    const own = (card) => (order.includes(card) ? order.indexOf(card) : 100 + place(card));
    sorted.sort((one, other) => own(one) - own(other));
  }
  return settings.reversed ? sorted.reverse() : sorted;
}

/**
 * Order the plain suits so that as few neighbours as possible are both red or both dark.
 * @param {string[]} cards
 */
function plainSuits(cards) {
  const held = [..."LBA"].filter((suit) => cards.some((card) => suitOf(card) === suit));
  const begin = cards.some(isTrump) ? ["H"] : [];
  const orders = permutations(held);
  /** @param {string[]} order */
  const clashes = (order) => {
    const all = [...begin, ...order];
    return all.filter((suit, at) => at && RED.includes(suit) === RED.includes(all[at - 1])).length;
  };
  return orders.reduce((best, order) => (clashes(order) < clashes(best) ? order : best));
}

/**
 * @param {string[]} items
 * @returns {string[][]}
 */
function permutations(items) {
  if (items.length < 2) return [items];
  return items.flatMap((first) => permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]));
}
