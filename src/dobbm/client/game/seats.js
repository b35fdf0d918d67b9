/** The seats of a table: their names, their places on the screen, and their part in a deal. */

import { _ } from "../base/i18n.js";

/** @import { Seat, Table, View } from "../schema.d.ts" */

/** @typedef {Pick<Seat, "kind" | "name">} Named */

/** The names of bots, as at the terminal. */
const BOTS = ["Lois", "Vroni", "Hias", "Moidl", "Sepp"];

/**
 * Return the names of all seats; no two players share one. `own` is the person's seat.
 * @param {Named[]} seats
 * @param {number | null} [own]
 */
export function seatNames(seats, own = null) {
  const people = seats.map((seat) => seat.name);
  const bots = BOTS.filter((name) => !people.includes(name));
  const called = seats.map((seat, index) => {
    if (seat.kind === "bot") return bots[index % bots.length];
    if (seat.kind === "free") return _("free seat");
    if (!seat.name && index === own) return _("You");
    return seat.name || _("Guest {number}", { number: index + 1 });
  });
  return called.map((name, index) => {
    const before = called.slice(0, index).filter((other) => other === name).length;
    return before && seats[index].kind !== "free" ? `${name} ${before + 1}` : name;
  });
}

/**
 * Return the same names with the person's own marked: "Resi (you)", or just "You".
 * @param {Named[]} seats
 * @param {number | null} own
 */
export function markedNames(seats, own) {
  /** @param {Named} seat */
  const named = ({ kind, name }) => kind === "bot" || name;
  return seatNames(seats, own).map((name, index) =>
    index === own && named(seats[index]) ? _("{name} (you)", { name }) : name,
  );
}

/**
 * Return where a seat is on the screen: "self" at the bottom, the others clockwise from the left, in the order of
 * play.
 * @param {number} seat
 * @param {number | null} own
 * @param {number} players
 */
export function place(seat, own, players) {
  const turn = (seat - (own ?? 0) + players) % players;
  /** @type {{ [players: number]: string[] }} */
  const places = {
    4: ["self", "left", "top", "right"],
    5: ["self", "left", "top-left", "top-right", "right"],
  };
  return places[players][turn];
}

/**
 * Whether everybody else at a table is a bot.
 * @param {Pick<Table, "seats" | "seat">} table
 */
export const amongBots = ({ seats, seat }) => seats.every(({ kind }, index) => kind === "bot" || index === seat);

/**
 * The seats that hold cards, forehand first; with five at the table the dealer is on holiday.
 * @param {{ players: number, dealer: number }} deal
 */
export function activeSeats({ players, dealer }) {
  const seats = Array.from({ length: players }, (_seat, turn) => (dealer + 1 + turn) % players);
  return seats.slice(0, 4);
}

/**
 * Whether a bot plays the deal in progress for a person who is away: nobody plays between deals, nor on holiday.
 * @param {Pick<Table, "seats" | "stage" | "view">} table
 * @param {number | null | undefined} seat
 */
export const botPlays = ({ seats, stage, view }, seat) =>
  seat != null && Boolean(seats[seat].stood_in) && stage === "playing" && view != null && activeSeats(view).includes(seat);

/**
 * Rotate a list of seats so that it begins with `seat`.
 * @param {number} seat
 * @param {number[]} seats
 */
export function from(seat, seats) {
  const turn = seats.indexOf(seat);
  return [...seats.slice(turn), ...seats.slice(0, turn)];
}

/**
 * The seats whose tricks the seat of a view may look back at; none for a spectator or a dealer on holiday.
 * @param {View} view
 */
export function ownSide(view) {
  const active = activeSeats(view);
  if (view.declarer === null || view.seat === null || !active.includes(view.seat)) return [];
  if (view.seat === view.declarer) return [view.declarer];
  return active.filter((seat) => seat !== view.declarer);
}

/**
 * Whether a bot stands in for the person.
 * @param {Pick<Table, "seats" | "seat">} table
 */
export const isStoodIn = ({ seats, seat }) => seat !== null && Boolean(seats[seat].stood_in);
