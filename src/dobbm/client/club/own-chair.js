/** The person's own chair in a club: its link for other devices, a new link, leaving. */

import { confirmAction, dialog, html, nothing, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { part, waitFor } from "../base/loading.js";
import { at } from "../base/place.js";
import { go } from "../base/router.js";
import { dropToken } from "../base/seat-token.js";
import { forgetClub } from "../base/settings.js";
import { openChair } from "./chair.js";
import { ending, nameField, nameIn, submitted } from "./named-form.js";
import { showPersonalLink } from "./shown-link.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Link } from "../schema.d.ts"
 * @import { ClubScene } from "../types.d.ts"
 */

/**
 * Render what a person does about the own chair.
 * @param {ClubScene} scene
 */
export const ownChair = (scene) => html`<h3>${_("Your chair")}</h3>
  <p class="row">
    <button @click=${() => show(scene)}>${_("My link")}</button>
    <button @click=${() => rename(scene)}>${_("My name")}</button>
    ${scene.isGuest ? nothing : html`<button @click=${() => goAway(scene)}>${awayLabel(scene)}</button>`}
    <button @click=${() => renew(scene)}>${_("New link for me")}</button>
    ${
      scene.isFounder
        ? nothing
        : html`<button class="danger" @click=${() => leave(scene)}>${_("Leave the club")}</button>`
    }
  </p>
  ${scene.messages.drawn(scene)}
  ${scene.isFounder ? html`<p class="quiet">${_("To leave the club, first pass it on to somebody.")}</p>` : nothing}`;

/** @param {ClubScene} scene */
const awayLabel = ({ page, members }) =>
  members.some(({ member, away_until: until }) => member === page.you.member && until)
    ? _("My absence")
    : _("I am away from … to …");

/** @param {ClubScene} scene */
const goAway = async (scene) => (await waitFor(part("club/excuse.js"))).openAbsence(scene);

/** @param {Link} link */
const showOwn = (link) =>
  showPersonalLink(_("My link"), link, [_("Open it on another device: then you are in the club there, too.")]);

/** @param {ClubScene} scene */
async function show({ ask }) {
  const link = /** @type {Link | undefined} */ (await ask("GET", "/link"));
  if (link) showOwn(link);
}

/**
 * Ask for another name, and show the club with it.
 * @param {ClubScene} scene
 */
async function rename({ page, ask, redraw }) {
  const own = page.members?.find(({ member }) => member === page.you.member);
  await dialog(_("My name"), (close) => {
    const take = submitted(async (form) => {
      const name = nameIn(form, "name");
      if (name && (await ask("PUT", "/name", { name }))) close();
    });
    return html`<form @submit=${take}>
      ${nameField(_("Your name"), "name", own?.name ?? "")}
      <p>${_("All your deals in this club show it, also earlier ones.")}</p>
      ${ending(close, _("Save"))}
    </form>`;
  });
  redraw();
}

/** @param {ClubScene} scene */
async function renew({ club, page, ask, messages, redraw }) {
  const sure = await confirmAction(
    _("Make a new link for yourself?"),
    [_("The old one opens nothing any more: all your other devices need the new one.")],
    _("New link"),
  );
  const link = sure && /** @type {Link | undefined} */ (await ask("POST", `/members/${page.you.member}/link`));
  if (!link) return;
  showOwn(link);
  // Without an answer, the window still has the token.
  await openChair(club, link.token).catch(() => undefined);
  messages.end();
  redraw();
}

/** @param {ClubScene} scene */
async function leave({ club, page, ask }) {
  const choice = await dialog(_("Leave the club?"), (close) => {
    const finish = (/** @type {On<HTMLFormElement>} */ event) => {
      event.preventDefault();
      close({ erase: new FormData(event.currentTarget).has("erase") });
    };
    return html`<form @submit=${finish}>
      <p>${_("Your link opens nothing any more. What was played stays in the book.")}</p>
      <label class="check"><input type="checkbox" name="erase" />${_(
        "Take my name out of the book, too, and delete my comments",
      )}</label>
      ${ending(close, _("Leave the club"))}
    </form>`;
  });
  if (!choice) return;
  const { erase } = /** @type {{ erase: boolean }} */ (choice);
  if (!(await ask("DELETE", `/members/${page.you.member}${erase ? "?erase=true" : ""}`))) return;
  dropToken(club);
  forgetClub(club);
  await go(at("/clubs"));
  notify(_("You have left the club."));
}
