/**
 * Animates cards (FLIP): the page records where every card lies before it is redrawn, and each card that has moved then
 * travels from its old place to the new one. Nothing moves if the settings or the device asks for less motion.
 */

import { animationsEnabled } from "../base/settings.js";

/** @type {KeyframeAnimationOptions} */
const TRAVEL = { duration: 260, easing: "cubic-bezier(.2,.8,.3,1)" };
/** @type {KeyframeAnimationOptions} */
const SWEEP = { duration: 380, easing: "cubic-bezier(.5,0,.8,.4)", fill: "forwards" };

/**
 * Return where every card lies now, by card.
 * @param {HTMLElement} root
 */
export function cardPositions(root) {
  return new Map(cardsIn(root).map((card) => [card.dataset.card, card.getBoundingClientRect()]));
}

/**
 * Return the elements of all cards in `root`, or of those within a selector.
 * @param {HTMLElement} root
 * @param {string} [within]
 */
const cardsIn = (root, within = "") =>
  [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(`${within} [data-card]`))];

/**
 * Let cards travel from where they lay `before`; new ones come from the seat that plays them, or from the pack.
 * @param {HTMLElement} root
 * @param {Map<string | undefined, DOMRect>} before
 */
export function travel(root, before) {
  if (!animationsEnabled()) return;
  let dealt = 0;
  for (const card of cardsIn(root)) {
    const there = card.getBoundingClientRect();
    const origin = before.get(card.dataset.card) ?? originOf(root, card);
    if (!origin) continue;
    const x = origin.x + origin.width / 2 - there.x - there.width / 2;
    const y = origin.y + origin.height / 2 - there.y - there.height / 2;
    if (Math.hypot(x, y) < 2) continue;
    const delay = before.has(card.dataset.card) ? 0 : Math.min(dealt++, 12) * 30;
    const scale = Math.min(origin.width / there.width, 1.4) || 1;
    card.animate(
      [{ translate: `${x}px ${y}px`, scale: String(scale) }, { translate: "0 0", scale: "1" }],
      { ...TRAVEL, delay, fill: "backwards" },
    );
  }
}

/**
 * Sweep the trick on the table to a seat; resolve when it has arrived.
 * @param {HTMLElement} root
 * @param {number} seat
 * @returns {Promise<unknown>}
 */
export function sweep(root, seat) {
  const goal = root.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
  if (!animationsEnabled() || !goal || document.hidden) return Promise.resolve();
  const flights = cardsIn(root, ".trick").map((card) => {
    const here = card.getBoundingClientRect();
    const x = goal.x + goal.width / 2 - here.x - here.width / 2;
    const y = goal.y + goal.height / 2 - here.y - here.height / 2;
    const end = { translate: `${x}px ${y}px`, scale: ".4", opacity: 0 };
    return card.animate([{ translate: "0 0", scale: "1", opacity: 1 }, end], SWEEP).finished;
  });
  return Promise.allSettled(flights);
}

/**
 * Return where a new card comes from: the seat that plays it, or the pack.
 * @param {HTMLElement} root
 * @param {HTMLElement} card
 */
function originOf(root, card) {
  const seat = card.dataset.from;
  const place = root.querySelector(seat === undefined ? ".pack" : `[data-seat="${seat}"]`);
  return place?.getBoundingClientRect();
}
