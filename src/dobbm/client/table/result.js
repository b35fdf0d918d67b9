/** The end of a deal: its tally, the cards that made the difference, all hands, the proof of the shuffle. */

import { html, lines, nothing } from "../base/dom.js";
import { fitSlates } from "../base/fitting.js";
import { _, breadth, number, signed } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { part } from "../base/loading.js";
import { at } from "../base/place.js";
import { canThink } from "../base/thinking.js";
import { picture } from "../cards/card.js";
import { cardName, pointsOf, pointsText } from "../cards/deck.js";
import { paymentSteps } from "../game/arithmetic.js";
import { captures } from "../game/captures.js";
import { outcome, paymentText } from "../game/commentary.js";
import { dealOf, seatPortraits } from "../game/seats.js";
import { face } from "./face.js";
import { apart, hands, key } from "./hands.js";
import { laurelled } from "./laurel.js";
import { mussrundeLeft } from "./lookups.js";
import { isDue } from "./motion.js";
import { proofText, shuffleParts } from "./proved.js";
import { tally } from "./tally.js";
import { nextButtons } from "./votes.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Capture } from "../game/captures.js"
 * @import { Table } from "../schema.d.ts"
 * @import { FinishedView, Scene } from "../types.d.ts"
 */

/** Pixels by which a page is scrolled when its reader has found out. */
const SCROLLED = 24;
/** The deal whose decision somebody looks at. */
let asked = "";
/**
 * Draws what decided a deal; loaded when somebody asks.
 * @type {typeof import("./review.js") | null}
 */
let review = null;
/** The headings that tell what lies below. */
const HEADINGS = ".end h3, .apart h4 > span, .end summary";
/** Those of them that a person most likely looks for. */
const SOUGHT = ".decided > summary, .own-play > summary";

/**
 * Render the result of a deal or, after the last one, of the session, and the buttons for what may come next.
 * @param {Scene} scene
 */
export function result(scene) {
  if (!scene.view?.result) return nothing;
  const { ending } = scene;
  const { contract, declarer, payments } = scene.view.result;
  const triumph = contract === "solo" && declarer !== null && payments[declarer] > 0;
  requestAnimationFrame(() => {
    fitSlates(document.body);
    markFurther();
  });
  return html`<section class="result ${triumph ? "triumph" : ""}" aria-labelledby="outcome">
    ${triumph ? html`<i class="light" aria-hidden="true"></i>` : nothing}
    <div class="end" @scroll=${markFurther}>${ending ? ending.sessionEnd(scene, deal(scene)) : deal(scene)}</div>
    <p class="further" aria-hidden="true"><span @click=${goFurther}></span></p>
    <div class="row asks">${nextButtons(scene)} ${ending ? ending.pictureButton(scene) : nothing}</div>
  </section>`;
}

/** Mark the page while it has not been scrolled and more of it lies below, with the next heading there. */
function markFurther() {
  const end = document.querySelector(".result > .end");
  const further = !!end && end.scrollTop < SCROLLED && end.scrollHeight - end.clientHeight > SCROLLED;
  end?.parentElement?.toggleAttribute("data-further", further);
  const next = further && nextBelow(end);
  const sign = document.querySelector(".further > span");
  if (next && sign) sign.textContent = next.textContent;
}
addEventListener("resize", markFurther);

/**
 * Return a heading that lies below and is not folded away: one that is most likely sought, else the next one.
 * @param {Element} end
 * @returns {Element | undefined}
 */
function nextBelow(end) {
  const foot = end.getBoundingClientRect().bottom;
  const top = (/** @type {Element} */ one) => one.getBoundingClientRect().top;
  const below = [...end.querySelectorAll(HEADINGS)].filter((one) => one.checkVisibility() && top(one) > foot);
  const first = below.find((one) => one.matches(SOUGHT));
  return first ?? below.sort((one, other) => top(one) - top(other))[0];
}

/** Go to the heading that the sign names, and unfold it. */
function goFurther() {
  const end = document.querySelector(".result > .end");
  const next = end && nextBelow(end);
  if (next?.parentElement instanceof HTMLDetailsElement) next.parentElement.open = true;
  next?.scrollIntoView({ block: "start" });
}

/**
 * @param {Scene} scene
 */
function deal(scene) {
  const { table, ending } = scene;
  const then = dealOf(/** @type {Table & { view: FinishedView }} */ (table), scene.names);
  const { view, seats, names } = then;
  const { payments, declarer } = view.result;
  // Somebody in the stands is on the declarer's side.
  const paid = payments[view.seat ?? declarer ?? -1] ?? 0;
  const due = isDue("result", `${table.table} ${table.deal}`, scene.redraw);
  return html`<div class="deal-end">
    <div class="main">
      <header class="verdict ${paid > 0 ? "won" : paid < 0 ? "lost" : ""}"
        .style=${`--letters: ${breadth(outcome(view, names))}`}>
        ${ending ? nothing : hero(view, seatPortraits(seats, names))}
        <div>
          ${
            ending
              ? html`<h3>${outcome(view, names)}</h3>`
              : html`<h2 id="outcome" tabindex="-1">${outcome(view, names)}</h2>`
          }
          ${ownPayment(table, view)}
        </div>
      </header>
      ${tally(scene, then)}
      ${cutting(scene)}
      ${difference(view)}
    </div>
    <div class="more">
      <section class="slate open"><div class="slate-face chalked">
        <header>
          <h3>${_("All hands and the Dobb")}</h3>
          ${key(then)}
          <a class="button look-back" href=${at(`/t/${table.table}/deals/${table.deal}`)}>
            ${icon("look")} <span>${_("Look back at the deal")}</span>
          </a>
        </header>
        ${table.stage === "over" ? nothing : mussrundeLeft(table)}
        ${due ? hands(then) : nothing}
      </div></section>
      <div class="slate"><div class="slate-face chalked">${due ? unfolding(scene, then) : nothing}</div></div>
    </div>
  </div>`;
}

