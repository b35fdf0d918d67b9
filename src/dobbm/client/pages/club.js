/** The page of a club: tonight's tables, the people, the book. */

import { codeIn } from "../base/addresses.js";
import { get, newRequest, sendRequest, withRetries } from "../base/api.js";
import { html, nothing, notify, render, style } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { waitFor } from "../base/loading.js";
import { at, here, isPocket } from "../base/place.js";
import { backoff, isHidden, pause } from "../base/retrying.js";
import { dropToken } from "../base/seat-token.js";
import { forgetClub, rememberClub } from "../base/settings.js";
import { Book } from "../club/club-book.js";
import { appointment } from "../club/appointment.js";
import { openChair } from "../club/chair.js";
import { clubForm } from "../club/club-form.js";
import { asking, people } from "../club/club-people.js";
import { clubRefusal, lostText } from "../club/club-words.js";
import { Messages } from "../club/messages.js";
import { notice, noticeButton } from "../club/notice.js";
import { eraser, stranger, waiting } from "../club/strangers.js";
import { tonight } from "../club/tonight.js";
import { TournamentPart } from "../club/tournament-part.js";
import { watchable } from "../club/watchable.js";
import { serverOnly } from "../table/little-table.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { ClubPage as Shown, ClubSelf, Link } from "../schema.d.ts"
 * @import { ClubScene } from "../types.d.ts"
 */

/** Milliseconds between two looks at the club, and at most while the server does not answer. */
const [AGAIN, SELDOM] = [10_000, 60_000];
/** The codes of refusals after which there is nothing to look at any more. */
const FINAL = ["unknown", "closed", "banned"];

/**
 * Show a club; return a function that leaves the page.
 * @param {HTMLElement} root
 * @param {{ [name: string]: string }} places
 */
export async function show(root, { club }) {
  await style("waiting", "club", "form");
  if (isPocket) return void render(serverOnly(_("Clubs")), root);
  const page = new ClubPage(root, club);
  await page.load();
  page.follow();
  return () => page.leave();
}

class ClubPage {
  /**
   * @param {HTMLElement} root
   * @param {string} club
   */
  constructor(root, club) {
    this.root = root;
    this.club = club;
    this.path = `/clubs/${club}`;
    this.isOpen = true;
    /** @type {Shown | null} */
    this.shown = null;
    this.failure = "";
    /** Why a link has not opened a chair. */
    this.problem = "";
    /** @type {(() => Promise<void>) | null} */
    this.erase = null;
    /** The number of looks in a row that have failed. */
    this.tries = 0;
    /** The requests that have been made and not answered yet. */
    this.asked = new Set();
    /** Resolved when the last of them is answered. */
    this.last = Promise.resolve();
    /** The number of changes made here: a look that began before one is out of date. */
    this.changes = 0;
    this.token = codeIn(location.hash, "me");
    this.guest = codeIn(location.hash, "guest");
    // A link in the list of visited pages would open the chair.
    if (location.hash) history.replaceState(history.state, "", at(here()));
    this.redraw = this.redraw.bind(this);
    this.come = this.come.bind(this);
    this.book = new Book(this.path, this.redraw);
    this.messages = new Messages(this.path, this.redraw);
    this.tournament = new TournamentPart(this.path, this.redraw);
  }

  leave() {
    this.isOpen = false;
    this.book.leave();
    this.tournament.leave();
  }

  /** Look at the club again and again, while somebody looks at the page. */
  async follow() {
    while (this.isOpen) {
      await pause(this.tries ? backoff(this.tries, { first: AGAIN / 4, most: SELDOM }) : AGAIN);
      if (this.isOpen && !isHidden()) await this.load();
    }
  }

  /** Look at the club. */
  async load() {
    const { changes } = this;
    try {
      const found = await (this.token ? openChair(this.club, this.token) : get(this.path));
      this.token = null;
      this.tries = 0;
      this.failure = "";
      if (changes === this.changes) this.take(/** @type {Shown} */ (found));
    } catch (error) {
      const { code } = /** @type {ApiError} */ (error);
      if (code === "token") return this.lose(error);
      this.tries += 1;
      this.failure = clubRefusal(error);
      if (FINAL.includes(code)) this.end(code);
    }
    return this.redraw();
  }

  /**
   * The link or the chair is good for nothing any more: look at the club as a stranger.
   * @param {unknown} error
   * @returns {Promise<void>}
   */
  lose(error) {
    const { token } = this;
    this.problem = clubRefusal(error);
    this.token = null;
    dropToken(this.club);
    if (token) this.findFormer(token);
    return this.load();
  }

  /**
   * Somebody who has left the club may take the own name out of the book.
   * @param {string} token
   */
  async findFormer(token) {
    const erase = await eraser(this.path, token);
    if (!erase) return;
    this.erase = async () => {
      try {
        await erase();
        this.erase = null;
        notify(_("Your name is out of the book, and your comments are deleted."));
      } catch (error) {
        notify(clubRefusal(error));
      }
      this.redraw();
    };
    this.redraw();
  }

  /**
   * There is nothing to look at: look no more.
   * @param {string} code
   */
  end(code) {
    if (code !== "banned") forgetClub(this.club);
    this.shown = null;
    this.isOpen = false;
    render(this.drawn(), this.root);
  }

  /** @param {Shown} shown */
  take(shown) {
    if (shown.lost && !this.guest) this.problem ||= lostText(shown.lost);
    if (shown.you) this.problem = "";
    this.shown = shown;
    if (!shown.you) return;
    rememberClub(this.club, shown.name);
    if (shown.you.role === "asking") return;
    this.tournament.follow(shown);
    this.messages.follow();
    if (shown.you.role !== "guest") this.book.follow(shown);
  }

