/** The seats of a table: their names, their places on the screen, and their part in a deal. */

import { _, nearDay } from "../base/i18n.js";
import { botNames, botPortrait } from "./characters.js";
import { PORTRAITS } from "../base/data.js";

/**
 * @import { Seat, Table, View } from "../schema.d.ts"
 * @import { FinishedView } from "../types.d.ts"
 */

/** @typedef {Pick<Seat, "kind" | "name" | "namesakes"> & { portrait?: string | null }} Named */

/**
 * Return the names of all seats; no two players share one. `own` is the person's seat.
 * @param {Named[]} seats
 * @param {number | null} [own]
 */
export function seatNames(seats, own = null) {
  const people = seats.map(({ name }) => name ?? "");
  const called = seats.map((seat, index) => {
    if (seat.kind === "bot") {
      const bots = freeNames(seat, people);
      return bots[index % bots.length];
    }
    if (seat.kind === "free") return _("free seat");
    if (!seat.name && index === own) return _("You");
    if (seat.name === null) return _("somebody from before"); // the name has been erased
    return seat.name || _("Guest {number}", { number: index + 1 });
  });
  return called.map((name, index) => {
    const before = called.slice(0, index).filter((other) => other === name).length;
    return before && seats[index].kind !== "free" ? `${name} ${before + 1}` : name;
  });
}

/**
 * Return the names that a bot may have: nobody at the table and, in a club, no member bears them. With a number, a name
 * is nobody's.
 * @param {Named} bot
 * @param {string[]} people
 */
function freeNames({ name, namesakes = [] }, people) {
  const borne = [...people, ...namesakes].map((one) => one.toLowerCase());
  const all = botNames(name ?? "");
  const free = all.filter((one) => !borne.includes(one.toLowerCase()));
  return free.length ? free : all.map((one) => `${one} 2`);
}

/**
 * The names of those who played a deal. A bot has the name of the bot that sits there now.
 * @param {{ seats: Named[] }} line
 * @param {Pick<Table, "seats" | "seat">} table
 * @param {string[]} names
 */
export function namesThen({ seats }, table, names) {
  const then = seatNames(seats, table.seat);
  return seats.map(({ kind }, seat) => (kind === "bot" && table.seats[seat].kind === "bot" ? names[seat] : then[seat]));
}

/**
 * Return those who played a deal, each as the seat is now if the same player still sits there.
 * @param {Named[]} then
 * @param {Named[]} now
 */
const stayed = (then, now) =>
  then.map((one, at) => (one.kind === now[at].kind && one.name === now[at].name ? now[at] : one));

/**
 * Return a finished deal as it concerns the person, with those who held the seats at its end. To somebody who has sat
 * down since, it is the deal of others.
 * @param {Table & { view: FinishedView }} table
 * @param {string[]} names
 * @returns {{ view: FinishedView, seats: Named[], names: string[] }}
 */
export function dealOf(table, names) {
  const { seats, held, own } = table;
  if (!held) return { view: table.view, seats, names };
  const seat = own?.newcomer ? null : table.seat;
  return {
    view: { ...table.view, seat },
    seats: stayed(held, seats),
    names: namesThen({ seats: held }, { seats, seat }, names),
  };
}

/**
 * Return the portraits of all seats; null for a free seat. Who has chosen none gets one by name, so that people keep
 * theirs while others come and go; two whose names lead to the same portrait get different ones.
 * @param {Named[]} seats
 * @param {string[]} names
 */
export function seatPortraits(seats, names) {
  /** @type {(string | null)[]} */
  const portraits = seats.map(({ kind, portrait }, seat) =>
    kind === "bot" ? botPortrait(names[seat]) : kind === "free" ? null : (portrait ?? ""),
  );
  for (const [seat, portrait] of portraits.entries()) {
    if (portrait !== "") continue;
    const letters = [...(seats[seat].name ?? "")].reduce(
      (sum, letter) => (31 * sum + (letter.codePointAt(0) ?? 0)) % 1009,
      7,
    );
    const wanted = PORTRAITS.map((_portrait, step) => PORTRAITS[(letters + step) % PORTRAITS.length]);
    portraits[seat] = wanted.find((one) => !portraits.includes(one)) ?? wanted[0];
  }
  return portraits;
}

