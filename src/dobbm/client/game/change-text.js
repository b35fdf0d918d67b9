/** Says in words what has changed at a table. */

import { _, isolated, joinSentences, list, nearDay, ngettext, signed } from "../base/i18n.js";
import { cardName, sortedHand } from "../cards/deck.js";
import { dealerText, desertedText, ending, proposalText, stepText, takenText } from "./commentary.js";
import { rulesChangeText } from "./house-rules.js";
import { activeSeats, amongBots, botPlays, isDeserted, seatNames } from "./seats.js";
import { phraseText, spokenSteps } from "./words.js";

/**
 * @import { Change, Table, View } from "../schema.d.ts"
 * @import { FinishedView, Proposal, TakenTrick, Vote } from "../types.d.ts"
 */

/**
 * Changes shown in a notice, so that nobody overlooks them.
 * @type {Change["kind"][]}
 */
export const NOTICES = [
  "sat",
  "filled",
  "left",
  "vacated",
  "release_wished",
  "swapped",
  "rules_set",
  "stood_in",
  "came_back",
  "excused",
  "refused",
  "claimed",
  "took_back",
  "wished",
  "delayed",
  "wrote",
  "texts_allowed",
  "texts_declined",
];

/**
 * Describe a change of the table to the person there.
 * @param {Table} table
 * @param {Table | null} before
 */
export function changeLine(table, before) {
  // Nobody has left the seat any more: use the names from before.
  const { seats } = ["left", "vacated"].includes(table.change.kind) && before ? before : table;
  const told = changeText(table, seatNames(seats, table.seat), before);
  return before ? joinSentences([told, lapsedText(table, before), unreadyText(table, before)]) : told;
}

/**
 * Say that the person must say again to be ready because the table has changed; empty if that is not so.
 * @param {Table} table
 * @param {Table} before
 */
function unreadyText(table, before) {
  const wasReady = isReady(before) && table.seat !== null && table.stage === "gathering";
  return wasReady && !isReady(table) && table.change.kind !== "stood_in" ? _("Say again that you are ready.") : "";
}

/** @param {Table} table */
const isReady = ({ seats, seat }) => seat !== null && seats[seat].wishes.includes("ready");

/**
 * Say that an open question has lapsed because something else has happened; return an empty text if none has.
 * @param {Table} table
 * @param {Table} before
 */
function lapsedText({ question, change, seat }, before) {
  const asked = before.question;
  if (!asked || question || ["refused", "claimed", "took_back"].includes(change.kind)) return "";
  return asked.seat === seat
    ? _("Your question no longer counts.")
    : _("The question of {name} no longer counts.", { name: seatNames(before.seats, before.seat)[asked.seat] });
}

/**
 * Describe a change of the table; return an empty text if it is not worth mentioning. `before` is the table before it.
 * @param {Table} table
 * @param {string[]} names
 * @param {Table | null} [before]
 * @returns {string}
 */
export function changeText(table, names, before = null) {
  const { change, seat: own, view } = table;
  const name = change.seat == null ? "" : names[change.seat];
  const mine = change.seat === own;
  switch (change.kind) {
    case "sat":
      return satText(table, name, before);
    case "filled":
      return mine ? "" : _("{name} fills the free seats with bots.", { name });
    case "left":
      return mine ? _("You have left the table.") : leftText(table, name, before);
    case "vacated":
      return change.by_host ? _("The host frees the seat of {name}.", { name }) : _("{name} stands up.", { name });
    case "release_wished":
      return releaseText(table, names, name, mine);
    case "swapped": {
      const [one, other] = (change.seats ?? []).map((seat) => names[seat]);
      return _("{one} and {other} change places.", { one, other });
    }
    case "rules_set":
      return rulesChangeText(before?.options, table.options);
    case "dealt":
      return dealt(/** @type {View} */ (view), names, own);
    case "acted":
      return acted(/** @type {View} */ (view), names, name, mine);
    case "stood_in":
      return stoodInText(table, name, mine);
    case "came_back":
    case "excused":
      return untilText(change, name, mine);
    case "wished":
      return wishedText(table, name, mine);
    case "delayed":
      return mine
        ? _("The next deal waits for 30 seconds.")
        : _("{name} needs more time: the next deal waits for 30 seconds.", { name });
    case "proposed":
      return mine ? _("Waiting for the others to answer.") : proposalText(/** @type {Proposal} */ (change.what), name);
    case "refused":
      return refusedText(change.seat ?? null, before);
    case "claimed":
      return mine ? _("The rest is yours.") : _("The rest goes to {name}.", { name });
    case "took_back":
      return mine ? _("You take back your last move.") : _("{name} takes back the last move.", { name });
    case "said":
      return change.phrase && !mine ? `${isolated(name)}: ${phraseText(change.phrase)}` : "";
    case "wrote":
      return change.text && !mine ? `${isolated(name)}: ${isolated(change.text)}` : "";
    case "texts_allowed":
      if (change.allowed) return _("People may write to each other now.");
      return mine ? _("You have turned texts off.") : _("The host has turned texts off.");
    case "texts_declined":
      // Where the host allows no texts anyway, this changes nothing.
      if (change.declined)
        return table.texts === "declined" ? _("Somebody at this table wants no texts: nobody can write.") : "";
      return table.texts === "on" ? _("Nobody objects to texts any more.") : "";
    default:
      return "";
  }
}

