/** The tables of a club: who sits there, and the way to each. */

import { confirmAction, html, nothing, notify } from "../base/dom.js";
import { _, minutes, ngettext, signed } from "../base/i18n.js";
import { at } from "../base/place.js";
import { isByPost } from "../game/house-rules.js";
import { absenceText, excusedUntil, seatNames, seatPortraits } from "../game/seats.js";
import { littleTable } from "../table/little-table.js";
import { stageText, tableName } from "./club-words.js";

/**
 * @import { ClubSeat, ClubTable, Reminded } from "../schema.d.ts"
 * @import { ClubScene } from "../types.d.ts"
 */

/**
 * Render a table.
 * @param {ClubScene} scene
 * @param {ClubTable} table
 * @param {() => void} sit
 */
export function tableCard(scene, table, sit) {
  const { page, isGuest, isHost } = scene;
  const own = table.seats.findIndex(({ member }) => member === page.you.member);
  const portraits = tablePortraits(scene, table);
  const title = tableName(table.number);
  const late = scene.messages.kept?.key ? lateOne(scene, table) : null;
  const isTurn = own >= 0 && table.to_act === own;
  const mayGo = own >= 0 || hasRoom(table);
  return html`<li class=${own >= 0 ? "club-table yours" : "club-table"}>
    ${littleTable(portraits, own >= 0 ? own : null)}
    <div>
      <h3>${title} <small class="quiet">${stageText(table.stage)}${
        table.deals ? ` · ${ngettext("{count} deal", "{count} deals", table.deals)}` : ""
      }${isByPost(table.free) ? ` · ${_("by post")}` : ""}</small></h3>
      ${isTurn ? html`<p class="turn"><b>${_("It is your turn.")}</b></p>` : nothing}
      <ul class="sitting">${table.seats.map((seat, index) => sitting(scene, seat, table, index === table.to_act))}</ul>
      <p class="row">
        ${mayGo ? doing(own >= 0 ? _("Go on") : _("Sit down"), title, sit) : nothing}
        ${
          own >= 0
            ? nothing
            : html`<a class="button" href=${at(`/t/${table.table}`)}
                aria-label=${`${_("Watch")}: ${title}`}>${_("Watch")}</a>`
        }
        ${late ? reminding(scene, table.table, late) : nothing}
        ${
          isGuest || !(own >= 0 || isHost || table.seats.every(({ kind }) => kind !== "person"))
            ? nothing
            : html`<button class="quietly" aria-label=${`${_("Put away")}: ${title}`}
              @click=${() => putAway(scene, table, title)}>${_("Put away")}</button>`
        }
      </p>
    </div>
  </li>`;
}

/**
 * Return the portraits in the seats of a table, as the table shows them.
 * @param {ClubScene} scene
 * @param {ClubTable} table
 */
export function tablePortraits({ members }, { seats, bot }) {
  const namesakes = members.flatMap(({ name, role, active }) => (name && active && role !== "asking" ? [name] : []));
  const named = seats.map(({ kind, member, portrait }) => ({
    kind,
    portrait,
    namesakes,
    name: kind === "bot" ? bot : (members.find((one) => one.member === member)?.name ?? null),
  }));
  return seatPortraits(named, seatNames(named));
}

/** The stages of a table in which a person may take the seat of a bot; others wait for that, but not by post. */
const WITHOUT_DEAL = ["gathering", "between", "over"];

/**
 * Whether somebody can sit down: in a free seat, or in that of a bot, now or after the deal.
 * @param {ClubTable} table
 */
const hasRoom = ({ seats, stage, free }) =>
  seats.some(({ kind }) => kind === "free" || (kind === "bot" && (WITHOUT_DEAL.includes(stage) || !isByPost(free))));

/**
 * Return the member for whom others wait: it is the member's turn, and the member is away without having said so.
 * @param {ClubScene} scene
 * @param {ClubTable} table
 */
function lateOne({ page }, { to_act: turn, seats }) {
  const seat = turn === null ? undefined : seats[turn];
  const isLate = seat && !seat.here && !excusedUntil(seat, page.now) && seat.member !== page.you.member;
  return isLate ? seat.member : null;
}

/**
 * @param {ClubScene} scene
 * @param {string} table
 * @param {string} member
 */
const reminding = (scene, table, member) =>
  html`<button @click=${() => remind(scene, table, member)}>${_("Remind {name}", {
    name: scene.nameOf(member),
  })}</button>`;

/**
 * Remind a member of a turn, and say whether the member has a device for that.
 * @param {ClubScene} scene
 * @param {string} table
 * @param {string} member
 */
async function remind({ ask, nameOf }, table, member) {
  const answer = /** @type {Reminded | undefined} */ (await ask("POST", `/tables/${table}/reminder`, {}));
  const name = nameOf(member);
  if (!answer) return;
  notify(
    answer.reminded
      ? _("{name} gets a message.", { name })
      : _("{name} has switched messages on nowhere, or has had one within the last hour.", { name }),
  );
}

/**
 * @param {string} what
 * @param {string} title
 * @param {() => void} act
 */
const doing = (what, title, act) =>
  html`<button class="primary" aria-label=${`${what}: ${title}`} @click=${act}>${what}</button>`;

/**
 * @param {ClubScene} scene
 * @param {ClubSeat} seat
 * @param {ClubTable} table
 * @param {boolean} isTurn
 */
function sitting({ nameOf, page }, seat, { deals, until }, isTurn) {
  const { kind, member, here, amount } = seat;
  const who =
    kind === "free" ? _("free seat") : kind === "bot" ? _("bot") : member ? nameOf(member) : _("somebody else");
  const excused = excusedUntil(seat, page.now);
  const absence = absenceText(seat, page.now);
  const isAway = kind === "person" && !here && member !== page.you.member;
  const notes = [...(absence ? [absence] : isAway ? [_("away")] : []), ...(isTurn ? [_("to play")] : [])];
  if (isTurn && until !== null && !excused)
    notes.push(_("{time} left", { time: minutes(Math.max(0, until - page.now)) }));
  return html`<li class=${kind}><span>${who}${
    notes.length ? html` <small>${notes.join(", ")}</small>` : nothing
  }</span>${deals ? html`<b>${signed(amount)}</b>` : nothing}</li>`;
}

/**
 * @param {ClubScene} scene
 * @param {ClubTable} table
 * @param {string} title
 */
async function putAway({ ask }, { table, stage }, title) {
  const sure = await confirmAction(
    _("Put the table away?"),
    [
      title,
      ...(stage === "playing" ? [_("A deal is being played there.")] : []),
      _("Its deals stay in the book. The page of the club no longer leads there."),
    ],
    _("Put away"),
  );
  if (sure) await ask("DELETE", `/tables/${table}`);
}
