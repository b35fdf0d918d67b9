/** A deal that lies on this device, as the replay opens it: its record says everything about it. */

import { post } from "../base/api.js";
import { announce, html, render } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { at } from "../base/place.js";
import { keptRecord } from "../base/records.js";
import { show } from "../base/router.js";
import { remarks } from "../game/remarks.js";
import { refusal } from "../table/refusal.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { Analysis } from "../schema.d.ts"
 * @import { DealSource, FinishedView } from "../types.d.ts"
 */

/**
 * Find a deal of this device; draw why it cannot be shown, and return null, if it cannot.
 * @param {HTMLElement} root
 * @param {string} id
 * @returns {Promise<DealSource | null>}
 */
export async function keptDeal(root, id) {
  const record = await keptRecord(id).catch(() => undefined);
  if (!record) {
    draw(root, _("There is no such deal"), _("This device does not keep it, or no longer."), false);
    return null;
  }
  const plain = { ...record, meta: {} };
  const { seat, deal } = remarks(record);
  try {
    const view = /** @type {FinishedView} */ (await post("/records/view", { record: plain, seat }));
    return {
      view: { ...view, record },
      people: null,
      table: null,
      isPublic: false,
      back: { path: at("/me"), name: _("My record") },
      title: deal === null ? _("A deal") : _("Deal {number}", { number: deal }),
      file: `dobbm-${id}.jsonl`,
      analyse: () => /** @type {Promise<Analysis>} */ (post("/records/analysis", { record: plain })),
    };
  } catch (error) {
    const { code } = /** @type {ApiError} */ (error);
    const offline = code === "offline";
    const why = offline ? _("The server cannot be reached. Are you online?") : refusal(/** @type {ApiError} */ (error));
    draw(root, _("The deal cannot be shown"), why, true);
    return null;
  }
}

/**
 * @param {HTMLElement} root
 * @param {string} title
 * @param {string} text
 * @param {boolean} again
 */
function draw(root, title, text, again) {
  render(
    html`<main class="sheet"><section class="panel note">
      <h1>${title}</h1>
      <p>${text}</p>
      <p class="row">
        ${again ? html`<button class="primary" @click=${show}>${_("Try again")}</button>` : ""}
        <a class="button" href=${at("/me")}>${_("My record")}</a>
      </p>
    </section></main>`,
    root,
  );
  announce(`${title}. ${text}`);
}
