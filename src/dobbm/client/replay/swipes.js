/** Detects swipes across the table. */

/** Minimum sideways movement of a swipe, in pixels. */
const SWIPE = 40;

/**
 * Call `turn(1)` after a swipe to the left across the table and `turn(-1)` after one to the right. Return a function
 * that stops listening.
 * @param {HTMLElement} root
 * @param {(change: 1 | -1) => void} turn
 */
export function swipes(root, turn) {
  /** @type {PointerEvent | null} */
  let start = null;
  /** @param {PointerEvent} event */
  const down = (event) => (start = /** @type {Element} */ (event.target).closest(".r-felt") ? event : null);
  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!start) return;
    const [right, low] = [event.clientX - start.clientX, event.clientY - start.clientY];
    start = null;
    if (Math.abs(right) > SWIPE && Math.abs(right) > 2 * Math.abs(low)) turn(right < 0 ? 1 : -1);
  };
  root.addEventListener("pointerdown", down);
  root.addEventListener("pointerup", up);
  return () => {
    root.removeEventListener("pointerdown", down);
    root.removeEventListener("pointerup", up);
  };
}
