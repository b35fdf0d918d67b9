/** The page on which a given deal is played and, at its end, compared with what others made of the same seat. */

import { html, nothing, notify, render, style } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { at } from "../base/place.js";
import { idOf, keep } from "../base/records.js";
import { settings } from "../base/settings.js";
import { refusal } from "../table/refusal.js";
import { Comparison } from "./comparison.js";
import { actionsPlayed, now, remember } from "./days.js";
import { PlayedDeal } from "./played-deal.js";
import { shareDeal } from "./share-deal.js";

/**
 * @import { Drawn } from "../base/dom.js"
 * @import { FinishedView, GivenDeal } from "../types.d.ts"
 */

/**
 * A deal on the page: the `name` under which the device remembers how far it is played, remarks for its record, the
 * actions of somebody `other` who has played it, the way `back`, and the ways `onward` from its end if these are more.
 * @typedef {{
 *   name: string,
 *   title: string,
 *   remarks: object,
 *   other?: string[],
 *   back: { address: string, label: string },
 *   onward?: () => Drawn,
 * }} About
 */

/**
 * Show a given deal from where the device has left it; return a function that leaves the page.
 * @param {HTMLElement} root
 * @param {GivenDeal} given
 * @param {About} about
 */
export async function playGiven(root, given, about) {
  await style("replay", "daily");
  let isOpen = true;
  /** @type {Comparison | null} */
  let compared = null;
  const begun = { ...given, record: { ...given.record, actions: actionsPlayed(about.name) } };
  const heard = (/** @type {string[]} */ actions, /** @type {FinishedView | null} */ over) =>
    note(given, about, actions, over);
  const deal = new PlayedDeal(begun, heard, () => draw());
  function draw() {
    if (!isOpen) return;
    if (deal.over && !compared) {
      compared = new Comparison(given, deal.names, deal.over, draw);
      compared.learn(about.other);
    }
    render(page(deal, about, compared), root);
  }
  const begin = () => deal.begin().catch((error) => notify(refusal(error)));
  draw();
  await begin();
  draw();
  return () => {
    isOpen = false;
    deal.leave();
  };
}

/**
 * Remember how far a deal is played, and keep one that is over among the deals of this device.
 * @param {GivenDeal} given
 * @param {About} about
 * @param {string[]} actions
 * @param {FinishedView | null} over
 */
function note({ seat, bots }, { name, remarks }, actions, over) {
  remember(name, actions, over ? over.result.payments[seat] : null);
  if (!over) return;
  const names = bots.map((_bot, at) => (at === seat ? settings.name : null));
  const meta = { names, seat, bots, ended: now(), ...remarks };
  // Where the browser keeps no records, the deal can still be looked at.
  keep([{ ...over.record, meta }]).catch(() => undefined);
}

/**
 * @param {PlayedDeal} deal
 * @param {About} about
 * @param {Comparison | null} compared
 */
const page = (deal, about, compared) => html`<main class="replay" ?data-over=${deal.over !== null}>
  <header class="topbar">
    <a class="button r-back" href=${about.back.address} aria-label=${about.back.label}>${icon("back")}</a>
    <h1>${about.title}</h1>
  </header>
  ${deal.drawn(compared ? ended(deal, about, compared) : nothing)}
</main>`;

/**
 * @param {PlayedDeal} deal
 * @param {About} about
 * @param {Comparison} compared
 */
const ended = (deal, about, compared) => html`${compared.drawn()}
  <div class="row">
    ${about.onward?.() ?? html`<a class="button primary" href=${about.back.address}>${about.back.label}</a>`}
    <a class="button" href=${at(`/me/deal/${idOf(compared.view.record)}`)}>${_("Card by card")}</a>
    <button @click=${() => shareDeal(compared.view, deal.given.bots)}>${_("Share this deal")}</button>
  </div>`;
