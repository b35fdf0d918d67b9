/** Shows how much of the game has arrived in a pocket, and what keeps it from running. */

import { hideBanner, showBanner } from "../base/banner.js";
import { addStyle, announce, confirmAction, dialog, html, render } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { lookAfter } from "../base/keeping.js";
import { LATE, values } from "../base/loading.js";
import { HOME, isAtTable } from "../base/place.js";
import { go } from "../base/router.js";
import { saveFile } from "../base/sharing.js";
import { lose } from "../base/storage.js";
import { canThink } from "../base/thinking.js";
import { lacks } from "../game/characters.js";
import { isStarted, ready, savesData, start, state } from "./connection.js";
import { dealing } from "./dealing.js";
import { allRows } from "./device.js";
import { Parts } from "./parts.js";

/** @import { Listed } from "./parts.js" */

/** The list of the game's parts, which is made with them. */
const LISTED = "pocket/parts.json";
/** Megabytes of the game, which come once. */
const SIZE = 6;
/** Megabytes that come without a question even if the device should load no more than it needs. */
const LITTLE = 1;
/** The tables, among what the device keeps. */
const TABLES = "tables";
/** The strip that says why there is no game. */
const BROKEN = "broken";
/** The strip that says which bots there are. */
const WEAK = "weak";

/** Whether something has been said about the connection, until it is better. */
let isSaid = false;
/** Whether it has been said that the bots cannot think here. */
let isWeak = false;
/** Whether a table waits for the game. */
let isWaiting = false;

/** Load the game behind the page, and say what becomes of it. */
export async function begin() {
  addEventListener("pocket", hear);
  hear();
  if (!(await megabytesToAskFor())) start();
}

/** Return how many megabytes would come that the person has to allow; 0 if none. */
async function megabytesToAskFor() {
  if (isStarted() || !savesData()) return 0;
  const share = await values(LISTED).then(
    (listed) => new Parts(/** @type {Listed} */ (listed), () => undefined).missing(),
    () => 1,
  );
  return share * SIZE > LITTLE ? Math.ceil(share * SIZE) : 0;
}

function hear() {
  if (state.broken) showBanner(BROKEN, brokenText(), waysOut());
  else hideBanner(BROKEN);
  if (!canThink() && !isWeak) showBanner(WEAK, lacks());
  isWeak = !canThink();
  if (!state.keeps) {
    lose(TABLES);
    lookAfter([TABLES], () => ({ text: unkeptText(), save: null, isAtStake: false }));
  }
  if (state.isStuck && !isSaid) announce(stuckText());
  isSaid = state.isStuck;
  if (isAtTable()) setTimeout(dealAtTable, 2 * LATE);
}

/** Deal the cards where a table is still to be drawn. */
async function dealAtTable() {
  if (isWaiting || !isAtTable() || document.querySelector("#page main")) return;
  isWaiting = true;
  const isThere = await arrived();
  isWaiting = false;
  if (!isThere && isAtTable()) go(HOME);
}

const reload = () => location.reload();

/**
 * Wait until the game can be played; return whether it can. The person is asked before a device loads it that should
 * load no more than it needs, sees the cards being dealt, and may give it up.
 */
export async function arrived() {
  const size = await megabytesToAskFor();
  if (size && !(await asksToLoad(size))) return false;
  start();
  const late = new Promise((resolve) => setTimeout(resolve, LATE / 2));
  await Promise.race([late, ready().catch(() => undefined)]);
  if (!state.isReady && !state.broken) await deal();
  if (state.broken) await sayBroken();
  return state.isReady;
}

async function sayBroken() {
  hideBanner(BROKEN);
  if (await confirmAction(_("There is no game here"), [brokenText()], waysOut()[0].label)) reload();
  hear();
}

/** @param {number} size */
const asksToLoad = (size) =>
  confirmAction(
    _("Load the game?"),
    [_("The game needs about {size} MB once. After that, it works without a connection.", { size })],
    _("Load"),
    _("Not now"),
  );

/** Deal cards until the game has arrived, or the person gives it up. */
async function deal() {
  await addStyle("dealing");
  let [end, draw] = [() => {}, () => {}];
  const look = () => (state.isReady || state.broken ? end() : draw());
  addEventListener("pocket", look);
  const dealt = dialog(_("The cards are being dealt"), (close, redraw) => {
    [end, draw] = [close, redraw];
    return html`${dealing(state.share)}
      <p class="share" role="progressbar" aria-label=${_("Loading the game")} aria-valuenow=${percent()}
        aria-valuetext=${words()}>${words()}</p>
      <div class="row"><button @click=${() => close()}>${_("Cancel")}</button></div>`;
  });
  look();
  await dealt;
  removeEventListener("pocket", look);
}

/**
 * Show in an element how much of the game has arrived; nothing a while after all has.
 * @param {HTMLElement} line
 */
export function watch(line) {
  const draw = () => {
    if (!line.isConnected) return removeEventListener("pocket", draw);
    line.hidden = !isStarted() || Boolean(state.broken);
    line.ariaValueNow = `${percent()}`;
    line.ariaValueText = words();
    line.style.setProperty("--share", `${percent()}%`);
    line.classList.toggle("done", state.isReady);
    return render(html`<span>${words()}</span>`, line);
  };
  addEventListener("pocket", draw);
  draw();
}

const percent = () => Math.floor(100 * state.share);

function words() {
  if (state.isReady) return _("Ready: works without a connection");
  if (state.isStuck) return stuckText();
  return state.share < 1 ? _("{share} % of the game has arrived", { share: percent() }) : _("The game is starting …");
}

const stuckText = () => _("Bad connection: it continues automatically");
/** Whether a newer version has written the tables: the browser has kept an old page. */
const isOld = () => /NewerTables|VersionError/.test(state.broken);
const waysOut = () => [
  { label: isOld() ? _("Reload") : _("Try again"), act: reload },
  ...(isOld() ? [{ label: _("Save as a file"), act: saveRows }] : []),
];

/** Save all that the device keeps of the tables as it is. */
async function saveRows() {
  const lines = (await allRows()).map((line) => `${line}\n`);
  saveFile(new File(lines, "dobbm-tables.jsonl", { type: "application/jsonl" }));
}

const newerText = () =>
  _(
    "A newer version of Dobbm has written the tables on this device. Close all its windows and reload: nothing is lost.",
  );
const brokenText = () => (isOld() ? newerText() : unableText());
const unableText = () =>
  _("This device or this browser cannot run the game. The lesson, the score sheet and the rules work.");
const unkeptText = () => _("This browser keeps no tables: they are lost when you close this window.");
