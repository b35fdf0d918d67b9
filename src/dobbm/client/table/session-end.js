/**
 * The end of a session: the final standing on the slate, everybody's curve, the deals to remember, a picture to share.
 */

import { addStyle, html, nothing, notify } from "../base/dom.js";
import { _, breadth, isolated, list, number, signed } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { part, waitFor } from "../base/loading.js";
import { at } from "../base/place.js";
import { canThink } from "../base/thinking.js";
import { amongPeople } from "../game/among-people.js";
import { courses, memories, sessionLines, short, sum, winners } from "../game/evening.js";
import { namesThen, portraitsThen, seatPortraits } from "../game/seats.js";
import { inShort, paymentInWords } from "../game/short.js";
import { won } from "../game/slate.js";
import { transfers } from "../game/transfers.js";
import { gameText } from "../game/words.js";
import { curve, shortened } from "./curve.js";
import { laurelled } from "./laurel.js";
import { ledgerSlate } from "./ledger.js";
import { faceOrChair } from "./little-table.js";

/**
 * @import { Drawn, On } from "../base/dom.js"
 * @import { Course, Memory } from "../game/evening.js"
 * @import { LedgerLine, Table } from "../schema.d.ts"
 * @import { Transfer } from "../game/transfers.js"
 * @import { Contract, Scene } from "../types.d.ts"
 */

/** Load what this module draws with. */
export const ready = () => addStyle("end");

/** The session whose own play the person looks at. */
let asked = "";
/**
 * Draws it; loaded when somebody asks.
 * @type {typeof import("./session-review.js") | null}
 */
let review = null;

/**
 * The bots beaten for the first time, by session, once they are known.
 * @type {Map<string, string[]>}
 */
const beaten = new Map();

/** The width and height for which the letters of the curves are made; a larger slate enlarges them. */
const [WIDE, HIGH] = [640, 300];
/** The least width and height of a window that shows all deals at once. */
const [ROOMY, LOW] = [700, 480];
/** Fewer deals make no curve. */
const CURVED = 3;
/** The coins of the largest payment. */
const MOST_COINS = 5;

/**
 * Say who has won the most, and how much.
 * @param {Course[]} best
 * @param {Course[]} standing
 */
function outcomeOf(best, standing) {
  if (!best.length)
    return { headline: standing.some(sum) ? _("Nobody has won anything.") : _("Nobody owes anything."), amount: "" };
  const amount = signed(sum(best[0]));
  if (best.length === 1)
    return { headline: _("{name} wins", { name: best[0].name }), amount: _("{amount} Schilling", { amount }) };
  return {
    headline: _("{names} win", { names: list(best.map((one) => one.name)) }),
    amount: _("{amount} Schilling each", { amount }),
  };
}

/**
 * Render those who have won the most, in laurels.
 * @param {Course[]} best
 * @param {(string | null)[]} portraits
 */
const crowned = (best, portraits) => html`<div class="winners" aria-hidden="true">
  ${best.map((one) => laurelled(portrait(one, portraits)))}
</div>`;

/**
 * @param {Course} course
 * @param {(string | null)[]} portraits
 */
