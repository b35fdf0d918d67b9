/** Hints in practice: how a strong bot rates the possible actions, and why. */

import { dialog, html, nothing, notify } from "../base/dom.js";
import { _, signed } from "../base/i18n.js";
import { namedIcon } from "../base/icons.js";
import { canThink } from "../base/thinking.js";
import { namedPicture } from "../cards/card.js";
import { worded } from "../game/advice.js";
import { bidText } from "../game/captions.js";
import { stepWith, words } from "../game/words.js";
import { refusal } from "./refusal.js";

/**
 * @import { Advice, Hint, Table, View } from "../schema.d.ts"
 * @import { Scene } from "../types.d.ts"
 */

/**
 * Whether one person plays with bots, and may ask one of them.
 * @param {Table} table
 */
export const isPractice = ({ stage, seat, clock }) => stage === "playing" && seat !== null && !clock;

/**
 * Render the hint button where one person plays with bots; on other seats' turns it is hidden but keeps its place.
 * @param {Scene} scene
 */
export function hints({ table, view, names, hint, act, restingTrick }) {
  if (!isPractice(table) || table.options.deals !== null || !canThink()) return nothing;
  const turn = view?.to_act === table.seat && !restingTrick;
  const open = async () => {
    const top = document.querySelector(".hand")?.getBoundingClientRect().top;
    document.documentElement.style.setProperty("--above-hand", `${top ?? innerHeight}px`);
    let isAsked = false;
    let received = /** @type {Hint | null} */ (null);
    const action = /** @type {string | undefined} */ (
      await dialog(_("Hint"), (close, redraw) => {
        const fail = (/** @type {string} */ why) => {
          close();
          notify(why);
        };
        if (!isAsked) {
          isAsked = true;
          hint().then(
            (answer) => {
              received = answer;
              if (answer.turn === table.turn) redraw();
              else fail(_("The game has moved on."));
            },
            (error) => fail(refusal(error)),
          );
        }
        return html`<div class="advice">${
          received && view
            ? list(received.hints, view, names, close)
            : html`<p class="quiet" role="status">${_("The bot is thinking …")}</p>`
        }</div>`;
      })
    );
    if (action) act(action, received?.turn);
  };
  return html`<button class="icon ${turn ? "" : "later"}" title=${_("Hint")} aria-label=${_("Hint")}
    @click=${open}>${namedIcon("hint", _("Hint"), _("Hint"))}</button>`;
}

/**
 * @param {Advice[]} advice
 * @param {View} view
 * @param {string[]} names
 * @param {(action: string) => void} close
 */
function list(advice, view, names, close) {
  return html`<p class="quiet">${_("How often you win, and the payment you can expect (−: you pay).")}</p>
    ${bidText(view) && html`<p>${bidText(view)}</p>`}
    <ol class="hints">
      ${advice.map(
        ({ action, payment, wins, reason }, at) => html`<li>
          <button @click=${() => close(action)}>
            <b>${named(action, view)}</b>
            <span class="worth">
              ${wins === null ? nothing : html`<b>${winsText(wins)}</b>`}<span>${signed(Math.round(payment))} S</span>
            </span>
            <small>${at === 0 ? html`<b>${_("The bot's choice")}</b> · ` : nothing}${worded(reason, names)}</small>
          </button>
        </li>`,
      )}
    </ol>`;
}

/**
 * Say how often a share of all deals is.
 * @param {number} share
 */
export function winsText(share) {
  const count = Math.round(share * 10);
  if (count === 0) return _("hardly ever wins");
  return count === 10 ? _("almost always wins") : _("wins about {count} in 10", { count });
}

/**
 * Render an action: its cards, or its words.
 * @param {string} action
 * @param {View} view
 */
export function named(action, view) {
  if (view.phase === "play" || view.phase === "exchange") {
    return html`<span class="cards">${action.split(" ").map(namedPicture)}</span>`;
  }
  return words(stepWith(view, action));
}
