/** Which of the bots the person has beaten: a pure fold over sessions. */

import { botNames } from "../game/characters.js";

/** @import { Session } from "./statistics.js" */

/**
 * A bot: in how many sessions the person has beaten it, and the first of them; null if there is none.
 * @typedef {{ name: string, times: number, first: Session | null }} Rival
 */

/**
 * Return all bots, each with the sessions that the person ended ahead of it.
 * @param {Session[]} sessions the newest first
 * @returns {Rival[]}
 */
export function rivals(sessions) {
  /** @type {Map<string, Rival>} */
  const found = new Map(botNames("simple").map((name) => [name, { name, times: 0, first: null }]));
  for (const session of sessions) {
    for (const name of beatenIn(session)) {
      const rival = found.get(name);
      if (rival) [rival.times, rival.first] = [rival.times + 1, session];
    }
  }
  return [...found.values()];
}

/**
 * Return those who have won less than the person in the deals of a session that both have played, a round at least: as
 * many deals as there are players.
 * @param {Session} session
 */
function beatenIn({ deals }) {
  /** @type {Map<string, { round: number, deals: number, lead: number }>} */
  const played = new Map();
  for (const { names, paid, gain } of deals) {
    names.forEach((name, at) => {
      const amount = paid[at] ?? null;
      if (amount === null) return;
      const known = played.get(name) ?? { round: names.length + 1, deals: 0, lead: 0 };
      played.set(name, { ...known, deals: known.deals + 1, lead: known.lead + gain - amount });
    });
  }
  return [...played].flatMap(([name, { round, deals, lead }]) => (deals >= round && lead > 0 ? [name] : []));
}
