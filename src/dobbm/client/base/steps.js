/** Steps within a page that the browser's Back button undoes: an open dialog, practice that begins in a replay. */

/** @typedef {{ address: string, undo: () => void }} Step */

/** @type {Step[]} */
let steps = [];
/**
 * Changes of the history, one after another: a step back takes a while.
 * @type {Promise<unknown>}
 */
let changes = Promise.resolve();
/**
 * Ends the wait for the step back that this page has asked for.
 * @type {(() => void) | null}
 */
let arrive = null;

/**
 * Add a step; the Back button calls `undo`. Return a function that takes the step away without undoing it.
 * @param {() => void} undo
 */
export function stepIn(undo) {
  const step = { address: location.href, undo };
  steps.push(step);
  changes = changes.then(() => history.pushState(null, "", location.href));
  return () => {
    if (!steps.includes(step)) return;
    steps = steps.filter((one) => one !== step);
    changes = changes.then(stepBack);
  };
}

const stepBack = () =>
  new Promise((resolve) => {
    arrive = () => resolve(undefined);
    history.back();
  });

/** Resolve when the history is as the steps are, so that an address can be added. */
export const settled = () => changes;

/** Undo the last step if the browser has gone back from it; return whether there is nothing more to do. */
export function steppedBack() {
  if (arrive) {
    arrive();
    arrive = null;
    return true;
  }
  const step = steps.pop();
  if (step?.address === location.href) {
    step.undo();
    return true;
  }
  return false;
}

/** Forget all steps, because another page is shown. */
export function forgetSteps() {
  steps = [];
}
