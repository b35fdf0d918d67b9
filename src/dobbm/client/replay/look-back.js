/** Beside or below the table: the ways to look at the deal, how it ended, every card with its cost. */

import { html, lines, nothing } from "../base/dom.js";
import { _, number, signed } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { isPocket } from "../base/place.js";
import { canThink } from "../base/thinking.js";
import { namedPicture } from "../cards/card.js";
import { sortedHand } from "../cards/deck.js";
import { paymentSteps } from "../game/arithmetic.js";
import { lacks } from "../game/characters.js";
import { outcome } from "../game/commentary.js";
import { mistakes } from "../game/judgements.js";
import { gameText } from "../game/words.js";
import { face } from "../table/face.js";
import { proofText, shuffleParts } from "../table/proved.js";
import { actionList, totals } from "./action-list.js";
import { coachPanel, goTo, judgedActions } from "./coach.js";
import { copyLink, save } from "./exports.js";
import { seesOutOfPlay } from "./story.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { ShuffleCheck, Moment, Replay, Speed } from "../types.d.ts"
 */

/** @type {Record<ShuffleCheck["state"], string>} */
const SHADES = { holds: "good", fails: "bad", checking: "", impossible: "" };

/**
 * Render all panels.
 * @param {Replay} replay
 * @param {Moment} now
 */
export const lookBack = (replay, now) => html`<div class="r-look-back">
  ${coachPanel(replay)} ${summary(replay)} ${outOfPlay(replay, now)} ${listed(replay)}
  ${shuffle(replay)}
</div>`;

/**
 * Render the ways to look at the deal: whose cards are seen, how fast, what else could have been, and the exports.
 * @param {Replay} replay
 * @param {Moment} now
 */
export function ways(replay, now) {
  const { source, story, names, state } = replay;
  const [worst] = mistakes([...judgedActions(replay).values()]);
  const seen = (/** @type {On<HTMLSelectElement>} */ event) =>
    replay.see(event.target.value === "" ? null : Number(event.target.value));
  return html`<section class="r-ways">
    <label class="field">
      <span>${_("Visible cards")}</span>
      <select @change=${seen}>
        <option value="" ?selected=${state.viewer === null}>${_("All cards open")}</option>
        ${story.active.map(
          (seat) => html`<option value=${seat} ?selected=${state.viewer === seat}>
            ${seat === story.view.seat ? _("What you knew") : _("What {name} knew", { name: names[seat] })}
          </option>`,
        )}
      </select>
    </label>
    <label class="field">
      <span>${_("Speed")}</span>
      <select @change=${(/** @type {On<HTMLSelectElement>} */ event) =>
        replay.pace(/** @type {Speed} */ (event.target.value))}>
        ${Object.entries({ slow: _("slow"), normal: _("normal"), fast: _("fast") }).map(
          ([key, name]) => html`<option value=${key} ?selected=${key === state.speed}>${name}</option>`,
        )}
      </select>
    </label>
    <div class="row">
      ${now.next ? html`<button @click=${() => replay.playOn()}>${_("Play on from here")}</button>` : nothing}
      <button class="r-to-cards" @click=${toCards}>${_("Card by card")}</button>
      ${
        worst
          ? html`<button class="r-costliest" @click=${() => goTo(replay, worst)}>${_("Costliest decision")}</button>`
          : nothing
      }
      <details class="r-more">
        <summary title=${_("More")} aria-label=${_("More")}>${icon("more")}</summary>
        ${isPocket || !source.isPublic ? nothing : html`<button @click=${copyLink}>${_("Copy link")}</button>`}
        <button @click=${() => replay.share()}>${_("Share this deal")}</button>
        <button @click=${() => save(story.record, source.file)}>${_("Save the record")}</button>
        <p>${_(
          "Keys: ← and → move one step, Home and End go to the start and the end. On a touchscreen, swipe across the table.",
        )}</p>
      </details>
    </div>
  </section>`;
}

/** Scroll to the list of all cards, which lies below the fold. */
function toCards() {
  const heading = /** @type {HTMLElement} */ (document.querySelector(".r-cards h2"));
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}

