/** The settings form of this device: appearance, sounds and motion. */

import { live } from "../vendor/directives/live.js";
import { sample } from "../cards/card.js";
import { PORTRAITS } from "../base/data.js";
import { face, ownPortrait } from "./face.js";
import { html, nothing, notify } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { waitFor } from "../base/loading.js";
import { _, LANGUAGES, loadLanguage, number, currentLanguage } from "../base/i18n.js";
import { settings, changeSettings, isGuided } from "../base/settings.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Settings } from "../base/settings.js"
 * @import { Table } from "../schema.d.ts"
 * @import { TemplateResult } from "../vendor/lit-html.js"
 */

/**
 * The table at which the settings are changed.
 * @typedef {{ table: Table, names: string[], force: (on: boolean) => void }} Scene
 */

/** @typedef {(changes: Parameters<typeof changeSettings>[0]) => void} Change */

/**
 * Render the settings form. `changed()` is called after every change; `scene` is given only at a table.
 * @param {() => void} changed
 * @param {Scene} [scene]
 */
export function settingsForm(changed, scene) {
  /** @type {Change} */
  const set = (changes) => {
    changeSettings(changes);
    changed();
  };
  return html`<div class="settings">
    ${group("person", _("You"), yourself(set, changed, scene))}
    ${group("deck", _("Cards and table"), looks(set))}
    ${group("tune", _("How you play"), play(set, scene))}
    ${group("sound", _("Sounds"), volumes(set))}
    ${group("bell", _("While you look elsewhere"), calls(set))}
  </div>`;
}

/**
 * @param {Parameters<typeof icon>[0]} sign
 * @param {string} title
 * @param {TemplateResult} content
 */
const group = (sign, title, content) =>
  html`<fieldset class="nailed"><legend>${icon(sign)}${title}</legend>${content}</fieldset>`;

/**
 * @param {Change} set
 * @param {() => void} changed
 * @param {Scene} [scene]
 */
function yourself(set, changed, scene) {
  /** @param {string} language */
  const speak = async (language) => {
    changeSettings({ language });
    await waitFor(loadLanguage());
    changed();
  };
  return html`${words(_("Language"), Object.entries(LANGUAGES), currentLanguage(), speak)}
  ${pictures(_("Your portrait"), portraits(), face, ownPortrait(scene), (portrait) => set({ portrait }))}
  ${pictures(_("Appearance"), themes(), outlook, settings.theme, (theme) => set({ theme }))}`;
}

/** @param {Change} set */
function looks(set) {
  return html`${pictures(_("Deck"), decks(), card, settings.skin, (skin) => set({ skin }))}
  ${check(_("Suit letters on the cards"), settings.letters, (letters) => set({ letters }))}
  ${pictures(_("Table"), woods(), board, settings.table, (table) => set({ table }))}
  ${pictures(_("Back of the cards"), backs(), cardBack, settings.back, (back) => set({ back }))}`;
}

/**
 * @param {Change} set
 * @param {Scene} [scene]
 */
function play(set, scene) {
  return html`${choice(
    _("Keep tricks on the table"),
    [...seconds([0.5, 1, 1.4, 2.5, 5]), ["tap", _("until tapped")]],
    settings.stay ?? "tap",
    (stay) => set({ stay: stay === "tap" ? null : Number(stay) }),
  )}
  ${check(_("Explain the table in the next three deals"), isGuided(), (on) => set({ guided: on ? [] : null }))}
  ${check(_("The bots greet and comment"), settings.manners, (manners) => set({ manners }))}
  ${check(_("Tap a card twice to play it"), settings.confirm, (confirm) => set({ confirm }))}
  ${check(_("Single-letter keys: letters and numbers act at the table"), settings.keys, (keys) => set({ keys }))}
  ${check(_("Reverse the hand"), settings.reversed, (reversed) => set({ reversed }))}
  ${
    settings.order
      ? html`<button @click=${() => set({ order: null })}>${_("Restore the usual order")}</button>`
      : nothing
  }
  ${check(_("Left-handed: buttons on the left"), settings.lefty, (lefty) => set({ lefty }))}
  ${check(_("Animate cards"), settings.motion, (motion) => set({ motion }))}
  ${words(_("Speed of the cards"), tempos(), String(settings.tempo), (tempo) => set({ tempo: Number(tempo) }))}
  ${
    scene?.table.own
      ? check(_("Play the only legal card automatically"), scene.table.own.forced ?? false, (on) => scene.force(on))
      : nothing
  }
  ${
    "wakeLock" in navigator
      ? check(_("Keep the screen on while you hold cards"), isOn("awake"), (on) => allow(set, "awake", on))
      : nothing
  }`;
}

/** @param {Change} set */
function volumes(set) {
  return html`<label class="field">${_("Volume")}
    <input type="range" min="0" max="1" step="0.1" .value=${live(String(settings.volume))} @change=${(
      /** @type {On<HTMLInputElement>} */ event,
    ) => set({ volume: event.target.valueAsNumber })} />
  </label>
  ${Object.entries(sounds()).map(([kind, label]) =>
    check(label, !settings.silent.includes(kind), (on) => set(({ silent }) => ({ silent: toggled(silent, kind, on) }))),
  )}`;
}

