/** Where the game stands, and what has happened since the person last looked. */

import { _, isolated, joinSentences, list, ngettext, signed } from "../base/i18n.js";
import { cardName, pointsText, sortedHand } from "../cards/deck.js";
import { stepText, takenText } from "./commentary.js";
import { takenTricks, trickOnTable, wholeHand } from "./tricks.js";
import { doublers, gloss, spokenSteps, words } from "./words.js";

/**
 * @import { Table, View } from "../schema.d.ts"
 * @import { Mark, SpokenStep } from "../types.d.ts"
 */

/** More than these steps are too many to follow while they happen. */
const FOLLOWED = 3;

/**
 * Return a mark of what a person has seen of a table.
 * @param {Table} table
 * @returns {Mark}
 */
export const mark = (table) => ({
  deal: table.deal,
  steps: table.view?.steps.length ?? 0,
  finished: finished(table),
  won: table.seat === null ? 0 : table.ledger[table.seat],
  plan: table.own?.plan ?? null,
});

/**
 * Whether more has happened since the mark than a person can follow, or anything in the person's own seat.
 * @param {Mark} seen
 * @param {Table} table
 */
export const isMuch = (seen, table) => {
  const steps = stepsSince(seen, table);
  return table.deal !== seen.deal || steps.length > FOLLOWED || steps.some((step) => step.seat === table.seat);
};

/**
 * Describe what has happened since the mark; return an empty list if nothing has.
 * @param {Mark} seen
 * @param {Table} table
 * @param {string[]} names
 */
export function meanwhile(seen, table, names) {
  const { view } = table;
  const steps = stepsSince(seen, table);
  const deals = finished(table) - seen.finished;
  const begun = table.deal !== seen.deal && table.stage === "playing";
  if (!view || (!steps.length && deals <= 0 && !begun)) return [];
  const playing = view.tricks.length > 0;
  const before = takenTricks(view).length - tricksIn(steps, view);
  const taken = takenTricks(view).slice(before);
  return [
    deals > 0 ? dealsText(deals, table, seen) : "",
    begun ? _("Deal {number} has begun.", { number: table.deal }) : "",
    ...inYourSeat(steps, seen, table, view),
    ...(playing
      ? []
      : steps.filter((step) => step.seat !== table.seat).map((step) => stepText(step, names[step.seat], false))),
    taken.length > 1 ? ngettext("{count} trick has been taken.", "{count} tricks have been taken.", taken.length) : "",
    taken.length && !view.result ? takenText(taken[taken.length - 1], table.seat, names) : "",
  ].filter(Boolean);
}

/**
 * Describe the game, the number of the trick and whose turn it is.
 * @param {Table} table
 * @param {string[]} names
 */
export function standingText({ view, stage, seat }, names) {
  if (!view || stage !== "playing") return "";
  const { contract, declarer, doublings, to_act: turn } = view;
  const game = list(contract === "solo" ? doublers(view) : ["Dobbm", ...doublers({ doublings })]);
  const name = declarer === null ? "" : names[declarer];
  return joinSentences([
    contract && declarer !== null
      ? declarer === seat
        ? _("You play: {game}.", { game })
        : _("{name} plays: {game}.", { name, game })
      : "",
    view.phase === "play" ? _("Trick {number} of 8.", { number: Math.min(takenTricks(view).length + 1, 8) }) : "",
    turn === null ? "" : turn === seat ? _("It is your turn.") : _("It is the turn of {name}.", { name: names[turn] }),
  ]);
}

/**
 * Describe the cards in the person's hand.
 * @param {View | null} view
 */
export const handText = (view) =>
  view?.hand.length
    ? _("You hold {cards}.", { cards: list(sortedHand(view.hand, wholeHand(view)).map(cardName)) })
    : _("You hold no cards.");

/**
 * Describe the trick on the table, or the last one.
 * @param {Table} table
 * @param {string[]} names
 */
export function trickText({ view, seat }, names) {
  const open = view && trickOnTable(view);
  if (open) {
    const cards = list(open.cards.map((card, at) => `${isolated(names[open.seats[at]])}: ${cardName(card)}`));
    return _("In the trick: {cards}. It counts {points}.", { cards, points: pointsText(open.points) });
  }
  const last = view && takenTricks(view).at(-1);
  return last ? joinSentences([_("No card has been led."), takenText(last, seat, names)]) : _("No card has been led.");
}

