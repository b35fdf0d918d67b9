/** Saves the deals of this device as a file of records, adds those of such files, and erases them. */

import { post, withRetries } from "../base/api.js";
import { confirmAction, dialog, html, nothing, notify } from "../base/dom.js";
import { _, ngettext, number } from "../base/i18n.js";
import { forgetSession } from "../base/last-session.js";
import { waitFor } from "../base/loading.js";
import { eraseRecords, keep, keptRecords } from "../base/records.js";
import { saveFile } from "../base/sharing.js";
import { refusal } from "../table/refusal.js";
import { isTooLong, parts } from "./lines.js";
import { unkeptText } from "./unkept.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { ReadRecord, Record } from "../schema.d.ts"
 */

/** The most wrong lines that are named. */
const NAMED = 20;

/** @typedef {[line: number, wrong: ReadRecord]} Wrong */

/**
 * How many good lines a file had, how many of them were new, and the wrong ones.
 * @typedef {{ good: number, added: number, wrong: Wrong[] }} Added
 */

/** The share of a file that has been read; null while none is. */
let share = /** @type {number | null} */ (null);

/**
 * Render what can be done with all deals.
 * @param {number} count
 * @param {boolean} promised whether the browser has promised to keep them
 * @param {() => void} redraw
 * @param {() => Promise<void>} changed
 */
export const files = (count, promised, redraw, changed) => html`<section class="panel">
  <h2>${_("Your deals as a file")}</h2>
  <p>${
    promised
      ? _("All deals stay on this device, and this browser has promised to keep them until you erase them.")
      : _("All deals stay on this device. Save them now and then: a browser may clear what it keeps.")
  }</p>
  ${
    share === null
      ? nothing
      : html`<label class="field">${_("Reading the file …")} <progress max="1" .value=${share}></progress></label>`
  }
  <div class="row">
    <button ?disabled=${!count} @click=${() => guarded(save)}>${_("Save as a file")}</button>
    <label class="button file">${_("Add from a file")}
      <input type="file" class="unseen" accept=".jsonl,.json,.txt" ?disabled=${share !== null} @change=${(
        /** @type {On<HTMLInputElement>} */ event,
      ) => guarded(() => add(event.target, redraw).finally(() => ((share = null), changed())), tell)}>
    </label>
    <button ?disabled=${!count} @click=${() => erase(count, changed)}>
      ${_("Erase all deals")}
    </button>
  </div>
</section>`;

/**
 * Do something that may take long, then say what has come of it.
 * @template Result
 * @param {() => Promise<Result>} work
 * @param {(result: Result) => unknown} [say]
 */
const guarded = (work, say) =>
  waitFor(work()).then(say, (error) => notify(error instanceof DOMException ? unkeptText() : refusal(error)));

/** Save all deals as a file: a record in each line, as commands such as `dobbm replay` read it. */
async function save() {
  const lines = (await keptRecords()).map((record) => `${JSON.stringify(record)}\n`);
  return saveFile(new File(lines, "dobbm.jsonl", { type: "application/jsonl" }));
}

/**
 * @param {number} count
 * @param {() => Promise<void>} changed
 */
async function erase(count, changed) {
  const lost = ngettext("{count} deal leaves this device.", "{count} deals leave this device.", count);
  const sure = [lost, _("Only a file that you have saved can bring them back.")];
  if (!(await confirmAction(_("Erase all deals?"), sure, _("Erase")))) return;
  guarded(async () => {
    await eraseRecords();
    forgetSession();
    await changed();
  });
}

/**
 * Add the deals of a file, and return what became of its lines.
 * @param {HTMLInputElement} input
 * @param {() => void} redraw
 * @returns {Promise<Added>}
 */
async function add(input, redraw) {
  const [file] = input.files ?? [];
  const lines = ((await file?.text()) ?? "").replace(/^\ufeff/, "").split("\n");
  input.value = "";
  /** @type {Wrong[]} */
  const wrong = [];
  for (const [at, line] of lines.entries()) {
    if (isTooLong(line)) wrong.push([at + 1, { record: null, worth: null, code: "record", action: null }]);
  }
  let [good, added] = [0, 0];
  for (const part of parts(lines)) {
    share = part[0][0] / lines.length;
    redraw();
    const sent = { lines: part.map(([, line]) => line) };
    const read = /** @type {ReadRecord[]} */ (await withRetries(() => post("/records", sent)));
    /** @type {Record[]} */
    const records = [];
    for (const [at, one] of read.entries()) {
      const { record, worth } = one;
      if (record) records.push({ ...record, meta: { ...record.meta, worth } });
      else wrong.push([part[at][0], one]);
    }
    // If the person leaves the page, what has been read is here, and the same file can be added again.
    added += await keep(records, true);
    good += records.length;
  }
  return { good, added, wrong: wrong.sort(([one], [other]) => one - other) };
}

/** @param {Added} added */
function tell({ good, added, wrong }) {
  if (!good && !wrong.length) return notify(_("There are no deals in this file."));
  return dialog(
    _("Deals from the file"),
    (close) => html`${
      good
        ? html`<p>${_("Added: {count}", { count: number(added) })}</p>
            <p>${_("Already here: {count}", { count: number(good - added) })}</p>`
        : html`<p>${_("There are no deals in this file.")}</p>`
    }
      ${wrong.length ? html`<p>${_("Left out: {count}", { count: number(wrong.length) })}</p>` : nothing}
      <ul>${wrong.slice(0, NAMED).map(([line, one]) => html`<li>${wrongText(line, one)}</li>`)}</ul>
      <div class="row"><button class="primary" @click=${() => close()}>${_("Close")}</button></div>`,
  );
}

/**
 * @param {number} line
 * @param {ReadRecord} wrong
 */
function wrongText(line, { code, action }) {
  /** @type {{ [code: string]: string }} */
  const texts = {
    json: _("not JSON"),
    record: _("not the record of a deal"),
    rules: _("unknown rules"),
    deck: _("the deck is not the 36 cards, each once"),
    action: _("no word and no card of the game"),
    phase: _("not at this moment of the deal"),
    held: _("a card that the player does not hold"),
    illegal: _("against the rules"),
    unfinished: _("the deal is not over"),
  };
  const why = texts[code] ?? code;
  return action === null
    ? _("Line {line}: {why}", { line: number(line), why })
    : _("Line {line}, action {action}: {why}", { line: number(line), action: number(action + 1), why });
}
