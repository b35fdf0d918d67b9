/** The bots that a table offers. */

import { _ } from "../base/i18n.js";

/**
 * The bots by name, each with a description of its strength.
 * @returns {{ [bot: string]: string }}
 */
export const bots = () => ({
  simple: _("simple (rules of thumb)"),
  "pimc:quick": _("strong"),
  pimc: _("very strong"),
});
