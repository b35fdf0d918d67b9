/** The form for the house rules of a table. */

import { html, nothing } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { bots } from "../game/bot-names.js";
import { SOURCES } from "../game/sources.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { HouseRules, NewRules } from "../schema.d.ts"
 * @import { TemplateResult } from "../vendor/lit-html.js"
 */

/**
 * Closes the form with its options.
 * @typedef {(options?: NewRules) => void} Close
 */

/**
 * Return a form that begins with the rules `now`; it closes with the new ones. `more(players)` renders further fields,
 * and `given(form)` returns their options.
 * @param {Partial<HouseRules>} now
 * @param {string} submit
 * @param {(players: number) => unknown} [more]
 * @param {(form: FormData) => object} [given]
 * @returns {(close: Close, redraw: () => void) => TemplateResult}
 */
export function rulesForm(now, submit, more = () => nothing, given = () => ({})) {
  let players = now.players ?? 4;
  /** @type {{ [option: string]: unknown }} */
  const { preset = "pagat", match, ...others } = now.rules ?? {};
  return (close, redraw) => {
    /** @param {On<HTMLFormElement>} event */
    const read = (event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const price = Number(form.get("match"));
      const rules = { ...others, preset: String(form.get("preset")), ...(price ? { match: price } : {}) };
      close({
        players,
        rules,
        bot: String(form.get("bot")),
        bank: Number(form.get("bank")),
        ...(now.free ? { free: now.free } : {}),
        ...given(form),
      });
    };
    /** @param {On<HTMLSelectElement>} event */
    const choosePlayers = (event) => {
      players = event.target.value === "5" ? 5 : 4;
      redraw();
    };
    /**
     * @param {string} name
     * @param {string} label
     * @param {(readonly [value: string | number, text: string | number])[]} options
     * @param {string | number} [chosen]
     * @param {(event: On<HTMLSelectElement>) => void} [change]
     */
    const select = (name, label, options, chosen, change) => html`<label class="field">${label}
      <select name=${name} @change=${change}>${options.map(([value, text]) => html`<option value=${value} ?selected=${String(value) === String(chosen)}>${text}</option>`)}</select>
    </label>`;
    return html`<form @submit=${read}>
      ${select("players", _("Players"), [[4, "4"], [5, _("5 (dealer on holiday)")]], players, choosePlayers)}
      ${more(players)}
      ${select("bot", _("Strength of the bots"), Object.entries(bots()), now.bot)}
      ${select("preset", _("Rules"), Object.entries(SOURCES), String(preset))}
      <label class="field">${_("Price of a Match in Schilling")}
        <input type="number" name="match" min="1" max="10000" .value=${String(match ?? "")} placeholder=${_("as in the rules")} />
      </label>
      ${select("bank", _("Reserve time per deal"), banks(now.bank), now.bank)}
      <button class="primary">${submit}</button>
    </form>`;
  };
}

/**
 * Return the choices of reserve time in seconds, among them that of the present rules.
 * @param {number} [now]
 * @returns {(readonly [number, string])[]}
 */
function banks(now) {
  /** @type {(readonly [number, string])[]} */
  const usual = [[120, _("2 minutes")], [300, _("5 minutes")], [3600, _("1 hour")]];
  return !now || usual.some(([seconds]) => seconds === now) ? usual : [[now, _("{seconds} seconds", { seconds: now })], ...usual];
}
