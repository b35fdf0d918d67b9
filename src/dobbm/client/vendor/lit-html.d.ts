/** What the page uses of lit-html: templates, and drawing them into an element. */

export interface TemplateResult {
  readonly strings: TemplateStringsArray;
  readonly values: unknown[];
}

/** A template of elements; `unknown` values, because a place takes text, templates and listeners. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
/** A template of what stands within an `svg`. */
export function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
/** Draws nothing; as the value of an attribute it removes the attribute. */
export const nothing: unique symbol;
/** Draw a template into an element, in place of what was drawn there before. */
export function render(value: TemplateResult | typeof nothing, container: HTMLElement): void;
/** What lit-html keeps for its directives. */
export const _$LH: unknown;
