/** The form that enters or corrects a deal. */

import { MOST_DOUBLINGS } from "../base/data.js";
import { dialog, focusFault, html, lines, nothing } from "../base/dom.js";
import { _, signed } from "../base/i18n.js";
import { arithmetic } from "../game/arithmetic.js";
import { counted, emptyPile, pileGrid } from "./pile.js";
import { fault } from "./session.js";
import { ALL, HALF, settle } from "../game/settlement.js";
import { cleanDeal } from "./sheets.js";
import { spoken } from "../game/short.js";
import { faultInWords, outcome } from "./descriptions.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { End, SheetDeal } from "../game/settlement.js"
 * @import { Pile } from "./pile.js"
 * @import { Draft, Fault, Place } from "./session.js"
 */

/** @typedef {{ deal: SheetDeal, place: Place, end: End }} Line */

/** @typedef {(changes: Partial<Draft>) => void} Change */

/**
 * The selector of the field that has a fault.
 * @type {{ [code in Fault]: string }}
 */
const FIELDS = {
  past_mussrunde: "[name=end]",
  no_declarer: "[name=declarer]",
  declarer_on_holiday: "[name=declarer]",
  forehand_must: "[name=declarer]",
  must_play: "[name=end]",
  no_contract: "[name=contract]",
  too_many_doublings: ".entry-fields > .stepper button",
  no_offender: "[name=offender]",
  no_points: ".points [type=number]",
  part_of_a_point: ".points [type=number]",
  impossible_points: ".points [type=number]",
  points_without_trick: ".points [type=checkbox]",
};

/**
 * Why a deal is not written down, in words, and the deal's place now.
 * @typedef {{ text: string, place: Place }} Refusal
 */

/**
 * Ask for a deal in its place; resolve to it when it is written down, to null if the person cancels, or to undefined if
 * the form is only closed. `deal` is the one to correct, `unfinished` an unfinished draft, which may have been
 * `refused`; `keep` receives every change. `write` writes the deal down, or returns why not: the form stays.
 * @param {Place} place
 * @param {string[]} names
 * @param {{
 *   deal?: SheetDeal,
 *   unfinished?: Partial<Draft>,
 *   refused?: string,
 *   keep: (draft: Draft) => void,
 *   write: (deal: SheetDeal) => Refusal | null,
 * }} known
 * @returns {Promise<SheetDeal | null | undefined>}
 */
export function askDeal(place, names, known) {
  const form = new Form(place, names, known);
  return dialog(
    () => _("Deal {number}", { number: form.place.at + 1 }),
    (close, redraw) => form.drawn(close, redraw),
  );
}

/** The form for a deal, as far as it is filled in. */
class Form {
  /** @param {Parameters<typeof askDeal>} asked */
  constructor(...[place, names, known]) {
    this.place = place;
    this.names = names;
    this.known = known;
    /** @type {Draft} */
    this.draft = { ...emptyDraft(place), ...known.deal, ...known.unfinished };
    /** @type {Pile | null} */
    this.pile = null;
    /** Whether the person has tried to submit it as it is, and why it was refused. */
    this.insisted = false;
    this.refused = known.refused ?? "";
    this.redraw = () => {};
  }

  /** @param {Partial<Draft>} changes */
  change(changes) {
    this.draft = { ...this.draft, ...changes };
    this.known.keep(this.draft);
    this.insisted = false;
    this.refused = "";
    this.redraw();
  }

  /** @param {Pile} next */
  count(next) {
    const isCounted = Boolean(this.pile?.cards.length || next.cards.length);
    this.pile = next;
    this.change(isCounted ? counted(next) : {});
  }

  /** @param {Partial<Draft>} changes */
  estimate(changes) {
    // The points are no longer those of the pile.
    this.pile = this.pile && { ...this.pile, cards: [] };
    this.change(changes);
  }

  /**
   * @param {On<HTMLFormElement>} event
   * @param {(deal: SheetDeal) => void} close
   */
  submit(event, close) {
    event.preventDefault();
    const entered = cleanDeal(this.draft);
    const code = fault(entered, this.place);
    const refusal = code ? null : this.known.write(entered);
    if (!code && !refusal) return close(entered);
    this.insisted = true;
    this.refused = refusal?.text ?? "";
    this.place = refusal?.place ?? this.place;
    this.redraw();
    focusFault(event.target, code ? FIELDS[code] : "[name=end]");
  }

