/** The board of a club for a big screen: the rounds and the standing of its tournament. */

import { get } from "../base/api.js";
import { html, nothing, render, style } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { at, isPocket } from "../base/place.js";
import { backoff, isHidden, pause } from "../base/retrying.js";
import { clubRefusal } from "../club/club-words.js";
import { mannerText, roundTable, tournamentStanding } from "../club/tournament-words.js";
import { serverOnly } from "../table/little-table.js";

/** @import { TournamentNow } from "../schema.d.ts" */

/** Milliseconds between two looks, and at most while the server does not answer. */
const [AGAIN, SELDOM] = [5_000, 60_000];

/**
 * Show the board; return a function that leaves the page.
 * @param {HTMLElement} root
 * @param {{ [name: string]: string }} places
 */
export async function show(root, { club }) {
  await style("waiting", "club");
  if (isPocket) return void render(serverOnly(_("Clubs")), root);
  /** @type {TournamentNow | null} */
  let latest = null;
  let failure = "";
  let tries = 0;
  let isOpen = true;
  const load = async () => {
    try {
      latest = /** @type {TournamentNow} */ (await get(`/clubs/${club}/tournament`));
      failure = "";
      tries = 0;
    } catch (error) {
      failure = clubRefusal(error);
      tries += 1;
    }
    if (isOpen) render(board(club, latest, failure), root);
  };
  const follow = async () => {
    while (isOpen) {
      await pause(tries ? backoff(tries, { first: AGAIN, most: SELDOM }) : AGAIN);
      if (isOpen && !isHidden()) await load();
    }
  };
  await load();
  follow();
  return () => {
    isOpen = false;
  };
}

/**
 * @param {string} club
 * @param {TournamentNow | null} latest
 * @param {string} failure
 */
function board(club, latest, failure) {
  const tournament = latest?.tournament;
  const current = tournament?.rounds.at(-1);
  const isOver = tournament?.ended != null;
  return html`<main class="sheet club board">
    <header class="topbar">
      <a class="button icon" href=${at(`/c/${club}`)} aria-label=${_("To the club")}>${icon("back")}</a>
      <h1>${latest?.name ?? _("Club")}</h1>
    </header>
    <div role="status">${failure ? html`<p class="panel">${failure}</p>` : nothing}</div>
    ${
      tournament
        ? html`<section class="panel">
            <h2>${
              isOver
                ? _("The tournament is over")
                : current
                  ? _("Round {number}", { number: current.number })
                  : _("Tournament")
            }</h2>
            <p class="quiet">${mannerText(tournament)}</p>
            ${
              current && !isOver
                ? html`<ul class="round">${current.tables.map((table, place) =>
                    roundTable(table, place, tournament),
                  )}</ul>`
                : nothing
            }
            ${
              current
                ? nothing
                : html`<ul class="entered">${tournament.entered.map(({ name }) => html`<li>${name}</li>`)}</ul>`
            }
          </section>
          ${
            tournament.standing.length
              ? html`<section class="panel">${tournamentStanding(tournament)}</section>`
              : nothing
          }`
        : latest
          ? html`<p class="panel">${_("There is no tournament now.")}</p>`
          : nothing
    }
  </main>`;
}