const portrait = ({ seat }, portraits) => faceOrChair(seat === null ? null : portraits[seat]);

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
  const { headline, amount } = outcomeOf(best, standing);
  return html`<div class="session-end">
    <div class="sums-up">
      <div class="first">
        <header class="verdict ${best.length ? "won" : ""}" .style=${`--letters: ${breadth(headline)}`}>
          ${best.length ? crowned(present.length ? present : best, portraits) : nothing}
          <div>
            <h2 id="outcome" tabindex="-1">${headline}</h2>
            ${amount ? html`<p class="payment gain">${amount}</p>` : nothing}
            ${firstBeatenLine(scene)}
          </div>
        </header>
        ${finalStanding(standing, portraits)}
      </div>
      ${lesser([settling(standing, portraits, table), toRemember(scene)])}
      ${lines.length >= CURVED ? curves(standing, scene, lines) : nothing}
    </div>
    ${ownPlay(scene)}
    <details class="slate all" ?open=${innerWidth >= ROOMY && innerHeight > LOW}>
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
 * Say whom of the bots the person has beaten for the first time, once it is known.
 * @param {Scene} scene
 */
function firstBeatenLine({ table, redraw }) {
  if (table.seat === null || table.own?.newcomer || table.view?.phase !== "done") return nothing;
  const session = `${table.table} ${table.session}`;
  if (!beaten.has(session)) {
    beaten.set(session, []);
    part("me/first-beaten.js")
      .then(({ firstBeaten }) => firstBeaten(/** @type {Parameters<typeof firstBeaten>[0]} */ (table)))
      .then(
        (names) => (beaten.set(session, names), redraw()),
        // Nothing depends on it.
        () => undefined,
      );
  }
  const names = beaten.get(session) ?? [];
  if (!names.length) return nothing;
  const text = _("For the first time, you end a session ahead of {names}.", { names: list(names) });
  return html`<p class="beaten">${text}</p>`;
}

/**
 * Render what the person's own decisions came to, once somebody asks for it.
 * @param {Scene} scene
 */
function ownPlay(scene) {
  const { table, redraw } = scene;
  if (table.seat === null || !canThink()) return nothing;
  const session = `${table.table} ${table.session}`;
  const toggled = (/** @type {On<HTMLDetailsElement>} */ { target }) => {
    asked = target.open ? session : "";
    if (asked && !review)
      part("table/session-review.js").then(
        (loaded) => ((review = loaded), redraw()),
        () => undefined,
      );
    redraw();
  };
  return html`<details class="slate own-play" .open=${asked === session} @toggle=${toggled}>
    <summary>${_("Your best deal, and your worst mistake")}</summary>
    <div class="slate-face chalked">${asked === session ? review?.sessionReview(scene) : nothing}</div>
  </details>`;
}

/**
 * Render the button for a picture of the session's end, once the deals are known.
 * @param {Scene} scene
 */
export function pictureButton(scene) {
  const lines = sessionLines(scene.table, scene.written);
  const draw = async () => {
    const { sharePicture } = await waitFor(part("table/picture.js"));
    try {
      await sharePicture(scene, courses(scene.table, scene.names, lines));
    } catch {
      notify(_("The picture cannot be drawn here."));
    }
  };
  return lines.length
    ? html`<button class="call signed" @click=${draw}><b>${icon("share")} ${_("A picture to share")}</b></button>`
    : nothing;
}

/**
 * The portrait of a deal's declarer; null for one without.
 * @param {LedgerLine} line
 * @param {Scene} scene
 */
const declarerThen = (line, { table, names }) =>
  line.declarer === null ? null : portraitsThen(line, table, names)[line.declarer];

/** The room on the slate of the curves, in pixels, once it is known; and what draws the page again. */
let [room, redraw] = [{ width: 0, height: 0 }, () => {}];
const observer = new ResizeObserver(([{ contentRect }]) => {
  room = contentRect;
  redraw();
});

/**
 * Render the curves, which fill their slate.
 * @param {Course[]} standing
 * @param {Scene} scene
 * @param {LedgerLine[]} lines
 */
function curves(standing, scene, lines) {
  redraw = scene.redraw;
  requestAnimationFrame(() =>
    document.querySelectorAll(".curves > .slate-face").forEach((slate) => observer.observe(slate)),
  );
  const { width, height } = room;
  const scale = Math.max(1, Math.min(width / WIDE, height / HIGH));
  const declarers = lines.map((line) => declarerThen(line, scene));
  return html`<section class="slate curves" aria-label=${_("Everybody’s winnings, deal by deal")}>
    <div class="slate-face">${
      width
        ? curve(
            standing.filter(({ plays }) => plays),
            declarers,
            width / scale,
            height / scale,
          )
        : nothing
    }</div>
  </section>`;
}

/**
 * @param {Course[]} standing
 * @param {(string | null)[]} portraits
 */
function finalStanding(standing, portraits) {
  /** @param {Course} one */
  const rank = (one) => 1 + standing.filter((other) => other.plays && sum(other) > sum(one)).length;
  return html`<section class="slate final" aria-labelledby="standing">
    <div class="slate-face chalked">
      <h3 id="standing">${_("The final standings")}</h3>
      <table class="chalk">
        <thead class="unseen"><tr><th scope="col">${_("Player")}</th><th scope="col">${_("Schilling")}</th></tr></thead>
        <tbody>
          ${standing.map(
            (one) => html`<tr class=${one.plays ? (rank(one) === 1 ? "leads" : "") : "former"}>
            <th scope="row"><span>${
              one.plays
                ? html`<b class="rank" aria-hidden="true">${number(rank(one))}</b> ${portrait(one, portraits)}`
                : nothing
            } <span>${one.name}</span></span></th>
            <td class=${won(sum(one))}>${signed(sum(one))}</td>
          </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/**
 * Render everything below the standing on one slate; nothing if there is nothing to write.
 * @param {Drawn[]} written
 */
const lesser = (written) =>
  written.every((one) => one === nothing)
    ? nothing
    : html`<div class="slate lesser"><div class="slate-face chalked">${written}</div></div>`;

/**
 * Render who pays whom, each payment as coins on their way from face to face. In a club, what bots have won or lost is
 * nobody's.
 * @param {Course[]} standing
 * @param {(string | null)[]} portraits
 * @param {Table} table
 */
function settling(standing, portraits, { seats, seat: ownSeat, options: { club } }) {
  const amounts = standing.map(sum);
  const bots = standing.map(({ seat, plays }) => (seat === null ? !plays : seats[seat].kind === "bot"));
  const isShared = Boolean(club) && bots.some((bot, at) => bot && amounts[at]);
  const paid = transfers(isShared ? amongPeople(amounts, bots) : amounts);
  const largest = Math.max(...paid.map(({ amount }) => amount));
  const names = standing.map(({ name }) => name);
  const own = standing.findIndex(({ seat }) => seat !== null && seat === ownSeat);
  /** @param {Course} course */
  const called = ({ name, plays }) => (plays ? shortened(name) : name);
  /** @param {Transfer} payment */
  const row = ({ from, to, amount }) => html`<li>
    <span class="unseen">${paymentInWords({ from, to, amount }, names, own)}</span>
    <span class="payer" aria-hidden="true">${portrait(
      standing[from],
      portraits,
    )} <span>${called(standing[from])}</span></span>
    <span class="paying" aria-hidden="true"><span class="stake">${Array.from(
      { length: Math.ceil((MOST_COINS * amount) / largest) },
      () => html`<i></i>`,
    )}</span><b>${number(amount)}</b></span>
    <span class="payee" aria-hidden="true">${portrait(
      standing[to],
      portraits,
    )} <span>${called(standing[to])}</span></span>
  </li>`;
  const rest = isShared
    ? html`<p>${_("Nobody pays or gets what bots have won or lost: the others share the rest.")}</p>`
    : nothing;
  return paid.length
    ? html`<section class="settling" aria-labelledby="paying"><h3
      id="paying">${_("Who pays whom")}</h3><ul>${paid.map(row)}</ul>${rest}</section>`
    : nothing;
}

/** @param {Scene} scene */
function toRemember({ table, names, written }) {
  const { best, worst, doubled } = memories(sessionLines(table, written));
  if (!best && !worst && !doubled) return nothing;
  /**
   * @param {string} label
   * @param {Memory | null} memory
   * @param {(memory: Memory) => string} text
   */
  const entry = (label, memory, text) => {
    if (!memory) return nothing;
    const { line, seat } = memory;
    return html`<li>
      ${faceOrChair(portraitsThen(line, table, names)[seat])}
      <h3>${label}</h3>
      <p><b>${text(memory)}</b> <span>${inShort(short(line), namesThen(line, table, names))}</span></p>
      <a class="button"
        href=${at(`/t/${table.table}/deals/${line.deal}`)}>${_("Deal {number}", { number: line.deal })}</a>
    </li>`;
  };
  /** @param {Memory} memory */
  const paid = ({ line, seat, amount }) => `${isolated(namesThen(line, table, names)[seat])} ${signed(amount)}`;
  return html`<ul class="memories">
    ${entry(_("Best deal"), best, paid)} ${entry(_("Worst deal"), worst, paid)}
    ${entry(_("Biggest doubling"), doubled, ({ line }) =>
      gameText(/** @type {Contract} */ (line.contract), line.doublings),
    )}
  </ul>`;
}
