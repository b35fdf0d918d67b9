/** The sources of the rules, and what they mean for a table (docs/rules.md 11). */

import { _ } from "../base/i18n.js";
import { PRESETS } from "../base/data.js";

/** @import { Preset } from "../base/data.js" */

/**
 * The name of each preset, which says how it differs, and a note with its source.
 * @returns {Record<Preset, { name: string, note: string }>}
 */
export const sources = () => ({
  pagat: {
    name: _("As in the Stubai"),
    note: _("pagat.com: a Match costs {match}; the declarer's left is asked first whether to double.", {
      ...PRESETS.pagat,
    }),
  },
  wikipedia: {
    name: _("Dealer's left first"),
    note: _("Wikipedia: a Match costs {match}; the dealer's left is asked first whether to double.", {
      ...PRESETS.wikipedia,
    }),
  },
  gamerules: {
    name: _("A stake per five points"),
    note: _("gamerules.com: a Match costs {match} stakes, one for every five points begun.", { ...PRESETS.gamerules }),
  },
  akagiri: {
    name: _("Rounded up to fives"),
    note: _("Akagiri: a Match costs {match}, and payments are rounded up to multiples of {unit}.", {
      ...PRESETS.akagiri,
    }),
  },
});

/**
 * The choices of presets as `[preset, name]`.
 * @returns {[string, string][]}
 */
export const presetNames = () => Object.entries(sources()).map(([preset, { name }]) => [preset, name]);
