/**
 * Offers the pocket edition that lies beside a server when the server cannot be reached, and keeps it on the device for
 * that time. Its tables are others than the server's: people who play alone go to another page.
 */

import { hideBanner, showBanner } from "./banner.js";
import { _ } from "./i18n.js";
import { POCKET, at } from "./place.js";
import { pause, whenBack } from "./retrying.js";

const STRIP = "alone";
/** Milliseconds in which the server must answer. */
const PATIENCE = 5000;
/** Milliseconds for which the connection may be lost before anything is said, and between two looks after that. */
const [SHORT, AGAIN] = [4000, 5000];
/** Least milliseconds before the pocket edition is fetched: what the person looks at comes first. */
const SETTLED = 10_000;

/** Whether the server has been missed, and is being looked for. */
let isMissed = false;

/** Keep the pocket edition on the device, and offer it whenever the server cannot be reached. */
export function begin() {
  const miss = () => look(SHORT);
  addEventListener("unreached", miss);
  addEventListener("offline", miss);
  whenBack(miss);
  // The page itself may have come from the device.
  look(0);
  // People who have arrived together do not all fetch it at once.
  pause(SETTLED * (1 + Math.random()))
    .then(keep)
    .catch(() => undefined);
}

/**
 * Look for the server until it answers; offer to play alone if it does not.
 * @param {number} patience the milliseconds before the first look
 */
async function look(patience) {
  if (isMissed) return;
  isMissed = true;
  await pause(patience);
  let isOffered = false;
  while (!(await answers())) {
    if (!isOffered) isOffered = await offer();
    await pause(AGAIN);
  }
  hideBanner(STRIP);
  isMissed = false;
}

/** Whether the server answers: it, and not the sign-in page of a hotel. */
const answers = () =>
  fetch(at("/manifest.webmanifest"), { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).then(
    ({ ok, headers }) => ok && Boolean(headers.get("Content-Type")?.includes("json")),
    () => false,
  );

/** Offer to play alone, if the device can; return whether it can. */
async function offer() {
  const can = await isKept().catch(() => false);
  if (can) {
    const text = _("The server cannot be reached. Meanwhile, you can play alone: those tables stay on this device.");
    showBanner(STRIP, text, [{ label: _("Play alone"), act: () => location.assign(POCKET) }]);
  }
  return can;
}

/**
 * Return the folder of the pocket edition's own files, of the version that a page of it names.
 * @param {Response | undefined} page
 */
async function folderOf(page) {
  const [folder] = /static\/\w+\//.exec((await page?.text()) ?? "") ?? [];
  if (!folder) throw new Error("no page of a pocket");
  return `${POCKET}${folder}pocket/`;
}

/** Whether the device keeps all that the pocket edition needs. */
export async function isKept() {
  const folder = await folderOf(await caches.match(POCKET));
  const listed = await (await caches.match(`${folder}parts.json`))?.json();
  const isHere = async (/** @type {string} */ name) =>
    (await caches.match(folder + name)) ?? (await caches.match(`${POCKET}pocket/${listed.runtime}/${name}`));
  return (await Promise.all(Object.keys(listed.sizes).map(isHere))).every(Boolean);
}

/** Keep the pocket edition on the device, unless that is to load no more than it needs. */
async function keep() {
  if (/** @type {any} */ (navigator).connection?.saveData) return;
  const how = { signal: AbortSignal.timeout(PATIENCE) };
  const folder = await folderOf(await fetch(POCKET, how));
  // Its service worker keeps the page and what changes with every version.
  await navigator.serviceWorker.register(`${POCKET}sw.js`);
  const { Parts } = await import(`${folder}parts.js`);
  const listed = await (await fetch(`${folder}parts.json`, how)).json();
  const parts = new Parts(listed, () => undefined);
  for (const name of Object.keys(listed.sizes)) {
    if (!parts.address(name).startsWith(location.origin + folder)) await parts.answer(name);
  }
}
