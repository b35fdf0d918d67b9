/** Renews a table by what a stream says of a change. */

/**
 * @import { Table } from "../schema.d.ts"
 * @import { Delta } from "../types.d.ts"
 */

/**
 * Return what a table becomes by a delta, as docs/server.md describes it; the table itself stays as it was.
 * @param {Table} table
 * @param {Delta} delta
 * @returns {Table}
 */
export function renewed(table, { lists = {}, gone = [], ...changed }) {
  const after = /** @type {any} */ ({ ...table, ...changed });
  if (table.view && after.view) after.view = { ...table.view, ...changed.view };
  for (const [name, [stay, more]] of Object.entries(lists))
    after.view[name] = [...after.view[name].slice(0, stay), ...more];
  for (const name of gone) delete (name in after ? after : after.view)[name];
  return after;
}
