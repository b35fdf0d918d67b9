/** What the bots of a table are called. */

import { _ } from "../base/i18n.js";

/**
 * How bots play.
 * @returns {{ [bot: string]: string }}
 */
export const bots = () => ({
  simple: _("by rules of thumb"),
  "pimc:quick": _("strong"),
  pimc: _("very strong"),
});
