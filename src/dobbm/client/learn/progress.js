/** How far the learner is in a course, as this device remembers it. */

import { listOf, whole } from "../base/checks.js";
import { read, write } from "../base/storage.js";

/**
 * The progress in a course of so many steps.
 * @param {string} course
 * @param {number} count
 */
export function progressIn(course, count) {
  const [here, done] = [`dobbm.${course}`, `dobbm.${course}.solved`];
  const step = whole(0, count - 1);
  // Another window may have solved others.
  const solved = () => new Set(read(done, listOf(step, count)) ?? []);
  return {
    /** The step at which the learner was last, in this window if it has been here before. */
    step: () => read(here, step, "sessionStorage") ?? read(here, step) ?? 0,
    /** @param {number} at */
    reach: (at) => {
      write(here, at, "sessionStorage");
      write(here, at);
    },
    /** @param {number} at */
    solve: (at) => write(done, [...solved().add(at)]),
    /** @param {number} at */
    solved: (at) => solved().has(at),
  };
}
