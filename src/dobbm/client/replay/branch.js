/** "Play on from here": another ending of a deal, played against bots and not saved. */

import { post } from "../base/api.js";
import { announce, dialog, html, nothing, notify } from "../base/dom.js";
import { _, number, signed } from "../base/i18n.js";
import { settings } from "../base/settings.js";
import { outcome, turnText } from "../game/commentary.js";
import { toggled, whyNotDiscard, whyNot } from "../game/reasons.js";
import { gloss, inOrder, stepWith, words } from "../game/words.js";
import { refusal } from "../table/refusal.js";
import { board } from "./board.js";
import { moment, openStory } from "./story.js";
import { momentText } from "./description.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Practice, Record, Result, View } from "../schema.d.ts"
 * @import { Branch, BranchState, FinishedView, Story } from "../types.d.ts"
 */

/** The bot in the seats for which none is named. */
const BOT = "simple";
/** Milliseconds before each action of a bot is shown, at the usual tempo. */
const PAUSE = 800;

/**
 * Have bots continue a deal until it is the turn of `seat`, or to its end if `seat` is null.
 * @param {Record} record
 * @param {number | null} seat
 * @param {(string | null)[] | null} [bots] by seat
 * @returns {Promise<Practice>}
 */
export const practised = ({ meta, ...record }, seat, bots = null) =>
  /** @type {Promise<Practice>} */ (post("/practice", { record, seat, bot: BOT, bots }));

/**
 * Ask which seat the person would like to play.
 * @param {Story} story
 * @param {string[]} names
 * @param {number} usual
 * @returns {Promise<number | undefined>}
 */
export function chosenSeat(story, names, usual) {
  let seat = usual;
  return dialog(
    _("Play on from here"),
    (close) => html`<form
      @submit=${(/** @type {On<HTMLFormElement>} */ event) => {
        event.preventDefault();
        close(seat);
      }}
    >
      <p>${_("Take one of the seats and play its cards; bots play the others. Nothing is saved.")}</p>
      <fieldset>
        <legend>${_("Your seat")}</legend>
        ${story.active.map(
          (one) => html`<label class="check">
            <input type="radio" name="seat" ?checked=${one === seat} @change=${() => (seat = one)}>
            ${names[one]}
          </label>`,
        )}
      </fieldset>
      <button class="primary">${_("Play")}</button>
    </form>`,
  );
}

/**
 * Let the person play on in `seat` after the first `from` actions; `redraw` is called after every change.
 * @param {Story} story
 * @param {number} from
 * @param {number} seat
 * @param {string[]} names
 * @param {() => void} redraw
 * @param {(string | null)[] | null} [bots] by seat
 * @returns {Branch}
 */
export function branch(story, from, seat, names, redraw, bots = null) {
  /** @type {BranchState} */
  const state = { seat, from, story, at: from, view: null, chosen: [], busy: false, left: false };

  /** @param {string[]} actions */
  async function go(actions) {
    state.busy = true;
    state.chosen = [];
    redraw();
    try {
      await follow(await practised({ ...story.record, actions }, seat, bots), actions.length);
    } catch (error) {
      if (!state.left) notify(refusal(error));
    }
    state.busy = false;
    redraw();
  }

  /**
   * @param {Practice} practice
   * @param {number} start
   */
  async function follow({ record, view }, start) {
    state.view = null;
    state.story = openStory(view, record);
    for (let at = start; at <= record.actions.length && !state.left; at += 1) {
      if (at > start) await new Promise((resolve) => setTimeout(resolve, PAUSE * settings.tempo));
      state.at = at;
      if (at > from) announce(momentText(moment(state.story, at), state.story, names, seat));
      redraw();
    }
    state.view = view;
    announce(view.phase === "done" ? outcome(/** @type {FinishedView} */ (view), names) : turnText(view));
  }

  const act = (/** @type {string} */ action) => !state.busy && go([...state.story.record.actions, action]);
  const restart = () => go(story.record.actions.slice(0, from));
  const leave = () => (state.left = true);
  restart();
  return { state, act, restart, leave };
}

/**
 * Render the table of a branch.
 * @param {Branch} branch
 * @param {{ names: string[], portraits: (string | null)[] }} people
 * @param {() => void} redraw
 */
