/** The parts of the start page for those who have played before: their tables, the last session, one thing to try. */

import { html, nothing } from "../base/dom.js";
import { _, isolated, moment, ngettext, signed } from "../base/i18n.js";
import { lastSession } from "../base/last-session.js";
import { at } from "../base/place.js";
import { worstKind } from "../base/worst-kind.js";
import { seatNames, seatPortraits, seatWithoutCookiesText } from "../game/seats.js";
import { results, today } from "../me/days.js";
import { progressIn } from "../learn/progress.js";
import { tacticTitles } from "../learn/tactic-titles.js";
import { face } from "../table/face.js";

/**
 * @import { Table } from "../schema.d.ts"
 * @import { Known } from "./start.js"
 */

/**
 * Render the doors to the person's tables.
 * @param {Known[]} known
 */
export const goOn = (known) =>
  known.map(
    ({ name, state, at: time }) => html`<a class="button big last" href=${at(`/t/${name}`)}>
      ${state ? html`<span class="company" aria-hidden="true">${company(state)}</span>` : nothing}
      <b>${state?.seat === null ? _("To the table") : _("Continue")}</b>
      <small>${
        state?.seat === null ? seatWithoutCookiesText() : html`${state ? `${others(state)} · ` : ""}${moment(time)}`
      }</small>
    </a>`,
  );

/** @param {Table} table */
const company = ({ seats, seat: own }) =>
  seatPortraits(seats, seatNames(seats, own))
    .filter((portrait, seat) => portrait && seat !== own)
    .map((portrait) => face(portrait));

/** @param {Table} table */
const others = ({ seats, seat: own }) =>
  seatNames(seats, own)
    .filter((_name, seat) => seat !== own)
    .map(isolated)
    .join(", ");

/** Render how the last session went; nothing before a deal has ended. */
export function lastTime() {
  const last = lastSession();
  if (!last) return nothing;
  const { deals, gain } = last;
  return html`<a class="button big" href=${at("/me")}><b>${_("My record")}</b>
    <small>${ngettext(
      "last session: {amount} Schilling in {count} deal",
      "last session: {amount} Schilling in {count} deals",
      deals,
      { amount: signed(gain) },
    )}</small></a>`;
}

/** Say how many of today's deals are still to play. */
export function todaysDeals() {
  const left = results(today()).filter((paid) => paid === null).length;
  return left
    ? ngettext("{count} deal still to play today", "{count} deals still to play today", left)
    : _("all of today's are played");
}

/**
 * The kind of exercises, and the words, for each kind of decision that gives away the most.
 * @returns {Record<NonNullable<ReturnType<typeof worstKind>>, [kind: string, text: string]>}
 */
const weak = () => ({
  bidding: ["#bid", _("one thing to try: your bids give away the most")],
  exchange: ["#discard", _("one thing to try: your discards give away the most")],
  doubling: ["#schwacher", _("one thing to try: your doublings give away the most")],
  play: ["", _("one thing to try: your cards give away the most")],
});

/**
 * Return one thing to try, and where: what gives away the most or, as long as nobody knows that, a rule of thumb whose
 * exercise the person has not solved yet; null if there is none left.
 */
export function oneThing() {
  const worst = worstKind();
  if (worst) {
    const [place, text] = weak()[worst];
    return { address: `/exercises${place}`, title: _("Exercises"), text };
  }
  const titles = tacticTitles();
  const { solved } = progressIn("tactics", titles.length);
  const next = titles.find((_title, at) => !solved(at));
  if (next === undefined) return null;
  return { address: "/learn#tactics", title: _("Learn"), text: _("one thing to try: {rule}", { rule: next }) };
}
