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
 * anybody knows (`isValued`), whether it has a `star`, and if the person's decisions have been judged, how many there
 * were of each kind (`chances`) and the points that they gave away (`lost`).
 * @param {Record} record
 */
export function remarks(record) {
  const { players = 4, meta = {} } = record;
  const { names, bots, worth } = /** @type {{ [name: string]: any }} */ (meta);
  const seat = whole(meta.seat);
  const judged = judgedIn(record);
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
    lost: judged && byKind(judged.lost),
    chances: judged && byKind(judged.chances),
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

/**
 * Return what has been kept of a judgement of the person's decisions; null unless this page understands it.
 * @param {Pick<Record, "meta">} record
 * @returns {any}
 */
export function judgedIn({ meta = {} }) {
  const { judged, seat } = /** @type {{ [name: string]: any }} */ (meta);
  return judged?.judge === JUDGE && whole(judged.seat) !== null && judged.seat === seat ? judged : null;
}

/** @param {any} given numbers by kind */
const byKind = (given) => KINDS.map((kind) => Math.max(0, number(given?.[kind]) ?? 0));

/** @param {unknown} value */
const text = (value) => (typeof value === "string" ? value.slice(0, LONGEST) : null);
/** @param {unknown} value */
const number = (value) => (typeof value === "number" && Number.isFinite(value) ? value : null);
/** @param {unknown} value */
const whole = (value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : null);