  /**
   * @param {(deal?: SheetDeal | null) => void} close
   * @param {() => void} redraw
   */
  drawn(close, redraw) {
    this.redraw = redraw;
    const { draft, place, names, pile } = this;
    const change = (/** @type {Partial<Draft>} */ changes) => this.change(changes);
    const deal = cleanDeal(draft);
    const code = fault(deal, place);
    const line = code ? null : { deal, place, end: settle(deal, place) };
    return html`<form class="entry" novalidate autocomplete="off"
      @submit=${(/** @type {On<HTMLFormElement>} */ event) => this.submit(event, close)}>
      <div class="entry-fields">
        ${ending(draft, place, change)}
        ${draft.end === "thrown_in" ? nothing : [declaring(draft, place, names, change), playing(draft, change)]}
        ${
          draft.end === "played"
            ? [points(draft, (changes) => this.estimate(changes)), counting(pile, (next) => this.count(next))]
            : nothing
        }
        ${draft.end === "revoke" ? revoking(draft, place, names, change) : nothing}
        ${line ? html`<div class="preview">${steps(line, names)}</div>` : nothing}
      </div>
      <div class="entry-end">
        ${this.verdict(line, code)}
        <p class="row">
          <button class="primary" type="submit">${this.known.deal ? _("Correct it") : _("Write it down")}</button>
          <button type="button" @click=${() => close(null)}>${_("Cancel")}</button>
        </p>
      </div>
    </form>`;
  }

  /**
   * Render how the deal ends, or why it cannot be written down.
   * @param {Line | null} line
   * @param {Fault | null} code
   */
  verdict(line, code) {
    const { refused, insisted, place, names } = this;
    if (refused) return missing(refused, true);
    if (line) return html`<p role="status"><b>${outcome(line, names)}</b></p>`;
    return missing(faultInWords(/** @type {Fault} */ (code), place, names), insisted);
  }
}

/**
 * Render what the form still lacks, more prominently after an attempt to submit it.
 * @param {string} text
 * @param {boolean} insisted
 */
const missing = (text, insisted) =>
  insisted ? html`<p class="bad" role="alert"><b>${text}</b></p>` : html`<p class="quiet" role="status">${text}</p>`;

/**
 * @param {Place} place
 * @returns {Draft}
 */
const emptyDraft = ({ must, forehand }) => ({
  end: "played",
  declarer: must ? forehand : null,
  contract: "dobbm",
  doublings: 0,
  points: null,
  noTrick: false,
  offender: null,
});

/**
 * Render a row of radio buttons.
 * @template Value
 * @param {string} legend
 * @param {string} name
 * @param {Value | null} chosen
 * @param {(readonly [value: Value, text: string, disabled?: boolean, note?: string])[]} options
 * @param {(value: Value) => void} choose
 */
const choices = (legend, name, chosen, options, choose) =>
  html`<fieldset class="choices of-${options.length}">
    <legend>${legend}</legend>
    ${options.map(
      ([value, text, disabled, note]) => html`<label class="choice">
        <input type="radio" name=${name} .checked=${chosen === value} ?disabled=${disabled}
          @change=${() => choose(value)}>
        <span>${text}${note ? html`<small>${note}</small>` : nothing}</span>
      </label>`,
    )}
  </fieldset>`;

/**
 * @param {Draft} draft
 * @param {Place} place
 * @param {Change} change
 */
const ending = (draft, place, change) =>
  choices(
    _("How did it end?"),
    "end",
    draft.end,
    [
      ["played", _("played")],
      ["revoke", _("revoke")],
      ["thrown_in", _("thrown in"), place.must],
    ],
    (/** @type {Draft["end"]} */ end) => change({ end }),
  );

/**
 * @param {Draft} draft
 * @param {Place} place
 * @param {string[]} names
 * @param {Change} change
 */
function declaring(draft, place, names, change) {
  const options = names.map((name, seat) => {
    const onHoliday = seat === place.holiday;
    const compelled = place.must && seat !== place.forehand;
    const note = onHoliday ? _("on holiday") : place.must && !compelled ? _("must") : "";
    return /** @type {const} */ ([seat, name, onHoliday || compelled, note]);
  });
  return choices(_("Declarer"), "declarer", draft.declarer, options, (declarer) => change({ declarer }));
}

