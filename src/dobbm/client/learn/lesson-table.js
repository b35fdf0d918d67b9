/** The lesson's table: the parts of any table around the learner, and cards to look at. */

import { html, nothing } from "../base/dom.js";
import { _, list } from "../base/i18n.js";
import { settings } from "../base/settings.js";
import { namedPicture } from "../cards/card.js";
import { cardName, pointsOf, RANKS, suitName, SUITS } from "../cards/deck.js";
import { botPortrait } from "../game/characters.js";
import { takenText } from "../game/commentary.js";
import { whyNot } from "../game/reasons.js";
import { takenTricks, wholeHand } from "../game/tricks.js";
import { board, plate } from "../table/board.js";
import { calls } from "../table/calls.js";
import { hand } from "../table/hand.js";
import { names } from "./rivals.js";

/**
 * @import { Drawn } from "../base/dom.js"
 * @import { Trick, View } from "../schema.d.ts"
 * @import { Scene, TakenTrick } from "../types.d.ts"
 * @import { Mark } from "../table/hand.js"
 */

/**
 * The lesson's table at a moment: what the learner sees, and whether the last trick still lies there; the cards chosen
 * for the discard; the task, of which `over` is true once nothing is asked; and what the learner may do.
 * @typedef {{
 *   view: View,
 *   rests: boolean,
 *   over: boolean,
 *   names: boolean,
 *   chosen: string[],
 *   act: Scene["act"],
 *   choose: Scene["choose"],
 *   refuse: () => void,
 * }} Shown
 */

/**
 * Render the table. Where the learner `names` a card, any may be tapped.
 * @param {Shown} shown
 * @param {Drawn} [looked] what lies in the middle instead of a trick
 */
export function lessonTable(shown, looked) {
  const { view, over, choose } = shown;
  const scene = sceneOf(shown);
  return html`${looked ? html`<div class="board looks">${looked}</div>` : board(scene)}
    <section class="own" aria-label=${_("Your place")}>
      <div class="over">${over || shown.names ? nothing : calls(scene)}
        <div class="before">${looked ? nothing : plate(scene, 0)}</div></div>
      ${hand({
        cards: view.hand,
        whole: wholeHand(view),
        dealt: true,
        marks: (card) => mark(shown, card),
        choose,
        label: _("Your hand"),
        description: "",
      })}
    </section>`;
}

/**
 * Return what the parts of a table draw: four people without money or clocks.
 * @param {Shown} shown
 */
function sceneOf({ view, rests, over, chosen, act, refuse }) {
  const seats = names().map((name, seat) => ({
    kind: "person",
    name,
    present: true,
    stood_in: null,
    portrait: seat === 0 ? settings.portrait : botPortrait(name),
  }));
  return /** @type {Scene} */ (
    /** @type {unknown} */ ({
      table: { stage: "playing", seat: 0, seats, ledger: [], clock: null, options: { players: seats.length } },
      view: over ? { ...view, to_act: null } : view,
      names: names(),
      playing: true,
      restingTrick: rests ? (takenTricks(view).at(-1) ?? null) : null,
      talk: new Map(),
      muted: [],
      lost: [],
      heard: true,
      connected: true,
      now: 0,
      waits: 0,
      chosen,
      act,
      refuse,
    })
  );
}

/**
 * The marks of a card in the hand.
 * @param {Shown} shown
 * @param {string} card
 * @returns {Mark}
 */
function mark({ view, over, names: any, chosen }, card) {
  if (over) return { idle: true };
  if (any) return { legal: true };
  if (view.phase === "exchange") {
    return { toggles: true, chosen: chosen.includes(card), fresh: view.dobb?.includes(card) ?? false };
  }
  if (view.phase !== "play") return { idle: true };
  const legal = view.legal?.includes(card) ?? false;
  return { legal, illegal: !legal, reason: whyNot(card, view) };
}

/**
 * Return a view of the words said before the play with those that have followed, and nobody to speak.
 * @param {View} view
 * @param {View} after
 * @returns {View}
 */
export const wordsAfter = (view, { steps, doublings }) => ({ ...view, steps, doublings, to_act: null, legal: [] });

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
 * Render the cards of a suit from high to low, with their points.
 * @param {string} suit
 * @param {string[]} [ranks]
 */
export const scale = (
  suit,
  ranks = RANKS,
) => html`<ol class="scale" aria-label=${_("From high to low, with their points")}>
  ${ranks.map((rank) => html`<li>${namedPicture(suit + rank)}<b>${pointsOf(suit + rank)}</b></li>`)}
</ol>`;

/**
 * Render the four suits by their sows; hearts are trumps.
 * @param {{ points?: boolean }} [how] with the points of a sow
 */
export const suits = ({ points = false } = {}) => html`<ul class="suits" aria-label=${_("The four suits")}>
  ${SUITS.map(
    (suit) => html`<li>
      ${namedPicture(`${suit}S`)}<b>${suitName(suit)}${points ? ` ${pointsOf(`${suit}S`)}` : ""}</b>${
        suit === "H" ? html` <small>${_("trumps")}</small>` : nothing
      }
    </li>`,
  )}
</ul>`;
