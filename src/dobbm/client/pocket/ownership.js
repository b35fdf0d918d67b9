/** Decides which window runs the game: one at a time, even if that one is frozen or hangs. */

/** Milliseconds between two questions to the owner. */
const EVERY = 1000;
/** How many questions in a row the owner may leave without an answer: it may be busy. */
const PATIENCE = 8;

/**
 * The means of a window to become the owner, and to hear that it is no more: the browser's locks, if it has any, with
 * the name of the lock; `ask` asks the owner whether it is there; `repeat` is the browser's `setInterval`.
 * @typedef {{
 *   locks: LockManager | undefined, name: string, version: string, losses: number,
 *   ask: () => void, own: () => void, lose: () => void, repeat: (work: () => void, wait: number) => unknown,
 * }} Means
 */

export class Ownership {
  isOwner = false;
  #takes = false;
  #patience;
  #left;

  /** @param {Means} means `losses` is how often this window has lost the game to another one */
  constructor(means) {
    this.means = means;
    // A device so slow that two windows take the game from each other gets ever more time.
    this.#patience = PATIENCE * 2 ** means.losses;
    // Without locks, only an answer shows that there is an owner.
    this.#left = means.locks ? this.#patience : 1;
  }

  /** Run the game as soon as no other window does. */
  start() {
    this.#hold({});
    this.means.ask();
    this.means.repeat(() => this.#wait(), EVERY);
  }

  /**
   * Hear of the owner; the window that was opened last decides which version of the game runs.
   * @param {string} version
   */
  hear(version) {
    this.#left = this.#patience;
    if (version !== this.means.version && !this.means.losses) this.#take();
  }

  /** Hear that another window has become the owner. */
  yield() {
    if (!this.isOwner) return;
    this.isOwner = false;
    this.means.lose();
  }

  #wait() {
    if (this.isOwner) return;
    if (this.#left) {
      this.#left -= 1;
      this.means.ask();
    } else this.#take();
  }

  #take() {
    if (this.isOwner || this.#takes) return;
    this.#takes = true;
    if (this.means.locks) this.#hold({ steal: true });
    else this.#own();
  }

  /**
   * Own the game as soon as this window has the lock, and no longer.
   * @param {LockOptions} how
   */
  #hold(how) {
    this.means.locks?.request(this.means.name, how, () => this.#own()).catch(() => this.yield());
  }

  /** Own the game until this window closes, or another one takes it. */
  #own() {
    if (!this.isOwner) {
      this.isOwner = true;
      this.means.own();
    }
    return new Promise(() => undefined);
  }
}
