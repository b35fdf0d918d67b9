/** Votes and requests at the table: their buttons, with the voters so far, and the confirmations they need. */

import { html, nothing, confirmAction } from "../base/dom.js";
import { _, isolated, list, minutes, ngettext } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { part, waitFor } from "../base/loading.js";
import { at, HOME } from "../base/place.js";
import { amongBots } from "../game/seats.js";

/**
 * @import { Table } from "../schema.d.ts"
 * @import { Scene, Vote } from "../types.d.ts"
 */

/** @typedef {(what: Vote) => void} CastVote */

/**
 * Return where people go from a table: to its club, or to the start page.
 * @param {Table} table
 */
export const wayBack = ({ options: { club } }) => (club ? at(`/c/${club}`) : HOME);

/** Say at a table of a club how people come to their seats whom the club does not know on this device. */
export const wayIn = () =>
  _(
    "You play at this table? Open your personal link on this device, then this page again. If the link is lost, a co-host sends you a new one.",
  );

/** @param {Table} table */
export const backToReturnText = ({ options: { club } }) =>
  club ? _("To the club (you can return)") : _("To the start page (you can return)");

/** @param {Table} table */
export const backText = ({ options: { club } }) => (club ? _("To the club") : _("Start page"));

/**
 * Whether the number of deals is fixed, as in a round of a tournament: nobody votes for an end or another session.
 * @param {Pick<Table, "options">} table
 */
export const isFixed = ({ options: { deals } }) => deals !== null;

/**
 * Render the buttons for what may come next; nothing for a spectator.
 * @param {Scene} scene
 */
export function nextButtons({ table, names, lost, now, vote, delay }) {
  if (table.seat === null) return nothing;
  const fixed = isFixed(table);
  if (table.stage === "over")
    return html`${
      fixed
        ? nothing
        : button(table, names, (what) => askNext(table, names, () => vote(what)), "again", _("Another session"), true)
    }
    <a class="button call signed" href=${wayBack(table)}><b>${icon("home")} ${backText(table)}</b></a>`;
  return html`${missing(table, lost, names)} ${untilNextDeal(table, { now, delay })} ${button(
    table,
    names,
    (what) => askNext(table, names, () => vote(what)),
    "next",
    _("Next deal"),
    true,
  )}
    ${
      table.mussrunde_left === null && !fixed
        ? button(table, names, () => askMussrunde(table, vote), "mussrunde", _("Mußrunde"))
        : nothing
    }
    ${fixed ? nothing : button(table, names, () => askEnd(table, vote), "end", _("End the session"))}`;
}

/**
 * Render how long the person may still look at the deal, and the button that asks for more time.
 * @param {Table} table
 * @param {Pick<Scene, "now" | "delay">} scene
 */
export const untilNextDeal = (table, { now, delay }) =>
  html`${countdown(table, now)} ${
    table.clock ? html`<button class="call" @click=${delay}><b>${_("More time")}</b></button>` : nothing
  }`;

/**
 * Render who is not there.
 * @param {Table} table
 * @param {number[]} lost
 * @param {string[]} names
 */
export const missing = ({ seats }, lost, names) =>
  seats.map(({ stood_in: away }, seat) => {
    const name = names[seat];
    if (lost.includes(seat)) return html`<p class="quiet">${_("{name}: connection lost.", { name })}</p>`;
    return away ? html`<p class="quiet">${_("{name} is away.", { name })}</p>` : nothing;
  });

/**
 * Render the time until the next deal begins without more votes; nothing if it waits for them.
 * @param {Table} table
 * @param {number} now the server's time in Unix seconds
 */
export function countdown({ clock }, now) {
  if (clock?.deal_at == null) return nothing;
  const left = minutes(Math.max(0, Math.ceil(clock.deal_at - now)));
  return html`<p class="countdown" role="timer">${_("The next deal begins in {time}", { time: left })}</p>`;
}

/**
 * Explain the Mußrunde, and vote for it if the person agrees; it needs the votes of all people.
 * @param {Table} table
 * @param {CastVote} vote
 */
export async function askMussrunde({ seats, seat }, vote) {
  if (seat !== null && seats[seat].wishes.includes("mussrunde")) return;
  const { wantsMussrunde } = await waitFor(part("game/mussrunde.js"));
  if (await wantsMussrunde(seats.length, amongBots({ seats, seat }) ? "" : takesAll())) vote("mussrunde");
}

/**
 * Vote for the next deal or another session; among friends who are not all there, only after a confirmation.
 * @param {Table} table
 * @param {string[]} names
 * @param {() => void} vote
 */
export async function askNext({ seats, seat: own, options }, names, vote) {
  const away = seats.flatMap(({ stood_in: why }, seat) => (why && seat !== own ? [names[seat]] : []));
  const isAsked = options.club && !isFixed({ options }) && away.length;
  const text = _("Bots play for {names} until they are here.", { names: list(away) });
  if (!isAsked || (await confirmAction(_("Begin without them?"), [text], _("Begin")))) vote();
}

/**
 * State the consequences of ending the session, and vote for it if the person confirms.
 * @param {Table} table
 * @param {CastVote} vote
 */
export async function askEnd({ seats, seat, stage }, vote) {
  if (seat !== null && seats[seat].wishes.includes("end")) return;
  const when =
    stage === "between"
      ? _("No more deals are played, and the totals stand.")
      : _("This deal is the last one; after it, the totals stand.");
  const consequences = amongBots({ seats, seat }) ? [when] : [when, takesAll()];
  if (await confirmAction(_("End the session?"), consequences, _("End it"))) vote("end");
}

/**
 * Fill the free seats with bots after a confirmation.
 * @param {Table} table
 * @param {() => void} fill
 */
export async function askToFill({ seats }, fill) {
  const free = seats.filter(({ kind }) => kind === "free").length;
  const consequence = ngettext("A bot takes {count} free seat.", "Bots take {count} free seats.", free);
  const then = _("The first deal begins, and nobody else can take a seat.");
  if (await confirmAction(_("Begin with bots?"), [consequence, then], _("Begin"))) fill();
}

/**
 * Leave the seat to a bot after a confirmation.
 * @param {() => void} leave
 */
export async function askToLeave(leave) {
  const consequences = [
    _("A bot plays on in your seat."),
    _("You keep what you have won or lost, and between two deals you can sit down again where a bot sits."),
  ];
  if (await confirmAction(_("Stand up?"), consequences, _("Stand up"), _("Stay"))) leave();
}

const takesAll = () => _("It is agreed as soon as everybody has asked for it. You cannot take your request back.");

/**
 * @param {Table} table
 * @param {string[]} names
 * @param {CastVote} vote
 * @param {Vote} what
 * @param {string} label
 * @param {boolean} [primary]
 */
function button(table, names, vote, what, label, primary = false) {
  const voters = table.seats.flatMap((seat, index) => (seat.wishes.includes(what) ? [index] : []));
  const own = table.seat !== null && voters.includes(table.seat);
  const others = voters.filter((seat) => seat !== table.seat).map((seat) => names[seat]);
  const together =
    primary && others.length ? _("with {names}", { names: list(others) }) : others.map(isolated).join(", ");
  const note = own ? _("waiting for the others") : together;
  return html`<button class=${
    primary ? "primary call" : "call"
  } aria-disabled=${String(own)} @click=${() => !own && vote(what)}>
    <b>${own ? "✓ " : ""}${label}</b>${note ? html`<small>${note}</small>` : nothing}
  </button>`;
}
