/** The end of a session: the final standing on the slate, everybody's curve, the deals to remember, a picture to share. */

import { addStyle, html, nothing, notify, svg } from "../base/dom.js";
import { _, list, signed } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { courses, memories, sessionLines, short, sum, winners } from "../game/evening.js";
import { namesThen, seatPortraits } from "../game/seats.js";
import { inShort, paymentsInWords } from "../game/short.js";
import { gameText } from "../game/words.js";
import { curve, sign } from "./curve.js";
import { ledgerSlate } from "./ledger.js";
import { faceOrChair } from "./little-table.js";

/**
 * @import { Drawn } from "../base/dom.js"
 * @import { Course, Memory } from "../game/evening.js"
 * @import { Contract, Scene } from "../types.d.ts"
 */

/** Load what this module draws with. */
export const ready = () => addStyle("end");

/** The most pixels of width in which the curves are laid out; a wider slate enlarges them. */
const WIDEST = 640;
/** Pixels of a window in which all deals find room at once. */
const WIDE = 1000;
/** Pixels of a phone's width that the frame of a slate takes. */
const FRAMES = 54;

/** The leaves of a laurel, in degrees from its knot to its open end, on both sides. */
const LEAVES = [14, 32, 50, 68, 86, 104, 122, 140].flatMap((turn) => [turn, -turn]);

/** A leaf with its vein, from its stalk to its tip. */
const LEAF = "M0 0c4-6 12-7 19-1c-6 7-14 8-19 1l13-.5";

/** A laurel of leaves and acorns, as on the cards, with a star at its open end. */
const LAUREL = svg`<svg class="laurel" viewBox="-60 -60 120 120" aria-hidden="true">
  ${LEAVES.map((turn, at) => svg`<g class="twig" .style=${`--at: ${at >> 1}`} transform=${`rotate(${turn}) translate(0 47) scale(${turn > 0 ? 1 : -1} 1)`}><path d=${LEAF} transform="rotate(212) scale(.82)"></path><path d=${LEAF} transform="rotate(146)"></path></g>`)}
  ${[-15, 15].map((turn) => svg`<g class="acorn" transform=${`rotate(${turn}) translate(0 50)`}><path d="M-4.500-2h9v2c0 5-3 7-4.500 9c-1.500-2-4.500-4-4.500-9z"></path><path class="cup" d="M-6-1c0-8 12-8 12 0z"></path></g>`)}
  <path class="star" d="M0-59l3.500 8 8.500.8-6.500 5.700 2 8.500-7.500-4.500-7.500 4.500 2-8.500-6.500-5.700 8.500-.8z"></path>
</svg>`;

/**
 * Say who has won the most.
 * @param {Course[]} best
 */
function winnersText(best) {
  if (!best.length) return _("Nobody owes anything.");
  const [name, amount] = [best[0].name, signed(sum(best[0]))];
  if (best.length === 1) return _("{name} has won the most: {amount} Schilling.", { name, amount });
  return _("{names} have won the most: {amount} Schilling each.", { names: list(best.map((one) => one.name)), amount });
}

/**
 * Render those who have won the most, in laurels.
 * @param {Course[]} best
 * @param {(string | null)[]} portraits
 */
const crowned = (best, portraits) => html`<div class="winners" aria-hidden="true">
  ${best.map(({ seat }) => html`<span class="winner">${faceOrChair(seat === null ? null : portraits[seat])}${LAUREL}</span>`)}
</div>`;

/**
 * Render the end of a session; `lastDeal` is the result of its last deal.
 * @param {Scene} scene
 * @param {Drawn} lastDeal
 */
