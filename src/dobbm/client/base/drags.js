/** Follows a finger or the mouse until it lets go, or until anything comes in between: then nothing is dropped. */

/** When the last drag ended; infinite until its pointer is released. */
let endedAt = -Infinity;
/** Milliseconds after a drag in which a click belongs to it. */
const ECHO = 100;

/**
 * Whether a click only ends a drag.
 * @param {MouseEvent} click
 */
export const endsDrag = (click) => click.detail > 0 && click.timeStamp - endedAt <= ECHO;

/**
 * Follow the pointer that has been pressed. `move(event)` is called for every movement and returns whether it is a drag
 * already, `drop(event)` at the end of a drag, and in any case `end()`. A second finger, another button, Escape,
 * the loss of the window or of the `element` cancel the drag, as the browser may; no click follows then.
 * @param {PointerEvent} down
 * @param {HTMLElement} element
 * @param {{ move?: (event: PointerEvent) => boolean, drop: (event: PointerEvent) => void, end?: () => void }} work
 */
export function followDrag(down, element, { move = () => true, drop, end = () => undefined }) {
  if (down.button !== 0 || !down.isPrimary) return;
  endedAt = -Infinity;
  let [dragged, over] = [false, false];
  /** @type {{ [kind: string]: (event: any) => void }} */
  const kinds = {
    pointermove: (event) => {
      if (event.pointerId !== down.pointerId || over) return;
      // Another button has been pressed, or this one was released out of sight.
      if (event.buttons !== 1) cancel();
      else dragged = move(event) || dragged;
    },
    pointerup: (event) => event.pointerId === down.pointerId && release(event),
    pointercancel: (event) => event.pointerId === down.pointerId && (cancel(), forget()),
    lostpointercapture: (event) => event.pointerId === down.pointerId && cancel(),
    pointerdown: (event) => event !== down && (event.pointerId === down.pointerId ? forget() : cancel()),
    keydown: (event) => event.key === "Escape" && cancel(),
    contextmenu: (event) => {
      event.preventDefault();
      if (down.pointerType === "mouse") cancel();
    },
    blur: (event) => event.target === window && cancel(),
  };
  for (const [kind, act] of Object.entries(kinds)) addEventListener(kind, act, true);

  function cancel() {
    if (over) return;
    over = true;
    endedAt = Infinity;
    end();
  }

  /** @param {PointerEvent} event */
  function release(event) {
    if (over || dragged) endedAt = event.timeStamp;
    if (!over && dragged && element.isConnected) drop(event);
    forget();
  }

  function forget() {
    for (const [kind, act] of Object.entries(kinds)) removeEventListener(kind, act, true);
    if (!over) end();
    over = true;
  }
}
