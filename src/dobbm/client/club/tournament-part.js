/** The tournament of a club on its page: entering, the rounds, the standing. */

import { get, newRequest } from "../base/api.js";
import { confirmAction, html, nothing } from "../base/dom.js";
import { _, list } from "../base/i18n.js";
import { at } from "../base/place.js";
import { clubRefusal } from "./club-words.js";
import { sit } from "./tonight.js";
import { mannerText, roundTable, tableTitle, tournamentStanding } from "./tournament-words.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { ClubPage, DrawnRound, TournamentNow, TournamentPage } from "../schema.d.ts"
 * @import { ClubScene } from "../types.d.ts"
 */

/** Seconds for which the standing of a tournament stays on the page after its end. */
const SHOWN = 18 * 3600;

export class TournamentPart {
  /**
   * @param {string} path that of the club
   * @param {() => void} redraw
   */
  constructor(path, redraw) {
    this.path = path;
    this.redraw = redraw;
    this.isOpen = true;
    /** @type {TournamentNow | null} */
    this.latest = null;
    this.failure = "";
    /** The number of times that the tournament has been asked for. */
    this.asked = 0;
  }

  leave() {
    this.isOpen = false;
  }

  /**
   * Look at the tournament if there is one, and when the page is opened: the last one may have ended tonight.
   * @param {ClubPage} page
   */
  follow({ tournament }) {
    const known = this.latest?.tournament;
    if (tournament != null || !this.latest || known?.ended === null) this.load();
  }

  async load() {
    this.asked += 1;
    const { asked } = this;
    try {
      this.take(asked, await get(`${this.path}/tournament`));
    } catch (error) {
      if (asked === this.asked) this.failure = clubRefusal(error);
    }
    if (this.isOpen) this.redraw();
  }

  /**
   * Take what the server has answered, unless a later request has been sent.
   * @param {number} asked
   * @param {unknown} answer
   */
  take(asked, answer) {
    if (asked !== this.asked) return;
    this.latest = /** @type {TournamentNow} */ (answer);
    this.failure = "";
  }

  /**
   * Change something, and show what has come of it.
   * @param {ClubScene} scene
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  async change({ ask }, method, path, body) {
    this.asked += 1;
    const { asked } = this;
    const answer = await ask(method, path, body);
    if (answer) this.take(asked, answer);
    this.redraw();
  }

  /** @param {ClubScene} scene */
  drawn(scene) {
    const { latest, failure } = this;
    const tournament = latest?.tournament;
    if (!latest || !tournament || (tournament.ended !== null && latest.now > tournament.ended + SHOWN)) return nothing;
    const own = scene.page.you.member;
    const current = tournament.rounds.at(-1);
    return html`<section class="panel tournament">
      <h2 tabindex="-1">${_("Tournament")}</h2>
      <p class="quiet">${mannerText(tournament)}</p>
      ${failure ? html`<p role="status">${failure}</p>` : nothing}
      ${
        tournament.ended === null
          ? html`${current ? round(scene, tournament, current) : nothing}
            ${tournament.leads ? this.leading(scene, tournament) : nothing} ${this.entering(scene, tournament)}`
          : nothing
      }
      ${tournamentStanding(tournament, own)} ${tournament.ended === null ? nothing : proof(tournament)}
      <p class="row"><a class="button" href=${at(`/c/${scene.club}/board`)}>${_("Board for a big screen")}</a></p>
    </section>`;
  }

  /**
   * Render who plays, and the way to play or not to.
   * @param {ClubScene} scene
   * @param {TournamentPage} tournament
   */
  entering(scene, { entered, leads, rounds }) {
    const { page, active, nameOf } = scene;
    const own = page.you.member;
    const plays = new Set(entered.map(({ member }) => member));
    const others = active.filter(({ member }) => !plays.has(member) && member !== own);
    /** @param {string} member */
    const enter = (member) =>
      this.change(scene, "PUT", `/tournament/players/${member}`, { value: member === own ? newRequest() : "" });
    const withdraw = async () => {
      const sure =
        !rounds.length ||
        (await confirmAction(_("Play no more in the tournament?"), [_("A bot takes your seat.")], _("Play no more")));
      if (sure) await this.change(scene, "DELETE", `/tournament/players/${own}`);
    };
    const add = (/** @type {On<HTMLSelectElement>} */ event) => {
      const { value } = event.currentTarget;
      event.currentTarget.value = "";
      if (value) enter(value);
    };
    return html`<p>${
      plays.size
        ? _("These play: {names}", { names: list([...plays].map((member) => nameOf(member))) })
        : _("Nobody has entered yet.")
    }</p>
    <p class="row">
      ${
        plays.has(own)
          ? html`<button @click=${withdraw}>${_("I play no more")}</button>`
          : html`<button class="primary" @click=${() => enter(own)}>${
              rounds.length ? _("I play from now on") : _("I play")
            }</button>`
      }
      ${
        leads && others.length
          ? html`<label class="field">${_("Enter somebody else")}
            <select @change=${add}>
              <option value="">–</option>
              ${others.map(({ member }) => html`<option value=${member}>${nameOf(member)}</option>`)}
            </select></label>`
          : nothing
      }
    </p>`;
  }

