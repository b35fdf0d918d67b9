/** Saves the deals of this device as a file of records, and adds those of such files. */

import { post, withRetries } from "../base/api.js";
import { dialog, html, notify } from "../base/dom.js";
import { _, number } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { waitFor } from "../base/loading.js";
import { countRecords, keep, keptRecords } from "../base/records.js";
import { saveFile } from "../base/sharing.js";
import { collect } from "../me/collecting.js";
import { refusal } from "../table/refusal.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { ReadRecord, Record } from "../schema.d.ts"
 */

/** The most lines, and characters of lines, that the server reads at once. */
const [LINES, SIZE] = [50, 14_000];
/** The most wrong lines that are named. */
const NAMED = 20;

/** How many deals are kept; null if the browser keeps none. */
let count = /** @type {number | null} */ (0);

/**
 * Render the deals of this device as a part of the settings.
 * @param {() => void} redraw
 */
export function ownDeals(redraw) {
  const look = async () => {
    const found = await countRecords().catch(() => null);
    if (found === count) return;
    count = found;
    redraw();
  };
  look();
  return html`<fieldset class="nailed deals"><legend>${icon("pile")}${_("Your deals")}</legend>
    <p>${countText()}</p>
    <p>${_("The deal you are playing is not among them: its record would show all cards.")}</p>
    <div class="row">
      <button @click=${() => guarded(save)}>${_("Save as a file")}</button>
      <label class="button file">${_("Add from a file")}
        <input type="file" class="unseen" accept=".jsonl,.json,.txt" @change=${(
          /** @type {On<HTMLInputElement>} */ event,
        ) => guarded(() => add(event.target).then(look))}>
      </label>
    </div>
  </fieldset>`;
}

const countText = () =>
  count === null
    ? _("This browser keeps no deals.")
    : _("Finished deals on this device: {count}", { count: number(count) });

/** @param {() => Promise<unknown>} work */
const guarded = (work) =>
  waitFor(work()).catch((error) => notify(error instanceof DOMException ? unkept() : refusal(error)));

const unkept = () => _("This device cannot save right now: it may be full. Nothing is lost.");

/** Save all deals as a file: a record in each line, as commands such as `dobbm replay` read it. */
async function save() {
  await collect();
  const lines = (await keptRecords()).map((record) => `${JSON.stringify(record)}\n`);
  if (!lines.length) return notify(_("There is no finished deal yet."));
  return saveFile(new File(lines, "dobbm.jsonl", { type: "application/jsonl" }));
}

/**
 * Add the deals of a file, and say what became of its lines.
 * @param {HTMLInputElement} input
 */
async function add(input) {
  const [file] = input.files ?? [];
  const lines = ((await file?.text()) ?? "").replace(/^\ufeff/, "").split("\n");
  input.value = "";
  /** @type {Record[]} */
  const records = [];
  /** @type {[line: number, wrong: ReadRecord][]} */
  const wrong = [];
  for (const part of parts(lines)) {
    const sent = { lines: part.map(([, line]) => line) };
    const read = /** @type {ReadRecord[]} */ (await withRetries(() => post("/records", sent)));
    for (const [at, one] of read.entries()) {
      if (one.record) records.push({ ...one.record, meta: { ...one.record.meta, worth: one.worth } });
      else wrong.push([part[at][0], one]);
    }
  }
  for (const [at, line] of lines.entries()) {
    if (line.length > SIZE) wrong.push([at + 1, { record: null, worth: null, code: "record", action: null }]);
  }
  await tell(
    records.length,
    await keep(records),
    wrong.sort(([one], [other]) => one - other),
  );
}

/**
 * Return the lines that are not blank, with their numbers, in parts that the server reads.
 * @param {string[]} lines
 */
function parts(lines) {
  /** @type {[number: number, line: string][][]} */
  const found = [];
  let size = Infinity;
  for (const [at, line] of lines.entries()) {
    const length = JSON.stringify(line).length;
    if (!line.trim() || line.length > SIZE) continue;
    if (size + length > SIZE || found.at(-1)?.length === LINES) {
      found.push([]);
      size = 0;
    }
    found.at(-1)?.push([at + 1, line]);
    size += length;
  }
  return found;
}

/**
 * @param {number} good
 * @param {number} added
 * @param {[line: number, wrong: ReadRecord][]} wrong
 */
const tell = (good, added, wrong) =>
  dialog(
    _("Deals from the file"),
    (close) => html`<p>${_("Added: {count}", { count: number(added) })}</p>
      <p>${_("Already here: {count}", { count: number(good - added) })}</p>
      ${wrong.length ? html`<p>${_("Left out: {count}", { count: number(wrong.length) })}</p>` : ""}
      <ul>${wrong.slice(0, NAMED).map(([line, one]) => html`<li>${wrongText(line, one)}</li>`)}</ul>
      <div class="row"><button class="primary" @click=${() => close()}>${_("Close")}</button></div>`,
  );

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
