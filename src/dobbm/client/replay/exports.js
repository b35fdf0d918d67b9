/** Exports from a replay: the link to a moment, and the record. */

import { dialog, html, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { copy, saveFile } from "../base/sharing.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Record } from "../schema.d.ts"
 */

/** Copy the link to the moment; show it instead if the browser refuses to copy. */
export async function copyLink() {
  if ((await copy(location.href)) === "copied") {
    notify(_("Link to this moment copied."));
    return;
  }
  dialog(
    _("Copy link"),
    () => html`<label class="field">
      ${_("Link to this moment")}
      <input type="text" readonly .value=${location.href} @focus=${(/** @type {On<HTMLInputElement>} */ event) =>
        event.target.select()}>
    </label>`,
  );
}

/**
 * Save the record as a file of one line, which commands such as `dobbm replay` read.
 * @param {Record} record
 * @param {string} name of the file
 */
export const save = (record, name) =>
  saveFile(new File([`${JSON.stringify(record)}\n`], name, { type: "application/jsonl" }));
