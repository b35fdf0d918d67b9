/** How long to wait before something is tried again: longer each time, and not in step with everybody else. */

/**
 * Return the milliseconds to wait after so many tries that have failed. The times of many devices are spread, unless
 * each of them has begun at a time of its own.
 * @param {number} tries
 * @param {{ first?: number, most?: number, spread?: boolean }} [limits]
 */
export function backoff(tries, { first = 500, most = 8000, spread = tries > 0 } = {}) {
  const longest = Math.min(most, first * 2 ** Math.max(0, tries));
  return spread ? longest * (0.6 + 0.4 * Math.random()) : longest;
}

/** Whether nobody looks at the page. */
export const isHidden = () => globalThis.document?.hidden ?? false;

/**
 * Call `work` whenever waiting may have become pointless: the device is online again, or the page is shown again.
 * Return a function that stops this.
 * @param {() => void} work
 */
export function whenBack(work) {
  const shown = () => isHidden() || work();
  /** @param {Event} event */
  const kept = (event) => /** @type {PageTransitionEvent} */ (event).persisted && work();
  const kinds = /** @type {const} */ ([
    ["online", work],
    ["visibilitychange", shown],
    ["resume", shown],
    ["pageshow", kept],
  ]);
  // In the capture phase, because these events belong to the document, and do not always bubble.
  for (const [kind, act] of kinds) globalThis.addEventListener?.(kind, act, true);
  return () => kinds.forEach(([kind, act]) => globalThis.removeEventListener?.(kind, act, true));
}

/**
 * Wait, but no longer than until the device is online again or the page is shown again.
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
export const pause = (milliseconds) =>
  new Promise((resolve) => {
    const end = () => {
      forget();
      clearTimeout(timer);
      resolve();
    };
    const forget = whenBack(end);
    const timer = setTimeout(end, milliseconds);
  });
