/** The summary of the rules: the sentences of `dobbm.text.handbook` that hold under a table's rules, translated. */

import { _, joinSentences } from "../base/i18n.js";
import { EXAMPLE } from "../base/data.js";
import { HALF, payment, REVOKE, STOCKERL, worth } from "../game/settlement.js";
import { CHAPTERS, TITLES } from "./chapters.js";

/**
 * @import { RuleOptions } from "../schema.d.ts"
 * @import { Preset } from "../base/data.js"
 */

/**
 * The payment of each player in the example, after this many doublings.
 * @param {RuleOptions} rules
 * @param {number} doublings
 * @param {boolean} [solo]
 */
export const examplePayment = (rules, doublings, solo = false) =>
  payment(EXAMPLE - HALF, solo ? "solo" : "dobbm", doublings, rules);

/**
 * The title of the summary, with its source.
 * @param {Preset} preset
 */
export const headline = (preset) => _(TITLES[preset]);

/**
 * Return the facts that decide which sentences are true: the twin of `cases` in Python.
 * @param {RuleOptions} rules
 * @returns {{ [name: string]: unknown }}
 */
const cases = (rules) => ({
  ...rules,
  doubling: rules.max_doublings === null ? "unlimited" : rules.max_doublings ? "limited" : "none",
  rounding: rules.unit === 1 ? "whole" : "multiples",
});

/**
 * The numbers that the sentences name: the twin of `values` in Python.
 * @param {RuleOptions} rules
 */
const values = (rules) => ({
  stockerl: worth(STOCKERL, rules),
  penalty: worth(REVOKE, rules),
  doublings: rules.max_doublings,
  match: rules.match,
  unit: rules.unit,
  points: EXAMPLE,
  amount: examplePayment(rules, 0),
  solo: examplePayment(rules, 0, true),
});

/**
 * A statement of the summary. It is a `note` if it names a source; it `goesOn` if the next one
 * ends its sentence.
 * @typedef {{ text: string, note: boolean, goesOn: boolean }} Statement
 */

/**
 * The chapters of the summary, each with its address on the page.
 * @param {RuleOptions} rules
 * @returns {{ name: string, id: string, title: string, statements: Statement[] }[]}
 */
export function chapters(rules) {
  const given = cases(rules);
  const numbers = values(rules);
  return CHAPTERS.map(({ name, title, sentences }) => {
    const fitting = sentences.filter(([, when]) =>
      Object.entries(when).every(([subject, allowed]) => allowed.some((one) => one === given[subject])),
    );
    const statements = fitting.map(([text]) => ({
      text: _(text, numbers),
      note: /Akagiri|pagat\.com/.test(text),
      goesOn: /[,:]$/.test(text),
    }));
    return { name, id: title.toLowerCase().replaceAll(" ", "-"), title: _(title), statements };
  });
}

/**
 * Join statements to paragraphs.
 * @param {Statement[]} statements
 */
export function paragraphs(statements) {
  /** @type {string[]} */
  const written = [];
  statements.forEach(({ text }, at) => {
    if (statements[at - 1]?.goesOn) written.push(joinSentences([/** @type {string} */ (written.pop()), text]));
    else written.push(text);
  });
  return written;
}
