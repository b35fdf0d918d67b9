/** Holds what an event changes on the screen of a table, and what it makes the page do. */

/** @import { Context, Effect, State } from "../types.d.ts" */

/** A draft of the next state: `state` is a copy whose fields are replaced, never mutated. */
export class Draft {
  /**
   * @param {State} before
   * @param {Context} context
   */
  constructor(before, context) {
    this.state = { ...before };
    this.context = context;
    /** @type {Effect[]} */
    this.effects = [];
  }

  /**
   * Note how many steps of the deal the person has seen.
   * @param {number} steps
   */
  hasSeen(steps) {
    const { state } = this;
    if (state.seen && state.seen.deal === state.latest?.deal) state.seen = { ...state.seen, steps };
  }

  /** @param {string} text */
  announce(text) {
    if (text) this.effects.push({ kind: "announce", text });
  }

  /** @param {string} text */
  notify(text) {
    if (text) this.effects.push({ kind: "notify", text });
  }

  /** @param {Extract<Effect, { kind: "sound" }>["sound"]} sound */
  sound(sound) {
    this.effects.push({ kind: "sound", sound });
  }
}
