/** The table: seats, speech bubbles, the Dobb and the trick. */

import { html, nothing, repeat } from "../base/dom.js";
import { _, minutes, ngettext, signed } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { back, picture } from "../cards/card.js";
import { cardName } from "../cards/deck.js";
import { activeSeats, botPlays, place } from "../game/seats.js";
import { takenTricks, trickOnTable, winningIndex } from "../game/tricks.js";
import { gloss, phrases, spokenSteps, words } from "../game/words.js";

/**
 * @import { Seat, Trick, View } from "../schema.d.ts"
 * @import { Scene } from "../types.d.ts"
 */

/**
 * The seat nearest to the viewer: the person's own, or the first one for somebody who is watching.
 * @param {Scene} scene
 */
export const nearestSeat = ({ table }) => table.seat ?? 0;

/**
 * Render all seats but the nearest around the middle. `scene` has the `table`, its `view`, the `names`, the
 * `restingTrick` until it is swept, the recent phrases in `talk`, and the time `now`.
 * @param {Scene} scene
 */
export function board(scene) {
  const { table } = scene;
  return html`<div class="board players-${table.options.players}" @click=${scene.collect}>
    ${table.seats.map((_seat, index) => (index === nearestSeat(scene) ? nothing : plate(scene, index)))}
    ${middle(scene)}
  </div>`;
}

/**
 * Render a seat: its name, its roles in this deal, its winnings and its words.
 * @param {Scene} scene
 * @param {number} index
 */
export function plate(scene, index) {
  const { table, view, names, playing } = scene;
  const seat = table.seats[index];
  const turn = playing && view?.to_act === index && !scene.restingTrick;
  const where = place(index, table.seat, table.options.players);
  const roles = view && playing ? rolesOf(view, index) : [];
  return html`<div
    class="plate ${where} ${turn ? "turn" : ""} ${seat.stood_in ? "away" : ""}"
    data-seat=${index}
    role="group"
    aria-label=${names[index]}
  >
    <span class="name">${names[index]}${seat.kind === "bot" ? html` <span class="bot" title=${_("a bot")}>${icon("bot")}<span class="unseen">${_("a bot")}</span></span>` : nothing}</span>
    <span class="roles">
      ${roles.map(([sign, label]) => html`<span class="role" title=${label}>${sign}<span class="unseen">${label}</span></span>`)}
      ${seat.stood_in && table.stage !== "over" ? html`<span class="role">${botPlays(table, index) ? _("bot stands in") : _("away")}</span>` : nothing}
      <span class="money" title=${_("Schilling won so far")}>${signed(table.ledger[index] ?? 0)}</span>
      ${seat.kind === "person" && isAway(scene, seat, index) ? html`<span class="role">${scene.lost.includes(index) ? _("connection lost") : _("away")}</span>` : nothing}
    </span>
    ${clock(scene, seat, turn)} ${heldBy(scene, index, where)} ${bubble(scene, index)}
  </div>`;
}

/**
 * The signs of a seat's roles in this deal, each with its name.
 * @param {View} view
 * @param {number} seat
 * @returns {[sign: string, label: string][]}
 */
function rolesOf(view, seat) {
  /** @type {[sign: string, label: string][]} */
  const roles = [];
  if (view.declarer === seat) roles.push(["★", _("declarer")]);
  if (view.dealer === seat) {
    roles.push(view.players === 5 ? ["☾", _("dealer, on holiday")] : ["D", _("dealer")]);
  }
  const doubled = view.steps.filter((step) => step.seat === seat && step.phase === "doubling" && step.action !== "gut");
  return [...roles, ...doubled.map((step) => /** @type {[string, string]} */ (["×2", words(step)]))];
}

/**
 * Whether a person is not there, while no bot stands in.
 * @param {Scene} scene
 * @param {Seat} seat
 * @param {number} index
 */
const isAway = ({ lost }, seat, index) => !seat.stood_in && (!seat.present || lost.includes(index));

/**
 * Render the clock of a person's seat: while it runs the free time left, if any; otherwise its bank.
 * @param {Scene} scene
 * @param {Seat} seat
 * @param {boolean} turn
 */
