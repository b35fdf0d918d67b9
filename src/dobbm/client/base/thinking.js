/** Whether the bots can think here. In a pocket, they need memory for a kernel in WebAssembly. */

/** A module that catches an exception, as Python does. */
const CATCHING = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11];

let thinks = true;

/** Whether this browser can run Python at all. */
export const runsPython = () => Boolean(globalThis.WebAssembly?.validate(new Uint8Array(CATCHING)));

export const canThink = () => thinks;

/** Say that the kernel has not started, for example because the device has too little memory. */
export function thinkNoMore() {
  thinks = false;
}
