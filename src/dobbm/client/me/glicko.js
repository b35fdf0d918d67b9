/**
 * Glicko-2: a rating, how far it may be off, and how much it changes (Mark Glickman, "Example of the Glicko-2 system").
 */

/** @typedef {{ rating: number, deviation: number, volatility: number }} Rating */

/** @typedef {{ rating: number, deviation: number, score: number }} Game `score` is 1 for a right answer, 0 for another one. */

/** The points of a rating on the scale of the formulas. */
const SCALE = 173.7178;
const MIDDLE = 1500;
/** How much volatility may change. */
const TAU = 0.5;
const EXACT = 0.000001;

/** @returns {Rating} */
export const newRating = () => ({ rating: MIDDLE, deviation: 350, volatility: 0.06 });

/** @param {number} deviation */
const weight = (deviation) => 1 / Math.sqrt(1 + (3 * deviation ** 2) / Math.PI ** 2);

/**
 * The share of right answers to expect.
 * @param {number} mine
 * @param {number} theirs
 * @param {number} deviation
 */
const expected = (mine, theirs, deviation) => 1 / (1 + Math.exp(-weight(deviation) * (mine - theirs)));

/**
 * Return a rating after some games.
 * @param {Rating} before
 * @param {Game[]} games
 * @returns {Rating}
 */
export function rated({ rating, deviation, volatility }, games) {
  const [mu, phi] = [(rating - MIDDLE) / SCALE, deviation / SCALE];
  const others = games.map((game) => {
    const [theirs, off] = [(game.rating - MIDDLE) / SCALE, game.deviation / SCALE];
    return { g: weight(off), e: expected(mu, theirs, off), score: game.score };
  });
  const variance = 1 / others.reduce((sum, { g, e }) => sum + g ** 2 * e * (1 - e), 0);
  const gain = others.reduce((sum, { g, e, score }) => sum + g * (score - e), 0);
  const sigma = volatilityAfter(volatility, phi, variance, variance * gain);
  const wider = Math.sqrt(phi ** 2 + sigma ** 2);
  const next = 1 / Math.sqrt(1 / wider ** 2 + 1 / variance);
  return {
    rating: SCALE * (mu + next ** 2 * gain) + MIDDLE,
    deviation: SCALE * next,
    volatility: sigma,
  };
}

/**
 * Find the new volatility by the Illinois algorithm, as in step 5 of the paper.
 * @param {number} sigma
 * @param {number} phi
 * @param {number} variance
 * @param {number} delta
 */
function volatilityAfter(sigma, phi, variance, delta) {
  const start = Math.log(sigma ** 2);
  const off = (/** @type {number} */ x) => {
    const all = phi ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (delta ** 2 - all)) / (2 * all ** 2) - (x - start) / TAU ** 2;
  };
  let low = start;
  let high = Math.log(delta ** 2 - phi ** 2 - variance);
  if (delta ** 2 <= phi ** 2 + variance) {
    high = start - TAU;
    while (off(high) < 0) high -= TAU;
  }
  let [atLow, atHigh] = [off(low), off(high)];
  while (Math.abs(high - low) > EXACT) {
    const next = low + ((low - high) * atLow) / (atHigh - atLow);
    const atNext = off(next);
    if (atNext * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [next, atNext];
  }
  return Math.exp(low / 2);
}