/**
 * Say that a person is away, and who plays instead.
 * @param {Table} table
 * @param {string} name
 * @param {boolean} mine
 */
function stoodInText(table, name, mine) {
  if (isDeserted(table)) return desertedText();
  const isPlayed = botPlays(table, table.change.seat);
  if (mine) {
    return isPlayed
      ? _("A bot is playing for you: press “Resume playing” to come back.")
      : _("You count as away: a bot plays for you until you are back.");
  }
  if (table.stage === "gathering" && table.options.ready_check)
    return _("{name} is away: say again that you are ready, to begin without {name}.", { name });
  return isPlayed ? _("A bot stands in for {name}.", { name }) : _("{name} is away.", { name });
}

/**
 * Say until when a person is away, or that the person is back.
 * @param {Change} change
 * @param {string} name
 * @param {boolean} mine
 */
function untilText({ since, until }, name, mine) {
  if (!until) return mine ? _("You are back.") : _("{name} is back.", { name });
  const day = nearDay(until);
  if (since) {
    const days = { first: nearDay(since), last: day };
    return mine
      ? _("You are away from {first} to {last}.", days)
      : _("{name} is away from {first} to {last}.", { name, ...days });
  }
  return mine ? _("You are away until {day}.", { day }) : _("{name} is away until {day}.", { name, day });
}

/**
 * Say what a person votes for.
 * @param {Table} table
 * @param {string} name
 * @param {boolean} mine
 */
function wishedText(table, name, mine) {
  const wish = /** @type {Vote} */ (table.change.wish);
  // Nothing is asked any more: the last vote has ended the session.
  if (table.stage === "over" && wish !== "again") return "";
  if (wish === "mussrunde") return mussrundeText(table, mine, name);
  return mine ? ownVoteText(wish, amongBots(table)) : voteText(wish, name);
}

/**
 * Say that a person agrees to give the seat of somebody who is away to a bot, while the host is away, too.
 * @param {Table} table
 * @param {string[]} names
 * @param {string} name
 * @param {boolean} mine
 */
function releaseText({ change }, names, name, mine) {
  if (mine) return _("Waiting for the others to agree.");
  const away = names[/** @type {number} */ (change.released)];
  return _("{name} wants to give the seat of {away} to a bot: all who are here must agree (Seats in the menu).", {
    name,
    away,
  });
}

/**
 * Say why a question has not been agreed to: somebody declines, its proposer withdraws it, not everybody has answered
 * in time, or everybody has agreed to a claim that no legal play fulfils.
 * @param {number | null} seat
 * @param {Table | null} before
 */
function refusedText(seat, before) {
  const question = before?.question;
  if (!before || !question || (seat !== null && seat !== question.seat)) return _("The table did not agree.");
  if (seat === before.seat && seat !== null) return _("You have withdrawn your question.");
  if (seat !== null) return _("{name} withdraws the question.", { name: seatNames(before.seats, before.seat)[seat] });
  const isOpen = before.seats.some(
    ({ kind, stood_in: away }, at) =>
      kind === "person" && !away && at !== question.seat && !question.agreed.includes(at),
  );
  return isOpen ? _("Not everybody has answered in time.") : _("No legal play fulfils the claim.");
}

/**
 * Say who sits down and, if a bot has won or lost something there, what becomes of that.
 * @param {Table} table
 * @param {string} name
 * @param {Table | null} before
 */
function satText({ change, ledger, seat: own }, name, before) {
  const seat = change.seat ?? 0;
  const mine = seat === own;
  if (!before?.session || before.seats[seat].kind !== "bot") return mine ? "" : _("{name} sits down.", { name });
  const bot = seatNames(before.seats, before.seat)[seat];
  const [amount, won] = [signed(ledger[seat]), signed(before.ledger[seat])];
  return joinSentences([
    mine
      ? _("You sit down for {bot} and begin at {amount}.", { bot, amount })
      : _("{name} sits down for {bot} and begins at {amount}.", { name, bot, amount }),
    before.ledger[seat] ? _("The {won} of {bot} stay with the bots.", { bot, won }) : "",
  ]);
}

