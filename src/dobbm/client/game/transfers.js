/** Settles a ledger with as few payments as possible. */

/** @typedef {{ from: number, to: number, amount: number }} Transfer */

/**
 * Return payments `{from, to, amount}` that settle a ledger.
 * @param {number[]} ledger
 * @returns {Transfer[]}
 */
export function transfers(ledger) {
  const seats = [...ledger.keys()].filter((seat) => ledger[seat]);
  return groups(seats, ledger).flatMap((group) => within(group, ledger));
}

/**
 * Split the seats into as many groups with sum 0 as possible; each group saves one payment.
 * @param {number[]} seats
 * @param {number[]} ledger
 * @returns {number[][]}
 */
function groups(seats, ledger) {
  if (!seats.length) return [];
  const [first, ...others] = seats;
  let best = [seats];
  for (let choice = 0; choice < 2 ** others.length; choice += 1) {
    const group = [first, ...others.filter((_, at) => choice & (1 << at))];
    if (group.reduce((sum, seat) => sum + ledger[seat], 0)) continue;
    const rest = others.filter((seat) => !group.includes(seat));
    const found = [group, ...groups(rest, ledger)];
    if (found.length > best.length) best = found;
  }
  return best;
}

/**
 * Let the largest debtor pay the largest creditor until nobody owes anything.
 * @param {number[]} group
 * @param {number[]} ledger
 * @returns {Transfer[]}
 */
function within(group, ledger) {
  const open = group.map((seat) => ({ seat, amount: ledger[seat] }));
  /** @type {Transfer[]} */
  const paid = [];
  while (open.some(({ amount }) => amount)) {
    open.sort((one, other) => one.amount - other.amount);
    const [debtor, creditor] = [open[0], open[open.length - 1]];
    const amount = Math.min(-debtor.amount, creditor.amount);
    debtor.amount += amount;
    creditor.amount -= amount;
    paid.push({ from: debtor.seat, to: creditor.seat, amount });
  }
  return paid;
}
