/** The dialog in which a person reports a text, or another person, to the host of the server. */

import { dialog, html, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";

/**
 * @import { Drawn, On } from "../base/dom.js"
 * @import { Scene } from "../types.d.ts"
 */

/** @typedef {{ text?: number, seat?: number }} Reported the number of a text, or the seat of a person */

/**
 * Let the person choose what to report, and report it.
 * @param {Scene} scene
 * @param {number[]} others the seats of the other people
 */
export async function showReporting(scene, others) {
  const found = choicesOf(scene, others);
  const chosen = await dialog(_("Report to the host of the server"), (close) => form(found, close));
  if (chosen && (await scene.report(chosen))) notify(_("Reported: the host of this server will see it."));
}

/**
 * Return what can be reported, the newest text first, each with the body of its request.
 * @param {Scene} scene
 * @param {number[]} others
 * @returns {[Drawn | string, Reported][]}
 */
function choicesOf({ table, names, texts }, others) {
  const written = (texts ?? []).filter(({ seat }) => seat !== table.seat).reverse();
  return [
    ...written.map(
      ({ number, name, text }) =>
        /** @type {[Drawn, Reported]} */ ([
          html`<span><b>${name || _("unnamed")}:</b> <bdi>${text}</bdi></span>`,
          { text: number },
        ]),
    ),
    ...others.map(
      (seat) =>
        /** @type {[string, Reported]} */ ([_("The name of {name}, or the conduct", { name: names[seat] }), { seat }]),
    ),
  ];
}

/**
 * @param {[Drawn | string, Reported][]} found
 * @param {(chosen?: Reported) => void} close
 */
function form(found, close) {
  /** @param {On<HTMLFormElement>} event */
  const send = (event) => {
    event.preventDefault();
    const { value } = /** @type {RadioNodeList} */ (event.target.elements.namedItem("reported"));
    if (value) close(found[Number(value)][1]);
  };
  return html`<form class="reporting" @submit=${send}>
    <p>${_(
      "The host of this server will see it, with the table, the deal and the name. Nobody at the table hears of it.",
    )}</p>
    <div class="reported">${found.map(
      ([label], at) => html`<label class="check"><input type="radio" name="reported" value=${at} required
      />${label}</label>`,
    )}</div>
    <div class="row"><button type="button" @click=${() => close()}>${_("Cancel")}</button>
      <button class="primary">${_("Report")}</button></div>
  </form>`;
}
