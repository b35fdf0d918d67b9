/** The words of the exercises: what is asked, and what an answer is an example of. */

import { _, list, ngettext } from "../base/i18n.js";
import { cardName } from "../cards/deck.js";
import { worded } from "../game/advice.js";
import { stepWith, words } from "../game/words.js";

/**
 * @import { Reason, View } from "../schema.d.ts"
 * @import { Exercise, Kind } from "./exercises.js"
 */

/** @returns {Record<Kind, string>} */
export const titles = () => ({
  bid: _("Bid this hand"),
  discard: _("Find the discard"),
  schwacher: _("Schwacher or gut"),
  lead: _("The declarer's lead"),
  defence: _("The defenders' card"),
  ending: _("The ending"),
});

/**
 * @param {View} view
 * @param {string[]} names
 */
export function question({ phase, declarer, seat, tricks }, names) {
  if (phase === "bidding") return _("You hold these cards. What do you say?");
  if (phase === "exchange") return _("You have taken up the Dobb. Which four cards do you discard?");
  const name = names[declarer ?? 0];
  if (phase === "doubling") return _("{name} is the declarer. Do you double?", { name });
  const leads = tricks.every(({ winner }) => winner !== null);
  if (declarer === seat) {
    return leads ? _("You are the declarer and lead. Which card?") : _("You are the declarer. Which card do you play?");
  }
  return leads
    ? _("{name} is the declarer, and you lead. Which card?", { name })
    : _("{name} is the declarer. Which card do you play?", { name });
}

/**
 * Explain what the answer to an exercise is an example of.
 * @param {string} theme
 */
export function themeText(theme) {
  /** @type {{ [theme: string]: string }} */
  const texts = {
    "bid-dobbm": _("This hand is worth a Dobbm."),
    "bid-solo": _("This hand is worth a Solo, even without the Dobb."),
    "bid-weiter": _("Passing costs less than playing with this hand."),
    "bid-leave": _("Leave the game to the others: a Solo would cost more."),
    "discard-void": _("Discard the last cards of a suit, and you can trump it."),
    "discard-points": _("Put points away: they count for you in the end."),
    "discard-rest": _("Keep what takes tricks, and put away what would lose them."),
    schwacher: _("Your side is well ahead, and a Schwacher doubles what you get."),
    gut: _("Your side is not ahead: do not double what you would pay."),
    draw: _("Draw trumps."),
    fuchs: _("Lead the Fuchs, your only card of the suit."),
    cash: _("Lead a card that nobody can beat in its suit."),
    long: _("Lead from the long suit: lose what must be lost while the others still have trumps."),
    low: _("Lead a low card, and keep what is worth more."),
    trumps: _("Lead a heart, and take a trump from the declarer."),
    force: _("Lead a suit that the declarer does not have."),
    schieben: _("That is schieben: throw points on your partner's trick."),
    overtake: _("Beat your partner's card: the declarer could."),
    spare: _("The trick is your partner's: play the card that you need least."),
    ruff: _("Trump the trick."),
    take: _("Take the trick."),
    schinden: _("That is schinden: hold back your higher card."),
    hold: _("Leave this trick, and keep your higher card for later."),
    little: _("You cannot take this trick: mind what you lose with it."),
  };
  return texts[theme] ?? "";
}

/**
 * Name an action: a word as it is said, or cards.
 * @param {View} view
 * @param {string} action
 */
export const actionText = (view, action) =>
  view.phase === "play" || view.phase === "exchange"
    ? list(action.split(" ").map(cardName))
    : words(stepWith(view, action));

/**
 * Name the right answer; of equal ones, the first.
 * @param {View} view
 * @param {Exercise} exercise
 */
export const answerText = (view, { choices: [{ actions }] }) => actionText(view, actions[0]);

/**
 * @param {Reason} reason
 * @param {string[]} names
 */
export const reasonText = (reason, names) => _("The bot's reason: {reason}", { reason: worded(reason, names) });

/** @param {number} count of a person's mistakes */
export const dueText = (count) =>
  ngettext("{count} of your mistakes is due", "{count} of your mistakes are due", count);
