/** The people of a club: who they are, who is let in, and what co-hosts do for them. */

import { newRequest } from "../base/api.js";
import { confirmAction, dialog, html, nothing, repeat } from "../base/dom.js";
import { _, moment } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { absenceText } from "../game/seats.js";
import { roleText } from "./club-words.js";
import { nameField, nameIn, submitted } from "./named-form.js";
import { ownChair } from "./own-chair.js";
import { showPersonalLink } from "./shown-link.js";

/**
 * @import { Drawn } from "../base/dom.js"
 * @import { ClubMember, Link } from "../schema.d.ts"
 * @import { ClubScene } from "../types.d.ts"
 */

/** The roles in the order of the list. */
const ORDER = ["founder", "cohost", "member", "guest"];

/**
 * Render the people.
 * @param {ClubScene} scene
 */
export function people(scene) {
  const { active, isHost } = scene;
  const ordered = [...active].sort((one, other) => ORDER.indexOf(one.role) - ORDER.indexOf(other.role));
  return html`<section class="panel people">
    <h2 tabindex="-1">${_("People")}</h2>
    <ul class="members">${keyed(ordered, (one) => line(scene, one))}</ul>
    ${isHost ? [adding(scene), earlier(scene)] : nothing} ${ownChair(scene)}
  </section>`;
}

/**
 * Render the members who have left, for those who can let them in again: in the book they stay the same person.
 * @param {ClubScene} scene
 */
function earlier({ members, nameOf, ask }) {
  const gone = members.filter((one) => !one.active && one.name !== null && ["cohost", "member"].includes(one.role));
  if (!gone.length) return nothing;
  return html`<details class="no-print">
    <summary>${_("Earlier members")}</summary>
    <ul class="members">
      ${keyed(gone, ({ member }) => {
        const name = nameOf(member);
        return html`<li><span>${name}</span>
          <button aria-label=${`${_("Let in again")}: ${name}`}
            @click=${() => ask("PUT", `/members/${member}`, { role: "member" })}>${_("Let in again")}</button>
        </li>`;
      })}
    </ul>
  </details>`;
}

/**
 * Render the people who ask to be let in, for those who can let them in.
 * @param {ClubScene} scene
 */
export function asking(scene) {
  const found = scene.members.filter((one) => one.role === "asking" && one.active);
  return found.length && scene.isHost
    ? html`<section class="panel asking">
        <h2>${_("They ask to be let in")}</h2>
        <ul class="members">${keyed(found, (one) => waits(scene, one))}</ul>
      </section>`
    : nothing;
}

/**
 * Render people so that the focus stays with each of them.
 * @param {ClubMember[]} members
 * @param {(one: ClubMember) => Drawn} draw
 */
const keyed = (members, draw) => repeat(members, ({ member }) => member, draw);

/**
 * @param {ClubScene} scene
 * @param {ClubMember} one
 */
function waits({ nameOf, ask }, { member }) {
  const name = nameOf(member);
  const admit = () => ask("PUT", `/members/${member}`, { role: "member" });
  const turnAway = async () => {
    const sure = await confirmAction(_("Turn {name} away?", { name }), [], _("Turn away"));
    if (sure) await ask("DELETE", `/members/${member}`);
  };
  return html`<li><b>${name}</b>
    <span class="row">
      <button class="primary" aria-label=${`${_("Let in")}: ${name}`} @click=${admit}>${_("Let in")}</button>
      <button aria-label=${`${_("Turn away")}: ${name}`} @click=${turnAway}>${_("Turn away")}</button>
    </span>
  </li>`;
}

/**
 * @param {ClubScene} scene
 * @param {ClubMember} one
 */
function line(scene, one) {
  const { page, nameOf, isHost, isFounder } = scene;
  const name = nameOf(one.member);
  const away = absenceText({ excused_from: one.away_from, excused_until: one.away_until }, page.now);
  const isOther = one.member !== page.you.member;
  // Only the founder has a say about the co-hosts.
  const mayAct = isFounder || (isHost && !["founder", "cohost"].includes(one.role));
  return html`<li>
    <span><b>${name}</b> <small>${roleText(one.role)}${
      one.until ? ` · ${_("until {time}", { time: moment(one.until) })}` : ""
    }${away ? ` · ${away}` : ""}</small></span>
    ${
      mayAct && isOther
        ? html`<button class="icon" aria-label=${_("More about {name}", { name })}
            @click=${() => look(scene, one)}>${icon("more")}</button>`
        : nothing
    }
  </li>`;
}

/**
 * Show what a co-host may do for a member.
 * @param {ClubScene} scene
 * @param {ClubMember} one
 */
function look(scene, { member, role }) {
  const { nameOf, isFounder, ask } = scene;
  const name = nameOf(member);
  return dialog(name, (close) => {
    const path = `/members/${member}`;
    /** @param {"member" | "cohost"} wanted */
    const give = (wanted) => () => (close(), ask("PUT", path, { role: wanted }));
    const pass = async () => {
      close();
      const sure = await confirmAction(
        _("Pass the club on to {name}?", { name }),
        [_("Only {name} can then make co-hosts, and pass the club on again.", { name })],
        _("Pass on"),
      );
      if (sure) await ask("PUT", path, { role: "founder" });
    };
    const part = async () => {
      close();
      const sure = await confirmAction(
        _("Ask {name} to leave the club?", { name }),
        [_("The link of {name} opens nothing any more. What was played stays in the book.", { name })],
        _("Yes, leave"),
      );
      if (sure) await ask("DELETE", path);
    };
    return html`<div class="entries"><div class="group">
      ${role === "guest" ? entry(_("Make a member"), give("member")) : nothing}
      ${isFounder && role === "member" ? entry(_("Make a co-host"), give("cohost")) : nothing}
      ${isFounder && role === "cohost" ? entry(_("Co-host no more"), give("member")) : nothing}
      ${isFounder && role !== "guest" ? entry(_("Pass the club on"), pass) : nothing}
      ${entry(_("New link"), () => (close(), renew(scene, member, name)))}
      <button class="danger" @click=${part}>${_("Ask to leave")}</button>
    </div></div>`;
  });
}

/**
 * @param {string} label
 * @param {() => unknown} act
 */
const entry = (label, act) => html`<button @click=${act}>${label}</button>`;

/**
 * @param {ClubScene} scene
 * @param {string} member
 * @param {string} name
 */
async function renew({ ask }, member, name) {
  const sure = await confirmAction(
    _("Make a new link for {name}?", { name }),
    [_("The old one opens nothing any more, on no device.")],
    _("New link"),
  );
  const link = sure && /** @type {Link | undefined} */ (await ask("POST", `/members/${member}/link`));
  if (link) showPersonalLink(_("The link of {name}", { name }), link, [onlyNow(name)]);
}

/** @param {string} name */
const onlyNow = (name) => _("Send it to {name}: it is shown only now.", { name });

/** @param {ClubScene} scene */
function adding({ ask }) {
  const add = submitted(async (form) => {
    const name = nameIn(form, "member");
    if (!name) return false;
    const link = /** @type {Link | undefined} */ (await ask("POST", "/members", { name, request: newRequest() }));
    if (link) showPersonalLink(_("The link of {name}", { name }), link, [onlyNow(name)]);
    return link;
  });
  return html`<form class="adding" @submit=${add}>
    ${nameField(_("Name of a new member"), "member")}
    <button>${_("Add")}</button>
  </form>`;
}
