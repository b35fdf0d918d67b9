/** The open tables: listed tables with a free seat and a person present. */

import { get } from "../base/api.js";
import { html, render, style } from "../base/dom.js";
import { _, isolated, ngettext } from "../base/i18n.js";
import { at, isPocket } from "../base/place.js";
import { settings } from "../base/settings.js";
import { topbar } from "../base/topbar.js";
import { seatNames, seatPortraits } from "../game/seats.js";
import { ruleChips } from "../table/invitation.js";
import { EMPTY, littleTable, serverOnly } from "../table/little-table.js";
import { openNew } from "../table/new-table.js";
import { askForTable } from "../table/opening.js";
import { refusal } from "../table/refusal.js";

/** @import { Listed } from "../schema.d.ts" */

/** Milliseconds between two requests for the list. */
const AGAIN = 5000;

/**
 * Show the open tables; return a function that leaves the page.
 * @param {HTMLElement} root
 */
export async function show(root) {
  await style("table", "waiting", "lobby", "form");
  if (isPocket) return void render(serverOnly(_("Open tables")), root);
  /** @type {Listed[] | null} */
  let tables = null;
  let failure = "";
  const draw = () => render(view(tables, failure), root);
  const load = async () => {
    try {
      tables = /** @type {Listed[]} */ (await get("/tables"));
      failure = "";
    } catch (error) {
      failure = refusal(error);
    }
    draw();
  };
  draw();
  await load();
  const timer = setInterval(load, AGAIN);
  return () => clearInterval(timer);
}

/**
 * @param {Listed[] | null} tables
 * @param {string} failure
 */
function view(tables, failure) {
  return html`<main class="sheet lobby">
    ${topbar(_("Open tables"))}
    <div role="status">
      ${failure ? html`<p class="panel">${failure}</p>` : ""}
      ${tables?.length === 0 ? own(_("No table has a free seat right now."), true) : ""}
    </div>
    <div class="open">${ordered(tables ?? []).map((one, at) =>
      open(one, at === 0),
    )}${tables?.length ? own(_("Your own table"), false) : ""}</div>
  </main>`;
}

/**
 * Whether the person has a seat at a table, as this device remembers.
 * @param {Listed} table
 */
const isOwn = ({ table, names }) => settings.tables.some((one) => one.table === table) && names.includes(settings.name);

/**
 * Return the tables as they are best joined: the person's own first, then those that begin the soonest.
 * @param {Listed[]} tables
 */
const ordered = (tables) =>
  [...tables].sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)) || one.free - other.free);

/**
 * Render a table with free seats; one of them is the best to go to.
 * @param {Listed} listed
 * @param {boolean} isBest
 */
function open(listed, isBest) {
  const { table, names, free, seats, options } = listed;
  return html`<section class="panel nailed ${isOwn(listed) ? "yours" : ""}">
    ${isOwn(listed) ? html`<p class="whose">${_("your table")}</p>` : ""}
    ${littleTable(seatPortraits(seats, seatNames(seats)))}
    <h2>${names.map((name) => isolated(name || _("Guest"))).join(", ")}</h2>
    <p class="free-seats">${ngettext("{count} seat is free", "{count} seats are free", free)}</p>
    <div class="facts">${ruleChips(options)}</div>
    <a class="button ${isBest ? "primary" : ""}" href=${at(`/t/${table}`)}>${_("To the table")}</a>
  </section>`;
}

/**
 * Render how to open a table of one's own.
 * @param {string} heading
 * @param {boolean} isBest whether nothing is better
 */
const own = (heading, isBest) => html`<section class="panel nailed note">
    ${littleTable(EMPTY)}
    <h2>${heading}</h2>
    <p>${_("Open a table that is listed here: anybody may sit down, and your friends come by link.")}</p>
    <button class=${isBest ? "primary" : ""} @click=${invite}>${_("Open a table")}</button>
  </section>`;

async function invite() {
  const options = await askForTable(true);
  if (options) openNew(options);
}
