/** A deal that somebody has shared: the address has its record, and the person plays the same seat. */

import { fragment } from "../base/addresses.js";
import { html, nothing, render, style } from "../base/dom.js";
import { _, signed } from "../base/i18n.js";
import { at, HOME } from "../base/place.js";
import { settings } from "../base/settings.js";
import { canThink } from "../base/thinking.js";
import { topbar } from "../base/topbar.js";
import { lacks, offered } from "../game/characters.js";
import { actionsPlayed } from "../me/days.js";
import { dealOf } from "../me/deal-code.js";
import { fan } from "../me/fan.js";
import { playGiven } from "../me/given-deal.js";
import { practised } from "../replay/branch.js";
import { trouble } from "../replay/trouble.js";
import { openNew } from "../table/new-table.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { Leave } from "../base/router.js"
 * @import { FinishedView, GivenDeal } from "../types.d.ts"
 */

/** The place in the address: the code of the deal. */
/** @type {string[]} */
export const places = [];

/**
 * Say what the other person made of the deal, and play it; return a function that leaves the page.
 * @param {HTMLElement} root
 */
export async function show(root) {
  const code = fragment();
  const sent = dealOf(code);
  places.splice(0, 1, ...(sent ? [code] : []));
  const other = sent && (await finished(sent).catch((error) => /** @type {ApiError} */ (error)));
  if (other instanceof Error && other.status !== 422) return trouble(root, _("The deal cannot be shown"), other);
  if (!sent || !other || other instanceof Error) {
    const why = _("The link is cut off, or it is from somewhere else. Ask for the whole link again.");
    return trouble(root, _("This link leads to no deal"), why);
  }
  const { record, seat, bots } = sent;
  const given = { record: { ...record, actions: [] }, seat, bots };
  const about = {
    name: [...record.deck, seat].join(""),
    title: _("A deal for you"),
    remarks: { shared: true },
    other: record.actions,
    back: { address: HOME, label: _("Start page") },
    onward,
  };
  /** @type {Leave | undefined} */
  let leave;
  const play = async () => (leave = await playGiven(root, given, about));
  if (actionsPlayed(about.name).length) await play();
  else await invite(root, given, other.result.payments[seat], play);
  return () => leave?.();
}

/**
 * Return the view of a deal that is over by its own actions; null if it is not.
 * @param {GivenDeal} sent
 */
async function finished({ record }) {
  const { view, acted } = await practised(record, null);
  return acted.length || record.actions.length === 0 ? null : /** @type {FinishedView} */ (view);
}

const learn = () => html`<a class="button" href=${at("/learn")}>${_("Learn")}</a>`;

/** Render the ways on from the end of the deal, for people who may never have seen another page. */
function onward() {
  const { play } = settings;
  const begin = () => openNew({ ...play, bot: offered(play.bot), bots: (play.players ?? 4) - 1 });
  return html`<button class="primary" @click=${begin}>${_("Play now")}</button>
    ${learn()} <a class="button" href=${HOME}>${_("Start page")}</a>`;
}

/**
 * @param {HTMLElement} root
 * @param {GivenDeal} given
 * @param {number} amount
 * @param {() => void} play
 */
async function invite(root, { record, seat }, amount, play) {
  await style("daily");
  render(
    html`<main class="sheet daily">
      ${topbar(_("A deal for you"))}
      <section class="panel">
        <p>${_(
          "Dobbm is a card game from the Stubai valley in Tyrol: one plays against three, and hearts are trumps.",
        )}</p>
        <p>${_("Somebody has played these cards and made {amount} Schilling.", { amount: signed(amount) })}</p>
        <p>${_("Take the same seat, against the same bots. At the end you see both results.")}</p>
        ${fan(record, seat)}
        ${canThink() ? nothing : html`<p>${lacks()}</p>`}
        <p class="row">
          ${canThink() ? html`<button class="primary" @click=${play}>${_("Play")}</button>` : nothing} ${learn()}
        </p>
      </section>
    </main>`,
    root,
  );
}
