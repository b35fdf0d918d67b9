/** The rule presets of the engine (docs/rules.md 11); a test keeps both in step. */

/** @import { RuleOptions } from "../schema.d.ts" */

/** @typedef {"pagat" | "wikipedia" | "gamerules" | "akagiri"} Preset */

/** @type {RuleOptions} */
const DEFAULTS = {
  match: 60,
  unit: 1,
  sow_companion: "plain",
  doubling_from: "declarer",
  revokes: "prevented",
  max_doublings: null,
};

/**
 * The options of every preset, one for each source.
 * @type {Record<Preset, RuleOptions>}
 */
export const PRESETS = {
  pagat: DEFAULTS,
  wikipedia: { ...DEFAULTS, match: 12, doubling_from: "dealer" },
  gamerules: { ...DEFAULTS, match: 12 },
  akagiri: { ...DEFAULTS, unit: 5 },
};

/**
 * The names of the sources.
 * @type {Record<Preset, string>}
 */
export const SOURCES = {
  pagat: "pagat.com",
  wikipedia: "Wikipedia",
  gamerules: "gamerules.com",
  akagiri: "gamefarm (Akagiri)",
};
