/** A deal in short, for the page of a person's own deals: made once from its record. */

import { monthOf } from "../base/i18n.js";
import { remarks } from "../game/remarks.js";
import { ended, rulesOf } from "../game/result.js";
import { activeSeats, seatNames } from "../game/seats.js";
import { ALL } from "../game/settlement.js";
import { returnsOf } from "./returns.js";

/**
 * @import { Record } from "../schema.d.ts"
 * @import { Ended } from "../game/result.js"
 * @import { Return } from "./returns.js"
 * @import { Contract } from "../types.d.ts"
 */

/** Changes whenever the same record has another summary. */
export const VERSION = 4;

/**
 * A deal in short. Fields about the person are as if nobody had played if no `seat` is known. `names` are those of the
 * others, and `paid` is what each of them received who is a bot at a table, null for everybody else.
 * @typedef {{
 *   version: number,
 *   id: string,
 *   at: number,
 *   month: string,
 *   place: string,
 *   session: number,
 *   deal: number | null,
 *   names: string[],
 *   paid: (number | null)[],
 *   opponents: string,
 *   role: "declarer" | "defender" | "idle" | "unknown",
 *   contract: Contract | null,
 *   declarer: string,
 *   doublings: number,
 *   schwacher: boolean,
 *   retour: boolean,
 *   outcome: string,
 *   points: number | null,
 *   gain: number,
 *   match: number,
 *   worth: number | null,
 *   isValued: boolean,
 *   full: boolean,
 *   fuchs: boolean,
 *   star: boolean,
 *   lost: number[] | null,
 *   chances: number[] | null,
 *   returns: Return[],
 * }} Summary
 */

/**
 * Return a deal in short.
 * @param {string} id
 * @param {Record} record
 * @returns {Summary}
 */
export function summarise(id, record) {
  const meta = remarks(record);
  const { seat } = meta;
  const end = ended(record);
  const role = roleOf(record, end, seat);
  const isDeclarer = role === "declarer";
  const own = seat !== null && (role === "declarer" || role === "defender");
  const seats = meta.names.map((name, at) => ({
    kind: /** @type {"person" | "bot"} */ (name === null && at !== seat ? "bot" : "person"),
    name: name ?? meta.bots[at],
  }));
  const names = seatNames(seats, seat);
  const isBot = names.map((_name, at) => meta.session > 0 && meta.names[at] === null && meta.bots[at] !== null);
  const others = [...names.keys()].filter((at) => at !== seat);
  const points = end.points === null || !own ? null : isDeclarer ? end.points : ALL - end.points;
  return {
    version: VERSION,
    id,
    at: meta.ended,
    month: monthOf(meta.ended),
    place: meta.place,
    session: meta.session,
    deal: meta.deal,
    names: others.map((at) => names[at]),
    paid: others.map((at) => (isBot[at] ? (end.payments[at] ?? 0) : null)),
    opponents: opponents(record, meta),
    role,
    contract: end.contract,
    declarer: end.declarer === null || isDeclarer ? "" : names[end.declarer],
    doublings: end.doublers.length,
    schwacher: own && end.doublers[0] === seat,
    retour: own && end.doublers.slice(1).includes(/** @type {number} */ (seat)),
    outcome: end.outcome,
    points,
    gain: seat === null ? 0 : (end.payments[seat] ?? 0),
    match: rulesOf(record).match,
    worth: own || role === "idle" ? (meta.worth?.[/** @type {number} */ (seat)] ?? null) : null,
    isValued: meta.isValued,
    full: points === ALL,
    fuchs: isDeclarer && foxWon(end),
    star: meta.star,
    lost: meta.lost,
    chances: meta.chances,
    returns: returnsOf(record),
  };
}

/**
 * The part of the person in a deal; idle if nobody bid, or as a dealer on holiday.
 * @param {Record} record
 * @param {Ended} end
 * @param {number | null} seat
 * @returns {Summary["role"]}
 */
function roleOf({ players = 4, dealer }, { declarer }, seat) {
  if (seat === null) return "unknown";
  if (declarer === null || !activeSeats({ players, dealer }).includes(seat)) return "idle";
  return declarer === seat ? "declarer" : "defender";
}

/**
 * The kind of the others: "people" if any of them was one, the strength of the bots, or nothing if nobody knows.
 * @param {Record} record
 * @param {ReturnType<typeof remarks>} meta
 */
function opponents({ players = 4, dealer }, { seat, names, bots }) {
  const others = activeSeats({ players, dealer }).filter((one) => one !== seat);
  if (others.some((one) => names[one])) return "people";
  return bots[others[0]] ?? "";
}

/**
 * Whether the declarer's only card of a side suit, which was not the sow, has taken a trick.
 * @param {Ended} end
 */
const foxWon = ({ declarer, hand, tricks }) =>
  tricks.some(({ seats, cards, winner }) => {
    const card = cards[seats.indexOf(/** @type {number} */ (declarer))];
    const isFox = card[0] !== "H" && card[1] !== "S" && hand.filter(([suit]) => suit === card[0]).length === 1;
    return winner === declarer && isFox;
  });
