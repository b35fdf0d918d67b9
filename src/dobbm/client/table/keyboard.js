/** Carries out what keys mean at a table. */

import { announce, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { isFree, keyOf } from "../base/keys.js";
import { settings } from "../base/settings.js";
import { answerTo } from "./standing.js";

/**
 * @import { Scene, ScreenEvent, State } from "../types.d.ts"
 * @import { Focus } from "./focus.js"
 */

/** Selectors of what uses the space bar itself. */
const FIELDS = "input, select, textarea, dialog";

export class Keyboard {
  /**
   * @param {HTMLElement} root the element that the table is drawn into
   * @param {Focus} focus
   * @param {() => State} state
   * @param {() => Scene} scene of a table that is displayed
   * @param {(event: ScreenEvent) => void} dispatch
   */
  constructor(root, focus, state, scene, dispatch) {
    this.root = root;
    this.focus = focus;
    this.state = state;
    this.scene = scene;
    this.dispatch = dispatch;
    /** Whether the space bar has done its work before it is released. */
    this.spent = false;
    this.press = this.press.bind(this);
    this.release = this.release.bind(this);
    document.addEventListener("keydown", this.press);
    document.addEventListener("keyup", this.release);
  }

  /** Listen no more. */
  close() {
    document.removeEventListener("keydown", this.press);
    document.removeEventListener("keyup", this.release);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {Element} */ (event.target);
    const key = keyOf(event);
    const presses = ["Enter", " "].includes(key) && target.closest("a, button") !== null;
    // While a trick rests, the space bar takes it away, whatever has the focus.
    const rests = this.state().restingTrick !== null;
    const sweeps = key === " " && (isPlayable(target) || (rests && !target.closest(FIELDS)));
    const early = presses && !event.repeat && !sweeps && this.focus.isNew(target);
    this.spent = early || sweeps;
    // Any other key shows that the person knows where the focus is.
    if (!presses || sweeps) this.focus.known();
    // One press does one thing: a key held down, or pressed twice, would act again on the button that has the focus
    // next.
    if (early || (presses && event.repeat)) event.preventDefault();
    if (early) return notify(_("Too soon: press the key again."));
    if (!isFree(event) || !this.state().displayed) return;
    // Dictated words and accidental touches press keys that type a character: people can turn those off.
    if (key.length === 1 && key !== " " && !settings.keys) return;
    if (key === " " && (target === document.body || sweeps)) this.takeAway(event);
    else if (!event.repeat) this.act(key);
  }

  /**
   * Take a resting trick away.
   * @param {KeyboardEvent} event of the space bar
   */
  takeAway(event) {
    event.preventDefault();
    if (event.repeat) return;
    if (this.state().restingTrick) this.dispatch({ kind: "collect" });
    else if (event.target !== document.body)
      announce(_("Press Enter to play a card; the space bar only takes away a trick."));
  }

  /**
   * Answer what a letter asks, or choose a card by its place.
   * @param {string} key
   */
  act(key) {
    const scene = this.scene();
    const answer = answerTo(key, scene);
    if (answer) notify(answer);
    if (key === "f") scene.hurry(!this.state().fast);
    const cards = /** @type {NodeListOf<HTMLButtonElement>} */ (this.root.querySelectorAll(".hand button"));
    const at = "1234567890".indexOf(key);
    if (at < 0 || !cards[at]) return;
    cards[at].focus();
    scene.choose(cards[at].dataset.card ?? "", { tapped: true });
  }

  /** @param {KeyboardEvent} event */
  release(event) {
    // Firefox clicks a button when the space bar is released.
    if (keyOf(event) === " " && this.spent) event.preventDefault();
  }
}

/**
 * Whether an element is a card in the hand that is played, not put aside for the discard.
 * @param {Element} element
 */
const isPlayable = (element) => element.matches(".hand .held:not(.toggles)");
