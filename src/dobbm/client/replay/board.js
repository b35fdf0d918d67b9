/** The table of a replay: four hands around the trick, the words said, the values of the cards. */

import { html, nothing } from "../base/dom.js";
import { _, isolated, ngettext, number } from "../base/i18n.js";
import { back, namedPicture, picture } from "../cards/card.js";
import { cardName, pointsText, sortedHand } from "../cards/deck.js";
import { from } from "../game/seats.js";
import { words } from "../game/words.js";
import { face } from "../table/face.js";
import { ROSETTE } from "../table/rosette.js";
import { seesHand, seesOutOfPlay } from "./story.js";

/**
 * @import { Badge } from "../table/face.js"
 * @import { Moment, PlacedSeat, MomentView, Story } from "../types.d.ts"
 */

const PLACES = ["self", "left", "top", "right"];

/**
 * The four active seats with their places on the screen, beginning at the bottom.
 * @param {Story} story
 * @param {number} bottom
 * @returns {PlacedSeat[]}
 */
function seated(story, bottom) {
  const first = story.active.includes(bottom) ? bottom : story.active[0];
  return from(first, story.active).map((seat, turn) => ({ seat, place: PLACES[turn] }));
}

/**
 * Render the table at one moment. `displayed` has the `story`, the moment `now`, the `names` and `portraits`, the
 * person's `own` seat, the `viewer` (null: all cards open), the seat at the `bottom`, the `values` by card (null:
 * hidden) and, in a branch, `tap(card)`, the `chosen` cards and the `dim` ones.
 * @param {MomentView} displayed
 */
export function board(displayed) {
  const seats = seated(displayed.story, displayed.bottom);
  return html`<section class="r-felt" aria-label=${_("The table")}>
    <div class="r-board">
      ${ROSETTE}
      ${seats.map((one) => place(displayed, one))} ${centre(displayed, seats)}
    </div>
  </section>`;
}

/**
 * @param {MomentView} displayed
 * @param {PlacedSeat} seated
 */
function place(displayed, { seat, place: where }) {
  const { now, names, values } = displayed;
  const turn = now.next?.seat === seat;
  return html`<div class="r-place" role="group" data-place=${where} ?data-turn=${turn} aria-label=${names[seat]}>
    ${plate(displayed, seat, turn)} ${hand(displayed, seat, turn ? values : null)}
  </div>`;
}

/**
 * @param {MomentView} displayed
 * @param {number} seat
 * @param {boolean} turn
 */
function plate({ story, now, names, portraits, values }, seat, turn) {
  const taken = now.tricks.filter((trick) => trick.winner === seat).length;
  /** @type {Badge[]} */
  const badges = [
    ...(seat === now.declarer ? [/** @type {Badge} */ (["declarer", _("declarer")])] : []),
    ...(seat === story.view.dealer ? [/** @type {Badge} */ (["dealer", _("dealer")])] : []),
    ...now.steps
      .filter((step) => step.seat === seat && step.phase === "doubling" && step.action !== "gut")
      .map((step) => /** @type {Badge} */ (["doubled", words(step)])),
  ];
  return html`<div class="r-plate">
    ${face(portraits[seat], badges)}
    <span class="r-name"><span>${turn ? html`<span aria-hidden="true">▸ </span>` : nothing}${names[seat]}</span>${
      turn && values ? html`<b class="r-best" aria-hidden="true">★ ${number(bestOf(now, values))}</b>` : nothing
    }</span>
    ${
      taken
        ? html`<span class="r-taken" role="img" aria-label=${_("Tricks: {count}", {
            count: taken,
          })}><i aria-hidden="true"></i>${taken}</span>`
        : nothing
    }
    ${bubble(now, seat)}
  </div>`;
}

/**
 * @param {Moment} now
 * @param {number} seat
 */
function bubble(now, seat) {
  const step = now.steps.findLast((one) => one.seat === seat);
  if (now.phase === "play" && now.trick) return nothing;
  if (!step || step.phase === "play") return nothing;
  return html`<span class="r-bubble" ?data-new=${step === now.last}>${words(step)}</span>`;
}

