/** Everybody's results of the deals of a day, on a server, and how the person's own gets there. */

import { newRequest, sendRequest } from "../base/api.js";
import { byName, text } from "../base/checks.js";
import { announce, html, nothing, notify } from "../base/dom.js";
import { _, joinSentences, ngettext, number, signed } from "../base/i18n.js";
import { takeName } from "../base/own-name.js";
import { ownKey } from "../base/place.js";
import { settings } from "../base/settings.js";
import { read, write } from "../base/storage.js";
import { LONGEST_NAME } from "../base/data.js";
import { refusal } from "../table/refusal.js";
import { actionsPlayed, DEALS, nameOf, results } from "./days.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { On } from "../base/dom.js"
 * @import { DayResults as Results, RankedResult } from "../schema.d.ts"
 */

/** Where the token of each day is kept, so that results of different days cannot be connected. */
const KEY = ownKey("dobbm-results");
const TOKENS = byName(text(/^[\w-]{22,64}$/), 60);
/** Return the tokens of this device's results, by day. */
export const resultTokens = () => read(KEY, TOKENS) ?? {};

/** The results of a day on screen. */
export class DayResults {
  /**
   * @param {string} day
   * @param {() => void} redraw
   */
  constructor(day, redraw) {
    this.day = day;
    this.redraw = redraw;
    this.isBusy = false;
    /** @type {Results | null} */
    this.shown = null;
    /** @type {unknown} */
    this.error = null;
    this.add = this.add.bind(this);
    this.withdraw = this.withdraw.bind(this);
    this.load = this.load.bind(this);
  }

  async load() {
    try {
      await this.ask("GET", resultTokens()[this.day]);
    } catch (error) {
      this.error = error;
    }
    this.redraw();
  }

  /**
   * @param {string} method
   * @param {string | undefined} token
   * @param {object} [body]
   */
  async ask(method, token, body) {
    this.shown = /** @type {Results} */ (await sendRequest(method, `/daily/${this.day}/results`, body, { token }));
    this.error = null;
  }

  /** @param {On<HTMLFormElement>} event */
  async add(event) {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (event.target.elements.namedItem("name"));
    if (!takeName(input) || !settings.name) {
      if (!settings.name) notify(_("The result needs a name."));
      input.focus();
      return;
    }
    const token = resultTokens()[this.day] ?? newRequest();
    // It is kept before it is sent: without the answer, the result can still be taken off again.
    write(KEY, { ...resultTokens(), [this.day]: token });
    const deals = DEALS.map((deal) => actionsPlayed(nameOf(this.day, deal)));
    await this.change(() => this.ask("POST", token, { name: settings.name, deals }));
  }

  async withdraw() {
    const { [this.day]: token, ...others } = resultTokens();
    await this.change(async () => {
      await this.ask("DELETE", token);
      write(KEY, others);
    });
  }

  /**
   * Change what the server has, once at a time; say what has come of it.
   * @param {() => Promise<void>} request
   */
  async change(request) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.redraw();
    const done = await request().then(
      () => true,
      (error) => notify(refusedText(error)),
    );
    this.isBusy = false;
    this.redraw();
    if (!done) return;
    document.getElementById("others")?.focus();
    announce(this.own ? _("You are in place {place}.", { place: this.own.place }) : _("Your result is gone."));
  }

  get own() {
    return this.shown?.results.find((one) => one.own);
  }

  drawn() {
    return html`<section class="panel others" aria-busy=${this.isBusy}>
      <h2 id="others" tabindex="-1">${_("Everybody's results")}</h2>
      ${this.shown ? html`${listed(this.shown)} ${this.ownWay(this.shown)}` : nothing}
      ${
        this.error
          ? html`<p>${refusedText(this.error)}</p>
            <p class="row"><button @click=${this.load}>${_("Try again")}</button></p>`
          : nothing
      }
    </section>`;
  }

  /**
   * Draw how the person's own result gets into the list, or out of it.
   * @param {Results} shown
   */
  ownWay(shown) {
    if (this.own) return html`<p class="row"><button @click=${this.withdraw}>${_("Take my result off")}</button></p>`;
    if (results(this.day).includes(null)) {
      return html`<p class="quiet">${_("Once you have played all three deals, you can add your result.")}</p>`;
    }
    return html`<form @submit=${this.add}>
      <p>${publicText(shown)}</p>
      <label class="field">${_("Name")}
        <input type="text" name="name" data-most=${LONGEST_NAME} autocomplete="nickname" dir="auto"
          .value=${settings.name}
          @change=${(/** @type {On<HTMLInputElement>} */ event) => takeName(event.target)} />
      </label>
      <button class="primary">${this.isBusy ? _("Your deals are being checked …") : _("Add my result")}</button>
    </form>`;
  }
}

/** @param {unknown} error */
function refusedText(error) {
  /** @type {{ [code: string]: string }} */
  const texts = {
    result: _("The bots of this server have learned since: the result cannot be checked any more."),
    crowded: _("There are so many results of this day that no more can be added."),
    day: _("This day has not begun on the server yet."),
  };
  return texts[/** @type {ApiError} */ (error).code] ?? refusal(error);
}

/**
 * Say what is published, for whom and for how long.
 * @param {Results} shown
 */
const publicText = ({ keep_days }) =>
  joinSentences([
    keep_days === null
      ? _(
          "Everybody who opens this page sees the name and your three results, until the host of the server deletes them.",
        )
      : ngettext(
          "Everybody who opens this page sees the name and your three results, for {count} day.",
          "Everybody who opens this page sees the name and your three results, for {count} days.",
          keep_days,
        ),
    _("Your first result counts. On this device you can take it off at any time."),
  ]);

/** @param {Results} shown */
function listed({ results: all, count }) {
  if (!count) return html`<p>${_("Nobody has added a result yet.")}</p>`;
  return html`<table class="figures" aria-labelledby="others">
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${_("Place")}</span></th>
          <th scope="col">${_("Name")}</th>
          <th scope="col">${_("Total")}</th>
          ${DEALS.map((deal) => html`<th scope="col" aria-label=${_("Deal {number}", { number: deal })}>${deal}.</th>`)}
        </tr>
      </thead>
      <tbody>${all.map(line)}</tbody>
    </table>
    ${
      count > all.length
        ? html`<p class="quiet">${_("{shown} of {all} results", { shown: number(all.length), all: number(count) })}</p>`
        : nothing
    }`;
}

/** @param {RankedResult} result */
const line = ({ place, name, total, paid, own }) => html`<tr class=${own ? "mine" : ""}>
  <td>${place}.</td>
  <th scope="row"><bdi>${name}</bdi>${own ? html` <small>${_("You")}</small>` : nothing}</th>
  <td><b>${signed(total)}</b></td>
  ${paid.map((one) => html`<td>${signed(one)}</td>`)}
</tr>`;
