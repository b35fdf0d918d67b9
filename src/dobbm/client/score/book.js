/** The sheets of this device as this window has them: which one is open or being set up, and what “Undo” restores. */

import { notify } from "../base/dom.js";
import { _, joinSentences } from "../base/i18n.js";
import { keepForGood } from "../base/storage.js";
import { add, addFromFile, isUnchanged, make, sheetsNow, since } from "./changes.js";
import { sinceInWords } from "./descriptions.js";
import { firstSetup } from "./setup.js";
import { areKept, isAboutSheets, keepSheets, keepUnfinished, keptSheets, keptUnfinished } from "./sheets.js";

/**
 * @import { Change } from "./changes.js"
 * @import { Sheet } from "./session.js"
 * @import { Setup } from "./sheets.js"
 */

/**
 * The state of the page; `open` is the id of the open sheet, and `before` holds the sheets that “Undo” restores.
 * @typedef {{ open: string | null, sheets: Sheet[], setup: Setup | null, before: Sheet[] }} State
 */

/** The most changes that “Undo” takes back. */
const MOST_UNDONE = 50;

/** @implements {State} */
export class Book {
  /** @param {(book: Book) => void} draw */
  constructor(draw) {
    this.draw = () => draw(this);
    this.open = keptSheets().open;
    this.sheets = sheetsNow();
    this.setup = keptUnfinished().setup;
    /** @type {Sheet[]} */
    this.before = [];
  }

  /** The open sheet, if there is one. */
  get found() {
    return this.sheets.find(({ id }) => id === this.open);
  }

  /** The open sheet, where one must be open. */
  get sheet() {
    return /** @type {Sheet} */ (this.found);
  }

  /** @param {Partial<State>} changes */
  keep(changes) {
    Object.assign(this, changes);
    keepSheets(this);
    keepUnfinished({ setup: this.setup });
    this.draw();
  }

  /** Learn what another window has changed, and draw it: what is undone was this one's. */
  catchUp() {
    const before = this.found;
    this.sheets = sheetsNow();
    if (!isUnchanged(before, this.found)) this.before = [];
    this.draw();
  }

  /**
   * Catch up with other windows before the person begins something on the sheet; return whether it is still there.
   */
  isThere() {
    const seen = this.sheet;
    this.catchUp();
    if (!this.found) notify(sinceInWords(since(seen, null)));
    return Boolean(this.found);
  }

  /**
   * Hear of a change that another window has made.
   * @param {StorageEvent} event
   */
  hear(event) {
    if (!isAboutSheets(event)) return;
    if (this.found) this.isThere();
    else this.catchUp();
    // The sheets may find room now.
    if (areKept()) return;
    keepSheets(this);
    this.draw();
  }

  /**
   * Change a sheet, the open one, as the person has `seen` it; `undo` restores the old one. If another window has
   * changed it, so that this does not fit any more, return what it has done, in words.
   * @param {Change} what
   * @param {Sheet} [seen]
   */
  change(what, seen = this.sheet) {
    const open = what.what === "remove" && this.open === seen.id ? null : this.open;
    const made = make(seen, what, open);
    if (!made) {
      this.catchUp();
      return sinceInWords(since(seen, this.sheets.find(({ id }) => id === seen.id) ?? null));
    }
    const { sheets } = made;
    // Nothing that another window has changed meanwhile is undone.
    const before = isUnchanged(seen, made.before) ? this.before : [];
    if (what.what === "restore") this.keep({ sheets, before: before.slice(0, -1) });
    else if (what.what === "remove") this.keep({ sheets, before: open ? before : [], open });
    else this.keep({ sheets, before: [...before, made.before].slice(-MOST_UNDONE) });
    return "";
  }

  /**
   * Change a sheet at once, or tell the person why not.
   * @param {Change} what
   * @param {Sheet} [seen]
   */
  changeNow(what, seen) {
    const refused = this.change(what, seen);
    if (refused) notify(joinSentences([refused, _("Nothing has been changed here: look at the sheet and try again.")]));
    return !refused;
  }

  undo() {
    const before = this.before.at(-1);
    if (before) this.changeNow({ what: "restore", sheet: before });
  }

  /** @param {string | null} id */
  turnTo(id) {
    this.catchUp();
    this.keep({ open: id, setup: null, before: [] });
  }

  /** @param {Sheet} sheet */
  add(sheet) {
    this.keep({ ...add(sheet), setup: null, before: [] });
    keepForGood();
  }

  /**
   * Add the sheet of a file, and say if the device has it already.
   * @param {Sheet} sheet
   */
  addFromFile(sheet) {
    const { had, ...added } = addFromFile(sheet);
    this.keep({ ...added, setup: null, before: [] });
    keepForGood();
    if (had === "all") notify(_("This device has this sheet already: here it is."));
    if (had === "otherwise") notify(_("This device has this sheet already, but with other deals: now it has both."));
  }

  setUp() {
    this.setup = firstSetup(this.sheets[0]);
    this.draw();
  }
}
