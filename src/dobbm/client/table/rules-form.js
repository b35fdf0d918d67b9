/** The form for the house rules of a table. */

import { html, nothing } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { bots } from "../game/characters.js";
import { presetNames, sources } from "../game/sources.js";
import { opponentChoice } from "./opponents.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Preset } from "../base/data.js"
 * @import { HouseRules, NewRules, NewTable } from "../schema.d.ts"
 * @import { TemplateResult } from "../vendor/lit-html.js"
 */

/** The possible numbers of players. */
const COUNTS = /** @type {const} */ ([4, 5]);

/**
 * Closes the form with its options.
 * @typedef {(options?: NewRules) => void} Close
 */

/**
 * The choices in forms that were closed before they were submitted, by what they began with.
 * @type {Map<string, NewTable>}
 */
const begun = new Map();

/**
 * Return a form that begins with the rules `now`; it closes with the new ones. `more(players, choices)` renders further
 * fields, and `given(form)` returns their options. The form for a game against bots is not `clocked`, because no clock
 * runs there.
 * @param {Partial<HouseRules>} before
 * @param {string} submit
 * @param {{
 *   more?: (players: number, choices?: NewTable) => unknown,
 *   given?: (form: FormData) => object,
 *   clocked?: boolean,
 * }} [further]
 * @returns {(close: Close, redraw: () => void) => TemplateResult}
 */
export function rulesForm(before, submit, { more = () => nothing, given = () => ({}), clocked = true } = {}) {
  const key = JSON.stringify([submit, before]);
  const choices = begun.get(key);
  const now = { ...before, ...choices };
  let players = now.players ?? 4;
  /** @type {{ [option: string]: unknown }} */
  const { preset: usual = "pagat", match, ...others } = now.rules ?? {};
  let preset = /** @type {string} */ (usual);
  return (close, redraw) => {
    /** @param {On<HTMLFormElement>} event */
    const read = ({ currentTarget }) => {
      const form = new FormData(currentTarget);
      return {
        players,
        rules: { ...others, ...givenRules(form) },
        bot: String(form.get("bot")),
        ...(clocked ? { bank: Number(form.get("bank")) } : {}),
        ...(now.free ? { free: now.free } : {}),
        ...given(form),
      };
    };
    /** @param {On<HTMLFormElement>} event */
    const finish = (event) => {
      event.preventDefault();
      begun.delete(key);
      close(read(event));
    };
    /** @param {On<HTMLFormElement>} event */
    const keep = (event) => begun.set(key, read(event));
    /** @param {4 | 5} count */
    const choosePlayers = (count) => {
      players = count;
      redraw();
    };
    /** @param {On<HTMLSelectElement>} event */
    const choosePreset = (event) => {
      preset = event.target.value;
      redraw();
    };
    const strengths = Object.keys(bots());
    return html`<form class="rules" @submit=${finish} @input=${keep} @change=${keep}>
      <fieldset class="segments">
        <legend>${_("Players")}</legend>
        ${COUNTS.map((count) => countChoice(count, count === players, () => choosePlayers(count)))}
      </fieldset>
      ${opponentChoice(_("Strength of the bots"), strengths.find((strength) => strength === now.bot) ?? strengths[0])}
      ${more(players, choices)}
      ${rulesFields(presetNames(), preset, match, choosePreset)}
      ${clocked ? select("bank", _("Reserve time per deal"), banks(now.bank), now.bank) : nothing}
      <button class="primary">${submit}</button>
    </form>`;
  };
}

/**
 * Render the choice of rules, and of their price of a Match.
 * @param {(readonly [value: string, text: string])[]} names
 * @param {string} preset one of them; one that names no rules has no price
 * @param {unknown} match
 * @param {(event: On<HTMLSelectElement>) => void} choose
 */
export const rulesFields = (names, preset, match, choose) => {
  const source = sources()[/** @type {Preset} */ (preset)];
  return html`${select("preset", _("Rules"), names, preset, choose)}
    ${
      source
        ? html`<p class="quiet">${source.note}</p>
          <label class="field">${_("Price of a Match in Schilling")}
            <input type="number" name="match" min="1" max="10000" .value=${String(match ?? "")}
              placeholder=${_("as in the rules")} />
          </label>`
        : nothing
    }`;
};

/**
 * Return the rules that the fields have.
 * @param {FormData} form
 */
export function givenRules(form) {
  const price = Number(form.get("match"));
  return { preset: String(form.get("preset")), ...(price ? { match: price } : {}) };
}

/**
 * Render the choice of a number of players.
 * @param {4 | 5} count
 * @param {boolean} chosen
 * @param {() => void} choose
 */
const countChoice = (count, chosen, choose) =>
  html`<label><input type="radio" name="players" .checked=${chosen}
    @change=${choose} /><span>${count === 5 ? _("5 (dealer on holiday)") : count}</span></label>`;

/**
 * @param {string} name
 * @param {string} label
 * @param {(readonly [value: string | number, text: string | number])[]} options
 * @param {string | number} [chosen]
 * @param {(event: On<HTMLSelectElement>) => void} [change]
 */
const select = (name, label, options, chosen, change) => html`<label class="field">${label}
  <select name=${name} @change=${change}>${options.map(
    ([value, text]) => html`<option value=${value} ?selected=${String(value) === String(chosen)}>${text}</option>`,
  )}</select>
</label>`;

/**
 * Return the choices of reserve time in seconds, among them that of the present rules.
 * @param {number} [now]
 * @returns {(readonly [number, string])[]}
 */
function banks(now) {
  /** @type {(readonly [number, string])[]} */
  const usual = [
    [120, _("2 minutes")],
    [300, _("5 minutes")],
    [3600, _("1 hour")],
  ];
  return !now || usual.some(([seconds]) => seconds === now)
    ? usual
    : [[now, _("{seconds} seconds", { seconds: now })], ...usual];
}
