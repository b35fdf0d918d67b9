/** The buttons for what the person may say in the bidding, the exchange and the doubling. */

import { html, nothing, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { trumpsMissing, whyNotDiscard } from "../game/reasons.js";
import { gloss, inOrder, stepWith, words } from "../game/words.js";

/**
 * @import { View } from "../schema.d.ts"
 * @import { Scene } from "../types.d.ts"
 */

/**
 * Render the buttons for the words that are legal now; `act(action)` says one. `refuse(reason)` says why four cards may
 * not be discarded.
 * @param {Scene} scene
 */
export function calls({ view, chosen, act, refuse = notify }) {
  if (!view || view.to_act !== view.seat || view.seat === null) return nothing;
  if (view.phase === "exchange") return exchange(view, chosen, act, refuse);
  if (view.phase !== "bidding" && view.phase !== "doubling") return nothing;
  return html`<div class="calls words" role="group" aria-label=${_("Possible calls")}>
    ${inOrder(view.legal ?? []).map((action) => {
      const step = stepWith(view, action);
      return html`<button class="call" data-word=${action} @click=${() => act(action)}>
        <b lang="de-AT">${words(step)}</b><small>${gloss(step)}</small>
      </button>`;
    })}
  </div>`;
}

/**
 * Render what is still missing before the discard, the mark of the cards from the Dobb, and the button, which counts.
 * @param {View} view
 * @param {string[]} chosen
 * @param {(action: string) => void} act
 * @param {(reason: string) => void} refuse
 */
function exchange(view, chosen, act, refuse) {
  const reason = whyNotDiscard(chosen, view.rules);
  const forbidden = trumpsMissing(chosen, view.rules) > 0;
  return html`<div class="calls discarding">
    <p class="request">
      <span role="status">${reason ?? _("You may discard these four.")}</span>
      ${forbidden ? nothing : html`<span class="legend" aria-hidden="true"><i></i>${_("from the Dobb")}</span>`}
    </p>
    <button
      class=${reason ? "call" : "call primary"}
      aria-disabled=${String(Boolean(reason) && refuse === notify)}
      @click=${() => (reason ? refuse(reason) : act([...chosen].sort().join(" ")))}
    >
      <b lang="de-AT">i lig</b><small>
        <span>${reason ? `${chosen.length}/4` : _("discard these four")}</span>
        <i aria-hidden="true">${_("discard these four")}</i>
      </small>
    </button>
  </div>`;
}
