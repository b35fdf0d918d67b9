/** The three who play at the lesson's table. One whose name is the learner's makes room for somebody else. */

import { _ } from "../base/i18n.js";
import { settings } from "../base/settings.js";

/** The names in the texts of the lesson, each with the one that takes its place. */
const RIVALS = { Vroni: "Burgl", Hias: "Lois", Moidl: "Resl" };

/** @param {string} learner */
const called = (learner) =>
  Object.entries(RIVALS).map(([name, other]) => ({
    name,
    now: name.toLowerCase() === learner.toLowerCase() ? other : name,
  }));

/** The names of the seats, the learner's first. */
export const names = () => [_("You"), ...called(settings.name).map(({ now }) => now)];

/**
 * Return a text of the lesson with the names at the table.
 * @param {string} text
 * @param {string} learner the learner's name
 */
export const renamed = (text, learner) =>
  called(learner).reduce((written, { name, now }) => written.replaceAll(name, now), text);