  /**
   * Come as a guest, or ask to be let in.
   * @param {string} name
   */
  async come(name) {
    const { guest } = this;
    const request = newRequest();
    const link = /** @type {Link | undefined} */ (
      await (guest
        ? this.ask("POST", "/guests", { name, code: guest, request })
        : this.ask("POST", "/requests", { name, request }))
    );
    if (!link) return false;
    this.token = link.token;
    this.guest = null;
    await this.load();
    return true;
  }

  /**
   * Send a request after those before it, and say why it is refused; the same request is not sent again meanwhile.
   * @param {string} method
   * @param {string} path
   * @param {object} [body] sent again if the answer is lost and it names its request
   * @param {string} [expected] the code of a refusal that is no surprise
   * @returns {Promise<unknown>} the answer; undefined after a refusal, null after the expected one
   */
  async ask(method, path, body, expected) {
    // The same button pressed twice makes the same request under another name.
    const asked = JSON.stringify([method, path, { ...body, request: "" }]);
    if (this.asked.has(asked)) return undefined;
    this.asked.add(asked);
    const before = this.last;
    let rest = () => {};
    /** @type {Promise<void>} */
    const answered = new Promise((resolve) => {
      rest = () => {
        this.asked.delete(asked);
        resolve();
      };
    });
    this.last = answered;
    await before;
    const send = () => sendRequest(method, this.path + path, body);
    const isRepeatable = method === "GET" || (body !== undefined && "request" in body);
    try {
      const answer = await waitFor(isRepeatable ? withRetries(send) : send(), rest);
      this.changes += 1;
      if (isPage(answer)) this.take(answer);
      return answer;
    } catch (error) {
      const { code } = /** @type {ApiError} */ (error);
      if (code === expected) return null;
      if (code === "token" && this.shown?.you) this.lose(error);
      else notify(clubRefusal(error));
      return undefined;
    } finally {
      rest();
      this.redraw();
    }
  }

  /** Draw the page; if what had the focus is gone, its section gets it. */
  redraw() {
    if (!this.isOpen) return;
    const focused = document.activeElement;
    const section = focused?.closest("section");
    render(this.drawn(), this.root);
    if (section && !focused?.isConnected) section.querySelector("h2")?.focus();
  }

  drawn() {
    const { shown, failure, problem, guest, erase } = this;
    return html`<main class="sheet club">
      <header class="topbar">
        <a class="button icon" href=${at("/clubs")} aria-label=${_("Clubs")}>${icon("back")}</a>
        <h1>${shown?.name ?? _("Club")}</h1>
        ${this.scene?.isHost ? html`${clubForm(this.scene)} ${noticeButton(this.scene)}` : nothing}
      </header>
      <div role="status">${failure ? html`<p class="panel">${failure}</p>` : nothing}</div>
      ${shown && !shown.you ? stranger(guest, problem, this.come, erase) : nothing}
      ${shown?.you?.role === "asking" ? waiting() : nothing}
      ${this.scene ? this.inside(this.scene) : watchable(shown?.tables ?? [])}
    </main>`;
  }

  /** @param {ClubScene} scene */
  inside(scene) {
    return html`${ways(scene)} ${notice(scene)} ${asking(scene)} ${this.tournament.drawn(scene)} ${tonight(scene)}
      ${appointment(scene)}
      ${scene.isGuest ? nothing : this.book.drawn(scene)}
      ${people(scene)}`;
  }

  /**
   * The club as the person sees it who belongs to it; null for others.
   * @returns {ClubScene | null}
   */
  get scene() {
    const { club, shown, redraw, messages } = this;
    if (!shown?.you || shown.you.role === "asking") return null;
    const page = /** @type {Shown & { you: ClubSelf }} */ (shown);
    const { role, member: own } = page.you;
    const members = page.members ?? [];
    const names = new Map(members.map((one) => [one.member, one.name ?? (one.number && numbered(one.number))]));
    return {
      club,
      page,
      members,
      active: members.filter((one) => one.active && one.role !== "asking"),
      isHost: role === "founder" || role === "cohost",
      isFounder: role === "founder",
      isGuest: role === "guest",
      nameOf: (member) => {
        const name = names.get(member) || _("somebody from before");
        return member === own ? _("{name} (you)", { name }) : name;
      },
      ask: (...asked) => this.ask(...asked),
      look: () => this.load(),
      redraw,
      messages,
    };
  }
}

/** @param {number} number of somebody whose name was erased */
const numbered = (number) => _("somebody from before (no. {number})", { number });

/**
 * Render, on a phone, the ways to the parts that are further down.
 * @param {ClubScene} scene
 */
function ways({ isGuest, page }) {
  const parts = [
    ...(page.appointments?.length ? [[".appointment", _("Next evening")]] : []),
    ...(isGuest ? [] : [[".book", _("The book")]]),
    [".people", _("People")],
  ];
  return html`<nav class="ways" aria-label=${_("Contents")}>${parts.map(
    ([part, title]) => html`<button @click=${() => showPart(part)}>${title}</button>`,
  )}</nav>`;
}

/**
 * Scroll to a part of the page and move the focus there.
 * @param {string} part
 */
function showPart(part) {
  const heading = /** @type {HTMLElement} */ (document.querySelector(`.club > ${part} > h2`));
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}

/**
 * Whether an answer is the club as a whole.
 * @param {unknown} answer
 * @returns {answer is Shown}
 */
const isPage = (answer) => typeof answer === "object" && answer !== null && "members" in answer;
