/** The dialog for table talk: what people write to each other, the set phrases, and who is muted. */

import { live } from "../vendor/directives/live.js";
import { byName, text as textLike } from "../base/checks.js";
import { dialog, html, nothing, repeat } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { changeSettings, settings } from "../base/settings.js";
import { read, write as keep } from "../base/storage.js";
import { LONGEST_TEXT } from "../base/data.js";
import { phrases } from "../game/words.js";
import { said } from "./board.js";
import { showReporting } from "./reporting.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Table } from "../schema.d.ts"
 * @import { Scene } from "../types.d.ts"
 */

/** Where the window keeps texts that are begun, by table. */
const BEGUN = "dobbm-texts";
/** The number of tables whose texts are kept. */
const MOST = 20;

const begun = () =>
  new Map(Object.entries(read(BEGUN, byName(textLike(/^[\s\S]{1,1000}$/), MOST), "sessionStorage") ?? {}));

/**
 * Keep the text that is begun at a table until it is sent.
 * @param {string} table
 * @param {string} text
 */
function keepBegun(table, text) {
  const others = [...begun()].filter(([other]) => other !== table);
  keep(BEGUN, Object.fromEntries(text ? [...others, [table, text]] : others), "sessionStorage");
}

/**
 * Open the dialog; it shows `scene()`, and is drawn again by the function that `drawn` receives.
 * @param {() => Scene} scene
 * @param {(redraw: () => void) => void} drawn
 */
export function showTalk(scene, drawn) {
  /** @type {(again: () => void) => void} */
  const open = (again) => {
    drawn(() => {
      const last = log()?.childElementCount;
      again();
      if (log()?.childElementCount !== last) scrollDown();
    });
  };
  const closed = dialog(_("Table talk"), (close, redraw) => (open(redraw), panel(scene(), close)));
  scrollDown();
  // On a touchscreen the focus in the field would open the keyboard, which covers the phrases.
  const first = matchMedia("(pointer: coarse)").matches ? ".phrases button" : ".write input";
  /** @type {HTMLElement | null} */ (document.querySelector(first))?.focus({ preventScroll: true });
  return closed;
}

const log = () => document.querySelector(".texts");

function scrollDown() {
  const texts = log();
  if (texts) texts.scrollTop = texts.scrollHeight;
}

/**
 * @param {Scene} scene
 * @param {() => void} close
 */
function panel(scene, close) {
  const { table, names, say, mute, muted, texts } = scene;
  const people = others(table);
  return html`${people.length ? writing(scene) : nothing}
    <div class="phrases">
      ${Object.entries(phrases()).map(
        ([key, [text, meaning]]) => html`<button title=${meaning} @click=${() => (close(), say(key))}>
          <b lang="de-AT">${said(key, text)}</b><small>${meaning}</small>
        </button>`,
      )}
    </div>
    ${people.map((seat) =>
      check(_("Mute {name}", { name: names[seat] }), muted.includes(seat), (on) =>
        mute(on ? [...muted, seat] : muted.filter((one) => one !== seat)),
      ),
    )}
    ${people.length ? choices(scene) : nothing} ${table.seats.some(({ kind }) => kind === "bot") ? manners() : nothing}
    ${people.length || texts?.some(({ seat }) => seat !== table.seat) ? reporting(scene, people, close) : nothing}`;
}

/**
 * Render the texts, and the field for another one or the reason why there is none.
 * @param {Scene} scene
 */
function writing(scene) {
  const { table, texts } = scene;
  if (table.texts === "forbidden") return nothing;
  const why = {
    off:
      table.seat === table.host
        ? _("Nobody can write here until you let people write to each other.")
        : _("The host has turned texts off."),
    declined: table.own?.declined
      ? _("You want no texts here: nobody can write.")
      : _("Somebody at this table wants no texts: nobody can write."),
  };
  return html`${
    texts
      ? html`<ol class="texts" tabindex="0" aria-live="polite" aria-label=${_("Texts")}>
          ${repeat(
            texts,
            ({ number }) => number,
            ({ name, text }) => html`<li><b>${name || _("unnamed")}:</b> <bdi>${text}</bdi></li>`,
          )}
        </ol>`
      : nothing
  }
    ${table.texts === "on" ? field(scene) : html`<p class="quiet" role="status">${why[table.texts]}</p>`}`;
}

/** @param {Scene} scene */
function field({ name, write }) {
  /** @param {On<HTMLFormElement>} event */
  const send = async (event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (event.target.elements.namedItem("text"));
    const text = input.value;
    if (!text.trim()) return input.focus();
    input.value = "";
    keepBegun(name, "");
    // A text that was not sent comes back, unless the person has begun another one.
    if ((await write(text)) || begun().has(name)) return;
    input.value = text;
    keepBegun(name, text);
  };
  return html`<form class="write" @submit=${send}>
    <input type="text" name="text" dir="auto" data-most=${LONGEST_TEXT} autocomplete="off" enterkeyhint="send"
      aria-label=${_("Write to the table")} placeholder=${_("Write to the table")}
      .value=${live(begun().get(name) ?? "")}
      @input=${(/** @type {On<HTMLInputElement>} */ event) => keepBegun(name, event.target.value)} />
    <button class="primary">${_("Send")}</button>
  </form>`;
}

/**
 * Render the person's own wish for no texts and, for the host, the choice for the table.
 * @param {Scene} scene
 */
function choices({ table, allowTexts, declineTexts }) {
  if (table.texts === "forbidden") return nothing;
  return html`${check(_("No texts while I sit here: nobody can write"), table.own?.declined ?? false, declineTexts)}
    ${
      table.seat === table.host ? check(_("People may write to each other"), table.options.texts, allowTexts) : nothing
    }`;
}

/**
 * Render the way to the host of the server, also for those whose writer has left.
 * @param {Scene} scene
 * @param {number[]} people
 * @param {() => void} close
 */
const reporting = (scene, people, close) =>
  html`<button @click=${() => (close(), showReporting(scene, people))}>${_("Report something…")}</button>`;

/**
 * @param {string} label
 * @param {boolean} checked
 * @param {(on: boolean) => void} change
 */
const check = (label, checked, change) => html`<label class="check"><input
  type="checkbox"
  .checked=${checked}
  @change=${(/** @type {On<HTMLInputElement>} */ event) => change(event.target.checked)}
/>${label}</label>`;

/** Render the choice of whether bots talk, too. */
const manners = () =>
  check(_("The bots greet and comment"), settings.manners, (on) => changeSettings(() => ({ manners: on })));

/** @param {Table} table */
const others = ({ seats, seat: own }) =>
  seats.flatMap((seat, index) => (seat.kind === "person" && index !== own ? [index] : []));
