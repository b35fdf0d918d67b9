/** The rule sets as the engine has them (docs/rules.md 11); a test holds them together. */

const USUAL = {
  match: 60,
  unit: 1,
  sow_companion: "plain",
  doubling_from: "declarer",
  revokes: "prevented",
  max_doublings: null,
};

/** The options of every rule set, one for each source. */
export const PRESETS = {
  pagat: USUAL,
  wikipedia: { ...USUAL, match: 12, doubling_from: "dealer" },
  gamerules: { ...USUAL, match: 12 },
  akagiri: { ...USUAL, unit: 5 },
};

/** What the sources are called. */
export const SOURCES = {
  pagat: "pagat.com",
  wikipedia: "Wikipedia",
  gamerules: "gamerules.com",
  akagiri: "gamefarm (Akagiri)",
};
