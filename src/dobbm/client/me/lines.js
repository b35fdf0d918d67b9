/** Lines of a file of records, in parts that the server reads at once. */

/** The most lines, and characters of lines, that the server reads at once. */
const [LINES, SIZE] = [50, 14_000];

/** @param {string} line */
export const isTooLong = (line) => line.length > SIZE;

/**
 * Return the lines that are not blank, with their numbers, in parts that the server reads.
 * @param {string[]} lines
 */
export function parts(lines) {
  /** @type {[number: number, line: string][][]} */
  const found = [];
  let size = Infinity;
  for (const [at, line] of lines.entries()) {
    const length = JSON.stringify(line).length;
    if (!line.trim() || isTooLong(line)) continue;
    if (size + length > SIZE || found.at(-1)?.length === LINES) {
      found.push([]);
      size = 0;
    }
    found.at(-1)?.push([at + 1, line]);
    size += length;
  }
  return found;
}