/** @param {Change} set */
function calls(set) {
  return html`<p>${_("When it is your turn, a deal begins or somebody asks you, the page calls you in these ways:")}</p>
  ${ways().map(([way, label]) => check(label, isOn(way), (on) => allow(set, way, on)))}`;
}

/**
 * @param {Change} set
 * @param {string} way
 * @param {boolean} on
 */
async function allow(set, way, on) {
  const allowed = !on || way !== "notification" || (await Notification.requestPermission()) === "granted";
  set(({ calls }) => {
    const others = calls.filter((one) => one !== way);
    return { calls: on && allowed ? [...others, way] : others };
  });
  if (!allowed) notify(_("The browser does not allow notifications here: change that in its own settings."));
}

/** @returns {[string, string][]} */
const themes = () => [
  ["auto", _("match device")],
  ["light", _("light")],
  ["dark", _("dark")],
];

/** @returns {[string, string][]} */
const decks = () => [
  ["tell", _("Tell")],
  ["tell4", _("Tell, four colours")],
  ["french", _("French")],
  ["french4", _("French, four colours")],
];

/** @returns {[string, string][]} */
const woods = () => [
  ["auto", _("by day and evening")],
  ["pine", _("pine")],
  ["walnut", _("walnut")],
  ["cloth", _("green cloth")],
];

/** @returns {[string, string][]} */
const backs = () => [
  ["red", _("red")],
  ["green", _("green")],
  ["blue", _("blue")],
];

/** @returns {[string, string][]} */
const tempos = () => [
  ["1.6", _("leisurely")],
  ["1", _("usual")],
  ["0.6", _("brisk")],
];

/** @param {string} theme */
const outlook = (theme) => html`<span class="outlook" data-outlook=${theme}></span>`;

/** @param {string} skin */
const card = (skin) => sample("LO", { skin });

/** @param {string} back */
const cardBack = (back) => sample("back", { back });

/** @param {string} wood */
const board = (wood) => html`<span class="wood" data-table=${wood}></span>`;

/** @returns {[string, string][]} */
const portraits = () => {
  /** @type {{ [portrait: string]: string }} */
  const names = {
    "hat-feather": _("hat with a feather"),
    plaits: _("plaits"),
    moustache: _("moustache"),
    headscarf: _("headscarf"),
    spectacles: _("spectacles"),
    curls: _("curls"),
    beard: _("beard"),
    bonnet: _("bonnet"),
    cap: _("cap"),
    "braid-crown": _("crown of braids"),
    bald: _("bald head"),
    "fur-cap": _("fur cap"),
  };
  return PORTRAITS.map((portrait) => [portrait, names[portrait] ?? portrait]);
};

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
  ...("vibrate" in navigator ? [/** @type {[string, string]} */ (["vibration", _("Vibrate")])] : []),
  ...(canNotify() ? [/** @type {[string, string]} */ (["notification", _("Show a notification")])] : []),
];

const canNotify = () => "Notification" in globalThis && "serviceWorker" in navigator;

/**
 * Whether a way to call the person is on; the browser may have withdrawn its permission.
 * @param {string} way
 */
const isOn = (way) => settings.calls.includes(way) && (way !== "notification" || Notification.permission === "granted");

/**
 * @param {string[]} silent
 * @param {string} kind
 * @param {boolean} on
 */
const toggled = (silent, kind, on) => [...silent.filter((one) => one !== kind), ...(on ? [] : [kind])];

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
      ${options.map(
        ([key, text]) => html`<option value=${key} ?selected=${String(key) === String(value)}>${text}</option>`,
      )}
    </select>
  </label>`;
}

/**
 * Render a choice among pictures.
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {(value: string) => unknown} picture
 * @param {string | null} value
 * @param {(value: string) => void} choose
 */
function pictures(label, options, picture, value, choose) {
  return html`<fieldset class="pictures of-${options.length}">
    <legend>${label}</legend>
    ${options.map(
      ([key, text]) =>
        html`<label title=${text}><input type="radio" name=${label} .checked=${live(key === value)}
          @change=${() => choose(key)} />${picture(key)}<span
            class=${options.length > 6 ? "unseen" : ""}>${text}</span></label>`,
    )}
  </fieldset>`;
}

/**
 * Render a choice between a few words.
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} value
 * @param {(value: string) => void} choose
 */
function words(label, options, value, choose) {
  return html`<fieldset class="words">
    <legend>${label}</legend>
    ${options.map(
      ([key, text]) =>
        html`<label><input type="radio" name=${label} .checked=${live(key === value)}
          @change=${() => choose(key)} />${text}</label>`,
    )}
  </fieldset>`;
}

/**
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 */
function check(label, on, change) {
  return html`<label class="check"><input type="checkbox" .checked=${live(on)} @change=${(
    /** @type {On<HTMLInputElement>} */ event,
  ) => change(event.target.checked)} />${label}</label>`;
}
