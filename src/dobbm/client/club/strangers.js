/** A club as strangers see it: guests with tonight's link, people who ask to be let in, and those who wait. */

import { html, nothing } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { settings } from "../base/settings.js";
import { nameField, nameIn, submitted } from "./named-form.js";

/**
 * Render what a stranger may do; `come` sends the name, with the code of a guest or without.
 * @param {string | null} guest
 * @param {string} problem why a link does not open a chair; empty if none was tried
 * @param {(name: string) => Promise<unknown>} come
 */
export function stranger(guest, problem, come) {
  const send = submitted(async (form) => {
    const name = nameIn(form, "name");
    return name && come(name);
  });
  const wrong = problem ? html`<p role="alert">${problem}</p>` : nothing;
  return guest
    ? html`<section class="panel note">
        <h2>${_("You are invited for this evening")}</h2>
        ${wrong}
        <p>${_("The others see your name. You can watch, and sit down at a table.")}</p>
        ${form(send, _("Come in"))}
      </section>`
    : html`<section class="panel note">
        <h2>${_("A club of friends")}</h2>
        ${wrong}
        <p>${_("Do you belong to it? Open your personal link on this device.")}</p>
        <p>${_("If you have none, ask to be let in: a co-host decides.")}</p>
        ${form(send, _("Ask to be let in"))}
      </section>`;
}

/**
 * @param {(event: any) => void} send
 * @param {string} button
 */
const form = (send, button) => html`<form class="stranger" @submit=${send}>
  ${nameField(_("Your name"), "name", settings.name)}
  <button class="primary">${button}</button>
</form>`;

/** Render what somebody sees who has asked to be let in. */
export const waiting = () => html`<section class="panel note" role="status">
  <h2>${_("You have asked to be let in")}</h2>
  <p>${_("A co-host will let you in: leave this page open, or come back to it on this device.")}</p>
</section>`;
