/** How the game stands, for people who come back, and for those who ask by a key or in the menu. */

import { dialog, html, nothing } from "../base/dom.js";
import { _, isolated, ngettext } from "../base/i18n.js";
import { allOf, number, orNull, text, whole } from "../base/checks.js";
import { isPocket, ownKey } from "../base/place.js";
import { settings, TABLE } from "../base/settings.js";
import { read, write } from "../base/storage.js";
import { handText, scoreText, standingText, trickText } from "../game/meanwhile.js";

/**
 * @import { Check } from "../base/checks.js"
 * @import { Mark, Scene, State } from "../types.d.ts"
 */

/** Where the device keeps what the person has seen of the last table. */
const SEEN = ownKey("dobbm-seen");
/** Where the window keeps the person's last action until the server has confirmed it. */
const ACTION = ownKey("dobbm-action");

/** Where the window keeps the deal that is in fast-forward. */
const HURRIED = ownKey("dobbm-hurried");

const COUNT = whole(0, 1e6);
/** The words of an action: calls or cards. */
const ACTED = /^[\w ]{1,40}$/;
/** @type {Check<{ table: string, seen: Mark | null }>} */
const SEEN_THERE = allOf({
  table: text(TABLE),
  seen: orNull(
    allOf({ deal: COUNT, steps: COUNT, finished: COUNT, won: number(-1e15, 1e15), plan: orNull(text(ACTED)) }),
  ),
});
/** @type {Check<{ table: string, action: State["kept"] }>} */
const ACTED_THERE = allOf({ table: text(TABLE), action: orNull(allOf({ action: text(ACTED), turn: COUNT })) });
/** @type {Check<{ table: string, deal: number | null }>} */
const HURRIED_THERE = allOf({ table: text(TABLE), deal: orNull(COUNT) });

/**
 * The answers by the keys that ask for them.
 * @type {{ [key: string]: (scene: Pick<Scene, "table" | "names">) => string }}
 */
const ANSWERS = {
  g: ({ table, names }) => standingText(table, names) || _("No deal is in progress."),
  h: ({ table }) => handText(table.view),
  t: ({ table, names }) => trickText(table, names),
  s: ({ table, names }) => scoreText(table, names),
};

/**
 * Return the answer that a key asks for; undefined if it is no such key.
 * @param {string} key
 * @param {Pick<Scene, "table" | "names">} scene
 */
export const answerTo = (key, scene) => ANSWERS[key.toLowerCase()]?.(scene);

/**
 * Open all answers, with their keys.
 * @param {Scene} scene
 */
export const openStanding = (scene) =>
  dialog(
    _("How does the game stand?"),
    () => html`${Object.keys(ANSWERS).map((key) => html`<p>${answerTo(key, scene)}</p>`)}
    ${
      settings.keys
        ? html`<p class="quiet">${_("Keys: G for the game, H for the hand, T for the trick, S for the score.")}</p>`
        : nothing
    }`,
  );

/**
 * Render what the person must know without a connection.
 * @param {Scene} scene
 */
export const offline = ({ table, view, connected, waits, late, playing }) =>
  connected
    ? nothing
    : html`<p class="offline">
        ${_("No connection – reconnecting …")}
        ${playing && view?.to_act !== table.seat ? _("The others may have played on.") : nothing}
        ${waits ? _("The clock waits for up to {seconds} seconds.", { seconds: waits }) : nothing}
        ${late ? _("Your move is sent as soon as the connection is back.") : nothing}
      </p>`;

/**
 * Say how many people watch, and the names of those who have one; empty if nobody does.
 * @param {Pick<Scene, "spectators" | "watching">} scene
 */
export function spectatorsText({ spectators, watching }) {
  const count = ngettext("{count} spectator", "{count} spectators", spectators);
  return spectators && !isPocket
    ? [count, ...(watching.length ? [watching.map(isolated).join(", ")] : [])].join(": ")
    : "";
}

/**
 * Render what has happened meanwhile and how the game stands now, until the person acts or takes it away.
 * @param {Scene} scene
 */
export const whatHappened = ({ meanwhile, table, names, dismiss }) =>
  meanwhile.length
    ? html`<section class="meanwhile" aria-labelledby="meanwhile">
        <h2 id="meanwhile">${_("Meanwhile:")}</h2>
        <ul>${[...meanwhile, standingText(table, names)].filter(Boolean).map((line) => html`<li>${line}</li>`)}</ul>
        <button @click=${dismiss}>${_("OK")}</button>
      </section>`
    : nothing;

/**
 * Return what the person on this device has seen of a table; null if it was another one.
 * @param {string} table
 * @returns {Mark | null}
 */
export function seenBefore(table) {
  // Another window may have been at another table since.
  const kept = [read(SEEN, SEEN_THERE), read(SEEN, SEEN_THERE, "sessionStorage")];
  return kept.find((one) => one?.table === table)?.seen ?? null;
}

/**
 * Keep what the person has seen of a table.
 * @param {string} table
 * @param {Mark | null} seen
 */
export function keepSeen(table, seen) {
  write(SEEN, { table, seen }, "sessionStorage");
  write(SEEN, { table, seen });
}

/**
 * Return the person's action at a table that the server had not confirmed when the window was loaded anew.
 * @param {string} table
 */
export function keptAction(table) {
  const kept = read(ACTION, ACTED_THERE, "sessionStorage");
  return kept?.table === table ? kept.action : null;
}

/**
 * Keep the person's action until the server has confirmed it.
 * @param {string} table
 * @param {State["kept"]} action
 */
export const keepAction = (table, action) => write(ACTION, { table, action }, "sessionStorage");

/**
 * Return the deal of a table that was in fast-forward when the window was loaded anew.
 * @param {string} table
 */
export function hurriedDeal(table) {
  const kept = read(HURRIED, HURRIED_THERE, "sessionStorage");
  return kept?.table === table ? kept.deal : null;
}

/**
 * Keep the deal that is in fast-forward, or that none is.
 * @param {string} table
 * @param {number | null} deal
 */
export const keepHurried = (table, deal) => write(HURRIED, { table, deal }, "sessionStorage");