/**
 * The portraits of those who played a deal.
 * @param {{ seats: Named[] }} line
 * @param {Pick<Table, "seats" | "seat">} table
 * @param {string[]} names those who sit there now
 */
export const portraitsThen = (line, table, names) =>
  seatPortraits(stayed(line.seats, table.seats), namesThen(line, table, names));

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
 * Return which of the four places of a trick has the card of a seat: the nearest seat "self", the others clockwise from
 * the left. If the nearest seat holds no cards, the others have the places they sit at.
 * @param {number} seat
 * @param {number | null} own
 * @param {{ players: number, dealer: number }} deal
 */
export function trickPlace(seat, own, deal) {
  const seats = activeSeats(deal);
  const nearest = own ?? 0;
  return seats.includes(nearest) ? place(from(nearest, seats).indexOf(seat), 0, 4) : place(seat, own, deal.players);
}

/**
 * Whether the person has no cards because, with five players, the dealer is on holiday.
 * @param {Pick<Table, "seat" | "view">} table
 */
export const isOnHoliday = ({ seat, view }) => seat !== null && view !== null && !activeSeats(view).includes(seat);

/**
 * Whether the person can only watch: as a spectator or, in the deal in progress, on holiday or while a bot stands in.
 * @param {Table} table
 */
export const onlyWatches = (table) =>
  table.seat === null || (table.stage === "playing" && (isOnHoliday(table) || botPlays(table, table.seat)));

/**
 * Whether the table waits for the person to act.
 * @param {Pick<Table, "seats" | "seat" | "stage" | "view">} table
 */
export const isOnTurn = ({ seats, seat, stage, view }) =>
  seat !== null && stage === "playing" && view?.to_act === seat && !seats[seat].stood_in;

/**
 * Whether people may take the seat of a bot now.
 * @param {Pick<Table, "stage">} table
 */
export const mayMove = ({ stage }) => ["gathering", "between", "over"].includes(stage);

/**
 * Whether a table waits because bots would have to stand in for all of its people.
 * @param {Pick<Table, "seats">} table
 */
export function isDeserted({ seats }) {
  const people = seats.filter(({ kind }) => kind === "person");
  return people.length > 0 && people.every((seat) => seat.stood_in);
}

/**
 * Whether a bot plays the deal in progress for a person who is away: nobody plays between deals, on holiday, or at a
 * deserted table.
 * @param {Pick<Table, "seats" | "stage" | "view">} table
 * @param {number | null | undefined} seat
 */
export const botPlays = ({ seats, stage, view }, seat) =>
  seat != null &&
  Boolean(seats[seat].stood_in) &&
  !isDeserted({ seats }) &&
  stage === "playing" &&
  view != null &&
  activeSeats(view).includes(seat);

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

/**
 * From when until when a person has said to be away, at a table by post, in Unix seconds.
 * @typedef {{ excused_from?: number | null, excused_until?: number | null }} Absent
 */

/** Seconds by which the clocks of server and page may differ. */
const DRIFT = 60;

/**
 * Return until when a person has said to be away, in Unix seconds; 0 before that begins and once it has passed.
 * @param {Absent} seat
 * @param {number} now
 */
export const excusedUntil = ({ excused_from: from, excused_until: until }, now) =>
  until && until > now && (from ?? 0) < now + DRIFT ? until : 0;

/**
 * Say until when a person is away.
 * @param {number} until
 */
export const awayText = (until) => _("away until {day}", { day: nearDay(until) });

/**
 * Say until when a person is away, or from when to when; empty without an absence.
 * @param {Absent} seat
 * @param {number} now
 */
export function absenceText(seat, now) {
  const { excused_from: from, excused_until: until } = seat;
  if (!until || until <= now) return "";
  return excusedUntil(seat, now)
    ? awayText(until)
    : _("away from {first} to {last}", { first: nearDay(from ?? 0), last: nearDay(until) });
}

/** Say that a person who has been at this table has nothing left that opens the seat. */
export const seatWithoutCookiesText = () =>
  _("This browser no longer has the cookies of this page: your seat is lost with them.");

/**
 * Return the sum of all winnings, also of those without a seat: always zero.
 * @param {Table} table
 */
export const together = ({ ledger, settled }) =>
  [...ledger, ...settled.map((one) => one.amount)].reduce((sum, one) => sum + one, 0);
