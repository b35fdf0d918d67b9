/** The page on privacy: what a server stores about people, for how long, and who is responsible. */

import { get, sendRequest } from "../base/api.js";
import { html, nothing, notify, render } from "../base/dom.js";
import { _, ngettext, number } from "../base/i18n.js";
import { waitFor } from "../base/loading.js";
import { isPocket } from "../base/place.js";
import { settings } from "../base/settings.js";
import { saveFile } from "../base/sharing.js";
import { topbar } from "../base/topbar.js";
import { resultTokens } from "../me/day-results.js";
import { refusal } from "../table/refusal.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { Drawn } from "../base/dom.js"
 * @import { DayResults, Privacy, StoredPerson } from "../schema.d.ts"
 */

/** An address of mail or of a page, to which a link leads. */
const MAIL = /^[^\s@:/?#]+@[^\s@:/?#]+$/;
const PAGE = /^https:\/\/[^\s]+$/;

/**
 * Show the page.
 * @param {HTMLElement} root
 */
export async function show(root) {
  /** @type {Privacy | null} */
  let settled = null;
  /** @type {unknown} */
  let fault = null;
  const load = async () => {
    fault = null;
    try {
      settled = /** @type {Privacy} */ (await get("/privacy"));
    } catch (error) {
      fault = error;
    }
    draw();
  };
  const draw = () =>
    render(
      html`<main class="sheet privacy">
        ${topbar(_("Privacy"))}
        ${isPocket ? onDevice() : html`${responsible(settled, fault, load)} ${onServer(settled)}`}
      </main>`,
      root,
    );
  draw();
  if (!isPocket) load();
}

const onDevice = () =>
  panel(_("What is stored"), [
    _(
      "Everything stays on this device: your tables, your deals, your name, your settings. Nobody else receives any of it.",
    ),
    _("If you delete the data of this page in your browser, all of it is gone."),
  ]);

/**
 * @param {string} title
 * @param {(Drawn | string)[]} lines
 * @param {Drawn} [more]
 */
const panel = (title, lines, more = nothing) => html`<section class="panel">
  <h2>${title}</h2>
  <ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
  ${more}
</section>`;

/**
 * @param {Privacy | null} settled
 * @param {unknown} fault
 * @param {() => void} load
 */
function responsible(settled, fault, load) {
  const unknown = fault ? refusal(fault) : "…";
  const silent = _("The host of this server does not say how to be reached. Ask the person who gave you the address.");
  const again = html`<p class="row"><button @click=${load}>${_("Try again")}</button></p>`;
  return html`<section class="panel">
    <h2>${_("Who is responsible")}</h2>
    <p>${_(
      "Private people and clubs host this game. The host of this server decides what is stored here, and for how long.",
    )}</p>
    <p role="status">${settled ? (settled.contact === null ? silent : contact(settled.contact)) : unknown}</p>
    ${fault ? again : nothing}
  </section>`;
}

/** @param {string} text */
const contact = (text) =>
  MAIL.test(text)
    ? html`<a href=${`mailto:${text}`}>${text}</a>`
    : PAGE.test(text)
      ? html`<a href=${text} rel="noreferrer">${text}</a>`
      : html`<bdi>${text}</bdi>`;

/** @param {Privacy | null} settled */
function onServer(settled) {
  return html`${panel(_("What this server stores"), [
    _("The name that you give for a table, or none; what you play and say there, and when. There are no accounts."),
    settled?.texts === false
      ? _("People cannot write texts to each other here.")
      : _("The last hundred texts of each table. Only people who sat there when a text was written can read it."),
    _(
      "A result of the deals of the day, if you add it: the name, which everybody sees, the payments and the time. You can withdraw it.",
    ),
    _("Your reports to the host: the text or the name, the table and the deal."),
    _(
      "The name of a club, the names of its people and when they were there last, and its book with favourites and comments. Who leaves it can take the own name and comments out.",
    ),
    _(
      "If you switch on messages on a device in a club: its secret address at the push service of its browser, until you switch them off or leave. Messages go through there, encrypted.",
    ),
    _(
      "No addresses, which are only counted in memory against floods, except those that the host has banned; with a table in the lobby, a number that stands for thousands of networks.",
    ),
  ])}
  ${panel(_("For how long"), [
    ...(settled ? [lasting(settled.keep_days)] : []),
    _(
      "Backups of the host keep longer what has been deleted or erased. What the host has erased does not come back from them.",
    ),
  ])}
  ${panel(_("Your device"), [
    _(
      "A signed cookie opens your seat at a table for 30 days. One more cookie says only that there are some. No cookie follows you.",
    ),
    _("Another one opens your chair in a club, until you have not looked at it for 400 days."),
    _(
      "Your settings, your deals and your score sheets stay on this device. The page loads nothing from other servers.",
    ),
  ])}
  ${panel(_("The log"), [
    _(
      "The log of the server has the time and the kind of each request, and a name for the table that opens nothing. It has no addresses, names, texts or cards.",
    ),
    _("A program in front of the server may write a log of its own: the host knows."),
  ])}
  ${panel(
    _("Your rights"),
    [
      _(
        "You can save what this server stores about you: at the tables and in the clubs that this device knows, and your results of the deals of the day.",
      ),
      _("The host can do the same, and erase your name and your texts. The deals stay, without your name."),
    ],
    html`<p class="row"><button @click=${() => waitFor(save())}>${_("Save as a file")}</button></p>`,
  )}`;
}

/** @param {number | null} days */
const lasting = (days) =>
  days === null
    ? _("Tables and results of the deals of the day stay until the host deletes them.")
    : ngettext(
        "Tables that nobody has touched for {count} day are deleted with all that was played and said there, and so are results of that age.",
        "Tables that nobody has touched for {count} days are deleted with all that was played and said there, and so are results of that age.",
        days,
        { count: number(days) },
      );

/** Save what the server stores about the person, as far as this device can prove who it is. */
async function save() {
  try {
    const tables = await Promise.all(settings.tables.map(({ table }) => stored(`/tables/${table}`)));
    const clubs = await Promise.all(settings.clubs.map(({ club }) => stored(`/clubs/${club}`)));
    const results = await Promise.all(Object.entries(resultTokens()).map(resultOf));
    const found = {
      server: location.origin,
      tables: tables.filter(Boolean),
      clubs: clubs.filter(Boolean),
      results: results.filter(Boolean),
    };
    const text = `${JSON.stringify(found, null, 2)}\n`;
    saveFile(new File([text], "dobbm-about-me.json", { type: "application/json" }));
  } catch (error) {
    notify(refusal(error));
  }
}

/**
 * Return what is stored at a table or in a club; null where this device has no seat, or the table is gone.
 * @param {string} place
 */
const stored = async (place) => {
  try {
    return /** @type {StoredPerson} */ (await get(`${place}/about`));
  } catch (error) {
    if ([401, 404].includes(/** @type {ApiError} */ (error).status)) return null;
    throw error;
  }
};

/** @param {[day: string, token: string]} kept */
async function resultOf([day, token]) {
  const { results } = /** @type {DayResults} */ (
    await sendRequest("GET", `/daily/${day}/results`, undefined, { token })
  );
  const own = results.find((one) => one.own);
  return own && { day, name: own.name, paid: own.paid, place: own.place };
}
