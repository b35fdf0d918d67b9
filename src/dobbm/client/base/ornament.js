/** Parts that only adorn the page: it is drawn without them until they come, and goes on if they do not. */

import { part } from "./loading.js";

/** @import { Parts } from "../types.d.ts" */

/** @type {Map<string, any>} */
const arrived = new Map();

/**
 * Return a part of the page, or null if it has not come yet: then call `redraw` when it does.
 * @template {keyof Parts} Path
 * @param {Path} path
 * @param {() => void} redraw
 * @returns {Parts[Path] | null}
 */
export function ornament(path, redraw) {
  if (!arrived.has(path))
    part(path).then(
      (loaded) => (arrived.set(path, loaded), redraw()),
      () => undefined,
    );
  return arrived.get(path) ?? null;
}
