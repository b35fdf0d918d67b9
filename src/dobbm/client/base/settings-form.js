/** The settings form of this device: appearance, sounds and motion. */

import { live } from "../vendor/directives/live.js";
import { html, nothing, notify } from "./dom.js";
import { _, LANGUAGES, loadLanguage, number, currentLanguage } from "./i18n.js";
import { settings, changeSettings } from "./settings.js";

/**
 * @import { On } from "./dom.js"
 * @import { Settings } from "./settings.js"
 * @import { Table } from "../schema.d.ts"
 */

/**
 * Render the settings form. `changed()` is called after every change; `scene` is given only at a table.
 * @param {() => void} changed
 * @param {{ table: Table, force: (on: boolean) => void }} [scene]
 */
export function settingsForm(changed, scene) {
  /** @param {Partial<Settings>} changes */
  const set = (changes) => {
    changeSettings(changes);
    changed();
  };
  /** @param {string} language */
  const speak = async (language) => {
    changeSettings({ language });
    await loadLanguage();
    changed();
  };
  /**
   * @param {string} way
   * @param {boolean} on
   */
  const allow = async (way, on) => {
    const allowed = !on || way !== "notification" || (await Notification.requestPermission()) === "granted";
    const others = settings.calls.filter((one) => one !== way);
    set({ calls: on && allowed ? [...others, way] : others });
    if (!allowed) notify(_("The browser does not allow notifications here: change that in its own settings."));
  };
  return html`<div class="settings">
    ${choice(_("Language"), Object.entries(LANGUAGES), currentLanguage(), speak)}
    ${choice(_("Deck"), [["tell", _("Tell")], ["tell4", _("Tell, four colours")], ["french", _("French")]], settings.skin, (skin) => set({ skin }))}
    ${check(_("Suit letters on the cards"), settings.letters, (letters) => set({ letters }))}
    ${choice(_("Appearance"), [["auto", _("match device")], ["light", _("light")], ["dark", _("dark")]], settings.theme, (theme) => set({ theme }))}
    ${choice(_("Keep tricks on the table"), [...seconds([0.5, 1, 1.4, 2.5, 5]), ["tap", _("until tapped")]], settings.stay ?? "tap", (stay) => set({ stay: stay === "tap" ? null : Number(stay) }))}
    ${check(_("Tap a card twice to play it"), settings.confirm, (confirm) => set({ confirm }))}
    ${check(_("Reverse the hand"), settings.reversed, (reversed) => set({ reversed }))}
    ${settings.order ? html`<button @click=${() => set({ order: null })}>${_("Restore the usual order")}</button>` : nothing}
    ${check(_("Animate cards"), settings.motion, (motion) => set({ motion }))}
    ${scene?.table.own ? check(_("Play the only legal card automatically"), scene.table.own.forced ?? false, (on) => scene.force(on)) : nothing}
    <fieldset>
      <legend>${_("Sounds")}</legend>
      ${Object.entries(sounds()).map(([kind, label]) => check(label, !settings.silent.includes(kind), (on) => set({ silent: toggled(kind, on) })))}
    </fieldset>
    <fieldset>
      <legend>${_("While you look elsewhere")}</legend>
      <p>${_("When it is your turn, a deal begins or somebody asks you, the page calls you in these ways:")}</p>
      ${ways().map(([way, label]) => check(label, isOn(way), (on) => allow(way, on)))}
    </fieldset>
    ${"wakeLock" in navigator ? check(_("Keep the screen on while you hold cards"), isOn("awake"), (on) => allow("awake", on)) : nothing}
  </div>`;
}

const sounds = () => ({
  turn: _("Your turn"),
  card: _("Card played"),
  sweep: _("Trick collected"),
  word: _("Bid or doubling"),
  end: _("Deal won or lost"),
});

/**
 * The ways to call the person that this device has.
 * @returns {[way: string, label: string][]}
 */
const ways = () => [
  ["badge", _("Mark the page's icon")],
  ["sound", _("Play a sound")],
  ...(("vibrate" in navigator) ? [/** @type {[string, string]} */ (["vibration", _("Vibrate")])] : []),
  ...(canNotify() ? [/** @type {[string, string]} */ (["notification", _("Show a notification")])] : []),
];

const canNotify = () => "Notification" in globalThis && "serviceWorker" in navigator;

/**
 * Whether a way to call the person is on; the browser may have withdrawn its permission.
 * @param {string} way
 */
const isOn = (way) => settings.calls.includes(way) && (way !== "notification" || Notification.permission === "granted");

/**
 * @param {string} kind
 * @param {boolean} on
 */
const toggled = (kind, on) => (on ? settings.silent.filter((one) => one !== kind) : [...settings.silent, kind]);

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
      ${options.map(([key, text]) => html`<option value=${key} ?selected=${String(key) === String(value)}>${text}</option>`)}
    </select>
  </label>`;
}

/**
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 */
function check(label, on, change) {
  return html`<label class="check"><input type="checkbox" .checked=${live(on)} @change=${(/** @type {On<HTMLInputElement>} */ event) => change(event.target.checked)} />${label}</label>`;
}