export function branchBoard({ state, act }, { names, portraits }, redraw) {
  const { view, seat, chosen, busy, story } = state;
  const now = moment(story, state.at);
  const mine = !busy && view?.to_act === seat;
  const plays = mine && view.phase === "play";
  const tap = (/** @type {string} */ card) => {
    if (plays && view.legal?.includes(card)) return act(card);
    if (mine && view.phase === "exchange") {
      state.chosen = toggled(chosen, card, notify);
      return redraw();
    }
    const why = plays ? whyNot(card, view) : _("First choose what to say.");
    if (mine && why) notify(why);
    return undefined;
  };
  const dim = plays ? view.hand.filter((card) => !view.legal?.includes(card)) : [];
  const from = { own: seat, viewer: seat, bottom: seat };
  return board({ story, now, names, portraits, ...from, values: null, tap, chosen, dim });
}

/**
 * Render the controls of a branch: the words to say, the discards, or the comparison with the real result.
 * @param {Branch} played
 * @param {{ names: string[], really: Result | null, back: () => void, home?: string }} about `really` is the result of
 * the real deal, if it was played to its end; `home` names the page to return to
 */
export function branchControls(played, { names, really, back, home = _("Back to the replay") }) {
  const { state, act, restart } = played;
  const { view, chosen, busy, seat } = state;
  const now = moment(state.story, state.at);
  const over = !busy && view?.phase === "done";
  const mine = !busy && view?.to_act === seat;
  return html`<section class="r-controls r-branch">
    <p class="r-line">${momentText(now, state.story, names, seat)}</p>
    ${over ? compared(/** @type {FinishedView} */ (view), really, names) : nothing}
    ${mine ? choices(view, chosen, act) : nothing}
    <div class="row">
      <button @click=${back}>${home}</button>
      ${
        !busy && (state.at > state.from || !view)
          ? html`<button @click=${restart}>${_("Play again")}</button>`
          : nothing
      }
    </div>
  </section>`;
}

/**
 * Render what the person may say or discard, or ask for a card.
 * @param {View} view
 * @param {string[]} chosen
 * @param {Branch["act"]} act
 */
export function choices(view, chosen, act) {
  if (view.phase === "play") return html`<p class="r-prompt">${_("Your turn: tap a card.")}</p>`;
  if (view.phase !== "exchange") {
    return html`<div class="row r-words" role="group" aria-label=${_("Possible calls")}>
      ${inOrder(view.legal ?? []).map((action) => {
        const step = stepWith(view, action);
        return html`<button @click=${() => act(action)}>
          <span>${words(step)}<small>${gloss(step)}</small></span>
        </button>`;
      })}
    </div>`;
  }
  const reason = whyNotDiscard(chosen, view.rules);
  // Bots decide by the record, which must not depend on the order in which cards are tapped.
  const discards = [...chosen].sort().join(" ");
  return html`<div class="row">
    <p class="r-prompt">${reason ?? _("You may discard these four.")}</p>
    <button class="primary" ?disabled=${reason !== null} @click=${() => act(discards)}>
      ${_("Discard")}
    </button>
  </div>`;
}

/**
 * @param {FinishedView} view
 * @param {Result | null} really
 * @param {string[]} names
 */
function compared(view, really, names) {
  const { result } = view;
  if (!really) return html`<p>${outcome(view, names)}</p>`;
  return html`<p>${outcome(view, names)}</p><table class="figures">
    <caption>${_("In Schilling")}</caption>
    <thead>
      <tr>
        <th scope="col"><span class="unseen">${_("Player")}</span></th>
        <th scope="col">${_("As it happened")}</th>
        <th scope="col">${_("As you played it")}</th>
      </tr>
    </thead>
    <tbody>
      ${names.map(
        (name, seat) => html`<tr>
          <th scope="row">${name}</th>
          <td>${signed(really.payments[seat])}</td>
          <td>${signed(result.payments[seat])}</td>
        </tr>`,
      )}
      <tr>
        <th scope="row">${_("Points")}</th>
        <td>${really.points === null ? "–" : number(really.points)}</td>
        <td>${result.points === null ? "–" : number(result.points)}</td>
      </tr>
    </tbody>
  </table>`;
}
