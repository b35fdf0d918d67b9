/**
 * The time on the server, by a clock that nobody sets: this device's may be set right in the middle of a game. Whatever
 * counts down, waits or is compared with a time of the server asks this clock.
 */

/** As many of the server's messages are compared: those that come late show too little. */
const COMPARED = 8;

/**
 * The seconds by which the server is ahead of this page, according to its last messages.
 * @type {number[]}
 */
const heard = [];
/** The present time that the server has told last. */
let told = -Infinity;

/** Return the milliseconds since the page was opened. Some devices do not count those in which they sleep. */
export const elapsed = () => performance.now();

const ahead = () => Math.max(...heard);

/**
 * Learn the server's time, in Unix seconds: the present one, or else (`past`) that of a change, which may be long ago.
 * @param {number} time
 * @param {boolean} [past]
 */
export function hearTime(time, past = false) {
  const difference = time - elapsed() / 1000;
  const idle = past ? heard.length > 0 && difference <= ahead() : time <= told;
  if (!past) told = time;
  if (idle) return;
  heard.push(difference);
  if (heard.length > COMPARED) heard.shift();
}

/** Return the time on the server's clock, in Unix seconds. Until the server is heard, trust this device. */
export const serverTime = () => elapsed() / 1000 + (heard.length ? ahead() : performance.timeOrigin / 1000);
