/** Opens a table, and goes there. */

import { newRequest, openTable } from "../base/api.js";
import { confirmAction, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { part, waitFor } from "../base/loading.js";
import { at, isPocket } from "../base/place.js";
import { go } from "../base/router.js";
import { rememberTable, settings } from "../base/settings.js";
import { keepForGood } from "../base/storage.js";
import { refusal } from "./refusal.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { NewTable } from "../schema.d.ts"
 */

/** Milliseconds after which the server counts as unreachable. */
const PATIENCE = 5000;

/**
 * Open a table and go there. If the server does not answer, the person may give it up, or try again: that opens no
 * second table. `rest` is called when nothing comes of it.
 * @param {NewTable} options
 * @param {() => void} [rest]
 */
export async function openNew(options, rest = () => undefined) {
  const request = newRequest();
  for (let wanted = true; wanted; ) {
    try {
      if (isPocket && !(await (await part("pocket/arrival.js")).arrived())) return rest();
      const table = await waitFor(openTable({ name: settings.name, ...options }, PATIENCE, request), rest);
      if (isPocket && !settings.tables.length) keepForGood();
      rememberTable(table);
      return go(at(`/t/${table}`));
    } catch (error) {
      wanted = await asksAgain(error);
    }
  }
  return rest();
}

/**
 * Tell the person why there is no table; ask whether to try again if the reason may pass.
 * @param {unknown} error
 */
async function asksAgain(error) {
  const { code, status } = /** @type {ApiError} */ (error);
  if (code === "offline" || status >= 500) return Boolean(await confirmAction(refusal(error), [], _("Try again")));
  notify(refusal(error));
  return false;
}