/**
 * Render the Dobb and the discard, and what may be unfolded below them.
 * @param {Scene} scene
 * @param {ReturnType<typeof dealOf>} then
 */
function unfolding(scene, then) {
  const { proof } = scene;
  const { view, names } = then;
  const [headline, meaning] = proofText(proof);
  return html`${apart(then)}
      <div class="unfolding">${deciding(scene, then)}<details>
        <summary>${_("How the payment is worked out")}</summary>
        ${lines(paymentSteps(view, names))}
      </details>
      <details>
        <summary>${headline}</summary>
        <p>${meaning}</p>
        ${shuffleParts(view.record, names)}
      </details></div>`;
}

/**
 * Render what decided a deal, once somebody asks for it.
 * @param {Scene} scene
 * @param {ReturnType<typeof dealOf>} then
 */
function deciding(scene, then) {
  const { table, redraw } = scene;
  if (!then.view.result.contract || !canThink()) return nothing;
  const deal = `${table.table} ${table.deal}`;
  const toggled = (/** @type {On<HTMLDetailsElement>} */ { target }) => {
    asked = target.open ? deal : "";
    if (asked && !review)
      part("table/review.js").then(
        (loaded) => ((review = loaded), redraw()),
        () => undefined,
      );
    redraw();
  };
  return html`<details class="decided" .open=${asked === deal} @toggle=${toggled}>
    <summary>${
      then.view.seat === null ? _("What decided the deal") : _("What decided the deal, and how you played")
    }</summary>
    ${asked === deal ? review?.review(scene, then) : nothing}
  </details>`;
}

/**
 * Render who has won, in laurels, the person before the declarer; if neither has, the declarer without any.
 * @param {FinishedView} view
 * @param {(string | null)[]} portraits
 */
function hero({ seat: own, result: { payments, declarer } }, portraits) {
  const winner = [own, declarer].find((seat) => seat !== null && payments[seat] > 0);
  if (winner != null) return html`<span aria-hidden="true">${laurelled(face(portraits[winner]))}</span>`;
  return declarer === null ? nothing : html`<span aria-hidden="true">${face(portraits[declarer])}</span>`;
}

/**
 * Render what the person receives or pays; if nothing is paid, the steps of the payment explain why.
 * @param {Table} table
 * @param {FinishedView} view
 */
function ownPayment({ seat, own, ledger }, view) {
  if (seat !== null && own?.newcomer)
    return html`<p class="payment">${_("You begin at {amount}.", { amount: signed(ledger[seat]) })}</p>`;
  const text = paymentText(view);
  return text
    ? html`<p class="payment ${view.result.payments[view.seat ?? -1] > 0 ? "gain" : "loss"}">${text}</p>`
    : nothing;
}

/**
 * Render the most valuable cards that each side took from the other.
 * @param {FinishedView} view
 */
function difference(view) {
  const { declarer, defenders } = captures(view);
  /**
   * @param {string} label
   * @param {Capture[]} taken
   */
  const side = (label, taken) =>
    taken.length
      ? html`<div><h3>${label}</h3>
          <ul>${taken.map(
            ({ card, trick }) => html`<li>
            <span class="card-image" role="img" aria-label=${cardName(card)}>${picture(card)}</span>
            <b aria-hidden="true">${number(pointsOf(card))}</b> <small><span
              class="unseen">${pointsText(pointsOf(card))} </span>${_("Trick {number}", { number: trick })}</small>
          </li>`,
          )}</ul>
        </div>`
      : nothing;
  return html`<div class="difference chalked">${side(_("Taken from the defenders"), declarer)} ${side(
    _("Taken from the declarer"),
    defenders,
  )}</div>`;
}

/** @param {Scene} scene */
function cutting({ table, cut }) {
  const { shuffle, seat } = table;
  if (!shuffle?.open || shuffle.cutter !== seat || seat === null || shuffle.cut || table.stage === "over")
    return nothing;
  /** @param {On<HTMLFormElement>} event */
  const submit = (event) => (event.preventDefault(), cut(event.target.at.valueAsNumber));
  return html`<form class="cut paper" @submit=${submit}>
    <label>${_("You sit on the dealer's right: cut the cards")}
      <input type="range" name="at" min="1" max="35" value="17" />
    </label>
    <button>${_("Cut")}</button>
  </form>`;
}
