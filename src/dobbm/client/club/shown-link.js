/** A link to a club, to be shared, copied or scanned. */

import { dialog, html, nothing, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { linkTo } from "../base/place.js";
import { copy, share } from "../base/sharing.js";
import { codeOf } from "../table/seats.js";

/** @import { Drawn } from "../base/dom.js" */

/**
 * Return the address of a club, with a secret after the #.
 * @param {string} club
 * @param {string} [secret]
 */
export const clubLink = (club, secret = "") => linkTo(`/c/${club}${secret && `#${secret}`}`);

/**
 * Render a link with its QR code; `text` goes with it when it is shared.
 * @param {string} link
 * @param {string} text
 * @param {() => void} redraw
 */
const shownLink = (link, text, redraw) => html`<div class="framed">${codeOf(link, redraw)}</div>
  <p class="link"><code>${link}</code></p>
  <p class="row">
    <button class="primary" @click=${() => send(link, text)}>${icon("share")} ${_("Share the link")}</button>
    <button @click=${() => copied(link)}>${_("Copy link")}</button>
  </p>`;

/**
 * Show a link in a dialog, with what the person has to know, and `more` to do with it.
 * @param {string} title
 * @param {string[]} notes
 * @param {string} link
 * @param {string} text
 * @param {Drawn} [more]
 */
export const showLink = (title, notes, link, text, more = nothing) =>
  dialog(
    title,
    (_close, redraw) => html`<div class="shown-link">${more} ${shownLink(link, text, redraw)}
      ${notes.map((note) => html`<p class="quiet">${note}</p>`)}</div>`,
  );

/**
 * Show a personal link.
 * @param {string} title
 * @param {{ club: string, token: string }} opened
 * @param {string[]} notes
 */
export const showPersonalLink = (title, { club, token }, notes) =>
  showLink(
    title,
    [...notes, _("This link opens the chair to everybody who has it: give it to nobody else.")],
    clubLink(club, `me=${token}`),
    _("Your chair in our Dobbm club:"),
  );

/**
 * @param {string} url
 * @param {string} text
 */
async function send(url, text) {
  const became = await share({ title: "Dobbm", text, url });
  if (became === "copied") notify(_("Link copied."));
  if (became === "refused") notify(_("Copy the link shown here."));
}

/** @param {string} link */
const copied = async (link) =>
  notify((await copy(link)) === "copied" ? _("Link copied.") : _("Copy the link shown here."));
