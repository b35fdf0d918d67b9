/** The book of a club: its season, the ranking, the evenings, who pays whom. */

import { get } from "../base/api.js";
import { dialog, html, nothing } from "../base/dom.js";
import { _, currentLanguage } from "../base/i18n.js";
import { clubRefusal } from "./club-words.js";
import { debts } from "./debts.js";
import { evenings } from "./evening-list.js";
import { EveningDeals } from "./evening-deals.js";
import { evening } from "./evening-form.js";
import { ranking } from "./ranking.js";
import { save, saveButton } from "./saving.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Book as Kept, ClubPage } from "../schema.d.ts"
 * @import { ClubScene } from "../types.d.ts"
 */

/** So many looks at the club may pass before the book is read again: others write into it, too. */
const LOOKS = 6;
const RECORDS = { name: "dobbm-book.jsonl", type: "application/jsonl" };
const WHOLE = { name: "dobbm-club.jsonl", type: "application/x-ndjson" };

export class Book {
  /**
   * @param {string} path that of the club
   * @param {() => void} redraw
   */
  constructor(path, redraw) {
    this.path = path;
    this.redraw = redraw;
    this.isOpen = true;
    /** @type {Kept | null} */
    this.kept = null;
    this.failure = "";
    this.season = { since: "", until: "" };
    this.withGuests = false;
    this.perDeal = false;
    /** The number of finished deals when the book was read last, and of looks since then. */
    this.read = { deals: -1, looks: 0 };
    /** The number of times that the book has been asked for. */
    this.asked = 0;
    this.load = this.load.bind(this);
    this.deals = new EveningDeals(path, redraw, this.load);
  }

  leave() {
    this.isOpen = false;
  }

  /**
   * Read the book if there may be something new in it.
   * @param {ClubPage} page
   */
  follow({ tables = [] }) {
    const deals = tables.reduce((sum, table) => sum + table.deals, 0);
    const looks = this.read.looks + 1;
    const isDue = deals !== this.read.deals || looks >= LOOKS;
    this.read = { deals, looks: isDue ? 0 : looks };
    if (isDue) this.load();
  }

  /** The season as part of an address. */
  get query() {
    return queryOf(this.season);
  }

  async load() {
    this.asked += 1;
    const { asked } = this;
    try {
      const kept = /** @type {Kept} */ (await get(`${this.path}/book${this.query}`));
      if (asked !== this.asked) return;
      this.kept = kept;
      this.deals.refresh(kept.evenings);
      this.failure = "";
    } catch (error) {
      if (asked !== this.asked) return;
      this.failure = clubRefusal(error);
      this.read.deals = -1;
    }
    if (this.isOpen) this.redraw();
  }

  /**
   * Write into the book, and read it again.
   * @param {ClubScene} scene
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  async write({ ask }, method, path, body) {
    const answer = await ask(method, path, body);
    await this.load(); // what is refused may have changed meanwhile
    return answer;
  }

  /**
   * Return who has entered an evening with real cards for a day.
   * @param {string} day
   */
  async enteredFor(day) {
    const path = `${this.path}/book${queryOf({ since: day, until: day })}`;
    const kept = /** @type {Kept | null} */ (await get(path).catch(() => null));
    return (kept?.evenings ?? []).flatMap(({ by }) => by ?? []);
  }

  /** @param {ClubScene} scene */
  drawn(scene) {
    const { kept, failure } = this;
    const write = this.write.bind(this, scene);
    return html`<section class="panel book">
      <h2 tabindex="-1">${_("The book")}</h2>
      <div role="status">${failure ? html`<p>${failure}</p>` : nothing}</div>
      ${this.choices()}
      ${
        kept
          ? html`${ranking(scene, kept.totals, this)} ${debts(scene, kept, write)} ${evenings(
              scene,
              kept,
              write,
              this.deals,
              ({ number, day }) =>
                saveButton(`${this.path}/evenings/${number}/records`, _("Save the deals"), {
                  name: `dobbm-${day}.jsonl`,
                  type: "application/jsonl",
                }),
            )}`
          : nothing
      }
      ${evening(scene, write, (day) => this.enteredFor(day))}
      <p class="row no-print">
        ${kept ? html`<button @click=${() => this.askForCsv(kept)}>${_("Save as CSV")}</button>` : nothing}
        ${saveButton(`${this.path}/records${this.query}`, _("Save all deals"), RECORDS)}
        ${scene.isHost ? saveButton(`${this.path}/export`, _("Save the whole club"), WHOLE) : nothing}
      </p>
    </section>`;
  }

  /**
   * Ask which part of the book is saved as CSV: each has columns of its own.
   * @param {Kept} kept
   */
  askForCsv({ evenings: all }) {
    const hasTournaments = all.some(({ tables }) => tables.some(({ tournament }) => tournament != null));
    /** @type {[of: string, label: string][]} */
    const parts = [
      ["evenings", _("Evenings")],
      ["tables", _("Evenings with their tables")],
      ["payments", _("Payments and debts")],
      ...(hasTournaments ? [/** @type {[string, string]} */ (["tournaments", _("Standings of tournaments")])] : []),
    ];
    const query = { ...this.season, language: currentLanguage() };
    return dialog(
      _("Save as CSV"),
      (close) => html`<p>${_("For a spreadsheet: each part is a file of its own.")}</p>
        <div class="entries"><div class="group">${parts.map(([of, label]) => {
          const name = `dobbm-${of === "evenings" ? "book" : of}.csv`;
          const take = () => (close(), save(`${this.path}/book.csv${queryOf({ of, ...query })}`, name, "text/csv"));
          return html`<button @click=${take}>${label}</button>`;
        })}</div></div>`,
    );
  }

  choices() {
    /** @param {"since" | "until"} end */
    const choose = (end) => (/** @type {On<HTMLInputElement>} */ event) => {
      this.season[end] = event.target.value;
      this.redraw();
      this.load();
    };
    /** @param {"withGuests" | "perDeal"} what */
    const turn = (what) => (/** @type {On<HTMLInputElement>} */ event) => {
      this[what] = event.target.checked;
      this.redraw();
    };
    return html`<div class="season">
      <label class="field">${_("Season from")}<input type="date" name="since" @change=${choose("since")} /></label>
      <label class="field">${_("to")}<input type="date" name="until" @change=${choose("until")} /></label>
      <label class="check"><input type="checkbox" @change=${turn("withGuests")} />${_("With guests")}</label>
      <label class="check"><input type="checkbox"
        @change=${turn("perDeal")} />${_("In order of Schilling per deal")}</label>
    </div>`;
  }
}

/**
 * Return the values that are not empty as part of an address.
 * @param {{ [name: string]: string }} values
 */
function queryOf(values) {
  const chosen = Object.entries(values).filter(([, value]) => value);
  return chosen.length ? `?${new URLSearchParams(chosen)}` : "";
}
