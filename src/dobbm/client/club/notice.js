/** The notice of a club, which co-hosts write for its people. */

import { dialog, html, nothing } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { LONGEST_NOTICE } from "../base/data.js";
import { ending } from "./named-form.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { ClubScene } from "../types.d.ts"
 */

/** An address in a text, without the punctuation that ends a sentence; brackets in it come in pairs. */
const ADDRESS = /(https?:\/\/(?:[^\s<>"()]|\([^\s<>"()]*\))*(?:[^\s<>"().,:;!?\]'»“”]|\([^\s<>"()]*\)))/;

/**
 * Return a text with its addresses as links.
 * @param {string} text
 */
const linked = (text) =>
  text
    .split(ADDRESS)
    .map((piece, at) =>
      at % 2 ? html`<a href=${piece} target="_blank" rel="noopener noreferrer">${piece}</a>` : piece,
    );

/**
 * Render the notice; nothing if there is none.
 * @param {ClubScene} scene
 */
export const notice = ({ page }) =>
  page.notice
    ? html`<section class="panel note notice" aria-label=${_("Notice")}><p
        dir="auto">${linked(page.notice)}</p></section>`
    : nothing;

/**
 * Render the button with which a co-host writes the notice; a server that allows no texts only lets it be removed.
 * @param {ClubScene} scene
 */
export const noticeButton = (scene) =>
  scene.page.may_write || scene.page.notice
    ? html`<button class="icon" aria-label=${_("Notice")} title=${_("Notice")}
        @click=${() => change(scene)}>${icon("pen")}</button>`
    : nothing;

/** @param {ClubScene} scene */
const change = ({ page, ask, look }) =>
  dialog(_("Notice"), (close) => {
    const send = async (/** @type {On<HTMLFormElement>} */ event) => {
      event.preventDefault();
      const text = String(new FormData(event.currentTarget).get("text"));
      if (!(await ask("PUT", "/notice", { text }))) return;
      close();
      await look();
    };
    return html`<form @submit=${send}>
      <label class="field">${_("For all people of the club, on this page; empty, it is removed")}
        <textarea name="text" rows="6" data-most=${LONGEST_NOTICE} dir="auto" .value=${page.notice ?? ""}></textarea>
      </label>
      ${ending(close, _("Save"))}
    </form>`;
  });
