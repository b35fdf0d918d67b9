/** Swipes over the table. */

/** Pixels that a finger moves sideways in a swipe. */
const SWIPE = 40;

/**
 * Call `turn(change)` when a finger swipes sideways over the table; return a function that stops this.
 * @param {HTMLElement} root
 * @param {(change: 1 | -1) => void} turn
 */
export function swipes(root, turn) {
  /** @type {PointerEvent | null} */
  let begun = null;
  /** @param {PointerEvent} event */
  const down = (event) => (begun = /** @type {Element} */ (event.target).closest(".r-felt") ? event : null);
  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!begun) return;
    const [right, low] = [event.clientX - begun.clientX, event.clientY - begun.clientY];
    begun = null;
    if (Math.abs(right) > SWIPE && Math.abs(right) > 2 * Math.abs(low)) turn(right < 0 ? 1 : -1);
  };
  root.addEventListener("pointerdown", down);
  root.addEventListener("pointerup", up);
  return () => {
    root.removeEventListener("pointerdown", down);
    root.removeEventListener("pointerup", up);
  };
}
