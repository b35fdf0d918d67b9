/**
 * Keeps what is drawn true where others change it: translators and extensions replace text nodes, and may take away the
 * comments by which lit-html finds its places.
 *
 * A place whose text was replaced is emptied before another value is drawn there; an element that has lost places is
 * drawn anew as a whole. lit-html's own names below are those that it keeps for its directives.
 */

import { _$LH, nothing, render as draw } from "../vendor/lit-html.js";

/** @import { TemplateResult } from "../vendor/lit-html.js" */

/**
 * A place in a template: the comment before it, the node after it, its value, and the method that sets it.
 * @typedef {{
 *   _$AA: ChildNode,
 *   _$AB: ChildNode | null,
 *   _$AH: unknown,
 *   _$AR: () => void,
 *   _$AI: (value: unknown, ...rest: unknown[]) => void,
 * }} Place
 */

const { prototype } = /** @type {{ I: { prototype: Place } }} */ (_$LH).I;
const set = prototype._$AI;

/** @this {Place} */
prototype._$AI = function (value, ...rest) {
  fence(this);
  const drawn = this._$AH;
  if (isText(drawn)) {
    if (isText(value) && value !== drawn && !isOneText(this)) empty(this);
  } else if (places(drawn).some((place) => isLost(place, this))) empty(this);
  set.call(this, value, ...rest);
};

/**
 * Let a place end at a comment, because a text after it may be replaced, too.
 * @param {Place} place
 */
function fence(place) {
  if (!(place._$AB instanceof Text)) return;
  const end = document.createComment("");
  place._$AB.before(end);
  place._$AB = end;
}

/** @param {Place} place */
function empty(place) {
  place._$AR();
  place._$AH = nothing;
}

/** @param {unknown} value */
const isText = (value) => value !== nothing && (typeof value === "string" || typeof value === "number");

/**
 * The places in what is drawn at a place: a template or a list.
 * @param {unknown} drawn
 * @returns {Place[]}
 */
function places(drawn) {
  if (Array.isArray(drawn)) return drawn;
  const parts = /** @type {{ _$AV?: Place[] } | null | undefined} */ (drawn)?._$AV ?? [];
  return parts.filter((part) => part?._$AA);
}

/**
 * Whether a place has lost its beginning or its end, or has been taken out of the page with what is around it.
 * @param {Place} place
 * @param {Place} around
 */
const isLost = ({ _$AA: start, _$AB: end }, around) =>
  !start.parentNode ||
  (end !== null && end.parentNode !== start.parentNode) ||
  start.isConnected !== around._$AA.isConnected;

/**
 * Whether a place has nothing but one text.
 * @param {Place} place
 */
const isOneText = ({ _$AA: start, _$AB: end }) =>
  start.nextSibling instanceof Text && start.nextSibling.nextSibling === end;

/**
 * Draw a template into an element, in place of what was drawn there before.
 * @param {TemplateResult | typeof nothing} template
 * @param {HTMLElement} root
 */
export function render(template, root) {
  const kept = /** @type {{ _$litPart$?: Place }} */ (/** @type {unknown} */ (root));
  if (kept._$litPart$ && kept._$litPart$._$AA.parentNode !== root) {
    root.replaceChildren();
    delete kept._$litPart$;
  }
  draw(template, root);
}