/** @param {Replay} parts */
function summary({ story: { view }, names, portraits }) {
  const { result } = view;
  return html`<section class="slate r-ended"><div class="slate-face">
    <h2 class="r-title">${_("How it ended")}</h2>
    <p>
      ${result.contract ? html`<b>${gameText(result.contract, result.doublings)}</b> –` : nothing}
      ${outcome(view, names)}
    </p>
    ${lines(paymentSteps(view, names))}
    <ul class="r-totals" aria-label=${_("The payment")}>
      ${names.map(
        (name, seat) =>
          html`<li>${face(portraits[seat])} <span>${name} <b>${signed(result.payments[seat])}</b></span></li>`,
      )}
    </ul>
  </div></section>`;
}

/**
 * Render the discards, or the Dobb once a trick has taken its place in the centre of the table.
 * @param {Replay} replay
 * @param {Moment} now
 */
function outOfPlay({ state }, now) {
  const cards = now.discards ?? (now.trick && now.dobb);
  if (!cards || !seesOutOfPlay(now, state.viewer)) return nothing;
  return html`<section>
    <h2 class="r-title">${now.discards ? _("Discards") : _("The Dobb")}</h2>
    <div class="r-talon">${sortedHand(cards).map(namedPicture)}</div>
  </section>`;
}

/** @param {Replay} replay */
function listed(replay) {
  const { story, names, state } = replay;
  const open = state.viewer === null;
  const plays = state.plays && new Map(state.plays.map((play) => [play.action, play]));
  const spent = open && state.plays?.length ? totals(state.plays, story.active) : [];
  return html`<section class="slate r-cards"><div class="slate-face">
    <h2 tabindex="-1">${_("Card by card")}</h2>
    ${
      plays?.size
        ? html`<p class="quiet r-small">${_(
            "The points that each card cost its side, with all cards open and best play by everyone afterwards. ◆ marks five or more.",
          )}</p>`
        : nothing
    }
    ${state.failed ? html`<p>${canThink() ? _("The cost of the cards could not be computed.") : lacks()}</p>` : nothing}
    ${
      spent.length
        ? html`<ul class="r-totals" aria-label=${_("Total cost of each player's cards")}>
          ${spent.map(({ seat, cost }) => html`<li>${names[seat]} <b>${number(-cost || 0)}</b></li>`)}
        </ul>`
        : nothing
    }
    ${actionList({
      story,
      at: state.at,
      until: open ? story.steps.length : state.at,
      names,
      plays,
      judged: judgedActions(replay),
      open,
      hides: (step) => !open && state.at < story.steps.length && step.seat !== state.viewer,
      to: (at) => {
        replay.go(at - state.at);
        scrollTo({ top: 0 });
      },
    })}
  </div></section>`;
}

/** @param {Replay} parts */
function shuffle({ story, names, state }) {
  if (!story.record.meta.shuffle) return nothing;
  const [headline, meaning] = proofText(state.shuffle);
  return html`<section>
    <h2>${_("The shuffle")}</h2>
    <p><b class=${SHADES[state.shuffle?.state ?? "checking"]}>${headline}</b></p>
    <p>${meaning}</p>
    ${shuffleParts(story.record, names)}
    <details>
      <summary>${_("Why can I trust this?")}</summary>
      <p>${
        isPocket
          ? _(
              "Before the deal, the program drew a secret and showed its fingerprint, the commitment. Then this page contributed a number of its own. The order of the cards follows from both, so the program could not choose it alone.",
            )
          : _(
              "Before the deal, the server drew a secret and published its fingerprint, the commitment. Then each person's browser contributed a number of its own, and the person on the dealer's right could cut. The order of the cards follows from all of these, so nobody could choose it alone.",
            )
      }</p>
      <p>${_(
        "Now that the deal is over, the secret is public. This browser has recomputed the deck, card by card, and checked the secret against its fingerprint. The saved record contains everything that another program needs to do the same.",
      )}</p>
    </details>
  </section>`;
}
