/** The house rules of a table in words. */

import { _, list, minutes, number } from "../base/i18n.js";
import { bots } from "./characters.js";
import { PRESETS } from "../base/data.js";
import { sources } from "./sources.js";

/**
 * @import { HouseRules } from "../schema.d.ts"
 * @import { Preset } from "../base/data.js"
 */

/**
 * Whether people with so many free seconds for each action play by post: nobody need be there.
 * @param {number} free
 */
export const isByPost = (free) => free >= 3600;

/**
 * Return the house rules in words, each by its topic.
 * @param {HouseRules} options
 */
export function ruleTexts({ rules, bank, free, bot, players }) {
  const { preset, match, ...changed } = /** @type {{ preset: Preset, match?: number, [option: string]: unknown }} */ (
    rules
  );
  return {
    players: players === 5 ? _("five players") : _("four players"),
    clock: isByPost(free)
      ? _("by post, {time} for each turn", { time: minutes(free) })
      : _("{free} s + {bank} min", { free, bank: minutes(bank) }),
    match: _("a Match costs {match}", { match: number(match ?? PRESETS[preset].match) }),
    bots: bots()[bot] ?? bot,
    rules: sources()[preset].name,
    options: Object.entries(changed)
      .map(([option, value]) => `${option}: ${typeof value === "number" ? number(value) : value}`)
      .join(", "),
  };
}

/**
 * Say that the host has changed the house rules, and how they read now where they differ.
 * @param {HouseRules | undefined} before
 * @param {HouseRules} options
 */
export function rulesChangeText(before, options) {
  const earlier = before && Object.values(ruleTexts(before));
  const changed = earlier ? Object.values(ruleTexts(options)).filter((text) => text && !earlier.includes(text)) : [];
  return changed.length
    ? _("The host has changed the house rules: {rules}.", { rules: list(changed) })
    : _("The host has changed the house rules.");
}
