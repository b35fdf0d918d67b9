/**
 * Animates cards (FLIP): the page records where every card lies before it is redrawn, and each card that has moved then
 * travels from its old place to the new one. A new hand is dealt in packets. Nothing moves if the settings or the
 * device asks for less motion. Nobody bids before the cards lie; nothing else that moves keeps the person from acting.
 */

import { animationsEnabled, settings } from "../base/settings.js";
import { activeSeats } from "../game/seats.js";

/** @import { View } from "../schema.d.ts" */

/**
 * Let something move, faster or slower as in the settings.
 * @param {HTMLElement} element
 * @param {Keyframe[]} steps
 * @param {KeyframeAnimationOptions & { duration: number, delay?: number }} timing
 */
const move = (element, steps, { duration, delay = 0, ...timing }) =>
  element.animate(steps, { ...timing, duration: duration * settings.tempo, delay: delay * settings.tempo });

/** Milliseconds between two actions on the screen: with animations, and without. */
const [STEP, SHORT_STEP] = [350, 150];

/** Return the milliseconds between two actions on the screen; no action waits for longer than a trick rests. */
export const step = () =>
  Math.min(animationsEnabled() ? STEP * settings.tempo : SHORT_STEP, 1000 * (settings.stay ?? Infinity));

const TRAVEL = { duration: 260, easing: "cubic-bezier(.2,.8,.3,1)" };
/** @type {KeyframeAnimationOptions & { duration: number }} */
const SWEEP = { duration: 380, easing: "cubic-bezier(.5,0,.8,.4)", fill: "forwards" };

/** @type {KeyframeAnimationOptions & { duration: number }} */
const PACKET = { duration: 240, easing: "cubic-bezier(.3,.7,.4,1)", fill: "backwards" };
/** Milliseconds between two packets, and between two cards that are turned up. */
const [NEXT_PACKET, NEXT_CARD] = [75, 35];
/** Every hand is dealt in two packets of this many cards. */
const IN_A_PACKET = 4;

/**
 * The parts of the page that are drawn after others, whether it is their turn, and whether they are in their place.
 * @type {Map<string, { key: string, due: boolean, landed: boolean }>}
 */
const parts = new Map();

/** Resolves when the hand that was dealt last lies before the players. */
let flight = Promise.resolve();

/**
 * Whether it is time to draw a part of the page: for instance the hand of a deal, its `key`. If things move, it comes
 * two frames after the rest, so that a slow phone is not busy with a whole page at once; a page that opens has all of
 * it.
 * @param {string} part
 * @param {string} key
 * @param {() => void} redraw called when it is its turn
 */
export function isDue(part, key, redraw) {
  const known = parts.get(part);
  if (known?.key === key) return known.due;
  const due = !animationsEnabled() || document.hidden || !document.querySelector(".table");
  const asked = { key, due, landed: due };
  parts.set(part, asked);
  if (!due)
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        asked.due = true;
        redraw();
        if (part === "hand") flight.finally(() => ((asked.landed = true), redraw()));
      }),
    );
  return due;
}

/** Whether the cards of a new hand, if there is one, lie before the players. */
export const haveLanded = () => parts.get("hand")?.landed ?? true;

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
const cardsIn = (root, within = "") => [
  .../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(`${within} [data-card]`)),
];

/**
 * Let cards travel from where they were `before`; new ones come from the seat that plays them, or from the pack. A
 * whole new hand is dealt.
 * @param {HTMLElement} root
 * @param {Map<string | undefined, DOMRect>} before
 * @param {View | null} view
 */
export function travel(root, before, view) {
  if (!animationsEnabled()) return;
  const held = cardsIn(root, ".hand");
  if (view && held.length === 2 * IN_A_PACKET && !held.some((card) => before.has(card.dataset.card))) {
    // In the next frame, which lays out the page anyway: a slow phone is not busy with both at once.
    flight = new Promise(requestAnimationFrame)
      .then(() => Promise.allSettled(deal(root, held, view)))
      .then(() => undefined);
    return;
  }
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
    const flight = move(
      card,
      [
        { translate: `${x}px ${y}px`, scale: String(scale) },
        { translate: "0 0", scale: "1" },
      ],
      { ...TRAVEL, delay, fill: "backwards" },
    );
    if (!before.has(card.dataset.card)) whenDrawn(card, flight);
  }
}

