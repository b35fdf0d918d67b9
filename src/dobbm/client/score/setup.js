/** The setup of a sheet: the players, the stake, the rules, the first dealer. */

import { focusFault, html, nothing, notify } from "../base/dom.js";
import { _, number } from "../base/i18n.js";
import { EXAMPLE, PRESETS } from "../base/data.js";
import { presetNames, sources } from "../game/sources.js";
import { HALF, LARGEST_MATCH, payment } from "../game/settlement.js";
import { cleanName, nameFault } from "../base/names.js";
import { areKept, folded, LONGEST_NAME, setupFault } from "./sheets.js";

/**
 * @import { Drawn, On } from "../base/dom.js"
 * @import { Complete, Setup, SetupFault } from "./sheets.js"
 * @import { Sheet } from "./session.js"
 * @import { Preset } from "../base/data.js"
 * @import { Stake } from "../game/settlement.js"
 */

/** @typedef {(changes: Partial<Setup>) => void} Change */

const STAKES = [6, 12, 60, 120, 240];

/**
 * Return an initial setup: with the names, rules and stake of the last sheet, or an empty one for four players.
 * @param {Sheet | undefined} last
 * @returns {Setup}
 */
export function firstSetup(last) {
  /** @type {Pick<Setup, "names" | "preset" | "match">} */
  const usual = { names: ["", "", "", ""], preset: "pagat", match: PRESETS.pagat.match };
  const { names, preset, match } = last ?? usual;
  return { names, preset, match, firstDealer: 0, asked: null };
}

/**
 * Render the form. `change(setup)` is called after every change, `begin(setup)` when a complete form is submitted.
 * @param {Setup} setup
 * @param {(setup: Setup) => void} change
 * @param {(setup: Complete) => void} begin
 * @param {Drawn} others
 */
export function setupForm(setup, change, begin, others) {
  /** @param {Partial<Setup>} changes */
  const set = (changes) => change({ ...setup, asked: null, ...changes });
  /** @param {On<HTMLFormElement>} event */
  const submit = (event) => {
    event.preventDefault();
    const form = event.target;
    const names = setup.names.map(cleanName);
    const code = setupFault({ ...setup, names });
    if (code) {
      change({ ...setup, asked: code });
      focusFault(form, faultyField(code, setup.names));
    } else begin(/** @type {Complete} */ ({ ...setup, names }));
  };
  return html`<form class="panel setup" novalidate autocomplete="off" @submit=${submit}>
    <h2>${_("A new sheet")}</h2>
    <p class="quiet">${
      areKept()
        ? _("For a table with real cards. Everything stays on this device and works offline.")
        : _(
            "For a table with real cards. It works offline, but this browser does not keep the sheet: save it as a file.",
          )
    }</p>
    ${people(setup, set)} ${stake(setup, set)} ${preset(setup, set)}
    <p class="bad" role="alert">${setup.asked ? html`<b>${faultInWords(setup.asked, setup.names)}</b>` : nothing}</p>
    <p class="row">
      <button class="primary" type="submit">${_("Begin")}</button>
      ${others}
    </p>
  </form>`;
}

/**
 * @param {Setup} setup
 * @param {Change} set
 */
function people({ names, firstDealer }, set) {
  /** @param {number} count */
  const seats = (count) => () =>
    set({ names: [...names, ""].slice(0, count), firstDealer: (firstDealer ?? 0) < count ? firstDealer : 0 });
  /** @param {number} seat */
  const rename = (seat) => (/** @type {On<HTMLInputElement>} */ event) =>
    set({ names: names.map((name, other) => (other === seat ? event.target.value : name)) });
  const byLot = () => {
    const firstDealer = Math.floor(Math.random() * names.length);
    set({ firstDealer });
    // The lot may fall on the player who was chosen before.
    notify(_("Dealer: {name}", { name: names[firstDealer] || _("Player {number}", { number: firstDealer + 1 }) }));
  };
  return html`<fieldset>
    <legend>${_("Players, clockwise")}</legend>
    <div class="choices" role="radiogroup" aria-label=${_("How many players?")}>
      ${[4, 5].map(
        (count) => html`<label class="choice">
          <input type="radio" name="players" .checked=${names.length === count} @change=${seats(count)}>
          <span>${count === 4 ? _("four players") : _("five players")}</span>
        </label>`,
      )}
    </div>
    <ol class="names">
      ${names.map(
        (name, seat) => html`<li>
          <input type="text" dir="auto" data-most=${LONGEST_NAME} autocomplete="off" .value=${name}
            placeholder=${_("Player {number}", { number: seat + 1 })}
            aria-label=${_("Name of player {number}", { number: seat + 1 })} @input=${rename(seat)}>
          <label class="choice">
            <input type="radio" name="dealer" .checked=${firstDealer === seat}
              aria-label=${_("{name} deals first", { name: name || seat + 1 })}
              @change=${() => set({ firstDealer: seat })}>
            <span>${_("deals first")}</span>
          </label>
        </li>`,
      )}
    </ol>
    <p class="quiet" role="status">
      ${
        names.some((name) => [...name].length === LONGEST_NAME)
          ? _("A name can have at most {count} letters.", { count: LONGEST_NAME })
          : nothing
      }
    </p>
    <p class="row">
      <button type="button" @click=${byLot}>${_("Draw the first dealer by lot")}</button>
      <span role="status">
        ${firstDealer !== null && names[firstDealer] ? _("Dealer: {name}", { name: names[firstDealer] }) : nothing}
      </span>
    </p>
  </fieldset>`;
}

