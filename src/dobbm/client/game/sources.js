/** The sources of the rules. */

/** @import { Preset } from "./data.js" */

/**
 * The name of the source of each preset.
 * @type {Record<Preset, string>}
 */
export const SOURCES = {
  pagat: "pagat.com",
  wikipedia: "Wikipedia",
  gamerules: "gamerules.com",
  akagiri: "gamefarm (Akagiri)",
};
