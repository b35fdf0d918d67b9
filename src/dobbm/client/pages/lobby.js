/** The open tables: listed tables with a free seat and a person present. */

import { get } from "../base/api.js";
import { html, render, style } from "../base/dom.js";
import { _, ngettext } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { houseRules } from "../table/invitation.js";
import { refusal } from "../table/refusal.js";

/** @import { Listed } from "../schema.d.ts" */

/** Milliseconds between two requests for the list. */
const AGAIN = 5000;

/**
 * Show the open tables; return a function that leaves the page.
 * @param {HTMLElement} root
 */
export async function show(root) {
  await style("table");
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
  return html`<main class="sheet">
    <header class="topbar">
      <a class="button icon" href="/" aria-label=${_("Start page")}>${icon("back")}</a>
      <h1>${_("Open tables")}</h1>
    </header>
    <div role="status">
      ${failure ? html`<p class="panel">${failure}</p>` : ""}
      ${tables?.length === 0 ? html`<p class="panel">${_("No table has a free seat right now. Open your own: choose “Invite friends”, then “List among the open tables”.")}</p>` : ""}
    </div>
    ${(tables ?? []).map(
      ({ table, names, free, options }) => html`<section class="panel">
        <h2>${names.map((name) => name || _("Guest")).join(", ")}</h2>
        <p>${ngettext("{count} seat is free", "{count} seats are free", free)}</p>
        ${houseRules(options)}
        <a class="button primary" href=${`/t/${table}`}>${_("To the table")}</a>
      </section>`,
    )}
  </main>`;
}
