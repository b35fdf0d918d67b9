/** Whether the bots can think here. In a pocket, they need a kernel in WebAssembly, which old devices do not run. */

import { isPocket } from "./place.js";

/** A module with one instruction of SIMD, as the kernel has many. */
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11];
/** A module that catches an exception, as Python does. */
const CATCHING = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11];

/** @param {number[]} module */
const runs = (module) => Boolean(globalThis.WebAssembly?.validate(new Uint8Array(module)));

let thinks = !isPocket || runs(SIMD);

/** Whether this browser can run Python at all. */
export const runsPython = () => runs(CATCHING);

export const canThink = () => thinks;

/** Say that the kernel has not started, for example because the device has too little memory. */
export function thinkNoMore() {
  thinks = false;
}
