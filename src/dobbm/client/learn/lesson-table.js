/** The small table of the lesson: the players with their words, the trick, the learner's words and hand. */

import { html, nothing, repeat } from "../base/dom.js";
import { _, list } from "../base/i18n.js";
import { back, namedPicture, picture } from "../cards/card.js";
import { cardName, pointsOf, RANKS, sortedHand, suitName, SUITS } from "../cards/deck.js";
import { settings } from "../base/settings.js";
import { botPortrait } from "../game/characters.js";
import { takenText } from "../game/commentary.js";
import { PORTRAITS } from "../game/data.js";
import { takenTricks, trickOnTable, winningIndex } from "../game/tricks.js";
import { gloss, spokenSteps, words } from "../game/words.js";
import { face } from "../table/face.js";
import { ROSETTE } from "../table/rosette.js";
import { names } from "./rivals.js";

/**
 * @import { Trick, View } from "../schema.d.ts"
 * @import { SpokenStep, TakenTrick } from "../types.d.ts"
 */

const PLACES = ["self", "left", "top", "right"];

/**
 * Render the players, their words, and the trick; a finished trick names its winner.
 * @param {View} view
 * @param {{ finished?: boolean }} [options]
 */
export function felt(view, { finished = false } = {}) {
  const displayed = (finished && takenTricks(view).at(-1)) || trickOnTable(view);
  const steps = view.tricks.length > 0 ? [] : spokenSteps(view.steps);
  return html`<section class="felt" aria-label=${_("The table")}>
    ${ROSETTE} ${names().map((name, seat) => plate(view, name, seat, lastWords(steps, seat)))}
    <div class="centre">${displayed ? lying(displayed) : waiting(view)}</div>
    ${displayed && displayed.winner !== null ? html`<p class="winner">${taken(/** @type {TakenTrick} */ (displayed))}</p>` : nothing}
  </section>`;
}

/**
 * Describe the cards of a trick and who played them, for screen readers.
 * @param {Trick} trick
 */
export const trickText = ({ seats, cards }) =>
  list(cards.map((card, at) => `${names()[seats[at]]}: ${cardName(card)}`));

/**
 * Describe who took a trick, and what it counts.
 * @param {TakenTrick} trick
 */
export const taken = (trick) => takenText(trick, 0, names());

/**
 * @param {View} view
 * @param {string} name
 * @param {number} seat
 * @param {SpokenStep | undefined} step
 */
function plate(view, name, seat, step) {
  return html`<div class="player ${PLACES[seat]} ${view.declarer === seat ? "declarer" : ""}">
    ${face(seat === 0 ? (settings.portrait ?? PORTRAITS[0]) : botPortrait(name), view.declarer === seat ? [["declarer", _("declarer")]] : [])}
    <span class="name">${name}</span>
    ${step
      ? html`<span class="says"><b lang="de-AT">${words(step)}</b> <small>${gloss(step)}</small></span>`
      : nothing}
  </div>`;
}

/**
 * The last words of a seat; once there has been an exchange, the bidding no longer counts.
 * @param {SpokenStep[]} steps
 * @param {number} seat
 */
function lastWords(steps, seat) {
  const begins = Math.max(0, steps.findIndex((step) => step.phase === "exchange"));
  return steps.slice(begins).findLast((step) => step.seat === seat);
}

/** @param {Trick} trick */
function lying({ seats, cards, winner }) {
  const best = winningIndex(cards);
  const note = winner === null ? _("winning so far") : _("wins the trick");
  return cards.map(
    (card, at) => html`<span
      class="lying ${PLACES[seats[at]]} ${at === best ? "best" : ""}"
      role="img"
      aria-label=${[`${names()[seats[at]]}: ${cardName(card)}`, at === best && note].filter(Boolean).join(", ")}
      >${picture(card)}${at === best ? html`<span class="mark" aria-hidden="true">★</span>` : nothing}</span
    >`,
  );
}

/**
 * Render the middle of the table when no card lies there.
 * @param {View} view
 */
