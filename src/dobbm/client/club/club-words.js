/** The words of a club's page for people, tables and refusals. */

import { _ } from "../base/i18n.js";
import { refusal } from "../table/refusal.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { ClubMember, ClubPage, ClubTable } from "../schema.d.ts"
 */

/**
 * Explain a refusal: some codes mean something else at a table.
 * @param {unknown} error
 */
export function clubRefusal(error) {
  const { code, message } = /** @type {ApiError} */ (error);
  /** @type {{ [code: string]: string }} */
  const texts = {
    token: _("This link opens nothing here any more: a newer one has taken its place, or its time is over."),
    unknown: _("There is no such club, or no such table in it."),
    closed: _("The host of the server has closed this club."),
    full: _("All seats are taken."),
    taken: _("Somebody in the club has this name already: add something to it."),
    day: _("The club does not meet on this day."),
    move: _("An evening moves by a week at most, to a time to come and a day without another evening."),
    used: _("Somebody else was faster: try again."),
    unreadable: _("The server cannot read a table of the club: {reason}", { reason: message }),
  };
  return texts[code] ?? refusal(error);
}

/**
 * Say why the link of this device opens nothing any more, and how to get another one.
 * @param {NonNullable<ClubPage["lost"]>} why
 */
export const lostText = (why) =>
  ({
    replaced: _("The personal link of this device opens nothing any more: a new one was made. Ask a co-host for it."),
    over: _("The evening for which you were invited is over: ask for a new link."),
    left: _("You do not belong to this club: you have left it, or a co-host has decided so."),
  })[why];

/** @param {ClubMember["role"]} role */
export const roleText = (role) =>
  ({
    founder: _("Founder"),
    cohost: _("Co-host"),
    member: _("Member"),
    guest: _("Guest"),
    asking: _("asks to be let in"),
  })[role];

/**
 * Return the name of a table: it has the same everywhere in the club.
 * @param {number} number
 * @param {number | null} [round] of a tournament
 * @param {number | null} [tournament] if there are several to tell apart
 */
export const tableName = (number, round = null, tournament = null) =>
  [
    tournament === null ? "" : _("Tournament {number}", { number: tournament }),
    round === null ? "" : _("Round {number}", { number: round }),
    _("Table {number}", { number }),
  ]
    .filter(Boolean)
    .join(" · ");

/** @param {ClubTable["stage"]} stage */
export const stageText = (stage) =>
  ({
    gathering: _("waits for players"),
    shuffling: _("the cards are being shuffled"),
    playing: _("a deal is being played"),
    between: _("between two deals"),
    over: _("the session is over"),
  })[stage];
