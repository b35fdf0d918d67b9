/**
 * The summary of the rules: the twin of `dobbm.text.handbook`, sentence for sentence, so that both share their translations.
 * A test keeps them in step.
 */

import { _, ngettext } from "../base/i18n.js";
import { HALF, payment, REVOKE, STOCKERL, worth } from "../game/settlement.js";

/**
 * @import { RuleOptions } from "../schema.d.ts"
 * @import { Preset } from "../game/rules.js"
 */

/** The declarer's card points in the payment example. */
export const EXAMPLE = 72;

/**
 * The payment of each player in the example, after this many doublings.
 * @param {RuleOptions} rules
 * @param {number} doublings
 * @param {boolean} [solo]
 */
export const examplePayment = (rules, doublings, solo = false) =>
  payment(EXAMPLE - HALF, solo ? "solo" : "dobbm", doublings, rules);

/**
 * The title of the short rules, with their source.
 * @param {Preset} preset
 */
export function headline(preset) {
  const titles = {
    pagat: _("Dobbm: a summary of the rules, according to pagat.com (John McLeod)"),
    wikipedia: _("Dobbm: a summary of the rules, according to Wikipedia"),
    gamerules: _("Dobbm: a summary of the rules, according to gamerules.com (Amber Crook)"),
    akagiri: _("Dobbm: a summary of the rules, according to gamefarm (Akagiri)"),
  };
  return titles[preset];
}

/**
 * The chapters of the short rules: `{name, title, text}`.
 * @param {RuleOptions} rules
 */
export const chapters = (rules) => [
  {
    name: "game",
    title: _("The game"),
    text: _("One player, the declarer, plays alone against three defenders and needs more than 60 of the 120 card points to win. Four people play. With five at the table, the dealer is on holiday (er feiert): no cards and no say, but a share in every payment."),
  },
  {
    name: "cards",
    title: _("The cards"),
    text: _("36 Tell cards in hearts, leaves, acorns and bells. From high to low, with their points: sow 11, ten 10, king 4, Ober 3, Unter 2; the nine, eight, seven and six count nothing. Hearts are always trumps. The Weli is just the six of bells."),
  },
  {
    name: "deal",
    title: _("The deal"),
    text: _("Deal clockwise, four cards at a time, twice round. The last four go face down in the middle: the Dobb. The declarer of a deal deals the next one."),
  },
  { name: "bidding", title: _("The bidding"), text: bidding(rules) },
  { name: "exchange", title: _("The exchange"), text: exchange(rules) },
  { name: "doubling", title: _("Doubling"), text: doubling(rules) },
  { name: "play", title: _("The play"), text: play(rules) },
  { name: "payment", title: _("The payment"), text: paying(rules) },
  {
    name: "end",
    title: _("The end"),
    text: _("Stop after any deal, or agree on a Mußrunde: as many deals as there are players. In each of them, forehand must play a Dobbm or a Solo, and nobody else bids."),
  },
];

/** @param {RuleOptions} rules */
function bidding(rules) {
  return _("Forehand, on the dealer's left, begins; each player speaks once. \"Weiter\": I pass. \"Dobbm\" (\"i dob\"): I play and exchange with the Dobb; allowed only while nobody has bid. \"Solo\": I play without the Dobb, for double payment; a Solo overbids a Dobbm and ends the bidding. If nobody bids, the cards are thrown in. With four players, the same dealer deals again; with five, the next player deals and gets a Stockerl of {stockerl} Schilling from each of the others.", {
    stockerl: worth(STOCKERL, rules),
  });
}

/** @param {RuleOptions} rules */
function exchange({ sow_companion: companion }) {
  return joinSentences(
    _("In a Dobbm, the declarer takes up the Dobb without showing it and discards four cards face down."),
    companion === "plain"
      ? _("With each sow, a trump that is not a sow must be discarded too, so at most two sows can go.")
      : _("No more sows than trumps may be discarded; the sow of hearts counts as both. So at most two sows can go."),
    _("The four cards out of play count for the declarer at the end, in a Solo too."),
  );
}

/** @param {RuleOptions} rules */
function doubling({ doubling_from: begins, max_doublings: most }) {
  if (most === 0) return _("There is no doubling at this table.");
  return joinSentences(
    begins === "declarer"
      ? _("When the declarer says \"i lig\", the defenders answer in turn, starting on the declarer's left:")
      : _("When the declarer says \"i lig\", the defenders answer in turn, starting on the dealer's left:"),
    _("\"gut\", or \"Schwacher\", which doubles the payment. The declarer answers a Schwacher with \"gut\", or with \"retour\", which doubles it again; then any defender may say retour, then the declarer, and so on."),
    most === null
      ? _("There is no limit.")
      : ngettext(
          "At most {count} doubling is allowed.",
          "At most {count} doublings are allowed.",
          most,
        ),
  );
}

/** @param {RuleOptions} rules */
function play(rules) {
  const tricks = _("The declarer leads to the first of the eight tricks; the winner of each trick leads to the next. Follow suit; if you cannot, play a heart; if you have no heart either, play any card. You need not try to win the trick. The highest heart wins; without hearts, the highest card of the suit led wins.");
  if (rules.revokes === "prevented") return tricks;
  const revoke = _("A card or discard that breaks these rules is a revoke (verleugnen). It ends the deal and costs half a Match, {amount} Schilling, doubled as below. A declarer who revokes pays it to each of the others; if a defender revokes, the declarer receives it from each of the others.", {
    amount: worth(REVOKE, rules),
  });
  return joinSentences(tricks, revoke);
}

/** @param {RuleOptions} rules */
function paying(rules) {
  return joinSentences(
    _("With more than 60 points, the declarer wins and each defender pays; with fewer, the declarer pays each defender; exactly 60 is a draw (eingestellt). A declarer who takes no trick has no points at all. All eight tricks are a Match, which earns nothing extra."),
    _("The difference from 60 sets the payment: 60 points cost {match} Schilling, fewer proportionally less,", { match: rules.match }),
    rules.unit === 1
      ? _("rounded up to whole Schilling.")
      : _("rounded up to multiples of {unit} Schilling.", { unit: rules.unit }),
    _("A Solo, each Schwacher and each retour then double the payment."),
    _("For example, {points} points earn {amount} Schilling from each player, {solo} in a Solo.", {
      points: EXAMPLE,
      amount: examplePayment(rules, 0),
      solo: examplePayment(rules, 0, true),
    }),
  );
}

/** A wide character at the end of a sentence; no space follows it. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]$/;

/** @param {...string} sentences */
const joinSentences = (...sentences) =>
  sentences.reduce((text, sentence) => text + (WIDE.test(text) ? "" : " ") + sentence);
