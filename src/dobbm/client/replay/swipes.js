/** Detects swipes across the table. */

import { followDrag } from "../base/drags.js";

/** Minimum sideways movement of a swipe, in pixels. */
const SWIPE = 40;

/**
 * Call `turn(1)` after a swipe to the left across the table and `turn(-1)` after one to the right. Return a function
 * that stops listening.
 * @param {HTMLElement} root
 * @param {(change: 1 | -1) => void} turn
 */
export function swipes(root, turn) {
  /** @param {PointerEvent} start */
  const down = (start) => {
    const felt = /** @type {HTMLElement | null} */ (/** @type {Element} */ (start.target).closest(".r-felt"));
    if (!felt) return;
    followDrag(start, felt, { drop: (end) => swipe(end.clientX - start.clientX, end.clientY - start.clientY) });
  };
  /**
   * @param {number} right
   * @param {number} low
   */
  const swipe = (right, low) => {
    if (Math.abs(right) > SWIPE && Math.abs(right) > 2 * Math.abs(low)) turn(right < 0 ? 1 : -1);
  };
  root.addEventListener("pointerdown", down);
  return () => root.removeEventListener("pointerdown", down);
}
