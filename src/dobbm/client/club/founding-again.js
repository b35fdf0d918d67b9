/** Founds a club again from the file that its founder or a co-host has saved at another server. */

import { newRequest, sendFile } from "../base/api.js";
import { html, notify } from "../base/dom.js";
import { _, number } from "../base/i18n.js";
import { waitFor } from "../base/loading.js";
import { at } from "../base/place.js";
import { rememberClub } from "../base/settings.js";
import { openChair } from "./chair.js";
import { clubRefusal } from "./club-words.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { Link } from "../schema.d.ts"
 * @import { On } from "../base/dom.js"
 */

/** The bytes of a megabyte. */
const MEGABYTE = 1_000_000;

/**
 * Render the choice of a file; `done` takes the club that is founded again.
 * @param {number} most the largest size of a file in bytes
 * @param {(club: string) => void} done
 */
export const fromFile = (most, done) => html`<section class="panel">
  <h2>${_("Found it again from a file")}</h2>
  <p>${_(
    "A club moves here from another server: there, its founder or a co-host saves it with “Save the whole club” in the book. All members, the book and the deals come along.",
  )}</p>
  <label class="button file">${_("Choose the file")}
    <input type="file" class="unseen" accept=".jsonl,.txt" @change=${async (
      /** @type {On<HTMLInputElement>} */ { target },
    ) => {
      const [file] = target.files ?? [];
      target.value = "";
      const club = file && (await again(file, most));
      if (club) done(club);
    }} />
  </label>
</section>`;

/**
 * Render what remains to be done when a club is here again.
 * @param {string} club
 */
export const isHere = (club) => html`<section class="panel note" role="status">
  <h2 tabindex="-1">${_("The club is here")}</h2>
  <p>${_("Your personal link is on this device. The links of all others are good for nothing here.")}</p>
  <p>${_("Send everybody a new one: on the page of the club, press the button beside a name, then “New link”.")}</p>
  <a class="button primary" href=${at(`/c/${club}`)}>${_("To the club")}</a>
</section>`;

/**
 * The request of each file: sent again after a lost answer, it gets the same link.
 * @type {Map<string, string>}
 */
const requests = new Map();

/**
 * Found a club again; return its identifier, or nothing after saying why not.
 * @param {File} file
 * @param {number} most
 */
async function again(file, most) {
  const key = JSON.stringify([file.name, file.size, file.lastModified]);
  const request = requests.get(key) ?? newRequest();
  requests.set(key, request);
  try {
    if (most && file.size > most) throw { code: "size" };
    const asked = sendFile(`/clubs/import?request=${request}`, file);
    const { club, token } = /** @type {Link} */ (await waitFor(asked));
    const { name } = await openChair(club, token);
    rememberClub(club, name);
    return club;
  } catch (error) {
    notify(whyNot(/** @type {ApiError} */ (error), most));
    return undefined;
  }
}

/**
 * @param {ApiError} error
 * @param {number} most
 */
function whyNot(error, most) {
  const size = number(Math.floor(most / MEGABYTE));
  /** @type {{ [code: string]: string }} */
  const texts = {
    taken: _("This club is on this server already."),
    size: _("A file may have {size} MB here: ask the host of the server to found the club.", { size }),
    archive: _("This is not the file of a club, or something in it is wrong: {reason}", { reason: error.message }),
  };
  return texts[error.code] ?? clubRefusal(error);
}
