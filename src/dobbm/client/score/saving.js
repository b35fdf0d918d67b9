/** Sheets as files, above all those that the device does not keep. */

import { lookAfter } from "../base/keeping.js";
import { _ } from "../base/i18n.js";
import { saveFile } from "../base/sharing.js";
import { SHEETS, toFile, UNFINISHED, unkeptNow, unreadable } from "./sheets.js";

/** @import { Sheet } from "./session.js" */

/**
 * The files that the person has saved, by the id of the sheet.
 * @type {Map<string, string>}
 */
const saved = new Map();

/** @param {Sheet} sheet */
export function saveSheet(sheet) {
  const [file, day] = [toFile(sheet), new Date(1000 * sheet.begun).toISOString().slice(0, 10)];
  saved.set(sheet.id, file);
  save(file, day);
}

/** Save the sheets that this version of the page cannot read, as they are stored. */
export const saveUnreadable = () => save(JSON.stringify({ sheets: unreadable() }, null, 1), "unread");

/**
 * @param {string} text
 * @param {string} name
 */
const save = (text, name) => saveFile(new File([text], `dobbm-${name}.json`, { type: "application/json" }));

/** Say so while the device does not keep the sheets, and offer to save them as files. */
export const watchSheets = () =>
  lookAfter([SHEETS, UNFINISHED], () => ({
    text: _("This browser does not keep score sheets. Save yours as a file before you close this window."),
    save: unkeptNow().length ? () => unkeptNow().forEach(saveSheet) : null,
    isAtStake: unkeptNow().some((sheet) => saved.get(sheet.id) !== toFile(sheet)),
  }));
