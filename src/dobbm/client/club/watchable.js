/** The tables of a club that everybody may watch. */

import { html, nothing } from "../base/dom.js";
import { _, ngettext } from "../base/i18n.js";
import { at } from "../base/place.js";
import { stageText, tableName } from "./club-words.js";

/** @import { ClubTable } from "../schema.d.ts" */

/**
 * Render the tables, as strangers see them.
 * @param {ClubTable[]} tables
 */
export const watchable = (tables) =>
  tables.length
    ? html`<section class="panel note">
        <h2>${_("Tables to watch")}</h2>
        <ul class="known">${tables.map(
          ({ table, number, stage, deals }) => html`<li><a class="button" href=${at(`/t/${table}`)}>
            ${tableName(number)}
            <small>${stageText(stage)}${
              deals ? ` · ${ngettext("{count} deal", "{count} deals", deals)}` : ""
            }</small></a></li>`,
        )}</ul>
      </section>`
    : nothing;
