/** The table: seats, speech bubbles, the Dobb and the trick. */

import { html, nothing, repeat } from "../base/dom.js";
import { _, isolated, minutes, ngettext, number, signed } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { back, EDELWEISS, picture } from "../cards/card.js";
import { cardName } from "../cards/deck.js";
import { activeSeats, awayText, botPlays, excusedUntil, place, seatPortraits, trickPlace } from "../game/seats.js";
import { worthOfTen } from "../game/settlement.js";
import { takenTricks, trickOnTable, winningIndex } from "../game/tricks.js";
import { gloss, isBold, phrases, spokenSteps, words } from "../game/words.js";
import { face } from "./face.js";
import { haveLanded } from "./motion.js";
import { ROSETTE } from "./rosette.js";

/**
 * @import { Seat, Step, Table, Trick, View } from "../schema.d.ts"
 * @import { Scene } from "../types.d.ts"
 * @import { Badge } from "./face.js"
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
    ${ROSETTE}
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
  const isAbsent = seat.stood_in ? table.stage !== "over" : seat.kind === "person" && isAway(scene, seat, index);
  return html`<div
    class="plate ${where} ${turn ? "turn" : ""} ${isAbsent ? "away" : ""}"
    data-seat=${index}
    role="group"
    aria-label=${names[index]}
  >
    <span class="name">${names[index]}${
      seat.kind === "bot" ? html`<span class="unseen"> ${_("a bot")}</span>` : nothing
    }</span>
    ${turn ? html`<span class="unseen">${_("has the turn")}</span>` : nothing}
    ${face(seatPortraits(table.seats, names)[index], [
      ...(view && playing ? rolesOf(view, index) : []),
      ...(isAbsent ? [absence(scene, seat, index)] : []),
    ])}
    <span class="account">
      <span class="money" title=${_("Schilling won so far")}>${signed(
        table.ledger[index] ?? 0,
      )}<span class="unseen"> ${_("Schilling")}</span></span>
      ${pile(scene, index)} ${clock(scene, seat, turn)}
    </span>
    ${isAbsent ? html`<span class="absence" aria-hidden="true">${absence(scene, seat, index)[1]}</span>` : nothing}
    ${heldBy(scene, index)} ${bubble(scene, index)}
  </div>`;
}

/**
 * The badges of a seat's roles in this deal, each with its name.
 * @param {View} view
 * @param {number} seat
 * @returns {Badge[]}
 */
function rolesOf(view, seat) {
  /** @type {Badge[]} */
  const roles = [];
  if (view.declarer === seat) roles.push(["declarer", _("declarer")]);
  if (view.dealer === seat) {
    roles.push(view.players === 5 ? ["holiday", _("dealer, on holiday")] : ["dealer", _("dealer")]);
  }
  const doubled = view.steps.filter((step) => step.seat === seat && step.phase === "doubling" && step.action !== "gut");
  return [...roles, ...doubled.map((step) => /** @type {Badge} */ (["doubled", words(step)]))];
}

/**
 * The badge of a person who is not there.
 * @param {Scene} scene
 * @param {Seat} seat
 * @param {number} index
 * @returns {Badge}
 */
function absence({ table, lost, now }, seat, index) {
  if (seat.stood_in && botPlays(table, index)) return ["away", _("bot stands in")];
  const until = excusedUntil(seat, now);
  if (until) return ["away", awayText(until)];
  return lost.includes(index) ? ["lost", _("connection lost")] : ["away", _("away")];
}

/**
 * Whether a person is not there, while no bot stands in.
 * @param {Scene} scene
 * @param {Seat} seat
 * @param {number} index
 */
const isAway = ({ lost, heard, now }, seat, index) =>
  !seat.stood_in && (excusedUntil(seat, now) > 0 || (heard ? lost.includes(index) : !seat.present));

/**
 * Render the pile of the tricks that a seat has won; before the first one its place is empty.
 * @param {Scene} scene
 * @param {number} seat
 */
function pile({ view, playing, restingTrick }, seat) {
  if (!playing || !view || !activeSeats(view).includes(seat)) return nothing;
  const won = takenTricks(view)
    .slice(0, restingTrick ? -1 : undefined)
    .filter(({ winner }) => winner === seat).length;
  if (!won) return html`<span class="won none" aria-hidden="true"></span>`;
  const label = ngettext("{count} trick", "{count} tricks", won);
  return html`<span class="won" title=${label}><i aria-hidden="true"></i><span aria-hidden="true">${won}</span><span
    class="unseen">${label}</span></span>`;
}

/** The free time that is counted in seconds; more is shown as minutes or hours. */
const LONGEST = 600;

/**
 * Render the clock of a person's seat: while it runs the free time left, if any; otherwise its bank. Without a
 * connection, the clocks of the others stand: they may have played on.
 * @param {Scene} scene
 * @param {Seat} seat
 * @param {boolean} turn
 */
