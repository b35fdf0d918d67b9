/** Keeps the focus of a keyboard at a table: on the first place to act, or where the person waits for one. */

/**
 * Milliseconds in which a key does not act on an element that has just been given the focus: it was meant for another.
 */
const SETTLING = 600;

/** Selectors of the places to act, the best first, and of those to wait at when there is nothing to do. */
const ACTING = ["#outcome", ".calls.words button", ".hand .toggles", ".calls button", ".hand .legal"];
const WAITING = [".hand button", ".bar button"];

export class Focus {
  /** @param {HTMLElement} root the element that the table is drawn into */
  constructor(root) {
    this.root = root;
    /**
     * The element that has been given the focus because there was nothing to do.
     * @type {Element | null}
     */
    this.parked = null;
    /**
     * The element that has been given the focus last, and when.
     * @type {{ element: Element | null, at: number }}
     */
    this.moved = { element: null, at: 0 };
    this.wasBetween = false;
  }

  /**
   * Whether an element has been given the focus so lately that a key was meant for another.
   * @param {Element} element
   */
  isNew(element) {
    return element === this.moved.element && performance.now() - this.moved.at <= SETTLING;
  }

  /** Note that the person knows where the focus is. */
  known() {
    this.moved.element = null;
  }

  /**
   * Prepare for the table to be drawn, between two deals or not; return what to do when it is drawn.
   * @param {boolean} between
   */
  prepare(between) {
    const begins = !this.root.querySelector(".table");
    const { activeElement } = document;
    // At first, focus only where a keyboard is likely; on a touchscreen, the focus ring would look like a mark.
    const focused = begins ? !matchMedia("(pointer: coarse)").matches : this.root.contains(activeElement);
    // When the board gives way to the result, or comes back, the focused element goes. If it still had the focus then,
    // the browser would lay out the old page once more.
    if (focused && between !== this.wasBetween)
      /** @type {HTMLElement | null} */ (activeElement?.closest(".own *, .result *"))?.blur();
    this.wasBetween = between;
    return () => {
      // The focused element may be gone, for instance a card just played: focus the next place to act.
      if (focused && (document.activeElement === document.body || document.activeElement === this.parked)) this.move();
      // Without a focus, what the person can do may lie below the fold.
      if (begins && !focused) this.first(ACTING)?.scrollIntoView({ block: "nearest" });
    };
  }

  /**
   * Focus the first place to act; if there is none, a place to wait until there is one or the person moves the focus.
   */
  move() {
    const element = /** @type {HTMLElement | null} */ (this.first(ACTING) ?? this.first(WAITING));
    this.parked = element?.matches(ACTING.join()) ? null : element;
    if (!element || element === document.activeElement) return;
    this.moved = { element, at: performance.now() };
    // To scroll, the browser lays out the page: in the next frame, which does so anyway.
    element.focus({ preventScroll: true });
    requestAnimationFrame(() => element.scrollIntoView({ block: "nearest" }));
  }

  /** @param {string[]} places */
  first(places) {
    return places.map((place) => this.root.querySelector(place)).find(Boolean) ?? null;
  }
}
