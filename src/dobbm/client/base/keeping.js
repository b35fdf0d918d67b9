/** Says what this device does not keep, and offers to save a person's work as a file. */

import { hideBanner, showBanner } from "./banner.js";
import { _ } from "./i18n.js";
import { onWrite, unkept } from "./storage.js";

/**
 * A person's work that is kept under a key: what to say if it is not, how to save it as files, and whether anything of it
 * is in neither.
 * @typedef {{ text: string, save: (() => void) | null, isAtStake: boolean }} Work
 */

const BANNER = "storage";

/** @type {Map<string, () => Work>} */
const works = new Map();
let said = "";

/**
 * Look after the work that is kept under a key.
 * @param {string} key
 * @param {() => Work} work
 */
export function lookAfter(key, work) {
  works.set(key, work);
  say();
}

/** Say from now on what this device does not keep, until it keeps everything. */
export function watchStorage() {
  onWrite(say);
  say();
  addEventListener("beforeunload", (event) => {
    if (unkept().some((key) => works.get(key)?.().isAtStake)) event.preventDefault();
  });
}

function say() {
  const keys = unkept();
  const work = keys.map((key) => works.get(key)).find(Boolean)?.();
  const text = keys.length ? work?.text ?? _("This browser takes nothing more to keep: your settings and your tables are forgotten when you close this window.") : "";
  if (text === said) return;
  said = text;
  if (!text) return hideBanner(BANNER);
  showBanner(BANNER, text, work?.save ? [{ label: _("Save as a file"), act: work.save }] : []);
}
