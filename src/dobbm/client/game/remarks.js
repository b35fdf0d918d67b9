/** Reads the `meta` of a record: who sat where in the deal, when and where it was played. */

/** @import { Record } from "../schema.d.ts" */

/** The version of what hands are worth that this page understands. */
const WORTH = 1;
/** The judge of decisions that this page understands (players/decisions.py). */
const JUDGE = "coach 1";
/** The kinds of decisions, by the phases of a deal. */
export const KINDS = /** @type {const} */ (["bidding", "exchange", "doubling", "play"]);
/** The most letters of a name. */
const LONGEST = 64;

/**
 * Return the remarks on a record, those of another hand only as far as they are good: the person's `seat`, the `names`
 * of people and the strengths of `bots` by seat, null where there is none, when the deal `ended` in Unix seconds, the
 * `place`, `session` and `deal`, what the hands were `worth` if
 * anybody knows (`isValued`), whether it has a `star`, and the points that
 * the person's decisions gave away, by kind, if they have been judged (`lost`).
 * @param {Record} record
 */
export function remarks({ players = 4, meta = {} }) {
  const { names, bots, worth, judged } = /** @type {{ [name: string]: any }} */ (meta);
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
    lost: judged?.judge === JUDGE && judged.seat === seat ? lostOf(judged.lost) : null,
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

/** @param {any} lost */
const lostOf = (lost) => KINDS.map((kind) => Math.max(0, number(lost?.[kind]) ?? 0));

/** @param {unknown} value */
const text = (value) => (typeof value === "string" ? value.slice(0, LONGEST) : null);
/** @param {unknown} value */
const number = (value) => (typeof value === "number" && Number.isFinite(value) ? value : null);
/** @param {unknown} value */
const whole = (value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : null);
