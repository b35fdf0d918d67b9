/** What the house rules of a table are called. */

import { _ } from "../base/i18n.js";

/** The rule sets, by the sources that they follow. */
export const PRESETS = {
  pagat: "pagat.com",
  wikipedia: "Wikipedia",
  gamerules: "gamerules.com",
  akagiri: "Akagiri",
};

/** How bots play. */
export const bots = () => ({
  simple: _("by rules of thumb"),
  "pimc:quick": _("strong"),
  pimc: _("very strong"),
});
