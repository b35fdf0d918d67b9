/** The whole page of a table, from its bar to the person's hand. */

import { html, nothing } from "../base/dom.js";
import { _, ngettext } from "../base/i18n.js";
import { settings } from "../base/settings.js";
import { proposalText } from "../game/commentary.js";
import { whyNot } from "../game/reasons.js";
import { activeSeats, botPlays, isStoodIn } from "../game/seats.js";
import { payment } from "../game/settlement.js";
import { wholeHand } from "../game/tricks.js";
import { gameText } from "../game/words.js";
import { board, nearestSeat, plate } from "./board.js";
import { calls } from "./calls.js";
import { hand } from "./hand.js";
import { hints } from "./hints.js";
import { invitation } from "./invitation.js";
import { lastTrick, ledger, ownTricks } from "./lookups.js";
import { menu } from "./menu.js";
import { result } from "./result.js";
import { openSeats } from "./seats.js";
import { whatHappened } from "./standing.js";
import { talk } from "./talk.js";

/**
 * @import { View } from "../schema.d.ts"
 * @import { Scene } from "../types.d.ts"
 */

/**
 * Render a scene.
 * @param {Scene} scene
 */
export function screen(scene) {
  const { table } = scene;
  if (table.stage === "gathering") return invitation(scene);
  const between = (table.stage === "between" || table.stage === "over") && !scene.playing;
  const holiday = isOnHoliday(scene);
  return html`<main class="table ${between ? "between" : ""}">
    ${bar(scene)}
    <h1 class="unseen">${_("The table")}</h1>
    ${between ? result(scene) : board(scene)}
    <section class="own ${holiday ? "holiday" : ""}" aria-label=${_("Your place")}>
      <div class="over">
        ${scene.connected ? nothing : offline(scene)}
        ${question(scene)}
        ${whatHappened(scene)}
        ${table.stage === "shuffling" ? html`<p class="wanting" role="status">${_("Shuffling the cards …")}</p>` : nothing}
        ${scene.lostSeat ? html`<p class="wanting">${scene.lostSeat}</p>` : nothing}
        ${table.seat === null ? watching(scene) : nothing}
        ${holiday ? html`<p class="wanting">${_("You are on holiday in this deal.")}</p>` : nothing}
        ${between ? nothing : before(scene)}
        ${isStoodIn(table) ? standIn(scene) : scene.playing && !scene.restingTrick ? calls(scene) : nothing}
      </div>
      ${between || holiday || table.seat === null ? nothing : handOf(scene)}
    </section>
  </main>`;
}

/**
 * Render what the person must know without a connection.
 * @param {Scene} scene
 */
function offline({ waits, late }) {
  return html`<p class="offline" role="status">
    ${_("No connection – reconnecting …")}
    ${waits ? _("The clock waits for up to {seconds} seconds.", { seconds: waits }) : nothing}
    ${late ? _("Your move is sent as soon as the connection is back.") : nothing}
  </p>`;
}

/**
 * Render the row above the person's hand: the tricks to look back at, the nearest seat, and the button that sweeps
 * a resting trick.
 * @param {Scene} scene
 */
function before(scene) {
  const { restingTrick, collect } = scene;
  return html`<div class="before">
    <div class="piles">${lastTrick(scene)} ${ownTricks(scene)}</div>
    ${plate(scene, nearestSeat(scene))}
    ${restingTrick && settings.stay === null
      ? html`<div class="calls"><button class="primary" @click=${collect}>${_("Next")}</button></div>`
      : nothing}
  </div>`;
}

/** @param {Scene} scene */
function bar(scene) {
  const { table, view } = scene;
  const game = view?.contract && scene.playing ? gameText(view.contract, view.doublings) : "";
  const worth = view && scene.playing ? worthNow(view) : "";
  const watched = scene.spectators ? ngettext("{count} spectator", "{count} spectators", scene.spectators) : "";
  return html`<header class="bar">
    ${menu(scene)}
    <p class="game"><b>${game || _("Deal {number}", { number: table.deal })}</b><small>${[worth, watched].filter(Boolean).join(" · ")}</small></p>
    ${hints(scene)} ${talk(scene)} ${ledger(scene)}
  </header>`;
}

/**
 * Format the present price of ten points over sixty, preceded by "Mußrunde" if the deal belongs to one.
 * @param {View} view
 */
function worthNow(view) {
  const must = view.must ? _("Mußrunde") : "";
  if (!view.contract) return must;
  const amount = payment(10, view.contract, view.doublings, view.rules);
  return [must, _("10 points = {amount} S", { amount })].filter(Boolean).join(" · ");
}

/**
 * Render the hand, or its empty place while the cards are shuffled.
 * @param {Scene} scene
 */
