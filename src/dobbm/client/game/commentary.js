/** A running commentary on a deal: what has happened in it, and what the person may do. */

import { _, isolated, joinSentences, list, ngettext, number, signed } from "../base/i18n.js";
import { cardName, pointsText, sortedHand, suitName, suitOf } from "../cards/deck.js";
import { trickOnTable, wholeHand } from "./tricks.js";
import { gloss, words } from "./words.js";

/**
 * @import { Account, Result, Seat, Table, View } from "../schema.d.ts"
 * @import { Proposal, StepWords, TakenTrick } from "../types.d.ts"
 */

/**
 * A deal, with the part of its result needed to describe how it ended.
 * @typedef {{ seat: number | null, result: Pick<Result, "outcome"> & Partial<Result> }} Ended
 */

/** @typedef {{ seat: number | null, result: Pick<Result, "payments"> }} Paid */

/** Seconds before the next deal at which it is announced, with time left to ask for more. */
const WARNING = 20;

/**
 * Whether a seated person must hear that the next deal is near; `now` is the server's time in Unix seconds.
 * @param {Pick<Table, "clock" | "seat">} table
 * @param {number} now
 */
export const isNear = ({ clock, seat }, now) =>
  seat !== null && clock?.deal_at != null && clock.deal_at - WARNING <= now;

export const nearText = () => _("The next deal begins in 20 seconds. You can ask for more time.");

/**
 * Describe a proposal to the other players.
 * @param {Proposal} what
 * @param {string} name
 */
export function proposalText(what, name) {
  return what === "claim"
    ? _("{name} claims the rest of the tricks.", { name })
    : _("{name} would like to take back the last move.", { name });
}

/**
 * Describe what the person has to do now, and with which cards; return an empty text on another seat's turn.
 * @param {View} view
 */
export function turnText(view) {
  if (view.to_act !== view.seat) return "";
  const hand = list(sortedHand(view.hand, wholeHand(view)).map(cardName));
  switch (view.phase) {
    case "bidding":
      return _("Your turn to bid. You hold {cards}.", { cards: hand });
    case "exchange":
      return _("You have taken up the Dobb, {dobb}: discard four cards. You hold {cards}.", {
        dobb: list(sortedHand(view.dobb ?? []).map(cardName)),
        cards: hand,
      });
    case "doubling":
      return _("Your turn: say gut to leave the price, or double it.");
    default:
      return playText(view, hand);
  }
}

/** Call the person, who does not see that it is time to act. */
export const yourTurn = () => _("It is your turn at the table.");

/** Say that nobody plays, and what the table waits for. */
export const desertedText = () => _("Nobody is playing: the table waits until somebody is back.");

/**
 * Say that a bot plays for the person, and why.
 * @param {NonNullable<Seat["stood_in"]>} why
 */
export const standInText = (why) =>
  why === "clock" ? _("Your time ran out: a bot is playing for you.") : _("You were away: a bot is playing for you.");

/**
 * Describe how a deal ended, and what the person receives or pays.
 * @param {Ended & Paid} view
 * @param {string[]} names
 */
export const ending = (view, names) => joinSentences([outcome(view, names), paymentText(view)]);

/**
 * Describe in one sentence how a deal ended.
 * @param {Ended} view
 * @param {string[]} names
 */
export function outcome(view, names) {
  const { result, seat } = view;
  const mine = result.declarer === seat;
  const name = result.declarer == null ? "" : names[result.declarer];
  const points = pointsText(result.points ?? 0);
  switch (result.outcome) {
    case "thrown_in":
      return _("Nobody has bid: the cards are thrown in.");
    case "revoke":
      return _("A revoke ends the deal.");
    case "won":
      if (mine) return _("You won with {points}.", { points });
      return seat === null
        ? _("{name} won with {points}.", { name, points })
        : _("{name} won with {points}: your side lost.", { name, points });
    case "lost":
      if (mine) return _("You lost with {points}.", { points });
      return seat === null
        ? _("{name} lost with {points}.", { name, points })
        : _("{name} lost with {points}: your side won.", { name, points });
    default:
      return _("{name}: eingestellt, a draw with {points}.", { name, points });
  }
}

