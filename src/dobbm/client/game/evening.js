/** The course of a session at a table: everybody's winnings deal by deal, and the deals to remember. */

import { accountName } from "./commentary.js";
import { FACTORS } from "./settlement.js";

/**
 * @import { LedgerLine, Table } from "../schema.d.ts"
 * @import { Short } from "./short.js"
 */

/**
 * The winnings of a player before the first deal of a session and after every deal. `seat` is null for those without
 * one; `plays` is false for the bots that people have replaced.
 * @typedef {{ name: string, seat: number | null, plays: boolean, amounts: number[] }} Course
 */

/**
 * A deal to remember, and the player it is remembered for.
 * @typedef {{ line: LedgerLine, seat: number, amount: number }} Memory
 */

/**
 * The deals of a table's session.
 * @param {Pick<Table, "session">} table
 * @param {LedgerLine[]} lines
 */
export const sessionLines = ({ session }, lines) => lines.filter((line) => line.session === session);

/**
 * Return everybody's course, the winner's first, that of former bots last.
 * @param {Pick<Table, "seats" | "ledger" | "settled">} table
 * @param {string[]} names
 * @param {LedgerLine[]} lines those of the session
 * @returns {Course[]}
 */
export function courses({ seats, ledger, settled }, names, lines) {
  /**
   * A person's winnings in every seat the person had, or without one.
   * @param {LedgerLine} line
   * @param {string | null} name
   * @param {number} seat the seat to look in first
   */
  const ofPerson = (line, name, seat) => {
    const sat = [seat, ...line.seats.keys()].find(
      (at) => line.seats[at]?.kind === "person" && line.seats[at].name === name,
    );
    return sat === undefined ? account(line, name, false) : line.ledger[sat];
  };
  /**
   * The winnings of all bots that have no seat any more.
   * @param {LedgerLine} line
   */
  const ofReplaced = (line) =>
    line.ledger.reduce(
      (sum, amount, at) => (line.seats[at].kind === "bot" && seats[at].kind === "person" ? sum + amount : sum),
      account(line, null, true),
    );
  const seated = seats.map(({ kind, name }, seat) => ({
    name: names[seat],
    seat,
    plays: true,
    amounts: [
      0,
      ...lines.map((line) =>
        kind === "person" ? ofPerson(line, name, seat) : line.seats[seat].kind === "bot" ? line.ledger[seat] : 0,
      ),
    ],
  }));
  const gone = settled.map((one) => ({
    name: accountName(one),
    seat: null,
    plays: !one.bot,
    amounts: [0, ...lines.map((line) => (one.bot ? ofReplaced(line) : ofPerson(line, one.name, -1)))],
  }));
  const all = [...seated, ...gone];
  // People who change seats after the last deal take their winnings along.
  [...ledger, ...settled.map(({ amount }) => amount)].forEach((amount, at) => (all[at].amounts[lines.length] = amount));
  return all.sort((one, other) => Number(other.plays) - Number(one.plays) || sum(other) - sum(one));
}

/**
 * A player's winnings in the whole session.
 * @param {Course} course
 */
export const sum = ({ amounts }) => amounts[amounts.length - 1];

/**
 * Return those who have won the most, alone or with others; nobody if none of the players has won anything.
 * @param {Course[]} standing the best first
 */
export const winners = (standing) =>
  standing.filter((one) => one.plays && sum(one) > 0 && sum(one) === sum(standing[0]));

/**
 * Return the winnings of somebody without a seat.
 * @param {LedgerLine} line
 * @param {string | null} name
 * @param {boolean} bot
 */
const account = ({ settled }, name, bot) => settled.find((one) => one.bot === bot && one.name === name)?.amount ?? 0;

/**
 * Return the deals to remember: the most that a player won in a deal, the most that one lost, and the highest doubling;
 * null for what there was not.
 * @param {LedgerLine[]} lines
 * @returns {{ best: Memory | null, worst: Memory | null, doubled: Memory | null }}
 */
export function memories(lines) {
  const paid = lines.flatMap((line) => line.payments.map((amount, seat) => ({ line, seat, amount })));
  /**
   * @param {Memory[]} found
   * @param {(memory: Memory) => number} size
   */
  const greatest = (found, size) =>
    found.reduce(
      (most, one) => (most === null || size(one) > size(most) ? one : most),
      /** @type {Memory | null} */ (null),
    );
  const declared = paid.filter(({ line, seat }) => line.declarer === seat && line.contract && factor(line) > 1);
  return {
    best: greatest(
      paid.filter(({ amount }) => amount > 0),
      ({ amount }) => amount,
    ),
    worst: greatest(
      paid.filter(({ amount }) => amount < 0),
      ({ amount }) => -amount,
    ),
    // A doubled Dobbm costs as much as a Solo, and is the rarer one.
    doubled: greatest(declared, ({ line }) => factor(line) + line.doublings / 10),
  };
}

/** @param {LedgerLine} line */
const factor = ({ contract, doublings }) => (contract ? FACTORS[contract] * 2 ** doublings : 1);

/**
 * The seats in which somebody else plays a deal than the one before.
 * @param {LedgerLine} before
 * @param {LedgerLine} line
 */
export const changedSeats = (before, line) =>
  [...line.seats.keys()].filter(
    (seat) => line.seats[seat].kind !== before.seats[seat].kind || line.seats[seat].name !== before.seats[seat].name,
  );

/**
 * Return a line of the ledger in the form that `inShort` describes.
 * @param {LedgerLine} line
 * @returns {Short}
 */
export function short({ outcome, declarer, contract, doublings, points, tricks, next_dealer: next }) {
  if (declarer === null || contract === null) return { end: "thrown_in", next };
  if (outcome === "revoke") return { end: "revoke", declarer, contract, doublings };
  return { end: "played", declarer, contract, doublings, points: points ?? 0, noTrick: tricks === 0 };
}
