/** The spoken words of the game in Tyrolean, and their meanings. */

import { _ } from "../base/i18n.js";
import { CONSENT, LYING, PHRASES, SPOKEN } from "../base/data.js";

/**
 * @import { Step, View } from "../schema.d.ts"
 * @import { Contract, StepWords, SpokenStep } from "../types.d.ts"
 */

/**
 * Return the steps, with `consents` marking every *weiter* that accepts another player's Dobbm.
 * @param {Step[]} steps
 * @returns {SpokenStep[]}
 */
export function spokenSteps(steps) {
  const dobbm = steps.findIndex(({ action }) => action === "dobbm");
  /**
   * @param {string} action
   * @param {number} at
   */
  const consents = (action, at) => action === "weiter" && dobbm >= 0 && at > dobbm;
  return steps.map((step, at) => ({ ...step, consents: consents(step.action, at) }));
}

/** The words in the order of their buttons: those that change nothing come first. */
const ORDER = ["weiter", "gut", "dobbm", "schwacher", "retour", "solo"];

/**
 * Return words in the order of their buttons, which are all alike: none is advice.
 * @param {readonly string[]} actions
 */
export const inOrder = (actions) => [...actions].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));

/**
 * Return the step that an action of the seat to act would be.
 * @param {View} view
 * @param {string} action
 */
export function stepWith({ steps, to_act: seat, phase }, action) {
  const said = spokenSteps([...steps, /** @type {Step} */ ({ seat, phase, action })]);
  return said[said.length - 1];
}

/**
 * The words of a step before the play.
 * @param {StepWords} step
 * @returns {string}
 */
export function words({ phase, action, consents }) {
  if (phase === "exchange") return LYING;
  return consents ? CONSENT : SPOKEN[phase][action];
}

/**
 * The meaning of a step's words.
 * @param {StepWords} step
 * @returns {string}
 */
export function gloss({ phase, action, consents }) {
  if (consents) return _("accepts the Dobbm");
  if (phase === "exchange") return _("four cards discarded");
  /** @type {{ [action: string]: string }} */
  const meanings = {
    weiter: _("passes"),
    dobbm: _("bids a Dobbm"),
    solo: _("plays without the Dobb, for double payment"),
    gut: _("does not double"),
    schwacher: _("Schwacher: doubles"),
    retour: _("doubles again"),
  };
  return meanings[action];
}

/**
 * Whether a step raises the stakes, and deserves to be noticed: a Solo, a Schwacher, a retour.
 * @param {Pick<Step, "phase" | "action">} step
 */
export const isBold = ({ phase, action }) => action === "solo" || (phase === "doubling" && action !== "gut");

/**
 * The set phrases of table talk: the text as spoken, and its meaning.
 * @returns {{ [phrase: string]: [text: string, meaning: string] }}
 */
export const phrases = () =>
  Object.fromEntries(Object.entries(PHRASES).map(([phrase, [text, meaning]]) => [phrase, [text, _(meaning)]]));

/**
 * Format a set phrase for a sentence: "Jo mei. (so it goes)"; return an empty text for an unknown one.
 * @param {string} phrase
 */
export function phraseText(phrase) {
  const [text, meaning] = phrases()[phrase] ?? [];
  return text ? `${text} (${meaning})` : "";
}

/**
 * Format a contract with its doublings: "Solo × 2 × 2".
 * @param {Contract} contract
 * @param {number} doublings
 */
export function gameText(contract, doublings) {
  const name = contract === "solo" ? "Solo" : "Dobbm";
  return name + (doublings < 5 ? " × 2".repeat(doublings) : ` × 2^${doublings}`);
}

/**
 * The names of everything that doubles the payments of a deal: the Solo, the Schwacher, each retour.
 * @param {{ contract?: Contract | null, doublings?: number }} game
 * @returns {string[]}
 */
export function doublers({ contract, doublings = 0 }) {
  const said = ["Schwacher", ...Array(Math.max(0, doublings - 1)).fill("Retour")].slice(0, doublings);
  return contract === "solo" ? ["Solo", ...said] : said;
}
