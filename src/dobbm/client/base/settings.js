/** The settings form of this device: looks, sounds and motion. */

import { html, nothing } from "./dom.js";
import { _, LANGUAGES, loadLanguage, number, spoken } from "./i18n.js";
import { look, setLook } from "./look.js";

/**
 * @import { On } from "./dom.js"
 * @import { Look } from "./look.js"
 * @import { Table } from "../schema.d.ts"
 */

/**
 * Render the settings form; `changed()` is called after every change, `scene` is given at a table.
 * @param {() => void} changed
 * @param {{ table: Table, force: (on: boolean) => void }} [scene]
 */
export function settings(changed, scene) {
  /** @param {Partial<Look>} changes */
  const set = (changes) => {
    setLook(changes);
    changed();
  };
  /** @param {string} language */
  const speak = async (language) => {
    setLook({ language });
    await loadLanguage();
    changed();
  };
  return html`<div class="settings">
    ${choice(_("Language"), Object.entries(LANGUAGES), spoken(), speak)}
    ${choice(_("Deck"), [["tell", _("Tell")], ["tell4", _("Tell, four colours")], ["french", _("French")]], look.skin, (skin) => set({ skin }))}
    ${check(_("Suit letters on the cards"), look.letters, (letters) => set({ letters }))}
    ${choice(_("Appearance"), [["auto", _("as the device")], ["light", _("light")], ["dark", _("dark")]], look.theme, (theme) => set({ theme }))}
    ${choice(_("A trick stays"), [...seconds([0.5, 1, 1.4, 2.5, 5]), ["tap", _("until it is tapped")]], look.stay ?? "tap", (stay) => set({ stay: stay === "tap" ? null : Number(stay) }))}
    ${check(_("Tap a card twice to play it"), look.confirm, (confirm) => set({ confirm }))}
    ${check(_("Hand the other way round"), look.reversed, (reversed) => set({ reversed }))}
    ${look.order ? html`<button @click=${() => set({ order: null })}>${_("Sort the hand as usual")}</button>` : nothing}
    ${check(_("Cards travel"), look.motion, (motion) => set({ motion }))}
    ${scene?.table.own ? check(_("Play the only legal card by itself"), scene.table.own.forced ?? false, (on) => scene.force(on)) : nothing}
    <fieldset>
      <legend>${_("Sounds")}</legend>
      ${Object.entries(sounds()).map(([kind, told]) => check(told, !look.silent.includes(kind), (on) => set({ silent: toggled(kind, on) })))}
    </fieldset>
  </div>`;
}

const sounds = () => ({
  turn: _("It is your turn"),
  card: _("A card is played"),
  sweep: _("A trick is swept"),
  word: _("Somebody bids or doubles"),
  end: _("The deal is won or lost"),
});

/**
 * @param {string} kind
 * @param {boolean} on
 */
const toggled = (kind, on) => (on ? look.silent.filter((one) => one !== kind) : [...look.silent, kind]);

/**
 * @param {number[]} counts
 * @returns {[number, string][]}
 */
const seconds = (counts) => counts.map((count) => [count, _("{count} s", { count: number(count) })]);

/**
 * @param {string} label
 * @param {(readonly [string | number, string])[]} options
 * @param {string | number} value
 * @param {(value: string) => void} choose
 */
function choice(label, options, value, choose) {
  return html`<label class="field">${label}
    <select @change=${(/** @type {On<HTMLSelectElement>} */ event) => choose(event.target.value)}>
      ${options.map(([key, told]) => html`<option value=${key} ?selected=${String(key) === String(value)}>${told}</option>`)}
    </select>
  </label>`;
}

/**
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 */
function check(label, on, change) {
  return html`<label class="check"><input type="checkbox" .checked=${on} @change=${(/** @type {On<HTMLInputElement>} */ event) => change(event.target.checked)} />${label}</label>`;
}
