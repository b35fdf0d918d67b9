/** Finds deals of a person by plain filters. */

/** @import { Summary } from "./summary.js" */

/**
 * The conditions that a deal must meet; an empty text is no condition.
 * @typedef {{ role: string, contract: string, result: string, opponents: string, month: string, star: boolean,
 *   text: string }} Filter
 */

/** @type {Filter} */
export const ANY = { role: "", contract: "", result: "", opponents: "", month: "", star: false, text: "" };

/**
 * Return the deals that a filter lets through.
 * @param {Summary[]} deals
 * @param {Filter} filter
 */
export function search(deals, { role, contract, result, opponents, month, star, text }) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return deals.filter(
    (deal) =>
      (!role || deal.role === role) &&
      (!contract || deal.contract === contract) &&
      (!result || (result === "won" ? deal.gain > 0 : deal.gain < 0)) &&
      (!opponents || deal.opponents === opponents) &&
      (!star || deal.star) &&
      (!month || deal.month === month) &&
      words.every((word) => wordsOf(deal).includes(word)),
  );
}

/**
 * The text in which words are looked for: the names of the others, and the table.
 * @param {Summary} deal
 */
const wordsOf = ({ names, place }) => `${names.join(" ")} ${place}`.toLowerCase();
