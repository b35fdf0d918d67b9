/** The bots: people of the parlour, each with a name, a portrait and a temper. */

import { _ } from "../base/i18n.js";
import { canThink } from "../base/thinking.js";
import { BOTS } from "../base/data.js";

/** Where the bots of each strength begin in `BOTS`. */
/** @type {{ [strength: string]: number }} */
const FIRST = { random: 0, simple: 0, trained: 4, network: 4, "pimc:quick": 4, pimc: 8, "pimc:strong": 8 };

/**
 * The bots that a table offers by strength, each with a description.
 * @returns {{ [bot: string]: string }}
 */
export const bots = () => ({ simple: _("easy-going"), ...(canThink() ? thinkers() : {}) });

const thinkers = () => ({ "pimc:quick": _("strong"), pimc: _("very strong") });

/**
 * Return the strength of bots that was chosen; the weakest if nothing was, or if it is not offered here.
 * @param {string} [chosen]
 */
export const offered = (chosen = "simple") => (chosen in bots() ? chosen : "simple");

/** Say what is missing where the bots cannot think. */
export const lacks = () =>
  _("This browser can run only the easy-going bots, without hints and without the cost of cards.");

/**
 * How the bots of each strength play, in the words of the table.
 * @returns {{ [bot: string]: string }}
 */
export const tempers = () => ({
  simple: _("play for the fun of it"),
  "pimc:quick": _("count the trumps"),
  pimc: _("forget no card"),
});

/**
 * Return the names of all bots, those of a strength first.
 * @param {string} strength
 */
export function botNames(strength) {
  const first = FIRST[strength] ?? 0;
  return [...BOTS.slice(first), ...BOTS.slice(0, first)];
}

/**
 * Return the portrait of a bot, which bears its name without a number.
 * @param {string} name
 */
export const botPortrait = (name) => name.toLowerCase().replace(/ \d+$/, "");