/**
 * Return everybody's winnings, also of those who have left, the largest first.
 * @param {Pick<Table, "ledger" | "settled">} table
 * @param {string[]} names
 */
function standings({ ledger, settled }, names) {
  const seated = names.map((name, seat) => ({ name, amount: ledger[seat] }));
  const gone = settled.map((one) => ({ name: accountName(one), amount: one.amount }));
  return [...seated, ...gone].sort((one, other) => other.amount - one.amount);
}

/**
 * Name the owner of winnings who has no seat any more.
 * @param {Account} account
 */
export const accountName = ({ bot, name }) =>
  bot ? _("former bots") : _("{name} (has left)", { name: name || _("Guest") });

/**
 * Describe the final standing of a session.
 * @param {Table} table
 * @param {string[]} names
 */
export const standingsText = (table, names) =>
  _("The session is over: {amounts} Schilling.", {
    amounts: list(standings(table, names).map(({ name, amount }) => `${isolated(name)} ${signed(amount)}`)),
  });

/**
 * Name the dealer, who is on holiday if five play.
 * @param {string} name
 * @param {number} players
 */
export const dealerText = (name, players) =>
  players === 5 ? _("Dealer, on holiday in this deal: {name}.", { name }) : _("Dealer: {name}.", { name });

/**
 * Describe a step: the words of a seat and their meaning, or its card. `mine` is true for the person's own step.
 * @param {StepWords} step
 * @param {string} name
 * @param {boolean} mine
 */
export function stepText(step, name, mine) {
  if (step.phase !== "play") {
    return _("{name}: {word} ({meaning}).", {
      name: mine ? _("You say") : name,
      word: words(step),
      meaning: gloss(step),
    });
  }
  const card = cardName(step.action);
  return mine ? _("You play {card}.", { card }) : _("{name} plays {card}.", { name, card });
}

/**
 * Describe who took a trick and what it counts, for the person in seat `own`.
 * @param {Pick<TakenTrick, "winner" | "points">} trick
 * @param {number | null} own
 * @param {string[]} names
 */
export function takenText({ winner, points }, own, names) {
  const counted = pointsText(points);
  return winner === own
    ? _("The trick is yours: {points}.", { points: counted })
    : _("The trick goes to {name}: {points}.", { name: names[winner], points: counted });
}

/**
 * Describe what the person receives or pays; return an empty text if nothing is paid.
 * @param {Paid} view
 */
export function paymentText({ seat, result }) {
  const amount = seat === null ? 0 : result.payments[seat];
  if (!amount) return "";
  return amount > 0
    ? _("You receive {amount} Schilling.", { amount: number(amount) })
    : _("You pay {amount} Schilling.", { amount: number(-amount) });
}

/**
 * @param {View} view
 * @param {string} hand
 */
function playText(view, hand) {
  const trick = trickOnTable(view);
  if (!trick) return _("Your turn to lead. You hold {cards}.", { cards: hand });
  const [led] = trick.cards;
  const suit = suitName(suitOf(led));
  const onTable = ngettext(
    "There is {count} point in the trick.",
    "There are {count} points in the trick.",
    trick.points,
  );
  const legal = view.legal ?? [];
  return joinSentences([
    mayPlay(legal, led, { suit, cards: list(sortedHand(legal, wholeHand(view)).map(cardName)) }),
    onTable,
  ]);
}

/**
 * @param {string[]} legal
 * @param {string} led
 * @param {{ suit: string, cards: string }} places
 */
function mayPlay(legal, led, places) {
  if (suitOf(legal[0]) === suitOf(led)) return _("Your turn: you must follow suit ({suit}); you hold {cards}.", places);
  return legal.every((card) => suitOf(card) === "H")
    ? _("Your turn: you have no {suit} and must play a heart; you hold {cards}.", places)
    : _("Your turn: you may play any card; you hold {cards}.", places);
}