/**
 * Let a flight wait until the picture of its card can be drawn: no empty card flies.
 * @param {HTMLElement} card
 * @param {Animation} flight
 */
function whenDrawn(card, flight) {
  const address = card.querySelector("image")?.getAttribute("href");
  if (!address) return;
  const picture = new Image();
  picture.src = address;
  if (picture.complete) return;
  flight.pause();
  picture
    .decode()
    .catch(() => {})
    .finally(() => flight.play());
}

/**
 * Deal a new hand: two packets for each seat come from the dealer, forehand first, and the person's cards are turned up
 * where they lie. Return when each of them has landed.
 * @param {HTMLElement} root
 * @param {HTMLElement[]} held
 * @param {View} view
 * @returns {Promise<unknown>[]}
 */
function deal(root, held, view) {
  const seats = activeSeats(view);
  /** @param {number} seat */
  const placeOf = (seat) =>
    root.querySelector(seat === view.seat ? ".hand" : `[data-seat="${seat}"]`)?.getBoundingClientRect();
  const from = root.querySelector(`[data-seat="${view.dealer}"]`)?.getBoundingClientRect();
  // Measured before anything is thrown, so that the page is laid out once.
  const places = seats.map(placeOf);
  /** @type {Promise<unknown>[]} */
  const flights = [];
  for (const round of from ? [0, 1] : []) {
    for (const [at, seat] of seats.entries()) {
      const delay = (round * seats.length + at) * NEXT_PACKET;
      const own = seat === view.seat;
      const to = places[at];
      if (from && to && seat !== view.dealer) flights.push(throwPacket(root, from, to, delay));
      const turned = held.slice(round * IN_A_PACKET, (round + 1) * IN_A_PACKET);
      if (own) flights.push(...turnUp(turned, delay + PACKET.duration));
    }
  }
  return flights;
}

/**
 * Let a packet of cards, face down, slide over the table.
 * @param {HTMLElement} root
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number} delay
 */
function throwPacket(root, from, to, delay) {
  const packet = document.createElement("i");
  packet.className = "packet";
  root.querySelector(".table")?.append(packet);
  /**
   * @param {DOMRect} place
   * @param {number} turn
   */
  const at = (place, turn) => ({
    translate: `${place.x + place.width / 2}px ${place.y + place.height / 2}px`,
    rotate: `${turn}deg`,
  });
  const flight = move(
    packet,
    [
      { ...at(from, -30), opacity: 1 },
      { ...at(to, 20), opacity: 1, offset: 0.9 },
      { ...at(to, 20), opacity: 0 },
    ],
    { ...PACKET, delay },
  );
  return flight.finished.catch(() => {}).finally(() => packet.remove());
}

/**
 * @param {HTMLElement[]} cards
 * @param {number} delay
 */
const turnUp = (cards, delay) =>
  cards.map(
    (card, at) =>
      move(card, [{ scale: "0 1" }, { scale: "1 1" }], {
        duration: 160,
        easing: "ease-out",
        delay: delay + at * NEXT_CARD,
        fill: "backwards",
      }).finished,
  );

/**
 * Sweep the trick on the table to a seat; resolve when it has arrived.
 * @param {HTMLElement} root
 * @param {number} seat
 * @returns {Promise<unknown>}
 */
export function sweep(root, seat) {
  const place = root.querySelector(`[data-seat="${seat}"]`);
  const goal = (place?.querySelector(".won") ?? place)?.getBoundingClientRect();
  if (!animationsEnabled() || !goal || document.hidden) return Promise.resolve();
  const flights = cardsIn(root, ".trick").map((card) => {
    const here = card.getBoundingClientRect();
    const x = goal.x + goal.width / 2 - here.x - here.width / 2;
    const y = goal.y + goal.height / 2 - here.y - here.height / 2;
    const end = { translate: `${x}px ${y}px`, scale: ".4", opacity: 0 };
    return move(card, [{ translate: "0 0", scale: "1", opacity: 1 }, end], SWEEP).finished;
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
