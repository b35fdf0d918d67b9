/** The evening in a club: the people who are there, the tables, calls, guests, the link for the notice board. */

import { newRequest, remember } from "../base/api.js";
import { dialog, html, nothing, repeat } from "../base/dom.js";
import { _, moment } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { part, waitFor } from "../base/loading.js";
import { at } from "../base/place.js";
import { pause } from "../base/retrying.js";
import { go } from "../base/router.js";
import { rememberTable, settings } from "../base/settings.js";
import { seatPortraits } from "../game/seats.js";
import { face } from "../table/face.js";
import { tableCard, tablePortraits } from "./club-tables.js";
import { clubLink, showLink } from "./shown-link.js";

/**
 * @import { ClubTable, Invitation, NewRules, Opened, Seated } from "../schema.d.ts"
 * @import { ClubScene } from "../types.d.ts"
 */

/** Milliseconds after which a person tries again to sit down. */
const NEXT_TRY = 1_200;

/**
 * Render the evening.
 * @param {ClubScene} scene
 */
export function tonight(scene) {
  const { page, isGuest } = scene;
  const tables = page.tables ?? [];
  return html`<section class="panel tonight">
    <h2 tabindex="-1">${_("Tonight")}</h2>
    ${present(scene, tables)}
    ${
      tables.length
        ? html`<ul class="club-tables">${repeat(
            tables,
            ({ table }) => table,
            (table) => tableCard(scene, table, () => sit(scene, table.table)),
          )}</ul>`
        : html`<p>${_("There is no table yet.")}</p>`
    }
    <p class="row">
      ${
        isGuest
          ? nothing
          : html`<button class=${tables.length ? "" : "primary"}
              @click=${() => open(scene)}>${_("Open a table")}</button>
            ${
              page.tournament == null
                ? html`<button @click=${() => openTournament(scene)}>${_("A tournament")}</button>`
                : nothing
            }
            <button @click=${() => invite(scene)}>${icon("people")} ${_("Bring a guest")}</button>`
      }
      ${
        page.call
          ? html`<a class="button" href=${page.call} target="_blank" rel="noopener noreferrer">${_("To the call")}</a>`
          : nothing
      }
      <button @click=${() => showAddress(scene)}>${icon("share")} ${_("Link for the notice board")}</button>
    </p>
  </section>`;
}

/**
 * Render who is there, with the faces that they have at their tables.
 * @param {ClubScene} scene
 * @param {ClubTable[]} tables
 */
function present(scene, tables) {
  const { active, nameOf, page } = scene;
  const here = active.filter((one) => one.here);
  const known = new Map([[page.you.member, settings.portrait]]);
  for (const table of [...tables].reverse())
    for (const [seat, portrait] of tablePortraits(scene, table).entries())
      known.set(table.seats[seat].member ?? "", portrait);
  const portraits = seatPortraits(
    here.map(({ name, member }) => ({ kind: "person", name, portrait: known.get(member) })),
    here.map(({ name }) => name ?? ""),
  );
  return html`<h3>${_("Here now")}</h3>
    <ul class="present">${here.map(
      ({ member }, seat) => html`<li>${face(portraits[seat] ?? "")} <b>${nameOf(member)}</b></li>`,
    )}</ul>`;
}

/**
 * Take a seat that the club has given, as one that moves to this device by a code, and go there.
 * @param {string} table
 * @param {string} token
 */
async function arrive(table, token) {
  await remember(table, token);
  rememberTable(table);
  return go(at(`/t/${table}`));
}

/**
 * Sit down at a table; a bot leaves its seat only after the deal.
 * @param {ClubScene} scene
 * @param {string} table
 */
export async function sit({ ask }, table) {
  const tries = async () =>
    /** @type {Seated | null | undefined} */ (await ask("POST", `/tables/${table}/seat`, {}, "phase"));
  const first = await tries();
  const seated = first === null ? await afterDeal(tries) : first;
  if (seated) await arrive(table, seated.token);
}

/**
 * Try again until the deal is over, unless the person gives up.
 * @param {() => Promise<Seated | null | undefined>} tries
 */
function afterDeal(tries) {
  let waits = true;
  /** @type {(seated?: Seated) => void} */
  let close = () => {};
  const waiting = /** @type {Promise<Seated | undefined>} */ (
    dialog(_("Sit down after this deal"), (close_) => {
      close = close_;
      return html`<p>${_("You take the seat of a bot as soon as the deal is over.")}</p>`;
    })
  ).finally(() => (waits = false));
  const tryAgain = async () => {
    while (waits) {
      await pause(NEXT_TRY);
      const seated = waits ? await tries() : null;
      if (seated !== null) close(seated);
    }
  };
  tryAgain();
  return waiting;
}

/**
 * Return the rules with which the next table begins, as the club wishes or else as at the newest table, and the time.
 * @param {ClubScene} scene
 * @returns {NewRules}
 */
function usual({ page }) {
  const [newest] = page.tables ?? [];
  const { free } = page;
  const rules = page.rules ?? newest?.rules;
  return { ...(newest && { players: newest.seats.length === 5 ? 5 : 4 }), ...(rules && { rules }), free };
}

/** @param {ClubScene} scene */
async function openTournament(scene) {
  const { askForTournament } = await waitFor(part("club/tournament-form.js"));
  const { free: _asTheClubWishes, ...rules } = usual(scene);
  const options = await askForTournament(rules);
  if (options && (await scene.ask("POST", "/tournaments", options))) await scene.look();
}

/** @param {ClubScene} scene */
async function open(scene) {
  const { ask } = scene;
  const { askForClubTable } = await waitFor(part("table/opening.js"));
  const options = await askForClubTable(usual(scene));
  if (!options) return;
  const opened = /** @type {Opened | undefined} */ (
    await ask("POST", "/tables", { ...options, request: newRequest() })
  );
  if (opened) await arrive(opened.table, opened.token);
}

/** @param {ClubScene} scene */
async function invite({ club, page, ask }) {
  const invitation = /** @type {Invitation | undefined} */ (await ask("POST", "/invitations", {}));
  if (!invitation) return;
  showLink(
    _("Bring a guest"),
    [_("With this link anybody comes in, until {time}.", { time: moment(invitation.until) })],
    clubLink(club, `guest=${invitation.code}`),
    _("Come and play Dobbm with us ({club}):", { club: page.name }),
  );
}

/** @param {ClubScene} scene */
const showAddress = ({ club, page }) =>
  showLink(
    _("Link for the notice board"),
    [_("This link stays the same. It opens no chair: with it, people ask to be let in.")],
    clubLink(club),
    page.name,
  );