export function clock({ table, now, waits, connected }, seat, turn) {
  if (!table.clock || seat.kind !== "person") return nothing;
  const own = table.seat !== null && seat === table.seats[table.seat];
  const runs = turn && !waits && (connected || own) && !excusedUntil(seat, now);
  // By post, what counts is the time of whose turn it is.
  if (!runs && table.clock.free > LONGEST) return nothing;
  const used = runs ? Math.max(0, now - table.clock.since) : 0;
  const free = Math.max(0, table.clock.free - used);
  const bank = Math.max(0, (seat.bank ?? 0) - Math.max(0, used - table.clock.free));
  const text = runs && free > 0 ? (free > LONGEST ? minutes(free) : Math.ceil(free)) : minutes(bank);
  return html`<span class="clock ${
    runs && !free ? "pressing" : ""
  }" role="timer" title=${_("Time left")} aria-label=${_("Time left")}>${icon("clock")}${text}</span>`;
}

/**
 * Render the backs of the cards that another seat holds, or their place after the last one.
 * @param {Scene} scene
 * @param {number} seat
 */
function heldBy({ table, playing, view, restingTrick }, seat) {
  if (!view || seat === table.seat || !playing || !activeSeats(view).includes(seat)) return nothing;
  const tricks = takenTricks(view).length - (restingTrick ? 1 : 0);
  const onTable = restingTrick ?? trickOnTable(view);
  const played = onTable ? onTable.seats.slice(0, onTable.cards.length).includes(seat) : false;
  const held = 8 - tricks - (played ? 1 : 0);
  if (!held) return html`<span class="held-by" aria-hidden="true"></span>`;
  return html`<span class="held-by" aria-label=${ngettext("{count} card", "{count} cards", held)} role="img">
    ${Array.from({ length: held }, () => html`<i></i>`)}
  </span>`;
}

/**
 * Render the words of a phrase, or the drawing in the place of its sign.
 * @param {string} phrase
 * @param {string} text
 */
export const said = (phrase, text) =>
  /\w/.test(text) ? text : html`<img src=${new URL(`../parlour/${phrase}.svg`, import.meta.url).href} alt="" />`;

/**
 * Render what a seat says: a recent phrase, or its last words before the play.
 * @param {Scene} scene
 * @param {number} seat
 */
function bubble({ table, playing, view, talk, names, muted }, seat) {
  const phrase = talk.get(seat);
  if (phrase && !muted.includes(seat)) {
    const [text, meaning] = phrases()[phrase] ?? [phrase, ""];
    return html`<span class="bubble talk"><b lang="de-AT">${said(phrase, text)}</b><small>${meaning}</small></span>`;
  }
  if (!playing || !view || view.tricks.length || !haveLanded()) return nothing;
  const step = spokenSteps(view.steps).findLast((one) => one.seat === seat);
  if (!step || isStale(step, { view, table })) return nothing;
  return html`<span class="bubble ${isBold(step) ? "bold" : ""}" title=${`${isolated(names[seat])}: ${gloss(step)}`}>
    <b lang="de-AT">${words(step)}</b><small>${gloss(step)}</small>
  </span>`;
}

/**
 * Whether a seat has said something before the present phase. The declarer's last word names the game;
 * who exchanges cards knows it anyway.
 * @param {Step} step
 * @param {{ view: View, table: Table }} scene
 */
function isStale({ phase, seat }, { view, table }) {
  if (view.phase === "bidding" || phase === "doubling") return false;
  return view.declarer !== seat || (view.phase === "exchange" && table.seat === seat);
}

/** Four cards face down. */
const backs = () => [0, 1, 2, 3].map(back);

/** @param {Scene} scene */
function middle(scene) {
  const { table, view, restingTrick, playing } = scene;
  if (!view || !playing)
    return html`<div class="middle"><span class="pack shuffled" aria-hidden="true">${backs()}</span></div>`;
  const trick = restingTrick ?? trickOnTable(view) ?? null;
  if (trick || view.phase === "play") return trickOf(scene, view, trick);
  if (view.phase === "exchange" && view.declarer === table.seat) return slots(scene);
  if (view.phase === "doubling") return stakes(scene, view);
  return html`<div class="middle">
    <span class="pack" role="img" aria-label=${_("the Dobb, four cards face down")}>${backs()}</span>
    <span class="pack-name" aria-hidden="true">Dobb</span>
    ${deciding(scene, view)}
  </div>`;
}

/**
 * Render who decides what now; the person's own choice is in the calls.
 * @param {Scene} scene
 * @param {View} view
 */
