/** The whole page of a table, from its bar to the person's hand. */

import { html, nothing, repeat } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { part, waitFor } from "../base/loading.js";
import { HOME, at, isPocket } from "../base/place.js";
import { settings } from "../base/settings.js";
import { desertedText, proposalText, standInText } from "../game/commentary.js";
import { ANSWER } from "../base/data.js";
import { whyNot } from "../game/reasons.js";
import { botPlays, isDeserted, isOnHoliday, isOnTurn, isStoodIn, onlyWatches } from "../game/seats.js";
import { worthOfTen } from "../game/settlement.js";
import { wholeHand } from "../game/tricks.js";
import { gameText } from "../game/words.js";
import { board, clock, nearestSeat, plate } from "./board.js";
import { calls } from "./calls.js";
import { hand } from "./hand.js";
import { hints } from "./hints.js";
import { lastTrick, ledger, ownTricks, slate, ownLastTrick } from "./lookups.js";
import { menu, talk } from "./menu.js";
import { haveLanded, isDue } from "./motion.js";
import { offline, spectatorsText, whatHappened } from "./standing.js";
import { nextButtons, untilNextDeal, wayIn } from "./votes.js";

/**
 * @import { Drawn } from "../base/dom.js"
 * @import { Question, View } from "../schema.d.ts"
 * @import { Scene } from "../types.d.ts"
 */

/** As many coins as fit into the bar. */
const MOST_COINS = 6;

/**
 * Render a scene.
 * @param {Scene} scene
 */
export function screen(scene) {
  const { table } = scene;
  if (table.stage === "gathering") {
    return scene.gathering?.invitation(scene) ?? html`<main class="sheet">${awaited(nothing)}</main>`;
  }
  const between = (table.stage === "between" || table.stage === "over") && !scene.playing;
  const holiday = scene.playing && isOnHoliday(table);
  const handless = holiday || table.seat === null;
  // Asked before anything is drawn: nobody bids before the cards have landed.
  const held = between || handless ? nothing : handOf(scene);
  return html`<main class="table ${between ? "between" : ""}">
    ${bar(scene)}
    <h1 class="unseen">${_("The table")}</h1>
    ${between ? (scene.result?.result(scene) ?? awaited(nextButtons(scene))) : board(scene)}
    ${
      between
        ? nothing
        : html`<aside class="side" aria-label=${_("Tricks")}>${ownLastTrick(scene)}</aside>
          <aside class="side" aria-label=${_("The ledger")}>${panel(scene)}</aside>`
    }
    ${repeat(
      [between],
      String,
      () => html`<section class="own ${handless ? "handless" : ""} ${holiday ? "holiday" : ""}"
        aria-label=${_("Your place")}>
      <div class="over">
        ${offline(scene)}
        ${question(scene)}
        ${whatHappened(scene)}
        ${
          table.stage === "shuffling"
            ? html`<p class="wanting" role="status">${_("Shuffling the cards …")}</p>`
            : nothing
        }
        ${scene.guide?.note(scene)}
        ${
          isStoodIn(table)
            ? standIn(scene)
            : scene.playing && !scene.restingTrick && haveLanded()
              ? calls(scene)
              : nothing
        }
        ${between ? nothing : before(scene)}
        ${
          scene.lostSeat
            ? html`<p class="wanting">${scene.lostSeat} <a class="button" href=${HOME}>${_("Start page")}</a></p>`
            : nothing
        }
        ${table.seat === null ? watching(scene) : nothing}
        ${holiday ? onHoliday(scene) : nothing}
      </div>
      ${held}
    </section>`,
    )}
  </main>`;
}

/**
 * Say why the dealer has no cards.
 * @param {Scene} scene
 */
const onHoliday = (scene) =>
  html`<p class="wanting">${_(
    "You are on holiday in this deal: with five, the dealer sits out.",
  )} ${fastForward(scene, "primary")}</p>`;

/**
 * Render what appears in place of a part that is late: the way to the start page, and what else can be done without it.
 * @param {Drawn} more
 */
const awaited = (more) => html`<section class="panel note awaited"><p role="status">${_("Loading …")}</p>
    <div class="row">${more} <a class="button" href=${HOME}>${_("Start page")}</a></div></section>`;

/**
 * Render the slate beside the board: the deals of the session with their reasons, once they are read.
 * @param {Scene} scene
 */
const panel = ({ table, names, ledger, written }) =>
  ledger && written.some(({ session }) => session === table.session)
    ? ledger.ledgerSlate({ table, names }, written)
    : slate(table, names);

