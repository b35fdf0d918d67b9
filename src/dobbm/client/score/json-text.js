/** JSON in files that people open. */

/**
 * Return a key that appears twice in one object of a JSON text: readers disagree about which of the two values counts.
 * Return null if there is none, or if the text is no JSON.
 * @param {string} text
 * @returns {string | null}
 */
export function repeatedKey(text) {
  if (!isJson(text)) return null;
  /**
   * The keys of every object, or list, that is open.
   * @type {Set<string>[]}
   */
  const open = [];
  let before = "";
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/g)) {
    if (token === "{" || token === "[") open.push(new Set());
    if (token === "}" || token === "]") open.pop();
    if (token === ":") {
      const key = JSON.parse(before);
      if (open.at(-1)?.has(key)) return key;
      open.at(-1)?.add(key);
    }
    before = token;
  }
  return null;
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
