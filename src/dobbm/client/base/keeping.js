/** Says what this device does not keep, and offers to save a person's work as a file. */

import { hideBanner, showBanner } from "./banner.js";
import { _ } from "./i18n.js";
import { SETTINGS } from "./settings.js";
import { missesCookies, playsWithoutCookies } from "./seat-token.js";
import { saveFile } from "./sharing.js";
import { onWrite, putAsideNow, unkept } from "./storage.js";

/** @import { BannerAction } from "./banner.js" */

/**
 * A person's work that is kept under a key: what to say if it is not, how to save it as files, and whether anything of
 * it is in neither.
 * @typedef {{ text: string, save: (() => void) | null, isAtStake: boolean }} Work
 */

const [STORAGE, COOKIES, ASIDE] = ["storage", "cookies", "aside"];

/** @type {Map<string, () => Work>} */
const works = new Map();
/**
 * The texts of the strips, and the labels of their buttons.
 * @type {Map<string, string>}
 */
const said = new Map();
let isDue = false;

/**
 * Look after the work that is kept under these keys.
 * @param {string[]} keys
 * @param {() => Work} work
 */
export function lookAfter(keys, work) {
  keys.forEach((key) => works.set(key, work));
  say();
}

/** Say what is not kept, once for all values that the browser refuses at the same moment. */
export function say() {
  if (isDue) return;
  isDue = true;
  setTimeout(sayNow);
}

function sayNow() {
  isDue = false;
  const keys = unkept();
  const work = keys.map((key) => works.get(key)).find(Boolean)?.();
  const nothingElse = () =>
    _(
      "This browser takes nothing more to keep: your settings and your tables are forgotten when you close this window.",
    );
  const text = keys.length ? (work?.text ?? nothingElse()) : "";
  tell(STORAGE, text, work?.save ? [{ label: _("Save as a file"), act: work.save }] : []);
  const aside = [...putAsideNow()].filter(([key]) => key === SETTINGS || works.has(key));
  const unread = _("This version of the page could not read some of what this device kept, and has put it aside.");
  tell(ASIDE, aside.length ? unread : "", [{ label: _("Save as a file"), act: () => saveTexts(aside) }]);
  const without = _(
    "This browser takes no cookies, or they are gone: you play in this window only, and lose your seat when you close it.",
  );
  const missed = _(
    "The server gives this browser no cookie now: you play in this window only, and lose your seat if you close it. The page keeps asking.",
  );
  tell(COOKIES, missesCookies() ? missed : playsWithoutCookies() ? without : "");
}

/** @param {[key: string, text: string][]} texts */
const saveTexts = (texts) =>
  saveFile(
    new File([JSON.stringify(Object.fromEntries(texts), null, 1)], "dobbm-aside.json", { type: "application/json" }),
  );

/**
 * Show a strip with a text, or none; what a person has dismissed is said again only after it was not true.
 * @param {string} id
 * @param {string} text
 * @param {BannerAction[]} [actions]
 */
function tell(id, text, actions = []) {
  const all = [text, ...actions.map(({ label }) => label)].join("\n");
  if (all === (said.get(id) ?? "")) return;
  said.set(id, all);
  if (text) showBanner(id, text, actions);
  else hideBanner(id);
}

onWrite(say);
addEventListener("beforeunload", (event) => {
  if (unkept().some((key) => works.get(key)?.().isAtStake)) event.preventDefault();
});