export function sessionEnd(scene, lastDeal) {
  const { table, names, written } = scene;
  const lines = sessionLines(table, written);
  const standing = courses(table, names, lines);
  const best = winners(standing);
  const portraits = seatPortraits(table.seats, names);
  // A laurel is for a face: those who have left have one only if nobody else has won as much.
  const present = best.filter(({ seat }) => seat !== null);
  return html`<div class="session-end">
    <header class="verdict">
      ${best.length ? crowned(present.length ? present : best, portraits) : nothing}
      <h2 id="outcome" tabindex="-1">${_("The session is over")}</h2>
      <p class="payment">${winnersText(best)}</p>
    </header>
    ${finalStanding(standing, best, portraits)}
    ${lines.length
      ? html`<section class="slate curves" aria-label=${_("Everybody’s winnings, deal by deal")}><div class="slate-face">${curve(standing, Math.min(innerWidth - FRAMES, WIDEST))}</div></section>
          ${toRemember(scene)}`
      : nothing}
    <details class="slate all" ?open=${innerWidth >= WIDE}>
      <summary>${_("All deals")}</summary>
      ${ledgerSlate(scene, written)}
    </details>
    <details class="slate">
      <summary>${_("The last deal")}</summary>
      ${lastDeal}
    </details>
  </div>`;
}

/**
 * Render the button for a picture of the session's end, once the deals are known.
 * @param {Scene} scene
 */
export function pictureButton(scene) {
  const lines = sessionLines(scene.table, scene.written);
  const draw = async () => {
    try {
      const { sharePicture } = await import("./picture.js");
      await sharePicture(scene, courses(scene.table, scene.names, lines));
    } catch {
      notify(_("The picture cannot be drawn here."));
    }
  };
  return lines.length ? html`<button class="call" @click=${draw}><b>${icon("share")} ${_("A picture to share")}</b></button>` : nothing;
}

/**
 * @param {Course[]} standing
 * @param {Course[]} best those who have won the most
 * @param {(string | null)[]} portraits
 */
function finalStanding(standing, best, portraits) {
  return html`<section class="slate final" aria-labelledby="standing">
    <div class="slate-face">
      <h3 id="standing">${_("The final standings")}</h3>
      <table class="chalk">
        <thead class="unseen"><tr><th scope="col">${_("Player")}</th><th scope="col">${_("Schilling")}</th></tr></thead>
        <tbody>
          ${standing.map((one, at) => html`<tr class=${best.includes(one) ? "most" : ""}>
            <th scope="row"><span>${sign(at)} ${faceOrChair(one.seat === null ? null : portraits[one.seat])} <span>${one.name}</span></span></th>
            <td>${signed(sum(one))}</td>
          </tr>`)}
        </tbody>
      </table>
      <h3>${_("Who pays whom")}</h3>
      <ul>${paymentsInWords(standing.map(sum), standing.map(({ name }) => name)).map((text) => html`<li>${text}</li>`)}</ul>
    </div>
  </section>`;
}

/** @param {Scene} scene */
function toRemember({ table, names, written }) {
  const { best, worst, doubled } = memories(sessionLines(table, written));
  /**
   * @param {string} label
   * @param {Memory | null} memory
   * @param {(memory: Memory) => string} text
   */
  const note = (label, memory, text) =>
    memory
      ? html`<li><h3>${label}</h3>
          <p><b>${text(memory)}</b></p>
          <p>${inShort(short(memory.line), namesThen(memory.line, table, names))}</p>
          <a class="button" href=${`/t/${table.table}/deals/${memory.line.deal}`}>${_("Deal {number}", { number: memory.line.deal })}</a>
        </li>`
      : nothing;
  /** @param {Memory} memory */
  const paid = ({ line, seat, amount }) => `${namesThen(line, table, names)[seat]} ${signed(amount)}`;
  return html`<div class="slate memories"><ul class="slate-face">
    ${note(_("Best deal"), best, paid)} ${note(_("Worst deal"), worst, paid)}
    ${note(_("Biggest doubling"), doubled, ({ line }) => gameText(/** @type {Contract} */ (line.contract), line.doublings))}
  </ul></div>`;
}
