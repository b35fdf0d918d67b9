/** How the game stands, for people who come back, and for those who ask by a key or in the menu. */

import { dialog, html, nothing } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { read, write } from "../base/settings.js";
import { handText, scoreText, standingText, trickText } from "../game/meanwhile.js";

/** @import { Mark, Scene } from "../types.d.ts" */

/** Where the device keeps what the person has seen of the last table. */
const KEY = "dobbm-seen";

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
  dialog(_("How does the game stand?"), () => html`${Object.keys(ANSWERS).map((key) => html`<p>${answerTo(key, scene)}</p>`)}
    <p class="quiet">${_("Keys: G for the game, H for the hand, T for the trick, S for the score.")}</p>`);

/**
 * Render what has happened meanwhile, until the person acts or takes it away.
 * @param {Scene} scene
 */
export const whatHappened = ({ meanwhile, dismiss }) =>
  meanwhile.length
    ? html`<section class="meanwhile" aria-labelledby="meanwhile">
        <h2 id="meanwhile">${_("Meanwhile:")}</h2>
        <ul>${meanwhile.map((line) => html`<li>${line}</li>`)}</ul>
        <button @click=${dismiss}>${_("OK")}</button>
      </section>`
    : nothing;

/**
 * Return what the person on this device has seen of a table; null if it was another one.
 * @param {string} table
 * @returns {Mark | null}
 */
export function seenBefore(table) {
  const kept = /** @type {{ table: string, seen: Mark } | null} */ (read(KEY));
  return kept?.table === table ? kept.seen : null;
}

/**
 * Keep what the person has seen of a table.
 * @param {string} table
 * @param {Mark | null} seen
 */
export const keepSeen = (table, seen) => write(KEY, { table, seen });
