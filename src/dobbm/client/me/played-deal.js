/** A given deal, played in one seat against bots that always answer alike, on the table of the replay. */

import { html, nothing } from "../base/dom.js";
import { _, joinSentences } from "../base/i18n.js";
import { isGuided, settings } from "../base/settings.js";
import { bidText, captionText, explained } from "../game/captions.js";
import { markedNames, seatNames, seatPortraits } from "../game/seats.js";
import { branch, branchBoard, choices, practised } from "../replay/branch.js";
import { momentText } from "../replay/description.js";
import { moment, openStory } from "../replay/story.js";

/**
 * @import { Drawn } from "../base/dom.js"
 * @import { Named } from "../game/seats.js"
 * @import { View } from "../schema.d.ts"
 * @import { Branch, FinishedView, GivenDeal } from "../types.d.ts"
 */

/** A deal on screen; `heard` is called with the actions whenever there are more of them. */
export class PlayedDeal {
  /**
   * @param {GivenDeal} given
   * @param {(actions: string[], over: FinishedView | null) => void} heard
   * @param {() => void} redraw
   */
  constructor(given, heard, redraw) {
    const { seat, bots } = given;
    /** @type {Named[]} */
    const seats = bots.map((bot, at) =>
      at === seat
        ? { kind: "person", name: settings.name, portrait: settings.portrait }
        : { kind: "bot", name: bot ?? "" },
    );
    this.given = given;
    this.heard = heard;
    this.redraw = redraw;
    this.names = markedNames(seats, seat);
    this.portraits = seatPortraits(seats, seatNames(seats, seat));
    /** @type {Branch | null} */
    this.branch = null;
    this.known = -1;
    /** The number of actions before the decision at hand, what is explained there, and what has been explained. */
    this.decision = -1;
    this.caption = "";
    /** @type {Set<string>} */
    this.said = new Set();
  }

  /** Begin, or go on after the actions of the record. Reject if the bots do not answer. */
  async begin() {
    const { record, seat, bots } = this.given;
    const { view, record: begun } = await practised(record, seat, bots);
    const changed = () => this.changed();
    this.branch = branch(openStory(view, begun), record.actions.length, seat, this.names, changed, bots);
  }

  changed() {
    const state = this.branch?.state;
    const { actions } = state?.story.record ?? { actions: [] };
    if (state && actions.length > this.known) {
      this.known = actions.length;
      const { view } = state.story;
      this.heard(actions, view.phase === "done" ? /** @type {FinishedView} */ (view) : null);
    }
    this.redraw();
  }

  /** The view of the deal that is over, once all of it has been seen. */
  get over() {
    const { busy, view } = this.branch?.state ?? { busy: true, view: null };
    return !busy && view?.phase === "done" ? /** @type {FinishedView} */ (view) : null;
  }

  /**
   * Say what goes with a decision of the person: with a bid always, with others what a newcomer has not met before.
   * @param {View} view
   * @param {string[]} chosen
   */
  note(view, chosen) {
    if (this.decision !== view.steps.length) {
      this.decision = view.steps.length;
      this.caption = isGuided() ? explained(view, (settings.guided ?? []).length, this.said) : "";
      this.said.add(this.caption);
    }
    const text = joinSentences([captionText(this.caption, view, this.names, chosen), bidText(view)]);
    return text ? html`<p class="r-prompt">${text}</p>` : nothing;
  }

  leave() {
    this.branch?.leave();
  }

  /**
   * Render the table and the controls below it, and `after` the end this, too.
   * @param {Drawn} after
   */
  drawn(after) {
    const played = this.branch;
    if (!played) return nothing;
    const { view, chosen, busy, seat, story, at } = played.state;
    const now = moment(story, at);
    const mine = !busy && view?.to_act === seat;
    return html`${branchBoard(played, this, this.redraw)}
      <section class="r-controls r-branch">
        <p class="r-line">${momentText(now, story, this.names, seat)}</p>
        ${mine ? html`${this.note(view, chosen)} ${choices(view, chosen, played.act)}` : nothing}
        ${busy || view ? nothing : html`<button class="primary" @click=${played.restart}>${_("Try again")}</button>`}
        ${this.over ? after : nothing}
      </section>`;
  }
}
