/** A person's own mistakes as exercises: those that are due, and when they come back after an answer. */

import { recordsOf, remark } from "../base/records.js";
import { ownExercise } from "./own-exercise.js";
import { dueOn, returnsAfter } from "./returns.js";

/**
 * @import { OwnExercise } from "./own-exercise.js"
 * @import { Summary } from "./summary.js"
 */

/** The most mistakes that come back at once; the others wait. */
const MOST = 20;

/**
 * Return the mistakes that are due on a day as exercises, the costliest first.
 * @param {Summary[]} deals
 * @param {string} day
 */
export async function ownExercises(deals, day) {
  const due = dueOn(deals, day).slice(0, MOST);
  const records = await recordsOf(due.map(({ id }) => id));
  return due.flatMap(({ id, mistake }, at) => ownExercise(id, records[at], mistake) ?? []);
}

/**
 * Keep with its deal when a mistake comes back after an answer.
 * @param {OwnExercise} exercise
 * @param {boolean} right
 * @param {string} day
 */
export async function keepReturn({ own: { id, mistake } }, right, day) {
  const [record] = await recordsOf([id]);
  if (record) await remark(new Map([[id, returnsAfter(record, mistake, right, day)]]));
}
