/** Reads the `meta` of a record: who sat where in the deal, when and where it was played. */

/** @import { Record } from "../schema.d.ts" */

/** The version of what hands are worth that this page understands. */
const WORTH = 1;
/** The most letters of a name. */
const LONGEST = 64;

/**
 * Return the remarks on a record, those of another hand only as far as they are good: the person's `seat`, the `names`
 * of people and the strengths of `bots` by seat, null where there is none, when the deal `ended` in Unix seconds, the
 * `place`, `session` and `deal`, what the hands were `worth` if
 * anybody knows (`isValued`), and whether it has a `star`.
 * @param {Record} record
 */
export function remarks({ players = 4, meta = {} }) {
  const { names, bots, worth } = /** @type {{ names: unknown, bots: unknown, worth: any }} */ (meta);
  const seat = whole(meta.seat);
  const values = worth?.version === WORTH && Array.isArray(worth.seats) ? worth.seats.map(number) : [null];
  return {
    seat: seat !== null && seat < players ? seat : null,
    ended: number(meta.ended) ?? 0,
    place: text(meta.table) ?? text(meta.day) ?? "",
    session: whole(meta.session) ?? 0,
    deal: whole(meta.deal),
    star: meta.star === true,
    isValued: worth === null || worth?.version === WORTH,
    names: bySeat(names, players),
    bots: bySeat(bots, players),
    worth: values.includes(null) ? null : /** @type {number[]} */ (values),
  };
}

/**
 * @param {unknown} given
 * @param {number} players
 */
const bySeat = (given, players) =>
  Array.from({ length: players }, (_seat, at) => (Array.isArray(given) ? text(given[at]) : null));

/** @param {unknown} value */
const text = (value) => (typeof value === "string" ? value.slice(0, LONGEST) : null);
/** @param {unknown} value */
const number = (value) => (typeof value === "number" && Number.isFinite(value) ? value : null);
/** @param {unknown} value */
const whole = (value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : null);
