/** The winnings of people from each other, where those of bots are nobody's. */

/**
 * Return the winnings of people from each other; they add up to 0, and a bot has none. If bots have lost, the winners
 * share the losses of the other people; if bots have won, the losers share the gains of the others, each in proportion.
 * The book of a club does the same (`among_members` in `club/book.py`).
 * @param {number[]} amounts
 * @param {boolean[]} bots
 */
export function amongPeople(amounts, bots) {
  const gains = amounts.map((amount, at) => (bots[at] ? 0 : Math.max(0, amount)));
  const losses = amounts.map((amount, at) => (bots[at] ? 0 : Math.max(0, -amount)));
  const both = Math.min(total(gains), total(losses));
  const [won, lost] = [shared(both, gains), shared(both, losses)];
  return won.map((amount, at) => amount - lost[at]);
}

/** @param {number[]} parts */
const total = (parts) => parts.reduce((sum, part) => sum + part, 0);

/**
 * Share an amount in proportion to the parts, in whole Schilling.
 * @param {number} amount
 * @param {number[]} parts
 */
function shared(amount, parts) {
  const whole = total(parts) || 1;
  const shares = parts.map((part) => Math.floor((amount * part) / whole));
  const most = [...parts.keys()].sort(
    (one, other) => ((amount * parts[other]) % whole) - ((amount * parts[one]) % whole),
  );
  for (const at of most.slice(0, amount - total(shares))) shares[at] += 1;
  return shares;
}
