/** Checks of values that this version of the page may not have made: stored by another one, or by another hand. */

/**
 * Returns the value if it is as it should be, otherwise undefined.
 * @template Value
 * @typedef {(value: unknown) => Value | undefined} Check
 */

/** @type {Check<boolean>} */
export const flag = (value) => (typeof value === "boolean" ? value : undefined);

/**
 * @param {RegExp} pattern
 * @returns {Check<string>}
 */
export const text = (pattern) => (value) => (typeof value === "string" && pattern.test(value) ? value : undefined);

/**
 * @param {number} least
 * @param {number} most
 * @returns {Check<number>}
 */
export const number = (least, most) => (value) =>
  typeof value === "number" && value >= least && value <= most ? value : undefined;

/**
 * @param {number} least
 * @param {number} most
 * @returns {Check<number>}
 */
export const whole = (least, most) => (value) => (Number.isInteger(value) ? number(least, most)(value) : undefined);

/**
 * @template {string | number} Value
 * @param {readonly Value[]} values
 * @returns {Check<Value>}
 */
export const oneOf =
  (...values) =>
  (value) =>
    values.find((one) => one === value);

/**
 * @template Value
 * @param {Check<Value>} check
 * @returns {Check<Value | null>}
 */
export const orNull = (check) => (value) => (value === null ? null : check(value));

/**
 * Check a list of at most `most` items, of which only the good ones stay.
 * @template Value
 * @param {Check<Value>} check
 * @param {number} most
 * @returns {Check<Value[]>}
 */
export const listOf = (check, most) => (value) =>
  Array.isArray(value)
    ? value
        .slice(0, most)
        .map(check)
        .filter((item) => item !== undefined)
    : undefined;

/**
 * Check an object, of which only the good fields stay.
 * @template {object} Value
 * @param {{ [Name in keyof Value]-?: Check<Value[Name]> }} checks
 * @returns {Check<Partial<Value>>}
 */
export const fields = (checks) => (value) => {
  if (typeof value !== "object" || value === null) return undefined;
  const given = /** @type {{ [name: string]: unknown }} */ (value);
  const names = /** @type {(keyof Value & string)[]} */ (Object.keys(checks)).filter((name) =>
    Object.hasOwn(given, name),
  );
  const found = names
    .map((name) => /** @type {const} */ ([name, checks[name](given[name])]))
    .filter(([, field]) => field !== undefined);
  return /** @type {Partial<Value>} */ (Object.fromEntries(found));
};

/**
 * Check an object that is of no use unless all of its fields are good.
 * @template {object} Value
 * @param {{ [Name in keyof Value]-?: Check<Value[Name]> }} checks
 * @returns {Check<Value>}
 */
export const allOf = (checks) => (value) => {
  const found = fields(checks)(value);
  return found && Object.keys(found).length === Object.keys(checks).length ? /** @type {Value} */ (found) : undefined;
};

/**
 * Check an object with names of any kind, of which the last good fields stay, at most `most`.
 * @template Value
 * @param {Check<Value>} check
 * @param {number} most
 * @returns {Check<{ [name: string]: Value }>}
 */
export const byName = (check, most) => (value) => {
  if (typeof value !== "object" || value === null) return undefined;
  const found = Object.entries(value)
    .slice(-most)
    .map(([name, field]) => /** @type {const} */ ([name, check(field)]));
  return /** @type {{ [name: string]: Value }} */ (
    Object.fromEntries(found.filter(([, field]) => field !== undefined))
  );
};
