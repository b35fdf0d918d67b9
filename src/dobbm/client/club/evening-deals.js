/** The deals of an evening: favourites and comments of members, the deal of the night. */

import { confirmAction, dialog, html, nothing, notify } from "../base/dom.js";
import { get } from "../base/api.js";
import { _, number, signed } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { at } from "../base/place.js";
import { LONGEST_TEXT } from "../base/data.js";
import { gameText } from "../game/words.js";
import { clubRefusal, tableName } from "./club-words.js";
import { ending } from "./named-form.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { BookComment, BookEvening, DealMarks, EveningDeal } from "../schema.d.ts"
 * @import { ClubScene } from "../types.d.ts"
 */

export class EveningDeals {
  /**
   * @param {string} path that of the club
   * @param {() => void} redraw
   * @param {() => Promise<void>} marked reads the book again, which has the deal of the night
   */
  constructor(path, redraw, marked) {
    this.path = path;
    this.redraw = redraw;
    this.marked = marked;
    /**
     * The deals of the evenings that have been opened, by number.
     * @type {Map<number, EveningDeal[]>}
     */
    this.kept = new Map();
  }

  /**
   * Read the deals of an evening.
   * @param {BookEvening} evening
   */
  async load({ number: evening }) {
    this.kept.set(evening, this.kept.get(evening) ?? []);
    try {
      const deals = /** @type {EveningDeal[]} */ (await get(`${this.path}/evenings/${evening}/deals`));
      if (this.kept.has(evening)) this.kept.set(evening, deals);
    } catch (error) {
      notify(clubRefusal(error));
    }
    this.redraw();
  }

  /**
   * Note that an evening is opened, and read its deals; or that it is closed.
   * @param {BookEvening} evening
   * @param {boolean} isOpen
   */
  turn(evening, isOpen) {
    if (isOpen) this.load(evening);
    else this.kept.delete(evening.number);
  }

  /**
   * Read the deals of all open evenings again: others mark them, too.
   * @param {BookEvening[]} evenings
   */
  refresh(evenings) {
    for (const evening of evenings) if (this.kept.has(evening.number)) this.load(evening);
  }

  /**
   * Render the deals of an evening; they are read when it is opened, and again with the book.
   * @param {ClubScene} scene
   * @param {BookEvening} evening
   */
  drawn(scene, evening) {
    const deals = this.kept.get(evening.number) ?? [];
    const { night } = evening;
    const tournaments = new Set(evening.tables.flatMap(({ tournament }) => tournament ?? []));
    return evening.tables.map(({ table, number: opened, round, tournament }) => {
      const name = tableName(opened, round, tournaments.size > 1 ? tournament : null);
      return html`<h4>${name}</h4>
        <ul class="deals">${deals
          .filter((deal) => deal.table === table)
          .map((deal) => this.line(scene, deal, name, night?.table === table && night.deal === deal.deal))}</ul>`;
    });
  }

  /**
   * @param {ClubScene} scene
   * @param {EveningDeal} deal
   * @param {string} table its name
   * @param {boolean} isNight whether it is the deal of the night
   */
  line(scene, deal, table, isNight) {
    const own = scene.page.you.member;
    const { favourites, comments, amounts } = deal;
    const called = _("Deal {number}", { number: number(deal.deal) });
    const title = `${called} · ${table}`;
    const isChosen = favourites.includes(own);
    const path = `/deals/${deal.table}/${deal.deal}`;
    const choose = async () => {
      const marks = await scene.ask("PUT", `${path}/favourite`, { chosen: !isChosen });
      this.take(deal, marks);
    };
    const write = async () => this.take(deal, await askForComment(scene, path, title));
    return html`<li>
      <p><span><b>${called}</b> ${played(scene, deal)}</span>${
        own in amounts ? html`<b title=${_("your Schilling")}>${signed(amounts[own])}</b>` : nothing
      }${isNight ? html`<em>${_("Deal of the night")}</em>` : nothing}</p>
      <p class="row no-print">
        <a class="button" href=${at(`/t/${deal.table}/deals/${deal.deal}`)}
          aria-label=${`${_("Look back")}: ${title}`}>${_("Look back")}</a>
        <button aria-pressed=${isChosen} aria-label=${`${_("Favourite")}: ${title}`}
          title=${favourites.map(scene.nameOf).join(", ")} @click=${choose}>${icon("star")}${
            favourites.length ? html` ${number(favourites.length)}` : nothing
          }</button>
        ${
          scene.page.may_write
            ? html`<button aria-label=${`${_("Comment")}: ${title}`} @click=${write}>${icon("talk")}</button>`
            : nothing
        }
      </p>
      ${
        comments.length
          ? html`<ul class="comments">${comments.map((comment) => this.comment(scene, deal, comment))}</ul>`
          : nothing
      }
    </li>`;
  }

