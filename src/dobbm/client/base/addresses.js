/** Addresses as people share them: chats and mail programs add brackets, full stops, line breaks and tracking. */

/** The parameters of addresses that mean something. */
const PARAMETERS = ["seat"];

/**
 * Mend a path, as `server/links.py` does: each part is its first run of letters, digits, hyphens and underscores.
 * @param {string} path
 */
export function mendedPath(path) {
  const plain = decoded(path)
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "");
  const parts = plain
    .split("/")
    .map((part) => /[\w-]+/.exec(part)?.[0] ?? "")
    .filter(Boolean);
  // Only the words of an address are in lower case; the names of tables have capitals.
  return `/${parts.map((part, at) => (at === 1 ? part : part.toLowerCase())).join("/")}`;
}

/**
 * Mend the parameters of an address: leave out those that others have added.
 * @param {string} search
 */
export function mendedSearch(search) {
  const given = new URLSearchParams(search);
  const kept = PARAMETERS.flatMap((name) => {
    const value = /^\d+/.exec(given.get(name) ?? "")?.[0];
    return value ? [`${name}=${value}`] : [];
  });
  return kept.length ? `?${kept.join("&")}` : "";
}

/** Return the part of the address after the #, without the punctuation around it. */
export const fragment = () =>
  /[\w/-]+/.exec(
    decoded(location.hash)
      .normalize("NFKC")
      .replace(/\p{Cf}/gu, ""),
  )?.[0] ?? "";

/**
 * Mend the part of the address after the #: leave it out if it names neither an element nor one of these places.
 * @param {string[]} [places]
 */
export function mendFragment(places = []) {
  const place = fragment();
  const mended = places.includes(place) || document.getElementById(place) ? `#${place}` : "";
  if (mended !== location.hash) history.replaceState(history.state, "", location.pathname + location.search + mended);
}

/**
 * The code in the address by which a seat moves to this device.
 * @param {string} hash
 */
export const moveCode = (hash) => codeIn(hash, "move");

/**
 * The code that an address has under this name after the #, without a full stop at its end; null if there is none.
 * @param {string} hash
 * @param {"move" | "me" | "guest"} name
 */
export const codeIn = (hash, name) =>
  new RegExp(`\\b${name}=\\s*(\\.?[\\w-]+(?:\\.[\\w-]+)*)`).exec(
    decoded(hash)
      .normalize("NFKC")
      .replace(/\p{Cf}/gu, ""),
  )?.[1] ?? null;

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
