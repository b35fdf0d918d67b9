/** The person's hand: played by tap, drag or keyboard, arranged by drag or with Shift and the arrow keys. */

import { announce, html, nothing, repeat } from "../base/dom.js";
import { endsDrag, followDrag } from "../base/drags.js";
import { _ } from "../base/i18n.js";
import { isUnmodified } from "../base/keys.js";
import { settings, changeSettings } from "../base/settings.js";
import { picture } from "../cards/card.js";
import { cardName, sortedHand } from "../cards/deck.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Scene } from "../types.d.ts"
 */

/**
 * The marks of a card.
 * @typedef {{
 *   legal?: boolean,
 *   illegal?: boolean,
 *   chosen?: boolean,
 *   plans?: boolean,
 *   planned?: boolean,
 *   idle?: boolean,
 *   fresh?: boolean,
 *   toggles?: boolean,
 *   reason?: string | null,
 * }} Mark
 */

/** How far up a card must be dragged to be played, in pixels. */
const FAR = 70;
const NARROW = 600;
/** As many cards lie in one row of a phone. */
const ROW = 5;

/** The card that was focused last, by which Tab enters the hand; without it, by the first one. */
let entry = "";

/**
 * Render the hand. Its suits and rows are those of the `whole` hand before the first trick, so that no card changes
 * places with another; on a phone both rows become one when few cards are left. `marks` returns the marks of a card:
 * `legal`, `chosen` (for the discard, or tapped once), `plans` (may be planned), `planned`, `idle` (does nothing when
 * tapped), `fresh` (from the Dobb), `reason` (why it may not be played). Until the hand is `dealt`, its place is empty.
 * @param {{
 *   cards: string[],
 *   whole: string[],
 *   dealt: boolean,
 *   marks: (card: string) => Mark,
 *   choose: Scene["choose"],
 *   label: string,
 *   description: string,
 * }} options
 */
export function hand({ cards, whole, dealt, marks, choose, label, description }) {
  const order = sortedHand(whole);
  const sorted = order.filter((card) => cards.includes(card));
  const rows = innerWidth < NARROW && innerHeight > innerWidth && cards.length > ROW ? 2 : 1;
  const half = Math.ceil(order.length / rows);
  const lines = [order.slice(0, half), order.slice(half)].map((line) => line.filter((card) => cards.includes(card)));
  const long = Math.max(...lines.map((line) => line.length));
  return html`<div
    class="hand ${rows > 1 ? "" : "single"}"
    role="group"
    aria-label=${label}
    aria-describedby=${description ? "hand-description" : nothing}
    .style=${`--long: ${long}; --rows: ${rows}`}
    @keydown=${(/** @type {On<HTMLElement, KeyboardEvent>} */ event) => steer(event, sorted, order, choose)}
  >
    ${repeat(
      dealt ? sorted : [],
      (card) => card,
      (card, index) => {
        const row = lines[0].includes(card) ? 0 : 1;
        const place = lines[row].indexOf(card) - (lines[row].length - 1) / 2;
        const enters = sorted.includes(entry) ? card === entry : index === 0;
        return cardButton(card, marks(card), choose, { row, place, enters, order });
      },
    )}
    <p id="hand-description" hidden>${description}</p>
  </div>`;
}

/**
 * @param {string} card
 * @param {Mark} mark
 * @param {Scene["choose"]} choose
 * @param {{ row: number, place: number, enters: boolean, order: string[] }} at
 */
function cardButton(card, mark, choose, { row, place, enters, order }) {
  const parts = [
    cardName(card),
    mark.chosen && !mark.toggles && _("chosen"),
    mark.planned && _("played as soon as it is your turn"),
    mark.fresh && _("from the Dobb"),
    mark.reason,
  ];
  const classes = Object.entries(mark)
    .filter(([, on]) => on === true)
    .map(([name]) => name);
  return html`<button
    class="held ${row ? "front" : ""} ${classes.join(" ")}"
    data-card=${card}
    .style=${`--row: ${row}; --place: ${place}`}
    tabindex=${enters ? "0" : "-1"}
    aria-label=${parts.filter(Boolean).join(", ")}
    aria-pressed=${mark.toggles || mark.plans ? String(Boolean(mark.chosen || mark.planned)) : nothing}
    aria-disabled=${String(Boolean(mark.idle))}
    @click=${(/** @type {MouseEvent} */ event) => endsDrag(event) || choose(card, { tapped: event.detail > 0 })}
    @pointerdown=${(/** @type {On<HTMLElement, PointerEvent>} */ event) => drag(event, card, order, choose)}
  >
    ${picture(card)}${mark.planned ? html`<span class="flag">${_("planned")}</span>` : ""}
  </button>`;
}

/**
 * Move the focus from card to card with the arrow keys; with Shift, move the card.
 * @param {On<HTMLElement, KeyboardEvent>} event
 * @param {string[]} sorted
 * @param {string[]} order
 * @param {Scene["choose"]} choose
 */
function steer(event, sorted, order, choose) {
  /** @type {{ [key: string]: number }} */
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, Home: -99, End: 99 };
  const step = isUnmodified(event) ? steps[event.key] : undefined;
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
  if (step === undefined || at < 0) return;
  event.preventDefault();
  const to = Math.max(0, Math.min(buttons.length - 1, at + step));
  if (event.shiftKey) {
    arrange(order, sorted[at], sorted[to]);
    announce(_("{card} is now number {number} in your hand.", { card: cardName(sorted[at]), number: to + 1 }));
    choose(null);
    return;
  }
  entry = sorted[to];
  choose(null);
  buttons[to].focus();
}

/**
 * Move a card to the place of another one; from then on the order is the person's own.
 * @param {string[]} order
 * @param {string} card
 * @param {string} other
 */
function arrange(order, card, other) {
  const own = order.filter((one) => one !== card);
  own.splice(order.indexOf(other), 0, card);
  changeSettings({ order: settings.reversed ? own.reverse() : own });
}

/**
 * Drag a card up to play it, or sideways to arrange the hand; after a shorter drag it goes back.
 * @param {On<HTMLElement, PointerEvent>} down
 * @param {string} card
 * @param {string[]} order
 * @param {Scene["choose"]} choose
 */
function drag(down, card, order, choose) {
  const button = down.currentTarget;
  const buttons = [...(button.parentElement?.querySelectorAll("button") ?? [])];
  const begin = { x: down.clientX, y: down.clientY };
  let moved = false;
  /** @param {PointerEvent} event */
  const move = (event) => {
    const [x, y] = [event.clientX - begin.x, event.clientY - begin.y];
    if (!moved && Math.hypot(x, y) < 10) return false;
    if (!moved) button.setPointerCapture(down.pointerId);
    moved = true;
    button.classList.add("dragged");
    button.style.setProperty("--dragged-x", `${x}px`);
    button.style.setProperty("--dragged-y", `${y}px`);
    return true;
  };
  const end = () => {
    button.style.removeProperty("--dragged-x");
    button.style.removeProperty("--dragged-y");
    button.classList.remove("dragged");
  };
  /** @param {PointerEvent} event */
  const drop = (event) => {
    end();
    const up = begin.y - event.clientY;
    const centres = buttons.map((one) => {
      const box = one.getBoundingClientRect();
      return Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY);
    });
    const nearest = centres.indexOf(Math.min(...centres));
    if (up > FAR) choose(card, { dragged: true });
    else if (buttons[nearest] !== button) {
      arrange(order, card, buttons[nearest].dataset.card ?? "");
      choose(null);
    }
  };
  followDrag(down, button, { move, drop, end });
}