/**
 * Say who leaves, and what becomes of the person's winnings; who leaves in mid-deal still pays for that deal.
 * @param {Table} table
 * @param {string} name
 * @param {Table | null} before
 */
function leftText({ change, stage }, name, before) {
  const won = before?.session ? before.ledger[change.seat ?? 0] : 0;
  const winnings = won ? _("The bot begins at 0, and the {won} stay with {name}.", { name, won: signed(won) }) : "";
  const later =
    stage === "playing" ? _("This deal still counts for {name}; then the bot begins at 0.", { name }) : winnings;
  return joinSentences([_("{name} leaves; a bot takes over.", { name }), later]);
}

/**
 * @param {View} view
 * @param {string[]} names
 * @param {number | null} own
 */
function dealt(view, names, own) {
  const parts = [dealerText(names[view.dealer], view.players)];
  if (view.must) {
    parts.push(_("Mußrunde: {name} must play a Dobbm or a Solo.", { name: names[activeSeats(view)[0]] }));
  }
  // The seat to act hears its hand together with the request to bid.
  if (own !== null && view.hand.length && view.to_act !== own) {
    parts.push(_("You hold {cards}.", { cards: list(sortedHand(view.hand).map(cardName)) }));
  }
  return joinSentences(parts);
}

/**
 * @param {View} view
 * @param {string[]} names
 * @param {string} name
 * @param {boolean} mine
 */
function acted(view, names, name, mine) {
  const steps = spokenSteps(view.steps);
  const step = steps[steps.length - 1];
  const trick = view.tricks.at(-1);
  return joinSentences([
    stepText(step, name, mine),
    trick && trick.winner !== null ? takenText(/** @type {TakenTrick} */ (trick), view.seat, names) : "",
    view.phase === "done" ? ending(/** @type {FinishedView} */ (view), names) : "",
  ]);
}

/**
 * Describe the effect of the person's own vote; bots agree to everything. Return an empty text if it needs none.
 * @param {Vote} vote
 * @param {boolean} alone
 */
function ownVoteText(vote, alone) {
  if (vote !== "end") return "";
  return alone
    ? _("The session ends after this deal.")
    : _("You have asked to end the session: it ends after this deal if everybody agrees.");
}

/**
 * Describe a vote for the Mußrunde among people: the first one asks, the others agree, and with the last one it is
 * decided.
 * @param {Table} table
 * @param {boolean} mine
 * @param {string} name
 */
function mussrundeText(table, mine, name) {
  const { seats, mussrunde_left: left } = table;
  if (left !== null || amongBots(table))
    return mine
      ? _("The Mußrunde begins with the next deal.")
      : _("{name} agrees too: the Mußrunde begins with the next deal.", { name });
  const people = seats.filter(({ kind, stood_in: away }) => kind === "person" && !away);
  const open = people.filter(({ wishes }) => !wishes.includes("mussrunde")).length;
  const missing = open
    ? ngettext("{count} person has not agreed yet.", "{count} people have not agreed yet.", open)
    : "";
  if (people.length - open > 1)
    return joinSentences([
      mine ? _("You agree to the Mußrunde.") : _("{name} agrees to the Mußrunde.", { name }),
      missing,
    ]);
  return mine
    ? _("You have asked for the Mußrunde: it begins with the next deal if everybody agrees.")
    : _("{name} asks for the Mußrunde: last deals in which forehand must play.", { name });
}

/**
 * @param {Exclude<Vote, "mussrunde">} vote
 * @param {string} name
 */
function voteText(vote, name) {
  const texts = {
    ready: _("{name} is ready.", { name }),
    next: _("{name} is ready for the next deal.", { name }),
    end: _("{name} would like to end the session.", { name }),
    again: _("{name} would like another session.", { name }),
  };
  return texts[vote];
}

/**
 * Explain to a person who sat in seat `own` why the seat is lost.
 * @param {Change} change
 * @param {number} own
 */
export function lostSeatText({ kind, seat, by_host }, own) {
  if (seat === own && kind === "left") return _("A bot has your seat now. Between two deals, you can sit down again.");
  if (seat === own && kind === "vacated") return by_host ? _("The host has freed your seat.") : _("You have stood up.");
  return _("Your seat has moved to another device.");
}
