/** After a deal: what others made of the same seat, where the person parted from them, and the best with open cards. */

import { post } from "../base/api.js";
import { html, nothing } from "../base/dom.js";
import { _, joinSentences, list, number, signed } from "../base/i18n.js";
import { canThink } from "../base/thinking.js";
import { cardName, pointsText } from "../cards/deck.js";
import { botNames } from "../game/characters.js";
import { outcome } from "../game/commentary.js";
import { words } from "../game/words.js";
import { practised } from "../replay/branch.js";
import { cardsText } from "../replay/description.js";
import { openStory } from "../replay/story.js";

/**
 * @import { Analysis, Record } from "../schema.d.ts"
 * @import { FinishedView, GivenDeal, SpokenStep } from "../types.d.ts"
 */

/** The bots whose play is compared; of the second, Ursula comes first. */
const RIVALS = ["network", "pimc"];

/**
 * Somebody who has played the same seat; `view` is null until that is known.
 * @typedef {{ name: string, view: FinishedView | null, failed: boolean }} Rival
 */

/**
 * Where the person and somebody else first did different things, and which.
 * @typedef {{ phase: SpokenStep["phase"], own: string, other: string, trick: number }} Parting
 */

/** A finished deal and its rivals; `redraw` is called whenever there is more. */
export class Comparison {
  /**
   * @param {GivenDeal} given
   * @param {string[]} names
   * @param {FinishedView} view
   * @param {() => void} redraw
   */
  constructor(given, names, view, redraw) {
    this.given = given;
    this.names = names;
    this.view = view;
    this.redraw = redraw;
    /** @type {Analysis | null} */
    this.analysis = null;
    /** @type {Rival[]} */
    this.rivals = [];
  }

  /**
   * Find out what others made of the seat, one after another.
   * @param {string[]} [other] the actions of the person who has shared the deal
   */
  async learn(other) {
    if (other) await this.add(_("Who sent it"), this.given.bots, other);
    if (!canThink()) return;
    for (const bot of RIVALS) {
      const free = botNames(bot)
        .slice(0, 4)
        .filter((name) => !this.names.includes(name));
      const seated = this.given.bots.map((other, at) => (at === this.given.seat ? bot : other));
      await this.add(free.at(-1) ?? bot, seated, []);
    }
    const { meta: _meta, ...record } = this.view.record;
    this.analysis = /** @type {Analysis | null} */ (await post("/records/analysis", { record }).catch(() => null));
    this.redraw();
  }

  /**
   * Add somebody who has played the seat: a bot, or a person whose actions are known.
   * @param {string} name
   * @param {(string | null)[]} bots by seat
   * @param {string[]} actions
   */
  async add(name, bots, actions) {
    /** @type {Rival} */
    const rival = { name, view: null, failed: false };
    this.rivals.push(rival);
    this.redraw();
    const { record } = this.given;
    try {
      const { view } = await practised({ ...record, actions }, null, bots);
      rival.view = /** @type {FinishedView} */ (view);
    } catch {
      rival.failed = true;
    }
    this.redraw();
  }

  drawn() {
    const { view, names, rivals, given } = this;
    const own = { name: names[given.seat], view, failed: false };
    return html`<p>${outcome(view, names)}</p>
      <table class="figures">
        <caption>${_("What became of your seat")}</caption>
        <thead>
          <tr>
            <th scope="col"><span class="unseen">${_("Player")}</span></th>
            <th scope="col">${_("Schilling")}</th>
            <th scope="col">${_("The declarer's points")}</th>
          </tr>
        </thead>
        <tbody>${[own, ...rivals].map((one) => line(one, given.seat))}</tbody>
      </table>
      <ul class="parted">
        ${partings(this).map((text) => html`<li>${text}</li>`)}
      </ul>
      ${this.analysis ? html`<p>${openText(this.analysis, view, given.seat)}</p>` : nothing}`;
  }
}

/**
 * @param {Rival} rival
 * @param {number} seat
 */
function line({ name, view, failed }, seat) {
  const { payments = null, points = null } = view?.result ?? {};
  const missing = failed ? "–" : "…";
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${payments ? signed(payments[seat]) : missing}</td>
    <td>${view ? (points === null ? "–" : number(points)) : missing}</td>
  </tr>`;
}

/**
 * Say where the person and the others first did different things, once for all who did the same there.
 * @param {Comparison} compared
 */
function partings({ view, rivals, given }) {
  /** @type {Map<string, { parting: Parting | null, names: string[] }>} */
  const known = new Map();
  for (const { name, view: other } of rivals) {
    if (!other) continue;
    const parting = parted(view, other, given.seat);
    const key = JSON.stringify(parting);
    known.set(key, { parting, names: [...(known.get(key)?.names ?? []), name] });
  }
  return [...known.values()].map(({ parting, names }) => partedText(parting, list(names)));
}

/**
 * Return where two who had the same seat first did different things; null if they always did the same.
 * @param {FinishedView} view
 * @param {FinishedView} other
 * @param {number} seat
 * @returns {Parting | null}
 */
function parted(view, other, seat) {
  const [own, theirs] = [view, other].map((one) => openStory(one).steps.filter((step) => step.seat === seat));
  const at = own.findIndex((step, index) => {
    const same = theirs[index];
    return same?.phase === step.phase && doneText(same) !== doneText(step);
  });
  if (at < 0) return null;
  const trick = own.slice(0, at + 1).filter(({ phase }) => phase === "play").length;
  return { phase: own[at].phase, own: doneText(own[at]), other: doneText(theirs[at]), trick };
}

/**
 * @param {Parting | null} parting
 * @param {string} name
 */
function partedText(parting, name) {
  if (!parting) return _("{name} played exactly as you did.", { name });
  const { phase, trick, ...done } = parting;
  const places = { name, ...done };
  if (phase === "exchange") return _("You discarded {own}; {name} discarded {other}.", places);
  if (phase !== "play") return _("You said {own}; {name} said {other}.", places);
  return _("In trick {trick}, you played {own}; {name} played {other}.", { ...places, trick });
}

/**
 * Name what was done; the order of discards makes no difference.
 * @param {SpokenStep} step
 */
function doneText(step) {
  if (step.phase === "exchange") return cardsText(step.action.split(" "));
  return step.phase === "play" ? cardName(step.action) : _('"{words}"', { words: words(step) });
}

/**
 * Say what open cards would have made, and what both sides gave away card by card: the others err, too, so a person
 * who gave away something can still have made more than that.
 * @param {Analysis} analysis
 * @param {FinishedView} view
 * @param {number} seat
 */
function openText({ value, plays }, { result }, seat) {
  if (value === null) return "";
  const given = (/** @type {(seat: number) => boolean} */ whose) =>
    pointsText(plays.reduce((sum, one) => sum + (whose(one.seat) ? one.cost : 0), 0));
  const isDeclarer = seat === result.declarer;
  const own = given((one) => one === seat);
  const other = given((one) => (one === result.declarer) !== isDeclarer);
  return joinSentences([
    _("With all cards open and best play by everyone, the declarer makes {points}.", { points: pointsText(value) }),
    _("Judged card by card, yours gave away {own}, and those of the other side {other}.", { own, other }),
  ]);
}
