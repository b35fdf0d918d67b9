/** The turning point of a deal, and the judgement of the person; loaded when somebody asks. */

import { get } from "../base/api.js";
import { html, nothing } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { at } from "../base/place.js";
import { cardName, pointsText } from "../cards/deck.js";
import { headline, judge, keepJudgement, mistakes } from "../game/judgements.js";
import { activeSeats } from "../game/seats.js";
import { turningPoint } from "../game/turning.js";

/**
 * @import { Analysis, JudgedDecision, Judgement, Table } from "../schema.d.ts"
 * @import { FinishedView, Scene } from "../types.d.ts"
 */

/**
 * The analyses of the deals asked for, by their addresses; null: it could not be computed.
 * @type {Map<string, { analysis: Analysis, judgement: Judgement | null } | null | undefined>}
 */
const known = new Map();

/**
 * Render what decided a deal, as soon as that is known.
 * @param {Pick<Scene, "table" | "redraw">} scene
 * @param {{ view: FinishedView, names: string[] }} deal
 */
export function review({ table, redraw }, { view, names }) {
  const path = `/tables/${table.table}/deals/${table.deal}`;
  if (!known.has(path)) {
    // Asked for once, however often the table is drawn meanwhile.
    known.set(path, undefined);
    look(path, view)
      .catch(() => null)
      .then((found) => (known.set(path, found), redraw()));
  }
  const found = known.get(path);
  if (found === undefined) return html`<p class="quiet" role="status">${_("The bot is thinking …")}</p>`;
  if (found === null) return html`<p>${_("The judgement could not be computed.")}</p>`;
  return html`<p>${decided(found.analysis, view, names)}</p> ${own(found.judgement, view, table)}`;
}

/**
 * @param {string} path
 * @param {FinishedView} view
 */
async function look(path, view) {
  const { seat, record } = view;
  const judged = seat !== null && activeSeats(view).includes(seat) ? judge(record, seat) : null;
  const [analysis, judgement] = await Promise.all([get(`${path}/analysis`), judged]);
  if (judgement) keepJudgement(record, judgement);
  return { analysis: /** @type {Analysis} */ (analysis), judgement };
}

/**
 * @param {Analysis} analysis
 * @param {FinishedView} view
 * @param {string[]} names
 */
function decided({ plays, value }, { declarer }, names) {
  const turn = turningPoint(plays, declarer);
  if (!turn)
    return _("The cards decided it: with best play by everyone, {points} for the declarer from the first card on.", {
      points: pointsText(value ?? 0),
    });
  const { play, trick } = turn;
  return _("Trick {number} decided it: {card} by {name} turned the deal.", {
    number: trick,
    card: cardName(play.card),
    name: names[play.seat],
  });
}

/**
 * Render the person's mistakes, the costliest first, or else the best find, with the way to each in the replay.
 * @param {Judgement | null} judgement
 * @param {FinishedView} view
 * @param {Table} table
 */
function own(judgement, { record }, { table, deal }) {
  if (!judgement?.decisions.length) return nothing;
  const wrong = mistakes(judgement.decisions);
  const found = judgement.decisions.find(({ missed_by }) => missed_by.length);
  if (!wrong.length && !found) return html`<p>${_("No clear mistake.")}</p>`;
  return (wrong.length ? wrong : [/** @type {JudgedDecision} */ (found)]).map((one) => {
    const to = at(`/t/${table}/deals/${deal}#${one.action + 1}`);
    return html`<p><a href=${to}>${one.mistake ? "✗" : "✓"} ${headline(record.actions, one)}</a></p>`;
  });
}