function waiting({ phase, to_act: turn, seat }) {
  if (phase === "bidding") return dobb();
  return phase === "play" && turn === seat ? html`<p class="lead">${_("You lead")}</p>` : nothing;
}

const dobb = () => html`<div class="talon" role="img" aria-label=${_("the Dobb, four cards face down")}>
    ${[0, 1, 2, 3].map(back)}
  </div>
  <span class="talon-name" aria-hidden="true">Dobb</span>`;

/**
 * Render the cards of a suit from high to low, with their points.
 * @param {string} suit
 * @param {string[]} [ranks]
 */
export const scale = (suit, ranks = RANKS) => html`<ol class="scale" aria-label=${_("From high to low, with their points")}>
  ${ranks.map((rank) => html`<li>${namedPicture(suit + rank)}<b>${pointsOf(suit + rank)}</b></li>`)}
</ol>`;

/**
 * Render the four suits by their sows; hearts are trumps.
 * @param {{ points?: boolean }} [how] with the points of a sow
 */
export const suits = ({ points = false } = {}) => html`<ul class="suits" aria-label=${_("The four suits")}>
  ${SUITS.map(
    (suit) => html`<li>
      ${namedPicture(`${suit}S`)}<b>${suitName(suit)}${points ? ` ${pointsOf(`${suit}S`)}` : ""}</b>${suit === "H" ? html` <small>${_("trumps")}</small>` : nothing}
    </li>`,
  )}
</ul>`;

/**
 * Render the hand. `chosen` cards are raised, `fresh` ones come from the Dobb; `small` if no card is asked for. A golden
 * edge shows that cards may be tapped.
 * @param {string[]} cards
 * @param {{ chosen?: string[], fresh?: string[] | null, toggles?: boolean, small?: boolean, choose?: (card: string) => void }} how
 */
export function hand(cards, { chosen = [], fresh = [], toggles = false, small = false, choose }) {
  const sorted = sortedHand(cards);
  const long = sorted.length > 4 ? Math.min(4, Math.ceil(sorted.length / 2)) : sorted.length;
  const asked = choose && !small;
  return html`<div
    class="lesson-hand ${small ? "small" : ""} ${asked ? "asked" : ""}"
    role="group"
    aria-label=${_("Your cards")}
    .style=${`--count: ${sorted.length}; --long: ${long}`}
  >
    ${asked && !toggles ? html`<p class="invites">${_("Tap a card")}</p>` : nothing}
    ${repeat(
      sorted,
      (card) => card,
      (card, at) => html`<button
        .style=${`--at: ${at}; --in-row: ${at % long}; --covers: ${Math.sign(Math.floor(at / long))}`}
        class=${chosen.includes(card) ? "chosen" : ""}
        aria-label=${[cardName(card), fresh?.includes(card) && _("from the Dobb")].filter(Boolean).join(", ")}
        aria-pressed=${toggles ? String(chosen.includes(card)) : nothing}
        data-card=${card}
        ?disabled=${!choose}
        @click=${() => choose?.(card)}
      >
        ${picture(card)}${fresh?.includes(card) ? html`<span class="flag" aria-hidden="true">Dobb</span>` : nothing}
      </button>`,
    )}
  </div>`;
}

/**
 * Render a button for each word of the bidding or the doubling, legal or not, in Tyrolean with its meaning.
 * @param {View["phase"]} phase
 * @param {(word: string) => void} say
 */
export function speech(phase, say) {
  const spoken = phase === "bidding" ? ["weiter", "dobbm", "solo"] : ["gut", "schwacher", "retour"];
  return html`<div class="speech" role="group" aria-label=${_("Your call")}>
    <p class="invites" aria-hidden="true">${_("Your call")}</p>
    ${spoken.map(
      (action) => html`<button @click=${() => say(action)} data-word=${action}>
        <b lang="de-AT">${words({ phase, action })}</b><small>${gloss({ phase, action })}</small>
      </button>`,
    )}
  </div>`;
}
