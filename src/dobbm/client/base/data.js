/** The data that the page shares with Python, written by scripts/page_data.py: `make schema`. */

/** @import { RuleOptions } from "../schema.d.ts" */

/** @typedef {"pagat" | "wikipedia" | "gamerules" | "akagiri"} Preset */

/**
 * The options of the rules in each preset.
 * @type {Record<Preset, RuleOptions>}
 */
export const PRESETS = {
  "pagat": {
    "match": 60,
    "unit": 1,
    "sow_companion": "plain",
    "doubling_from": "declarer",
    "revokes": "prevented",
    "max_doublings": null
  },
  "wikipedia": {
    "match": 12,
    "unit": 1,
    "sow_companion": "plain",
    "doubling_from": "dealer",
    "revokes": "prevented",
    "max_doublings": null
  },
  "gamerules": {
    "match": 12,
    "unit": 1,
    "sow_companion": "plain",
    "doubling_from": "declarer",
    "revokes": "prevented",
    "max_doublings": null
  },
  "akagiri": {
    "match": 60,
    "unit": 5,
    "sow_companion": "plain",
    "doubling_from": "declarer",
    "revokes": "prevented",
    "max_doublings": null
  }
};

/**
 * The declarer's card points in the example of a payment.
 * @type {number}
 */
export const EXAMPLE = 72;

/**
 * The words said at the table in Tyrolean, by phase and action.
 * @type {{ [phase: string]: { [action: string]: string } }}
 */
export const SPOKEN = {
  "bidding": {
    "weiter": "weiter",
    "dobbm": "i dob",
    "solo": "Solo"
  },
  "doubling": {
    "gut": "gut",
    "schwacher": "an Schwochn",
    "retour": "retour"
  }
};

/**
 * The declarer's words after the exchange.
 * @type {string}
 */
export const LYING = "i lig";

/**
 * The words for a weiter that accepts a Dobbm.
 * @type {string}
 */
export const CONSENT = "spiel zu";

/**
 * The set phrases of table talk: the text as spoken, and its meaning in English.
 * @type {{ [phrase: string]: [text: string, meaning: string] }}
 */
export const PHRASES = {
  "hello": [
    "Griaß enk!",
    "hello everybody"
  ],
  "good_cards": [
    "Guate Karten!",
    "good cards to everybody"
  ],
  "well_played": [
    "Schian gspielt!",
    "well played"
  ],
  "oops": [
    "Hoppla!",
    "oops, my mistake"
  ],
  "so_it_goes": [
    "Jo mei.",
    "so it goes"
  ],
  "moment": [
    "An Moment!",
    "one moment, please"
  ],
  "your_turn": [
    "Du warsch!",
    "it is your turn"
  ],
  "thanks": [
    "Vergelt's Gott!",
    "thank you"
  ],
  "bye": [
    "Pfiat enk!",
    "goodbye everybody"
  ],
  "up": [
    "👍",
    "thumbs up"
  ],
  "applause": [
    "👏",
    "applause"
  ],
  "laugh": [
    "😀",
    "laughter"
  ],
  "surprise": [
    "😮",
    "surprise"
  ],
  "thinking": [
    "🤔",
    "thinking"
  ],
  "round": [
    "🍺",
    "a round for the table"
  ]
};

/**
 * Seconds in each deal during which the clock waits for a lost connection.
 * @type {number}
 */
export const GRACE = 30.0;

/**
 * Maximum number of seconds for which a person can be away, at a table by post.
 * @type {number}
 */
export const MOST_EXCUSED = 2678400.0;

/**
 * Days ahead on which the absence of a member of a club can begin.
 * @type {number}
 */
export const AHEAD = 366;

/**
 * Maximum number of doublings in a deal.
 * @type {number}
 */
export const MOST_DOUBLINGS = 20;

/**
 * Seconds in which people can answer a question at the table.
 * @type {number}
 */
export const ANSWER = 20.0;

/**
 * The portraits that people may choose.
 * @type {string[]}
 */
export const PORTRAITS = [
  "hat-feather",
  "plaits",
  "moustache",
  "headscarf",
  "spectacles",
  "curls",
  "beard",
  "bonnet",
  "cap",
  "braid-crown",
  "bald",
  "fur-cap"
];

/**
 * The names of the bots: four that are easy-going, four strong ones, four very strong ones.
 * @type {string[]}
 */
export const BOTS = [
  "Lois",
  "Vroni",
  "Hias",
  "Moidl",
  "Sepp",
  "Nanne",
  "Jogl",
  "Burgl",
  "Veit",
  "Resl",
  "Kaspar",
  "Ursula"
];

/**
 * Maximum characters of a name.
 * @type {number}
 */
export const LONGEST_NAME = 30;

/**
 * Maximum characters of a text.
 * @type {number}
 */
export const LONGEST_TEXT = 200;

/**
 * Maximum characters of the notice of a club.
 * @type {number}
 */
export const LONGEST_NOTICE = 500;

/**
 * Number of texts that a table keeps.
 * @type {number}
 */
export const MOST_TEXTS = 100;
