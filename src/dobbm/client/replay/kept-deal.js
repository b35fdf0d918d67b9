/** A deal that lies on this device, as the replay opens it: its record says everything about it. */

import { post } from "../base/api.js";
import { _ } from "../base/i18n.js";
import { at } from "../base/place.js";
import { keptRecord } from "../base/records.js";
import { remarks } from "../game/remarks.js";
import { trouble } from "./trouble.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { Analysis } from "../schema.d.ts"
 * @import { DealSource, FinishedView } from "../types.d.ts"
 */

const ownPage = () => ({ address: at("/me"), label: _("My record") });

/**
 * Find a deal of this device; draw why it cannot be shown, and return null, if it cannot.
 * @param {HTMLElement} root
 * @param {string} id
 * @returns {Promise<DealSource | null>}
 */
export async function keptDeal(root, id) {
  const record = await keptRecord(id).catch(() => undefined);
  if (!record) {
    trouble(root, _("There is no such deal"), _("This device does not keep it, or no longer."), [ownPage()]);
    return null;
  }
  const plain = { ...record, meta: {} };
  const { seat, deal } = remarks(record);
  try {
    const view = /** @type {FinishedView} */ (await post("/records/view", { record: plain, seat }));
    return {
      view: { ...view, record },
      people: null,
      table: null,
      isPublic: false,
      back: { path: at("/me"), name: _("My record") },
      title: deal === null ? _("A deal") : _("Deal {number}", { number: deal }),
      file: `dobbm-${id}.jsonl`,
      analyse: () => /** @type {Promise<Analysis>} */ (post("/records/analysis", { record: plain })),
    };
  } catch (error) {
    trouble(root, _("The deal cannot be shown"), /** @type {ApiError} */ (error), [ownPage()]);
    return null;
  }
}
