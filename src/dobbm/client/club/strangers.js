/** A club as strangers see it: guests with tonight's link, people who ask to be let in, and those who wait. */

import { sendRequest } from "../base/api.js";
import { html, nothing } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { settings } from "../base/settings.js";
import { nameField, nameIn, submitted } from "./named-form.js";

/** @import { StoredPerson } from "../schema.d.ts" */

/**
 * Render what a stranger may do; `come` sends the name, with the code of a guest or without.
 * @param {string | null} guest
 * @param {string} problem why a link does not open a chair; empty if none was tried
 * @param {(name: string) => Promise<unknown>} come
 * @param {(() => Promise<void>) | null} erase takes the name of somebody who has left out of the book
 */
export function stranger(guest, problem, come, erase) {
  const send = submitted(async (form) => {
    const name = nameIn(form, "name");
    return name && come(name);
  });
  const wrong = problem ? html`<p role="alert">${problem}</p>${erase ? erasing(erase) : nothing}` : nothing;
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

/** @param {() => Promise<void>} erase */
const erasing = (erase) => html`<p>${_("Your name is still in the book of this club.")}</p>
  <p class="row"><button @click=${erase}>${_("Take my name out of the book")}</button></p>`;

/**
 * Return what takes the name of somebody who has left out of the book of a club; null for others.
 * @param {string} path that of the club
 * @param {string} token
 */
export async function eraser(path, token) {
  const about = /** @type {StoredPerson | null} */ (
    await sendRequest("GET", `${path}/about`, undefined, { token }).catch(() => null)
  );
  return about?.name == null
    ? null
    : () => sendRequest("DELETE", `${path}/members/${about.person}?erase=true`, undefined, { token });
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