/**
 * Render the row above the person's hand: the tricks to look back at, the nearest seat, and the button that sweeps
 * a resting trick.
 * @param {Scene} scene
 */
function before(scene) {
  const { restingTrick, collect, latest } = scene;
  const called =
    latest && latest.seat !== null && isOnTurn(latest)
      ? html`<small>${_("Your turn")} ${clock({ ...scene, table: latest }, latest.seats[latest.seat], true)}</small>`
      : nothing;
  return html`<div class="before">
    <div class="piles">${lastTrick(scene)} ${ownTricks(scene)}</div>
    ${plate(scene, nearestSeat(scene))}
    ${
      restingTrick && settings.stay === null
        ? html`<div class="calls">${latest?.stage === "between" ? untilNextDeal(latest, scene) : nothing}
          <button class="primary next" @click=${collect}>${_("Next")}${called}</button></div>`
        : nothing
    }
  </div>`;
}

/** @param {Scene} scene */
function bar(scene) {
  const { table, view } = scene;
  const game = view?.contract && scene.playing ? gameText(view.contract, view.doublings) : "";
  const worth = view && scene.playing ? worthNow(view) : "";
  return html`<header class="bar">
    ${menu(scene)}
    <p class="game"><b>${
      game ||
      (table.stage === "over"
        ? _("End of the session")
        : table.deal
          ? _("Deal {number}", { number: table.deal })
          : "Dobbm")
    }</b>${
      view?.contract && scene.playing ? stake(view.contract, view.doublings) : nothing
    }<small>${[worth, spectatorsText(scene)].filter(Boolean).join(" · ")}</small></p>
    ${hints(scene)} ${talk(scene)} ${ledger(scene)}
  </header>`;
}

/**
 * Draw a coin, and one more for each doubling of the payment.
 * @param {string} contract
 * @param {number} doublings
 */
function stake(contract, doublings) {
  const count = 1 + doublings + (contract === "solo" ? 1 : 0);
  return html`<span class="stake" aria-hidden="true">${Array.from(
    { length: Math.min(count, MOST_COINS) },
    () => html`<i></i>`,
  )}</span>`;
}

/**
 * Format the present price of ten points over sixty, preceded by "Mußrunde" if the deal belongs to one.
 * @param {View} view
 */
function worthNow(view) {
  const must = view.must ? _("Mußrunde") : "";
  if (!view.contract) return must;
  const amount = worthOfTen(view);
  return [must, _("10 points = {amount} S", { amount })].filter(Boolean).join(" · ");
}

/**
 * Render the hand, or its empty place while the cards are shuffled.
 * @param {Scene} scene
 */
function handOf({ view, table, playing, chosen, choose, restingTrick, redraw }) {
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
  const dealt = view.phase !== "bidding" || isDue("hand", `${table.table} ${table.deal}`, redraw);
  return hand({ cards: view.hand, whole: wholeHand(view), dealt, marks, choose, label: _("Your hand"), description });
}

/**
 * Render the seconds left to answer a question.
 * @param {Question} question
 * @param {number} now the server's time in Unix seconds
 */
const left = ({ since }, now) =>
  html`<span class="time-left" role="timer">${_("{count} s", {
    count: Math.max(0, Math.ceil(since + ANSWER - now)),
  })}</span>`;

/** @param {Scene} scene */
function question({ table, names, now, answer }) {
  const { question: open, seat } = table;
  if (!open || seat === null) return nothing;
  if (open.seat === seat || open.agreed.includes(seat)) {
    return html`<p class="wanting">${_("Waiting for the others to answer.")} ${left(open, now)}
      ${open.seat === seat ? html`<button @click=${() => answer(false)}>${_("Withdraw")}</button>` : nothing}</p>`;
  }
  return html`<div class="calls question" role="group" aria-label=${proposalText(open.what, names[open.seat])}>
    <p>${proposalText(open.what, names[open.seat])} ${left(open, now)}</p>
    <button class="primary" @click=${() => answer(true)}>${_("Agree")}</button>
    <button @click=${() => answer(false)}>${_("Decline")}</button>
  </div>`;
}

/**
 * Render the way back from a bot that stands in. It takes the place of the calls, which no speech bubble covers.
 * @param {Scene} scene
 */
