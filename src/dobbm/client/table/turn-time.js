/** The choice of the time that everybody has for a turn. */

import { html } from "../base/dom.js";
import { _, minutes, ngettext } from "../base/i18n.js";
import { isByPost } from "../game/house-rules.js";

/** The seconds for each turn where all are there at once, and at leisure; and where people play by post. */
const [AT_ONCE, RELAXED, POST] = [15, 60, [86_400, 3 * 86_400, 7 * 86_400]];

/**
 * Render the choice of the time for each turn.
 * @param {number} [chosen] in seconds; it may be one that only programs choose
 */
export const turnTime = (chosen = AT_ONCE) => html`<label class="field">${_("Time for each turn")}
  <select name="free">${[...new Set([AT_ONCE, RELAXED, chosen, ...POST])]
    .sort((one, other) => one - other)
    .map((free) => html`<option value=${free} ?selected=${free === chosen}>${turnText(free)}</option>`)}</select>
</label>`;

/** @param {number} free */
function turnText(free) {
  if (isByPost(free)) {
    const days = free / 86_400;
    return _("by post: {days}", {
      days: Number.isInteger(days) ? ngettext("{count} day", "{count} days", days) : minutes(free),
    });
  }
  const seconds = ngettext("{count} second", "{count} seconds", free);
  if (free === AT_ONCE) return `${_("all are there at once")}: ${seconds}`;
  return free === RELAXED ? `${_("all are there, without haste")}: ${seconds}` : seconds;
}