/**
 * @param {Setup} setup
 * @param {Change} set
 */
function stake({ match, preset }, set) {
  /** @param {On<HTMLInputElement>} event */
  const typed = (event) => set({ match: event.target.value === "" ? null : Number(event.target.value) });
  return html`<fieldset>
    <legend>${_("Price of a Match in Schilling")}</legend>
    <div class="stakes">
      <div class="choices" role="group" aria-label=${_("Usual prices")}>
        ${STAKES.map(
          (usual) => html`<label class="choice">
            <input type="radio" name="stake" .checked=${match === usual} @change=${() => set({ match: usual })}>
            <span>${number(usual)}</span>
          </label>`,
        )}
      </div>
      <input type="number" inputmode="numeric" min="1" max=${LARGEST_MATCH} step="1" autocomplete="off"
        aria-label=${_("Price of a Match in Schilling")}
        .value=${match === null ? "" : String(match)} @input=${typed}>
    </div>
    <p class="quiet">${match !== null && match >= 1 ? example({ ...PRESETS[preset], match }) : nothing}</p>
  </fieldset>`;
}

/** @param {Stake} stake */
const example = (stake) =>
  _("For example, {points} points earn {amount} Schilling from each player, {solo} in a Solo.", {
    points: EXAMPLE,
    amount: number(payment(EXAMPLE - HALF, "dobbm", 0, stake)),
    solo: number(payment(EXAMPLE - HALF, "solo", 0, stake)),
  });

/**
 * @param {Setup} setup
 * @param {Change} set
 */
function preset(setup, set) {
  /** @param {On<HTMLSelectElement>} event */
  const choose = (event) => {
    const usual = setup.match === PRESETS[setup.preset].match;
    const preset = /** @type {Preset} */ (event.target.value);
    set({ preset, match: usual ? PRESETS[preset].match : setup.match });
  };
  return html`<label class="field">
    ${_("Rules from")}
    <select @change=${choose}>
      ${presetNames().map(
        ([name, text]) => html`<option value=${name} .selected=${setup.preset === name}>${text}</option>`,
      )}
    </select>
    <span class="quiet">${sources()[setup.preset].note}</span>
  </label>`;
}

/**
 * @param {SetupFault} code
 * @param {string[]} names
 */
function faultInWords(code, names) {
  /** @type {{ [fault: string]: () => string }} */
  const texts = {
    name_missing: () => _("Every player needs a name."),
    name_unfit: () => names.map(nameFault).find(Boolean) ?? "",
    name_twice: () => _("Two players have the same name."),
    no_match: () => _("The price of a Match must be from 1 to {most} Schilling.", { most: number(LARGEST_MATCH) }),
    no_dealer: () => _("Who deals first? Choose a player or draw by lot."),
  };
  return texts[code]();
}

/**
 * Return the selector of the field that has a fault, or of the first of several.
 * @param {SetupFault} code
 * @param {string[]} names
 */
function faultyField(code, names) {
  /** @type {{ [fault: string]: (name: string, at: number) => boolean }} */
  const faulty = {
    name_missing: (name) => !cleanName(name),
    name_unfit: (name) => Boolean(nameFault(name)),
    name_twice: (name, at) => names.map(folded).indexOf(folded(name)) < at,
  };
  if (Object.hasOwn(faulty, code)) return `.names li:nth-child(${names.findIndex(faulty[code]) + 1}) input`;
  return code === "no_match" ? "[type=number]" : code === "no_dealer" ? "[name=dealer]" : "select";
}
