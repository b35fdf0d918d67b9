/** The person's best deal and worst mistake of a session, and the points given away; loaded when somebody asks. */

import { get, withRetries } from "../base/api.js";
import { html, nothing } from "../base/dom.js";
import { _, number, signed } from "../base/i18n.js";
import { at } from "../base/place.js";
import { sessionLines } from "../game/evening.js";
import { givenAway, headline, judge, keepJudgement, kindNames, mistakes } from "../game/judgements.js";

/**
 * @import { JudgedDecision, LedgerLine, Record, Table } from "../schema.d.ts"
 * @import { Scene } from "../types.d.ts"
 */

/**
 * A deal that the person has played, and the decisions in it.
 * @typedef {{ line: LedgerLine, seat: number, actions: string[], decisions: JudgedDecision[] }} Reviewed
 */

/**
 * The deals reviewed so far of each session, by table and number; `failed` says whether the rest could not be computed.
 * @type {Map<string, { deals: Reviewed[], failed: boolean }>}
 */
const reviews = new Map();

/**
 * Render the review of a session, and begin it.
 * @param {Pick<Scene, "table" | "written" | "redraw">} scene
 */
export function sessionReview({ table, written, redraw }) {
  const own = ownDeals(table, written);
  if (!own.length) return html`<p>${_("You have played no deal of this session.")}</p>`;
  const session = `${table.table} ${table.session}`;
  if (!reviews.has(session)) begin(session, table, own, redraw);
  const { deals, failed } = /** @type {{ deals: Reviewed[], failed: boolean }} */ (reviews.get(session));
  return html`${best(table, own)} ${sum(table, deals)} ${progress(deals.length, own.length, failed)}`;
}

/**
 * The deals of the session in which the person took part, with the seat of each.
 * @param {Table} table
 * @param {LedgerLine[]} written
 */
function ownDeals(table, written) {
  const name = table.seat === null ? undefined : table.seats[table.seat].name;
  const isOwn = (/** @type {LedgerLine["seats"][number]} */ one) => one.kind === "person" && one.name === name;
  return sessionLines(table, written)
    .map((line) => ({ line, seat: line.seats.findIndex(isOwn) }))
    .filter(({ seat }) => seat >= 0);
}

/**
 * Judge the deals one after the other, and draw after each.
 * @param {string} session
 * @param {Table} table
 * @param {{ line: LedgerLine, seat: number }[]} own
 * @param {() => void} redraw
 */
async function begin(session, { table }, own, redraw) {
  const review = { deals: /** @type {Reviewed[]} */ ([]), failed: false };
  reviews.set(session, review);
  try {
    for (const { line, seat } of own) {
      const record = /** @type {Record} */ (await get(`/tables/${table}/deals/${line.deal}`));
      const judgement = await withRetries(() => judge(record, seat));
      review.deals.push({ line, seat, actions: record.actions, decisions: judgement.decisions });
      keepJudgement(record, judgement);
      redraw();
    }
  } catch {
    review.failed = true;
    redraw();
  }
}

/**
 * Render the deal that brought the person the most.
 * @param {Table} table
 * @param {{ line: LedgerLine, seat: number }[]} own
 */
function best({ table }, own) {
  const { line, seat } = own.reduce((most, one) => (paid(one) > paid(most) ? one : most));
  if (line.payments[seat] <= 0) return nothing;
  return html`<p>${_("Your best deal:")} <a href=${at(`/t/${table}/deals/${line.deal}`)}>${_("Deal {number}", {
    number: line.deal,
  })}</a> <b>${signed(line.payments[seat])}</b></p>`;
}

/** @param {{ line: LedgerLine, seat: number }} deal */
const paid = ({ line, seat }) => line.payments[seat];

/**
 * Render the worst mistake, and the points given away by kind of decision.
 * @param {Table} table
 * @param {Reviewed[]} deals
 */
function sum({ table }, deals) {
  const wrong = deals.flatMap((deal) => mistakes(deal.decisions).map((one) => ({ deal, one })));
  if (!wrong.length) return deals.length ? html`<p>${_("No clear mistake.")}</p>` : nothing;
  const { deal, one } = wrong.reduce((worst, other) => (other.one.cost > worst.one.cost ? other : worst));
  const to = at(`/t/${table}/deals/${deal.line.deal}#${one.action + 1}`);
  return html`<p>${_("Your worst mistake:")} <a href=${to}>${headline(deal.actions, one)}</a></p>
    <p id="given-away">${_("Points given away")}</p>
    <ul class="given-away" aria-labelledby="given-away">
      ${givenAway(wrong.map((found) => found.one)).map(
        ([kind, points]) => html`<li>${kindNames()[kind]} <b>${number(-points)}</b></li>`,
      )}
    </ul>`;
}

/**
 * @param {number} done
 * @param {number} all
 * @param {boolean} failed
 */
function progress(done, all, failed) {
  if (failed) return html`<p>${_("The judgement could not be computed.")}</p>`;
  if (done === all) return nothing;
  return html`<p class="quiet" role="status">${_("Deals judged: {done} of {all}", { done, all })}</p>`;
}
