/** The deals of the day: three deals that everybody has, and those of past days. */

import { fragment } from "../base/addresses.js";
import { get } from "../base/api.js";
import { html, nothing, notify, render, style } from "../base/dom.js";
import { _, signed } from "../base/i18n.js";
import { at, isPocket } from "../base/place.js";
import { share } from "../base/sharing.js";
import { canThink } from "../base/thinking.js";
import { topbar } from "../base/topbar.js";
import { lacks } from "../game/characters.js";
import { activeSeats } from "../game/seats.js";
import { DayResults } from "../me/day-results.js";
import { DEALS, daysBefore, dayText, isDay, nameOf, played, results, today } from "../me/days.js";
import { fan } from "../me/fan.js";
import { playGiven } from "../me/given-deal.js";
import { trouble } from "../replay/trouble.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { Daily, DailyDeal, Record } from "../schema.d.ts"
 */

/** The place in the address: a day, or one of its deals. */
/** @type {string[]} */
export const places = [];

/** The number of past days on the page. */
const PAST = 14;

/**
 * Show the deals of a day, or the one that the address names.
 * @param {HTMLElement} root
 */
export async function show(root) {
  const [place, asked, number] = /^(\d{4}-\d\d-\d\d)(?:\/([1-3]))?$/.exec(fragment()) ?? [""];
  const last = today();
  const day = asked && asked <= last && isDay(asked) ? asked : last;
  places.splice(0, 1, ...(day === asked ? [place] : []));
  try {
    const { deals } = /** @type {Daily} */ (await get(`/daily/${day}`));
    const deal = deals.find((one) => day === asked && canThink() && one.number === Number(number));
    return await (deal ? playOne(root, day, deal) : overview(root, day, last, deals));
  } catch (error) {
    return trouble(root, _("The deals of the day cannot be shown"), /** @type {ApiError} */ (error));
  }
}

/**
 * @param {HTMLElement} root
 * @param {string} day
 * @param {DailyDeal} deal
 */
async function playOne(root, day, { number, record, seat, bots }) {
  return playGiven(
    root,
    { record, seat, bots },
    {
      name: nameOf(day, number),
      title: `${_("Deal {number}", { number })} · ${dayText(day, "medium")}`,
      remarks: record.meta,
      back: { address: addressOf(day), label: _("Deals of the day") },
    },
  );
}

/**
 * @param {HTMLElement} root
 * @param {string} day
 * @param {string} last
 * @param {DailyDeal[]} deals
 */
async function overview(root, day, last, deals) {
  let isOpen = true;
  // In a pocket there is nobody else.
  const everybody = isPocket ? null : new DayResults(day, () => draw());
  const draw = () => isOpen && render(drawn(day, last, deals, everybody), root);
  await style("daily");
  draw();
  everybody?.load();
  return () => {
    isOpen = false;
  };
}

/**
 * @param {string} day
 * @param {string} last
 * @param {DailyDeal[]} deals
 * @param {DayResults | null} everybody
 */
const drawn = (day, last, deals, everybody) => html`<main class="sheet daily">
  ${topbar(_("Deals of the day"))}
  <section class="panel">
    <h2>${dayText(day)}</h2>
    <p>${_(
      "Three deals a day, the same for everybody, by the date where you are. The bots answer the same play in the same way: the rest is up to you.",
    )}</p>
    ${canThink() ? nothing : html`<p>${lacks()}</p>`}
    <ol>${deals.map((deal) => door(day, deal))}</ol>
    ${results(day).some((paid) => paid !== null) ? sharing(day) : nothing}
  </section>
  ${everybody?.drawn()}
  <section class="panel">
    <h2>${day === last ? _("Earlier days") : _("Other days")}</h2>
    <ul>${[last, ...daysBefore(last, PAST)].filter((one) => one !== day).map(dayLink)}</ul>
  </section>
</main>`;

/** @param {string} place */
const addressOf = (place) => at(`/daily#${place}`);

/**
 * Say how a deal begins for the person.
 * @param {Record} record
 * @param {number} seat
 */
function about({ must, players, dealer }, seat) {
  if (must) return _("Mußrunde: you must play.");
  const turn = activeSeats({ players, dealer }).indexOf(seat);
  return [_("You speak first."), _("You speak second."), _("You speak third."), _("You speak last.")][turn];
}

/**
 * @param {string} day
 * @param {DailyDeal} deal
 */
function door(day, { number, record, seat }) {
  const known = played()[nameOf(day, number)];
  const paid = known?.paid ?? null;
  const todo = known ? _("Continue") : _("Play");
  return html`<li>
    <span><b>${_("Deal {number}", { number })}</b> <small>${about(record, seat)}</small></span>
    ${paid === null ? nothing : html`<b class=${paid < 0 ? "bad" : "good"}>${signed(paid)}</b>`}
    ${
      canThink()
        ? html`<a class=${paid === null ? "button primary" : "button"} href=${addressOf(nameOf(day, number))}
            aria-label=${`${_("Deal {number}", { number })}: ${paid === null ? todo : _("Look back")}`}>
            ${paid === null ? todo : _("Look back")}
          </a>`
        : nothing
    }
    ${fan(record, seat)}
  </li>`;
}

/**
 * Write the results of a day without a word about the cards; a deal that is not over is left out.
 * @param {string} day
 */
function sharedText(day) {
  const made = results(day).flatMap((paid, at) =>
    paid === null ? [] : [`${_("Deal {number}", { number: DEALS[at] })}: ${signed(paid)}`],
  );
  const what = _("The card game Dobbm, deals of the day, {day}", { day: dayText(day, "medium") });
  return `${what}\n${_("In Schilling: {results}", { results: made.join(" · ") })}`;
}

/** @param {string} day */
function sharing(day) {
  const text = sharedText(day);
  const send = async () => {
    const outcome = await share({ title: "Dobbm", text });
    if (outcome === "copied") notify(_("Copied."));
    if (outcome === "refused") notify(text);
  };
  return html`<p class="row shared">
    <output>${text}</output>
    <button @click=${send}>${_("Share the results")}</button>
  </p>`;
}

/** @param {string} day */
function dayLink(day) {
  const found = results(day).filter((paid) => paid !== null);
  return html`<li><a href=${addressOf(day)}>${dayText(day)}</a> <span>${found.map(signed).join(" ")}</span></li>`;
}