function standIn(scene) {
  const { table, back } = scene;
  const why = table.seat === null ? null : table.seats[table.seat].stood_in;
  if (!why || table.stage === "over") return nothing;
  if (isDeserted(table)) {
    return html`<p class="wanting">${desertedText()} <button class="primary"
      @click=${back}>${_("Resume playing")}</button></p>`;
  }
  if (!botPlays(table, table.seat)) {
    return html`<p class="wanting">${_("You count as away: a bot plays for you until you are back.")}
      <button class="primary" @click=${back}>${_("I am back")}</button></p>`;
  }
  return html`<p class="wanting">${standInText(why)}
    <button class="primary" @click=${back}>${_("Resume playing")}</button> ${fastForward(scene)}</p>`;
}

/**
 * Render the button by which a person who can only watch sees what happens without pauses.
 * @param {Scene} scene
 * @param {string} weight "primary" if there is nothing else to do
 */
function fastForward({ table, view, names, playing, fast, hurry }, weight = "") {
  if (!playing || !onlyWatches(table)) return nothing;
  const next = view?.to_act ?? null;
  const waits = fast && next !== null && table.seats[next].kind === "person" && !table.seats[next].stood_in;
  return html`<button class="toggle ${weight}" aria-pressed=${String(fast)}
    @click=${() => hurry(!fast)}>${icon("fast")} ${_("Fast-forward")}</button>
    ${waits ? html`<small>${_("waiting for {name}", { name: names[next] })}</small>` : nothing}`;
}

/**
 * Render that the person watches, and how to take part.
 * @param {Scene} scene
 */
function watching(scene) {
  const { table, wanted, invitedTo, sit, stranger } = scene;
  if (stranger)
    return html`<p class="wanting"><span>${_("You are watching.")} ${wayIn()}</span>
      ${clubButton(table.options.club)} ${fastForward(scene)}</p>`;
  if (!table.seats.some(({ kind }) => kind === "bot"))
    return html`<p
      class="wanting">${_("You are watching.")} ${_("A notice appears when a seat becomes free.")} ${fastForward(
        scene,
        "primary",
      )}</p>`;
  if (wanted !== null)
    return html`<p class="wanting" role="status">${_("You sit down when this deal is over.")} ${fastForward(
      scene,
      "primary",
    )}</p>`;
  const { club } = table.options;
  if (club) return html`<p class="wanting">${_("You are watching.")} ${clubButton(club)} ${fastForward(scene)}</p>`;
  const invited = invitedTo !== null && table.seats[invitedTo]?.kind === "bot";
  const open = async () => (await waitFor(part("table/seats.js"))).openSeats(scene);
  return html`<p class="wanting">${_("You are watching.")}
    <button class="primary" @click=${() =>
      invited && settings.name ? sit(invitedTo) : open()}>${_("Take a seat")}</button> ${fastForward(scene)}</p>`;
}

/** @param {string | null | undefined} club */
const clubButton = (club) => html`<a class="button primary" href=${at(`/c/${club}`)}>${_("To the club")}</a>`;

/**
 * Render the page for a table that cannot be reached yet.
 * @param {() => void} again
 * @param {boolean} late whether the person's action waits for the connection
 * @param {string} why what is wrong, if somebody answers but refuses
 */
export const unreachable = (again, late, why) => html`<main class="sheet"><section class="panel note">
    <h1>${_("The table")}</h1>
    <p role="status">${isPocket ? why || idleText() : waiting(late, why)}</p>
    <p class="row"><button class="primary"
      @click=${isPocket ? reload : again}>${_("Try again")}</button> <a class="button"
      href=${HOME}>${_("Start page")}</a></p></section></main>`;

const reload = () => location.reload();
const idleText = () => _("The game does not run. Your tables stay on this device.");

/**
 * @param {boolean} late
 * @param {string} why
 */
const waiting = (late, why) => html`${why || _("The server cannot be reached. Are you online?")}
  ${_("The table appears as soon as the connection is back.")}
  ${late ? _("Your move is sent as soon as the connection is back.") : nothing}`;

/**
 * The page of a table that the server no longer shows, with the reason. Its link loads the whole page anew, because a
 * banned address is refused every module.
 * @param {string} reason
 * @param {string} [club] the club that shows the table to its people only
 */
export function shutTable(reason, club) {
  return html`<main class="sheet"><section class="panel note"><h1>${_("The table")}</h1>
    <p>${reason}</p>
    ${club ? html`<p>${wayIn()}</p> ${clubButton(club)}` : nothing}
    <a class=${club ? "button" : "button primary"} href=${HOME} target="_self">${_("Start page")}</a></section></main>`;
}
