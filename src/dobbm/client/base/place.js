/** Where the page lies: in the root of a site or below any folder, on a server or in a pocket. */

const { edition = "", server = "", privacy } = globalThis.document?.documentElement?.dataset ?? {};

/** Whether the host says who is responsible, so that the start page leads to the page on privacy. */
export const HAS_CONTACT = privacy !== undefined;

/** Whether a worker on this device takes the place of the server: then there are no other people. */
export const isPocket = edition === "pocket";

/** The address of the server beside which this pocket lies; empty if there is none. */
export const SERVER = server;

/** The path of the folder in which the page lies, with a slash at its end; its modules lie in `static/VERSION/`. */
export const HOME = /^(.*\/)static\/[^/]+\/base\/place\.js$/.exec(new URL(import.meta.url).pathname)?.[1] ?? "/";

/** The address of the pocket that lies beside this server; empty if there is none. */
export const POCKET = edition === "both" ? `${HOME}pocket/` : "";

/**
 * Return the key under which something about tables is kept on the device. A page in a folder, such as a pocket, has
 * tables of its own; it shares all else with other pages of the site.
 * @param {string} key
 */
export const ownKey = (key) => (HOME === "/" ? key : key + HOME);

/**
 * Return the address of an own path, such as `/rules#glossary`, at this site.
 * @param {string} path
 */
export const at = (path) => HOME + path.slice(1);

/**
 * Return the whole address of an own path, for other people and devices.
 * @param {string} path
 */
export const linkTo = (path) => location.origin + at(path);

/**
 * Return the own path of an address of this site, as a folder or a file of it, too; any other path as it is.
 * @param {string} [pathname]
 */
export function here(pathname = location.pathname) {
  if (!`${pathname}/`.startsWith(HOME)) return pathname;
  return `/${pathname.slice(HOME.length).replace(/(^|\/)(index\.html)?$/, "")}`;
}

/** Whether the page on screen is that of a table, or of one of its deals. */
export const isAtTable = () => here().startsWith("/t/");
