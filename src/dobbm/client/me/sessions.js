/** The sessions of a person: the deals of one table, with their sum. */

import { html, nothing } from "../base/dom.js";
import { _, list, moment, ngettext, signed } from "../base/i18n.js";
import { dealList } from "./deal-list.js";
import { shade } from "./deal-line.js";

/**
 * @import { Session } from "./statistics.js"
 * @import { Listed } from "./deal-list.js"
 */

/** The most sessions at first, and more at a tap. */
export const SESSIONS = 8;

/**
 * Render the newest sessions; a session's deals are drawn when it is open.
 * @param {Session[]} sessions the newest first
 * @param {{ most: number, open: Set<Session>, more: () => void, redraw: () => void }} shown
 * @param {Listed} listed
 */
export function sessionList(sessions, { most, open, more, redraw }, listed) {
  if (!sessions.length) return nothing;
  return html`<section class="panel">
    <h2>${_("Your sessions")}</h2>
    ${sessions.slice(0, most).map(
      (one) => html`<details class="m-session" ?open=${open.has(one)} @toggle=${(/** @type {Event} */ event) => {
        const isOpen = /** @type {HTMLDetailsElement} */ (event.target).open;
        if (open.has(one) === isOpen) return;
        if (isOpen) open.add(one);
        else open.delete(one);
        redraw();
      }}>
        <summary><span class="m-what">${withText(one)} <small>${[
          one.until ? moment(one.until) : "",
          ngettext("{count} deal", "{count} deals", one.deals.length),
        ]
          .filter(Boolean)
          .join(" · ")}</small></span>
          <b class="m-gain ${shade(one.gain)}">${signed(one.gain)}</b></summary>
        ${open.has(one) ? dealList([...one.deals].reverse(), listed) : nothing}
      </details>`,
    )}
    ${sessions.length > most ? html`<button @click=${more}>${_("Show more")}</button>` : nothing}
  </section>`;
}

/**
 * Say who played with the person.
 * @param {Session} session
 */
const withText = ({ deals }) => {
  const { names } = deals[deals.length - 1];
  return names.length ? _("With {names}", { names: list(names) }) : _("A deal");
};
