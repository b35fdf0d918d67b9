/** Explains the server's refusals in the person's language. */

import { _ } from "../base/i18n.js";
import { part } from "../base/loading.js";
import { isPocket } from "../base/place.js";

/** @import { ApiError } from "../base/api.js" */

/**
 * Explain a refusal; an unexpected one keeps the server's own words.
 * @param {unknown} error
 */
export function refusal(error) {
  const { code, message, status, club } = /** @type {ApiError} */ (error);
  /** @type {{ [code: string]: string }} */
  const texts = {
    missing: _("A part of the page did not arrive."),
    offline: isPocket ? _("The game does not answer.") : _("The server cannot be reached."),
    refused: _("The table did not agree: ask again after the next card."),
    stale: _("The game has moved on."),
    turn: _("It is not your turn."),
    phase: _("You cannot do that now."),
    unknown: _("There is no such table."),
    limit: _("Too fast: wait a moment."),
    full: _("This seat is taken."),
    host: _("Only the host of the table may do that."),
    removed: _("The host has freed your seat: you can sit down again only after the first deal."),
    handover: _("This code is out of date: show a new one on the other device."),
    used: _("This code has been used: show a new one on the other device."),
    unavailable: isPocket
      ? _("This device cannot save right now: it may be full. Nothing is lost.")
      : _("The server cannot save right now; nothing is lost."),
    stopping: notReady(),
    unreadable: _("The server cannot read this table any more. Please tell its host."),
    closed: _("The host has closed this table."),
    room: _("This server has no room for new tables. Please tell its host."),
    long: _("This table is full: open a new one."),
    banned: _("The host of this server does not let you play."),
    seat: _("A bot has this seat."),
    texts: _("Nobody can write at this table now."),
    own: _("This is from you."),
    gone: _("This text is no longer kept."),
    reported: _("Much has been reported at this table already: the host of this server will see it."),
    text: _("A text has 1 to 200 characters."),
    token: _("You have no seat at this table."),
    club: club
      ? _(
          "Only the people of its club see this table. If you do not belong to it yet, ask on the club's page to be let in.",
        )
      : _("This table belongs to a club: its members and guests sit down from the page of the club."),
    role: _("Only others in the club may do that."),
    member: _("There is no such member in this club."),
    invitation: _("This link for guests is out of date: ask for a new one."),
    crowded: _("There is no room for more in this club."),
    book: _("The book does not take this."),
    zone: _("The server does not know this time zone."),
    founding: _("On this server only its host founds clubs, also from files: ask there."),
  };
  // Somebody between the page and the server answers without a code, or with one of their own.
  const isForeign = code === "error" || status === 429 || status >= 500;
  return (
    texts[code] ||
    (isForeign && between(status)) ||
    message ||
    _("Something on the way to the server refuses this page.")
  );
}

const notReady = () => _("The server is not ready: try again in a moment.");

/** @param {number} status */
function between(status) {
  if (status === 429) return _("Too fast: wait a moment.");
  return status >= 500 ? notReady() : "";
}

/**
 * Explain why a page follows its table without an event stream.
 * @param {string} why the code of the refusal, or "held"
 */
const slowText = (why) =>
  why === "limit"
    ? _("The table is open in too many windows: close some. Here everything comes a little later.")
    : why !== "held"
      ? _("The server or something on the way refuses the live connection. Here everything comes a little later.")
      : _(
          "Something on the way holds messages back, such as a virus scanner: the page asks for them again and again. You can go on playing.",
        );

let slow = "";

/**
 * Say in a strip why a page follows its table without an event stream, or take the strip away.
 * @param {string} why the code of the refusal, or "held"; empty if there is a stream
 */
export function saySlow(why) {
  const say = () =>
    part("base/banner.js").then(
      ({ showBanner, hideBanner }) => (why ? showBanner("slow", slowText(why)) : hideBanner("slow")),
      () => undefined,
    );
  if (why || slow) say();
  slow = why;
}