  /**
   * @param {ClubScene} scene
   * @param {EveningDeal} deal
   * @param {BookComment} comment
   */
  comment({ page, isHost, nameOf, ask }, deal, { number: written, by, text }) {
    const path = `/deals/${deal.table}/${deal.deal}/comments/${written}`;
    const strike = async () => {
      if (!(await confirmAction(_("Strike out this comment?"), [text], _("Strike out")))) return;
      this.take(deal, await ask("DELETE", path));
    };
    const report = async () => {
      if (!(await confirmAction(_("Report to the host of the server"), [text, seenByHost()], _("Report")))) return;
      if (await ask("POST", `${path}/reports`, {})) notify(_("Reported: the host of this server will see it."));
    };
    return html`<li><b>${nameOf(by)}</b> <span dir="auto">${text}</span> ${
      by === page.you.member
        ? nothing
        : html`<button class="icon quietly no-print" aria-label=${`${_("Report")}: ${text}`} title=${_("Report")}
            @click=${report}>${icon("end")}</button>`
    } ${
      isHost || by === page.you.member
        ? html`<button class="icon quietly no-print" aria-label=${`${_("Strike out")}: ${text}`}
            @click=${strike}>${icon("remove")}</button>`
        : nothing
    }</li>`;
  }

  /**
   * Show what members say of a deal now.
   * @param {EveningDeal} deal
   * @param {unknown} marks undefined if nothing has changed
   */
  take(deal, marks) {
    if (!marks) return;
    Object.assign(deal, /** @type {DealMarks} */ (marks));
    this.redraw();
    this.marked();
  }
}

const seenByHost = () => _("The host of the server will see it, with the name. Nobody in the club hears of it.");

/**
 * Return the declarer and the game, and whether it was won.
 * @param {ClubScene} scene
 * @param {EveningDeal} deal
 */
function played({ nameOf, page }, { declarer, contract, won, amounts }) {
  if (!contract) return _("Thrown in");
  const who = declarer === null ? _("bot") : nameOf(declarer);
  // The own amount has a place of its own.
  const isOther = declarer !== null && declarer in amounts && declarer !== page.you.member;
  const amount = isOther ? [signed(amounts[declarer])] : [];
  const end = won === null ? [] : [won ? _("won") : _("lost")];
  return [who, gameText(contract, 0), ...end, ...amount].join(" · ");
}

/**
 * Ask the person for a comment and send it; resolves to what members say then.
 * @param {ClubScene} scene
 * @param {string} path that of the deal
 * @param {string} title
 */
const askForComment = ({ ask }, path, title) =>
  dialog(`${_("Comment")}: ${title}`, (close) => {
    const send = async (/** @type {On<HTMLFormElement>} */ event) => {
      event.preventDefault();
      const text = String(new FormData(event.currentTarget).get("text")).trim();
      const marks = text ? await ask("POST", `${path}/comments`, { text }) : undefined;
      if (marks) close(marks);
    };
    return html`<form @submit=${send}>
      <label class="field">${_("Your comment, for the members of the club")}
        <input type="text" name="text" data-most=${LONGEST_TEXT} autocomplete="off" dir="auto" required />
      </label>
      ${ending(close, _("Send"))}
    </form>`;
  });