function clock({ table, now, waits }, seat, turn) {
  if (!table.clock || seat.kind !== "person") return nothing;
  const runs = turn && !waits;
  const used = runs ? Math.max(0, now - table.clock.since) : 0;
  const free = Math.max(0, table.clock.free - used);
  const bank = Math.max(0, (seat.bank ?? 0) - Math.max(0, used - table.clock.free));
  const text = runs && free > 0 ? Math.ceil(free) : minutes(bank);
  return html`<span class="clock ${runs && !free ? "pressing" : ""}" role="timer" aria-label=${_("Time left")}>${text}</span>`;
}

/**
 * Render the backs of the cards that another seat holds.
 * @param {Scene} scene
 * @param {number} seat
 * @param {string} where
 */
function heldBy({ playing, view, restingTrick }, seat, where) {
  if (!view || where === "self" || !playing || !activeSeats(view).includes(seat)) return nothing;
  const tricks = takenTricks(view).length - (restingTrick ? 1 : 0);
  const onTable = restingTrick ?? trickOnTable(view);
  const played = onTable ? onTable.seats.slice(0, onTable.cards.length).includes(seat) : false;
  const held = 8 - tricks - (played ? 1 : 0);
  if (!held) return nothing;
  return html`<span class="held-by" aria-label=${ngettext("{count} card", "{count} cards", held)} role="img">
    ${Array.from({ length: held }, () => html`<i></i>`)}
  </span>`;
}

/**
 * Render what a seat says: a recent phrase, or its last words before the play.
 * @param {Scene} scene
 * @param {number} seat
 */
function bubble({ playing, view, talk, names, muted }, seat) {
  const phrase = talk.get(seat);
  if (phrase && !muted.includes(seat)) {
    const [text, meaning] = phrases()[phrase] ?? [phrase, ""];
    return html`<span class="bubble talk"><b lang="de-AT">${text}</b><small>${meaning}</small></span>`;
  }
  if (!playing || !view || view.tricks.length) return nothing;
  const step = spokenSteps(view.steps).findLast((one) => one.seat === seat);
  if (!step) return nothing;
  return html`<span class="bubble" title=${`${names[seat]}: ${gloss(step)}`}>
    <b lang="de-AT">${words(step)}</b><small>${gloss(step)}</small>
  </span>`;
}

/** @param {Scene} scene */
function middle(scene) {
  const { table, view, restingTrick, playing } = scene;
  if (!view || !playing) return html`<div class="middle"><span class="pack"></span></div>`;
  const trick = restingTrick ?? trickOnTable(view);
  if (trick) return trickOf(scene, trick);
  const waits = view.phase === "bidding" || (view.phase === "exchange" && view.declarer !== table.seat);
  return html`<div class="middle">
    <span class="pack ${waits ? "" : "gone"}" role="img" aria-label=${waits ? _("the Dobb, four cards face down") : _("no card has been led yet")}>
      ${waits ? html`<i></i><i></i><i></i>${back()}` : nothing}
    </span>
    ${waits ? html`<span class="pack-name" aria-hidden="true">Dobb</span>` : nothing}
  </div>`;
}

/**
 * @param {Scene} scene
 * @param {Trick} trick
 */
function trickOf({ table, names }, { seats, cards, winner }) {
  const best = winningIndex(cards);
  return html`<div class="middle trick">
    ${repeat(
      cards,
      (card) => card,
      (card, index) => {
        const leads = index === best;
        const note = leads
          ? winner === null ? _("winning so far") : _("wins the trick")
          : "";
        return html`<span
          class="laid ${place(seats[index], table.seat, table.options.players)} ${leads ? "best" : ""}"
          data-card=${card}
          data-from=${seats[index]}
          role="img"
          aria-label=${[`${names[seats[index]]}: ${cardName(card)}`, note].filter(Boolean).join(", ")}
          >${picture(card)}${leads ? html`<span class="mark" aria-hidden="true">✓</span>` : nothing}</span
        >`;
      },
    )}
  </div>`;
}