/**
 * @param {MomentView} displayed
 * @param {number} seat
 * @param {MomentView["values"]} values
 */
function hand(displayed, seat, values) {
  const { now, viewer, names, own, tap } = displayed;
  const cards = now.hands[seat];
  if (!seesHand(now, viewer, seat)) {
    const held = `${isolated(names[seat])}: ${ngettext("{count} card", "{count} cards", cards.length)}`;
    return html`<ul class="r-hand" role="img" aria-label=${held}>
      ${cards.map(() => html`<li role="presentation">${back()}</li>`)}
    </ul>`;
  }
  const best = values && bestOf(now, values);
  const plays = tap && seat === viewer;
  const held = seat === own ? _("Your hand") : _("{name}'s hand", { name: names[seat] });
  return html`<ul class="r-hand" aria-label=${held} .style=${`--long: ${Math.ceil(cards.length / 2)}`}>
    ${sortedHand(cards).map(
      (card) =>
        html`<li>
          ${plays ? tappable(displayed, card) : namedPicture(card)}
          ${
            values && card in values
              ? worth(values[card], values[card] === best, Object.keys(values).length === 1)
              : nothing
          }
        </li>`,
    )}
  </ul>`;
}

/**
 * @param {MomentView} displayed
 * @param {string} card
 */
function tappable({ tap, chosen = [], dim = [] }, card) {
  const taken = chosen.includes(card);
  return html`<button
    class="r-hold"
    aria-label=${cardName(card)}
    aria-pressed=${taken}
    ?data-dim=${dim.includes(card)}
    @click=${() => tap?.(card)}
  >${picture(card)}</button>`;
}

/**
 * The value of the best card of the seat to act.
 * @param {Moment} now
 * @param {{ [card: string]: number }} values
 */
export const bestOf = (now, values) => {
  const side = now.next?.seat === now.declarer ? Math.max : Math.min;
  return side(...Object.values(values));
};

/**
 * The value of a card. The only card that may be played has it on the player's name plate alone.
 * @param {number} value
 * @param {boolean} best
 * @param {boolean} only
 */
function worth(value, best, only) {
  const label = best
    ? _("{points} for the declarer, the best play", { points: pointsText(value) })
    : _("{points} for the declarer", { points: pointsText(value) });
  if (only) return html`<b class="unseen">${label}</b>`;
  return html`<b class="r-worth" ?data-best=${best} title=${label}>
    <span aria-hidden="true">${best ? "★ " : ""}${number(value)}</span><span class="unseen">${label}</span>
  </b>`;
}

/**
 * @param {MomentView} displayed
 * @param {PlacedSeat[]} seats
 */
function centre(displayed, seats) {
  const { now } = displayed;
  if (now.trick) return trick(now.trick, seats);
  const face = now.dobb && seesOutOfPlay(now, displayed.viewer);
  if (!now.dobb) return html`<div class="r-centre"></div>`;
  return html`<div class="r-centre r-dobb">
    <p class="r-caption">${_("The Dobb")}</p>
    <div class="r-talon">${now.dobb.map((card) => (face ? namedPicture(card) : back()))}</div>
  </div>`;
}

/**
 * @param {NonNullable<Moment["trick"]>} displayed
 * @param {PlacedSeat[]} seats
 */
function trick({ seats: order, cards, winner, taken }, seats) {
  /** @param {number} seat */
  const placeOf = (seat) => seats.find((one) => one.seat === seat)?.place;
  const waiting = seats.filter(({ seat }) => !order.slice(0, cards.length).includes(seat));
  return html`<div class="r-centre r-trick" aria-hidden="true">${waiting.map(
    ({ place }) => html`<i class="r-spot" data-from=${place}></i>`,
  )}</div>
  <ol class="r-centre r-trick" ?data-taken=${taken} aria-label=${_("The trick")}>
    ${cards.map(
      (card, turn) => html`<li class=${order[turn] === winner ? "best" : ""} data-from=${placeOf(order[turn])}>
        ${namedPicture(card)}${order[turn] === winner ? html`<span class="mark" aria-hidden="true">★</span>` : nothing}
      </li>`,
    )}
  </ol>`;
}