function handOf({ view, table, playing, chosen, choose, restingTrick }) {
  if (!playing || !view) return html`<div class="hand"></div>`;
  const mine = view.to_act === table.seat;
  const now = mine && !restingTrick;
  const away = isStoodIn(table);
  const plans = view.phase === "play" && !mine && !away;
  /** @param {string} card */
  const marks = (card) => {
    if (now && view.phase === "exchange") {
      return { toggles: true, chosen: chosen.includes(card), fresh: view.dobb?.includes(card) ?? false };
    }
    const playing = now && view.phase === "play";
    const legal = view.legal?.includes(card) ?? false;
    return {
      legal: playing && legal,
      illegal: playing && !legal,
      chosen: chosen.includes(card),
      plans,
      planned: !now && table.own?.plan === card,
      // A tap acts: it plays or plans the card, leads to the next trick, or takes the seat back.
      idle: !away && !plans && !(legal && view.phase === "play"),
      reason: playing ? whyNot(card, view) : null,
    };
  };
  const description = plans ? _("Choose a card to plan it: it is played as soon as it is your turn.") : "";
  return hand({ cards: view.hand, whole: wholeHand(view), marks, choose, label: _("Your hand"), description });
}

/** @param {Scene} scene */
function question({ table, names, answer }) {
  const { question: open, seat } = table;
  if (!open || seat === null) return nothing;
  if (open.seat === seat || open.agreed.includes(seat)) {
    return html`<p class="wanting" role="status">${_("Waiting for the others to answer.")}
      ${open.seat === seat ? html`<button @click=${() => answer(false)}>${_("Withdraw")}</button>` : nothing}</p>`;
  }
  return html`<div class="calls question" role="group" aria-label=${proposalText(open.what, names[open.seat])}>
    <p>${proposalText(open.what, names[open.seat])}</p>
    <button class="primary" @click=${() => answer(true)}>${_("Agree")}</button>
    <button @click=${() => answer(false)}>${_("Decline")}</button>
  </div>`;
}

/**
 * Render the way back from a bot that stands in. It takes the place of the calls, which no speech bubble covers.
 * @param {Scene} scene
 */
function standIn({ table, back }) {
  const why = table.seat === null ? null : table.seats[table.seat].stood_in;
  if (!why || table.stage === "over") return nothing;
  if (!botPlays(table, table.seat)) {
    return html`<p class="wanting">${_("You count as away: a bot plays for you until you are back.")}
      <button class="primary" @click=${back}>${_("I am back")}</button></p>`;
  }
  return html`<p class="wanting">${why === "clock" ? _("Your time ran out: a bot is playing for you.") : _("You were away: a bot is playing for you.")}
    <button class="primary" @click=${back}>${_("Resume playing")}</button></p>`;
}

/**
 * Render that the person watches, and how to take part.
 * @param {Scene} scene
 */
function watching(scene) {
  const { table, wanted, invitedTo, sit } = scene;
  if (!table.seats.some(({ kind }) => kind === "bot")) return html`<p class="wanting">${_("You are watching.")}</p>`;
  if (wanted !== null) return html`<p class="wanting" role="status">${_("You sit down when this deal is over.")}</p>`;
  const invited = invitedTo !== null && table.seats[invitedTo]?.kind === "bot";
  return html`<p class="wanting">${_("You are watching.")}
    <button class="primary" @click=${() => (invited && settings.name ? sit(invitedTo) : openSeats(scene))}>${_("Take a seat")}</button></p>`;
}

/**
 * Whether the person has no hand because, with five players, the dealer is on holiday.
 * @param {Scene} scene
 */
const isOnHoliday = ({ table, view, playing }) => playing && view !== null && table.seat !== null && !activeSeats(view).includes(table.seat);

/**
 * Render the page for a table that cannot be reached yet.
 * @param {() => void} again
 */
export const unreachable = (again) => html`<main class="sheet"><h1>${_("The table")}</h1>
    <p role="status">${_("The server cannot be reached. Are you online?")} ${_("The table appears as soon as the connection is back.")}</p>
    <p class="row"><button class="primary" @click=${again}>${_("Try again")}</button> <a class="button" href="/">${_("Start page")}</a></p></main>`;

/** Render the page for a table that does not exist. */
export function noSuchTable() {
  return html`<main class="sheet"><h1>${_("There is no such table")}</h1>
    <p>${_("Check that you copied the whole link, or ask for it again.")}</p>
    <a class="button primary" href="/">${_("Start page")}</a></main>`;
}

/**
 * The page of a table that the server no longer shows, with the reason. Its link loads the whole page anew, because a
 * banned address is refused every module.
 * @param {string} reason
 */
export function shutTable(reason) {
  return html`<main class="sheet"><h1>${_("The table")}</h1>
    <p>${reason}</p>
    <a class="button primary" href="/" target="_self">${_("Start page")}</a></main>`;
}
