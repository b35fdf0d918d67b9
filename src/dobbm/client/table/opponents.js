/** The choice of the bots' strength, with the faces of those who play it. */

import { html } from "../base/dom.js";
import { settings } from "../base/settings.js";
import { botNames, botPortrait, bots, tempers } from "../game/characters.js";
import { face } from "./face.js";

/**
 * Render the choice of a strength: for each, the first of its bots looks at the person.
 * @param {string} legend
 * @param {string} chosen
 * @param {(strength: string) => void} [choose]
 */
export const opponentChoice = (legend, chosen, choose = () => undefined) => html`<fieldset class="opponents">
    <legend>${legend}</legend>
    ${Object.entries(bots()).map(
      ([strength, label]) => html`<label class="opponent">
      <input type="radio" name="bot" value=${strength} .checked=${strength === chosen}
        @change=${() => choose(strength)} />
      ${face(botPortrait(opponents(strength, 1)[0]))}
      <b>${label}</b><small class="names">${opponents(strength, 3).map(
        (name) => html`<span>${name}</span>`,
      )}</small><small>${tempers()[strength]}</small>
    </label>`,
    )}
  </fieldset>`;

/**
 * Return the names of the bots that play with the person, who has the first seat; none has the person's name.
 * @param {string} strength
 * @param {number} count
 */
const opponents = (strength, count) => otherNames(strength).slice(1, 1 + count);

/**
 * Return the names of three bots of a strength whose faces are not in the choice.
 * @param {string} strength
 */
export function onlookers(strength) {
  const chosen = Object.keys(bots()).map((one) => opponents(one, 1)[0]);
  return otherNames(strength)
    .filter((name) => !chosen.includes(name))
    .slice(0, 3);
}

/** @param {string} strength */
const otherNames = (strength) =>
  botNames(strength).filter((name) => name.toLowerCase() !== settings.name.toLowerCase());