function deciding({ table, names, now }, view) {
  if (view.to_act === null || view.to_act === table.seat) return nothing;
  const name = names[view.to_act];
  const texts = {
    bidding: _("{name} bids", { name }),
    exchange: _("{name} exchanges cards", { name }),
    play: _("{name} leads", { name }),
  };
  const until = excusedUntil(table.seats[view.to_act], now);
  return html`<span class="deciding" aria-hidden="true">${texts[/** @type {keyof typeof texts} */ (view.phase)]}${
    until ? html`<br /><small>${awayText(until)}</small>` : nothing
  }</span>`;
}

/**
 * Say who may double the payment now, and by which word.
 * @param {Scene} scene
 * @param {View} view
 */
function mayDouble({ table, names }, { to_act: seat, doublings }) {
  const word = doublings ? "Retour" : "Schwacher";
  if (seat === null) return "";
  return seat === table.seat
    ? _("You may double ({word})", { word })
    : _("{name} may double ({word})", { name: names[seat], word });
}

/**
 * Render what ten points are worth now and after the next doubling; a new coin is stamped for each one.
 * @param {Scene} scene
 * @param {View} view
 */
function stakes(scene, view) {
  const doubled = { ...view, doublings: view.doublings + 1 };
  return html`<div class="middle"><span class="pack gone"></span>
    <div class="price" role="img" aria-label=${_("10 points = {amount} S", { amount: worthOfTen(view) })}>
      <b class="price-head">${_("Ten points are worth")}</b>
      ${repeat(
        [view.doublings],
        (count) => count,
        () =>
          html`${coin(view, "stamped")}${view.doublings ? html`<i class="light" aria-hidden="true"></i>` : nothing}`,
      )}
      <span class="times" aria-hidden="true">×2</span>
      ${coin(doubled, "outlined")}
      ${repeat(
        [mayDouble(scene, view)],
        (text) => text,
        (text) => html`<span class="price-foot" aria-hidden="true"><span>${text}</span></span>`,
      )}
    </div>
  </div>`;
}

/**
 * Render a large coin with what ten points are worth.
 * @param {View} view
 * @param {string} look
 */
const coin = (view, look) => html`<span class="token ${look}" aria-hidden="true">
  ${EDELWEISS}<b>${number(worthOfTen(view))}</b><small>${_("Schilling")}</small>
</span>`;

/**
 * Render the four places for the cards that the declarer discards. The cards themselves stay in the hand until then.
 * @param {Scene} scene
 */
function slots(scene) {
  const { chosen, guide } = scene;
  return html`<div class="middle"><span class="pack gone"></span><span class="slots" aria-hidden="true">
    ${[0, 1, 2, 3].map((at) => html`<span class="slot">${chosen[at] ? picture(chosen[at]) : nothing}</span>`)}
  </span>${guide?.sum(scene)}</div>`;
}

/**
 * Render whose place of a trick it is, where that is not plain: with five, when the nearest player and three others
 * play.
 * @param {Scene} scene
 * @param {View} view
 * @param {number} seat
 */
function owner({ table, names }, view, seat) {
  if (view.players === 4 || !activeSeats(view).includes(table.seat ?? 0)) return nothing;
  return html`<small>${names[seat]}</small>`;
}

/**
 * Render the four places of a trick, and the cards that lie there already.
 * @param {Scene} scene
 * @param {View} view
 * @param {Trick | null} trick
 */
function trickOf(scene, view, trick) {
  const { table, names } = scene;
  const { seats, cards, winner } = trick ?? { seats: [], cards: [], winner: null };
  const best = winningIndex(cards);
  // With five, it depends on who is on holiday how the four places face their players.
  const shape = view.players === 5 ? `without-${place(view.dealer, table.seat, 5)}` : "";
  return html`<div class="middle trick ${shape}">
    ${activeSeats(view).map(
      (seat) =>
        html`<i class="spot ${trickPlace(seat, table.seat, view)}" aria-hidden="true">${owner(scene, view, seat)}</i>`,
    )}
    ${
      cards.length
        ? nothing
        : html`<span class="unseen" role="img"
          aria-label=${_("no card has been led yet")}></span>${deciding(scene, view)}`
    }
    ${repeat(
      cards,
      (card) => card,
      (card, index) => {
        const leads = index === best;
        const note = leads ? (winner === null ? _("winning so far") : _("wins the trick")) : "";
        return html`<span
          class="laid ${trickPlace(seats[index], table.seat, view)} ${leads ? "best" : ""}"
          data-card=${card}
          data-from=${seats[index]}
          role="img"
          aria-label=${[`${isolated(names[seats[index]])}: ${cardName(card)}`, note].filter(Boolean).join(", ")}
          >${picture(card)}${leads ? html`<span class="mark" aria-hidden="true">★</span>` : nothing}</span
        >`;
      },
    )}
  </div>`;
}