  /**
   * Render what only those do who lead the tournament.
   * @param {ClubScene} scene
   * @param {TournamentPage} tournament
   */
  leading(scene, tournament) {
    const { entered, rounds } = tournament;
    const number = rounds.length + 1;
    const draw = () => this.lead(scene, tournament, _("Draw round {number}", { number }), "/rounds", { number });
    const end = () => this.lead(scene, tournament, _("End the tournament"), "/end", {});
    return html`<p class="row">
      ${
        entered.length >= 2
          ? html`<button class=${waiting(tournament).length ? "" : "primary"}
              @click=${draw}>${_("Draw round {number}", { number })}</button>`
          : html`<span>${_("As soon as two people play, the first round can be drawn.")}</span>`
      }
      <button @click=${end}>${_("End the tournament")}</button>
    </p>`;
  }

  /**
   * Draw the next round, or end the tournament, after a question if tables still play or if it is the end.
   * @param {ClubScene} scene
   * @param {TournamentPage} tournament
   * @param {string} title
   * @param {string} path
   * @param {object} body
   */
  async lead(scene, tournament, title, path, body) {
    const tables = waiting(tournament);
    const consequences = tables.length
      ? [
          _("Still playing: {tables}.", { tables: list(tables.map(tableTitle)) }),
          _("Bots finish the deals there, and the deals that are left are not played."),
        ]
      : [];
    const asks = tables.length > 0 || path === "/end";
    if (asks && !(await confirmAction(`${title}?`, consequences, title))) return;
    await this.change(scene, "POST", `/tournament${path}`, { ...body, even_unfinished: tables.length > 0 });
  }
}

/**
 * Return the tables of the current round that still play, from 0.
 * @param {TournamentPage} tournament
 */
const waiting = ({ rounds }) => (rounds.at(-1)?.tables ?? []).flatMap(({ over }, place) => (over ? [] : [place]));

/**
 * Render the current round.
 * @param {ClubScene} scene
 * @param {TournamentPage} tournament
 * @param {DrawnRound} current
 */
function round(scene, tournament, { number, tables }) {
  const own = scene.page.you.member;
  const place = tables.findIndex(({ seats }) => seats.some(({ member }) => member === own));
  const plays = tournament.entered.some(({ member }) => member === own);
  const room = tables.findIndex(({ seats, over }) => !over && seats.some(({ member }) => !member));
  const goal = place >= 0 ? place : plays ? room : -1;
  const found = tables[goal];
  return html`<h3>${_("Round {number}", { number })}</h3>
    ${
      found && !found.over
        ? html`<p class="row"><button class="primary" @click=${() => sit(scene, found.table)}>${
            place >= 0
              ? _("To your seat: {table}", { table: tableTitle(goal) })
              : _("Take the seat of a bot: {table}", { table: tableTitle(goal) })
          }</button></p>`
        : nothing
    }
    ${
      waiting(tournament).length
        ? nothing
        : html`<p><b>${
            tournament.leads
              ? _("All tables have finished.")
              : _("All tables have finished: the next round comes soon.")
          }</b></p>`
    }
    <ul class="round">${tables.map((table, at_) => roundTable(table, at_, tournament, own))}</ul>`;
}

/**
 * Render how everybody can check the draw and the cards after the end.
 * @param {TournamentPage} tournament
 */
const proof = ({ commitment, secret, rounds }) =>
  html`<details>
    <summary>${_("The draw and the cards can be checked")}</summary>
    <p>${_(
      "The server has committed to its part before anybody entered. Draws and cards follow from it and from the parts of the players.",
    )}</p>
    <ul class="proof">
      <li>${_("The server's commitment")}: <code>${commitment}</code></li>
      <li>${_("The server's part")}: <code>${secret ?? ""}</code></li>
      ${rounds.map(
        ({ number, contributions }) =>
          html`<li>${_("Round {number}", { number })}: ${
            contributions.length
              ? contributions.map((value) => html`<code>${value}</code> `)
              : _("Nobody contributed: the server shuffled alone.")
          }</li>`,
      )}
    </ul>
  </details>`;
