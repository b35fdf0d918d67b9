/** Reconstructs a deal from its record: the hands as dealt, the Dobb, the cards out of play. */

import { activeSeats } from "./seats.js";

/** @import { Record, Result } from "../schema.d.ts" */

/**
 * Return the hands of all seats as dealt, by seat, and the Dobb. Cards are dealt in packets of four, twice round.
 * @param {Pick<Record, "dealer" | "deck"> & Partial<Record>} record
 */
export function dealtHands(record) {
  const players = record.players ?? 4;
  const active = activeSeats({ players, dealer: record.dealer });
  const hands = Array.from({ length: players }, () => /** @type {string[]} */ ([]));
  for (let packet = 0; packet < 8; packet += 1) {
    hands[active[packet % 4]].push(...record.deck.slice(4 * packet, 4 * packet + 4));
  }
  return { hands, dobb: record.deck.slice(32) };
}

/**
 * Return the four cards out of play: the discards, or the Dobb if nothing was discarded; null without a declarer.
 * @param {Record} record
 * @param {Pick<Result, "declarer" | "contract">} result
 */
export function outOfPlay(record, result) {
  if (result.declarer === null) return null;
  if (result.contract === "solo") return dealtHands(record).dobb;
  const discards = record.actions.find((action) => action.includes(" "));
  return discards ? discards.split(" ") : dealtHands(record).dobb;
}