/**
 * @param {Draft} draft
 * @param {Change} change
 */
const playing = (draft, change) =>
  html`${choices(
    _("Game"),
    "contract",
    draft.contract,
    [
      ["dobbm", "Dobbm"],
      ["solo", "Solo"],
    ],
    (/** @type {Draft["contract"]} */ contract) => change({ contract }),
  )}
    ${doubling(draft, change)}`;

/**
 * @param {Draft} draft
 * @param {Change} change
 */
function doubling({ doublings }, change) {
  /** @param {number} by */
  const step = (by) => () => change({ doublings: Math.min(MOST_DOUBLINGS, Math.max(0, doublings + by)) });
  const text = doublings ? Array(doublings).fill("× 2").join(" ") : _("no Schwacher");
  return html`<fieldset class="stepper">
    <legend>${_("Schwacher and retours")}</legend>
    <button type="button" aria-label=${_("One doubling less")} aria-disabled=${String(!doublings)}
      @click=${step(-1)}>−</button>
    <output>
      <b>${text}</b>
      ${doublings ? html`<small>${spoken({ doublings })}</small>` : nothing}
    </output>
    <button type="button" aria-label=${_("One doubling more")} aria-disabled=${String(doublings === MOST_DOUBLINGS)}
      @click=${step(1)}>+</button>
  </fieldset>`;
}

/**
 * @param {Draft} draft
 * @param {Change} change
 */
function points({ points: made, noTrick }, change) {
  /** @param {number | null} value */
  const set = (value) => change({ points: value, noTrick: false });
  /** @param {On<HTMLInputElement>} event */
  const typed = (event) => set(event.target.value === "" ? null : Number(event.target.value));
  /** @param {number} by */
  const step = (by) => () => set(Math.min(ALL, Math.max(0, (made ?? HALF) + by)));
  return html`<fieldset class="points">
    <legend>${_("The declarer's points")}</legend>
    <div class="stepper">
      <button type="button" aria-label=${_("One point less")} @click=${step(-1)}>−</button>
      <input type="number" inputmode="numeric" min="0" max=${ALL} step="1" autocomplete="off" placeholder="–"
        aria-label=${_("The declarer's points")} .value=${made === null ? "" : String(made)} @input=${typed}>
      <button type="button" aria-label=${_("One point more")} @click=${step(1)}>+</button>
    </div>
    <input type="range" min="0" max=${ALL} aria-label=${_("The declarer's points")}
      .value=${String(made ?? HALF)} @input=${typed}>
    <label class="check">
      <input type="checkbox" .checked=${noTrick}
        @change=${(/** @type {On<HTMLInputElement>} */ { target }) =>
          change({ noTrick: target.checked, points: target.checked ? 0 : null })}>
      ${_("The declarer took no tricks")}
    </label>
  </fieldset>`;
}

/**
 * @param {Pile | null} pile
 * @param {(pile: Pile) => void} count
 */
const counting = (pile, count) =>
  pile
    ? pileGrid(pile, count)
    : html`<p><button type="button" @click=${() => count(emptyPile)}>${_("Count a pile")}</button></p>`;

/**
 * @param {Draft} draft
 * @param {Place} place
 * @param {string[]} names
 * @param {Change} change
 */
const revoking = (draft, place, names, change) =>
  choices(
    _("Who revoked?"),
    "offender",
    draft.offender,
    names.map((name, seat) => /** @type {const} */ ([seat, name, seat === place.holiday])),
    (offender) => change({ offender }),
  );

/**
 * Render a settled deal: its outcome, the steps of the payment, and what every seat receives.
 * @param {Line} line
 * @param {string[]} names
 */
export const settledDeal = (line, names) =>
  html`<p><b>${outcome(line, names)}</b></p>
    ${steps(line, names)}`;

/**
 * @param {Line} line
 * @param {string[]} names
 */
const steps = ({ deal, end, place }, names) =>
  html`${lines(arithmetic({ ...deal, ...end }, place, names))}
    <dl class="payments">
      ${names.map((name, seat) => html`<div><dt>${name}</dt><dd>${signed(end.payments[seat])}</dd></div>`)}
    </dl>`;
