/** A person's own deals: what they add up to, sessions, favourites, files. */

import { html, nothing, notify, render, style } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { takeSession } from "../base/last-session.js";
import { HOME } from "../base/place.js";
import { remark } from "../base/records.js";
import { isKeptForGood } from "../base/storage.js";
import { topbar } from "../base/topbar.js";
import { rivals } from "../me/beaten.js";
import { collect } from "../me/collecting.js";
import { today } from "../me/days.js";
import { DEALS, finder } from "../me/deal-list.js";
import { loadDeals, value } from "../me/deals.js";
import { kinds, luck, memories, opponents, total } from "../me/figures.js";
import { gallery } from "../me/gallery.js";
import { givenAway } from "../me/given-away.js";
import { files } from "../me/files.js";
import { ANY, search } from "../me/filters.js";
import { SESSIONS, sessionList } from "../me/sessions.js";
import { rememberWorst } from "../me/one-thing.js";
import { sessions, statistics } from "../me/statistics.js";
import { unkeptText } from "../me/unkept.js";

/**
 * @import { Filter } from "../me/filters.js"
 * @import { Session } from "../me/statistics.js"
 * @import { Summary } from "../me/summary.js"
 */

/** From so many deals on, sums say something. */
const ENOUGH = 3;

/**
 * Show the page; return a function that leaves it.
 * @param {HTMLElement} root
 */
export async function show(root) {
  await style("me");
  const page = new OwnPage(root);
  await page.load();
  page.complete();
  return () => (page.isOpen = false);
}

class OwnPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.isOpen = true;
    /** Whether the browser keeps deals. */
    this.keeps = true;
    this.promised = false;
    /** @type {Summary[]} */
    this.deals = [];
    /** @type {Filter} */
    this.filter = ANY;
    this.most = { deals: DEALS, sessions: SESSIONS };
    /** @type {Set<Session>} */
    this.open = new Set();
    this.found = this.added();
  }

  /** Read what is kept, and draw it. */
  async load() {
    this.deals = await loadDeals().catch(() => ((this.keeps = false), []));
    this.promised = await isKeptForGood();
    rememberWorst(this.deals);
    this.found = this.added();
    takeSession(this.found.sessions[0]);
    this.open = new Set(isShort(this.deals) ? this.found.sessions : []);
    this.redraw();
  }

  /** Add the deals of tables that are not here, and what hands were worth; neither is needed for the rest. */
  async complete() {
    const isNew = await collect();
    if (!this.isOpen) return;
    if (isNew) await this.load();
    if (await value(this.deals, () => this.isOpen).catch(() => false)) await this.load();
  }

  added() {
    const { deals } = this;
    const months = [...new Set(deals.map(({ month }) => month))].filter(Boolean).sort().reverse();
    const found = sessions(deals);
    return { told: told(deals, found), sessions: found, months };
  }

  redraw = () => this.isOpen && render(this.drawn(), this.root);

  /** @param {Summary} deal */
  star = async (deal) => {
    try {
      await remark(new Map([[deal.id, { star: !deal.star }]]));
      deal.star = !deal.star;
      this.redraw();
    } catch {
      notify(unkeptText());
    }
  };

  drawn() {
    const { keeps, deals } = this;
    return html`<main class="sheet me">
      ${topbar(_("My record"))}
      ${keeps ? nothing : html`<section class="panel note"><p>${_("This browser keeps no deals.")}</p></section>`}
      ${keeps && !deals.length ? nothingYet() : nothing}
      ${deals.length ? this.all() : nothing}
      ${keeps ? files(deals.length, this.promised, this.redraw, () => this.load()) : nothing}
    </main>`;
  }

  all() {
    const { deals, found, filter, most, open, star, redraw } = this;
    /** @param {Partial<typeof most>} changed */
    const more = (changed) => (Object.assign(most, changed), redraw());
    const change = (/** @type {Partial<Filter>} */ changed) => {
      this.filter = { ...filter, ...changed };
      more({ deals: DEALS });
    };
    const sessionPart = { most: most.sessions, open, redraw, more: () => more({ sessions: most.sessions + SESSIONS }) };
    const dealPart = { most: most.deals, change, more: () => more({ deals: most.deals + DEALS }) };
    const find = () => finder(search(deals, filter).reverse(), found.months, filter, dealPart, { star });
    return html`${found.told} ${sessionList(found.sessions, sessionPart, { star })}
      ${isShort(deals) ? nothing : find()}`;
  }
}

/**
 * Render what deals add up to: once for as long as they are the same, as a search does not change it.
 * @param {Summary[]} deals
 * @param {Session[]} found
 */
function told(deals, found) {
  if (!deals.length) return nothing;
  const figures = statistics(deals);
  const own = deals.filter(({ role }) => role !== "unknown");
  const few = isShort(deals);
  const sums = () => html`${total(own, figures)} ${luck(figures)} ${few ? nothing : kinds(figures)}
    ${givenAway(own, today())}`;
  return html`${own.length ? sums() : nothing}
    ${few ? nothing : html`${opponents(figures)} ${memories(figures)}`}
    ${own.length ? gallery(rivals(found)) : nothing}`;
}

/**
 * Whether so few deals are kept that each can be seen at once: nothing adds up yet, and none must be looked for.
 * @param {Summary[]} deals
 */
const isShort = (deals) => deals.length < ENOUGH && deals.every(({ role }) => role !== "unknown");

const nothingYet = () => html`<section class="panel note">
  <p>${_("Every deal that you play to its end is kept here, on this device and nowhere else.")}</p>
  <p class="row"><a class="button primary" href=${HOME}>${_("Play")}</a></p>
</section>`;