/**
 * Describe what everybody has won.
 * @param {Table} table
 * @param {string[]} names
 */
export const scoreText = ({ ledger }, names) =>
  _("Schilling won so far: {amounts}.", {
    amounts: list(names.map((name, seat) => `${isolated(name)} ${signed(ledger[seat] ?? 0)}`)),
  });

/** @param {Table} table */
const finished = ({ deal, stage }) => (stage === "playing" || stage === "shuffling" ? deal - 1 : deal);

/**
 * @param {Mark} seen
 * @param {Table} table
 * @returns {SpokenStep[]}
 */
const stepsSince = (seen, { deal, view }) =>
  view ? spokenSteps(view.steps).slice(deal === seen.deal ? seen.steps : 0) : [];

/**
 * The number of tricks that these last steps of a view have filled.
 * @param {SpokenStep[]} steps
 * @param {View} view
 */
function tricksIn(steps, view) {
  const cards = view.steps.filter(({ phase }) => phase === "play").length;
  const fresh = steps.filter(({ phase }) => phase === "play").length;
  return Math.floor(cards / 4) - Math.floor((cards - fresh) / 4);
}

/**
 * Describe the last steps of the person's own seat, none of which the person has taken here, by who has taken them: a
 * bot, the plan that the person made here, another window or, of the cards of a deal in progress, the server.
 * @param {SpokenStep[]} steps
 * @param {Mark} seen
 * @param {Table} table
 * @param {View} view
 */
function inYourSeat(steps, seen, { deal, seat, stand_ins: standIns, own }, view) {
  const first = view.steps.length - steps.length;
  const all = steps
    .map((step, at) => ({ ...step, byBot: standIns.includes(first + at) }))
    .filter((step) => step.seat === seat);
  const [bots, others] = [all.filter(({ byBot }) => byBot), all.filter(({ byBot }) => !byBot)];
  const planned = others.filter(({ action }) => deal === seen.deal && action === seen.plan);
  // The rest of a finished deal may have been claimed.
  const elsewhere = others.filter((step) => !planned.includes(step) && (step.phase !== "play" || !view.result));
  /** @param {SpokenStep} step */
  const said = (step) => ({ word: words(step), meaning: gloss(step) });
  return [
    ...bots.filter(isSaid).map((step) => _("A bot said for you: {word} ({meaning}).", said(step))),
    ...elsewhere.filter(isSaid).map((step) => _("You said in another window: {word} ({meaning}).", said(step))),
    bots.some(isCard) ? _("A bot played for you: {cards}.", { cards: cardNames(bots) }) : "",
    planned.length ? _("Played as you had planned: {cards}.", { cards: cardNames(planned) }) : "",
    elsewhere.some(isCard) ? elsewhereText(cardNames(elsewhere), own?.forced ?? false) : "",
  ];
}

/**
 * @param {string} cards
 * @param {boolean} forced whether the server plays the only legal card
 */
const elsewhereText = (cards, forced) =>
  forced
    ? _("Played in another window or automatically: {cards}.", { cards })
    : _("You played in another window: {cards}.", { cards });

/** @param {SpokenStep} step */
const isCard = ({ phase }) => phase === "play";

/** @param {SpokenStep} step */
const isSaid = (step) => !isCard(step);

/** @param {SpokenStep[]} steps */
const cardNames = (steps) => list(steps.filter(isCard).map(({ action }) => cardName(action)));

/**
 * @param {number} deals
 * @param {Table} table
 * @param {Mark} seen
 */
function dealsText(deals, { seat, seats, ledger }, seen) {
  const ended = ngettext("{count} deal has ended.", "{count} deals have ended.", deals);
  if (seat === null) return ended;
  const won = ledger[seat] - seen.won;
  return joinSentences([
    ended,
    seats[seat].stood_in ? _("A bot has played for you.") : "",
    won ? _("Your total has changed by {amount} Schilling.", { amount: signed(won) }) : "",
  ]);
}
