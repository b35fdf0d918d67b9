/** The clubs that this device knows, and the form to found one. */

import { get, newRequest, sendRequest, withRetries } from "../base/api.js";
import { html, nothing, notify, render, style } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { waitFor } from "../base/loading.js";
import { at, isPocket } from "../base/place.js";
import { go } from "../base/router.js";
import { rememberClub, settings } from "../base/settings.js";
import { topbar } from "../base/topbar.js";
import { openChair } from "../club/chair.js";
import { clubRefusal } from "../club/club-words.js";
import { fromFile, isHere } from "../club/founding-again.js";
import { nameField, nameIn, submitted } from "../club/named-form.js";
import { serverOnly } from "../table/little-table.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { Founding, Link, NewClub } from "../schema.d.ts"
 */

/** Milliseconds after which the server counts as unreachable. */
const PATIENCE = 5000;

/**
 * Show the clubs.
 * @param {HTMLElement} root
 */
export async function show(root) {
  await style("waiting", "club");
  if (isPocket) return void render(serverOnly(_("Clubs")), root);
  let isOpen = true;
  /** @type {Founding} */
  let who = { founding: "anyone", archive: 0 };
  const draw = (club = "") => {
    if (isOpen) render(view(who, club, draw), root);
    if (club) root.querySelector("h2")?.focus();
  };
  draw();
  get("/clubs").then(
    (found) => ((who = /** @type {Founding} */ (found)), draw()),
    () => undefined,
  );
  return () => (isOpen = false);
}

/**
 * @param {Founding} who
 * @param {string} here the club that has just been founded again
 * @param {(club: string) => void} done
 */
function view({ founding, archive }, here, done) {
  const { clubs } = settings;
  return html`<main class="sheet clubs">
    ${topbar(_("Clubs"))}
    ${here ? isHere(here) : nothing}
    ${
      clubs.length
        ? html`<section class="panel">
            <h2>${_("Your clubs")}</h2>
            <ul class="known">${clubs.map(
              ({ club, name }) => html`<li><a class="button" href=${at(`/c/${club}`)}>${name}</a></li>`,
            )}</ul>
          </section>`
        : nothing
    }
    ${founding === "host" ? byHost() : html`${form()} ${here ? nothing : fromFile(archive, done)}`}
  </main>`;
}

/** Render why nobody but the host founds clubs here. */
const byHost = () => html`<section class="panel">
  <h2>${_("Found a club")}</h2>
  <p>${_("On this server only its host founds clubs, also from files: ask there.")}</p>
</section>`;

const form = () => html`<section class="panel">
      <h2>${_("Found a club")}</h2>
      <p>${_(
        "For friends who meet again and again: its tables stay, its book counts the Schilling, and nobody needs an account. Everybody has a link of their own.",
      )}</p>
      <form class="founding" @submit=${submitted(found)}>
        ${nameField(_("Name of the club"), "club")} ${nameField(_("Your name"), "founder", settings.name)}
        <button class="primary">${_("Found the club")}</button>
      </form>
    </section>`;

/**
 * The request of what was sent last: sent again after a lost answer, it founds no second club.
 * @type {{ wanted: string, request: string }}
 */
let last = { wanted: "", request: "" };

/** @param {HTMLFormElement} form */
async function found(form) {
  const name = nameIn(form, "club");
  const founder = name && nameIn(form, "founder");
  if (!name || !founder) return false;
  const wanted = JSON.stringify([name, founder]);
  if (wanted !== last.wanted) last = { wanted, request: newRequest() };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
  try {
    const { club, token } = await waitFor(ask({ name, founder, zone, request: last.request }));
    rememberClub(club, name);
    await openChair(club, token).catch(() => undefined);
    await go(at(`/c/${club}`));
    return true;
  } catch (error) {
    notify(clubRefusal(error));
    return false;
  }
}

/**
 * @param {NewClub} wanted
 * @returns {Promise<Link>}
 */
const ask = (wanted) =>
  withRetries(() => /** @type {Promise<Link>} */ (sendRequest("POST", "/clubs", wanted)), PATIENCE).catch(
    (/** @type {ApiError} */ error) => {
      // The server may know fewer time zones than the browser.
      if (error.code === "zone" && wanted.zone !== "UTC") return ask({ ...wanted, zone: "UTC" });
      throw error;
    },
  );
