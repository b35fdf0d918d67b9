/** The sentences of the handbook, written by scripts/page_data.py: `make schema`. */

/** @import { Preset } from "../base/data.js" */

/**
 * A chapter of the handbook: its sentences in English, each with the cases in which it is true.
 * @typedef {{ name: string, title: string, sentences: [string, Cases][] }} Chapter
 */
/** @typedef {{ [name: string]: string[] }} Cases */

/**
 * The title of the handbook for each preset, in English.
 * @type {Record<Preset, string>}
 */
export const TITLES = {
  "pagat": "Dobbm: a summary of the rules, according to pagat.com (John McLeod)",
  "wikipedia": "Dobbm: a summary of the rules, according to Wikipedia",
  "gamerules": "Dobbm: a summary of the rules, according to gamerules.com (Amber Crook)",
  "akagiri": "Dobbm: a summary of the rules, according to Akagiri"
};

/**
 * The chapters of the handbook.
 * @type {Chapter[]}
 */
export const CHAPTERS = [
  {
    "name": "game",
    "title": "The game",
    "sentences": [
      [
        "One player, the declarer, plays alone against three defenders and needs more than 60 of the 120 card points to win. Four people play. With five at the table, the dealer is on holiday (er feiert): no cards and no say, but a share in every payment.",
        {}
      ]
    ]
  },
  {
    "name": "cards",
    "title": "The cards",
    "sentences": [
      [
        "36 Tell cards in hearts, leaves, acorns and bells. From high to low, with their points: sow 11, ten 10, king 4, Ober 3, Unter 2; the nine, eight, seven and six count nothing. Hearts are always trumps. The Weli is just the six of bells.",
        {}
      ]
    ]
  },
  {
    "name": "deal",
    "title": "The deal",
    "sentences": [
      [
        "The first dealer is drawn by lot. The dealer shuffles, and the player on the dealer's right cuts.",
        {}
      ],
      [
        "Deal clockwise, four cards at a time, twice round. The last four go face down in the middle: the Dobb. The declarer of a deal deals the next one.",
        {}
      ]
    ]
  },
  {
    "name": "bidding",
    "title": "The bidding",
    "sentences": [
      [
        "Forehand, on the dealer's left, begins; each player speaks once.",
        {}
      ],
      [
        "\"Weiter\": I pass. \"Dobbm\" (\"i dob\"): I play and exchange with the Dobb; allowed only while nobody has bid. \"Solo\": I play without the Dobb, for double payment; a Solo overbids a Dobbm and ends the bidding.",
        {}
      ],
      [
        "If nobody bids, the cards are thrown in. With four players, the same dealer deals again; with five, the next player deals and gets a Stockerl of {stockerl} Schilling from each of the others.",
        {}
      ],
      [
        "The Stockerl is a compensation: with five, the dealer pays along with the defenders, and the declarer wins more often than not. Normally you deal by choice, because you were the last declarer; after a thrown-in deal, you are forced to.",
        {}
      ]
    ]
  },
  {
    "name": "exchange",
    "title": "The exchange",
    "sentences": [
      [
        "In a Dobbm, the declarer takes up the Dobb without showing it and discards four cards face down.",
        {}
      ],
      [
        "With each sow, a trump that is not a sow must be discarded too, so at most two sows can go.",
        {
          "sow_companion": [
            "plain"
          ]
        }
      ],
      [
        "That the sow of hearts, too, needs another trump with it is how Akagiri, who translated the rules of pagat.com, reads them; pagat.com only asks for a trump with each sow.",
        {
          "sow_companion": [
            "plain"
          ]
        }
      ],
      [
        "No more sows than trumps may be discarded; the sow of hearts counts as both. So at most two sows can go.",
        {
          "sow_companion": [
            "any"
          ]
        }
      ],
      [
        "Akagiri, who translated the rules of pagat.com, reads them otherwise: the sow of hearts, too, needs another trump with it.",
        {
          "sow_companion": [
            "any"
          ]
        }
      ],
      [
        "The four cards out of play count for the declarer at the end, in a Solo too.",
        {}
      ]
    ]
  },
  {
    "name": "doubling",
    "title": "Doubling",
    "sentences": [
      [
        "There is no doubling at this table.",
        {
          "doubling": [
            "none"
          ]
        }
      ],
      [
        "After the declarer's \"i lig\", in a Solo after the bid, the defenders answer in turn, starting on the declarer's left:",
        {
          "doubling": [
            "limited",
            "unlimited"
          ],
          "doubling_from": [
            "declarer"
          ]
        }
      ],
      [
        "After the declarer's \"i lig\", in a Solo after the bid, the defenders answer in turn, starting on the dealer's left:",
        {
          "doubling": [
            "limited",
            "unlimited"
          ],
          "doubling_from": [
            "dealer"
          ]
        }
      ],
      [
        "\"gut\", or \"Schwacher\", which doubles the payment. The declarer answers a Schwacher with \"gut\", or with \"retour\", which doubles it again; then any defender may say retour, then the declarer, and so on.",
        {
          "doubling": [
            "limited",
            "unlimited"
          ]
        }
      ],
      [
        "There is no limit.",
        {
          "doubling": [
            "unlimited"
          ]
        }
      ],
      [
        "The maximum number of doublings is {doublings}.",
        {
          "doubling": [
            "limited"
          ]
        }
      ],
      [
        "Do not give deals away among friends: a declarer and a defender in alliance could cheat the other players by unreasonable doubling. pagat.com did not see it happen, but warns against playing with people whom you do not trust.",
        {
          "doubling": [
            "limited",
            "unlimited"
          ]
        }
      ]
    ]
  },
  {
    "name": "play",
    "title": "The play",
    "sentences": [
      [
        "The declarer leads to the first of the eight tricks; the winner of each trick leads to the next.",
        {}
      ],
      [
        "Follow suit; if you cannot, play a heart; if you have no heart either, play any card. You need not try to win the trick. The highest heart wins; without hearts, the highest card of the suit led wins.",
        {}
      ],
      [
        "The defenders keep their tricks in one pile. During the play you may look back at the tricks of your own side, the declarer also at the discards; in a Solo, nobody looks at the Dobb before the end.",
        {}
      ],
      [
        "A card or discard that breaks these rules is a revoke (verleugnen, laungen). Here it is refused. With real cards, it ends the deal and costs half a Match, {penalty} Schilling, doubled as below. A declarer who revokes pays it to each of the others; if a defender revokes, the declarer receives it from each of the others.",
        {
          "revokes": [
            "prevented"
          ]
        }
      ],
      [
        "A card or discard that breaks these rules is a revoke (verleugnen, laungen). It ends the deal and costs half a Match, {penalty} Schilling, doubled as below. A declarer who revokes pays it to each of the others; if a defender revokes, the declarer receives it from each of the others.",
        {
          "revokes": [
            "penalised"
          ]
        }
      ],
      [
        "The penalty is mild, says pagat.com, and meant for an accident, as in Droggn: nobody may revoke on purpose, in order to lose less.",
        {}
      ]
    ]
  },
  {
    "name": "payment",
    "title": "The payment",
    "sentences": [
      [
        "With more than 60 points, the declarer wins and each defender pays; with fewer, the declarer pays each defender; exactly 60 is a draw (eingestellt). A declarer who takes no trick has no points at all. All eight tricks are a Match, which earns nothing extra.",
        {}
      ],
      [
        "The difference from 60 sets the payment: 60 points cost {match} Schilling, fewer proportionally less,",
        {}
      ],
      [
        "rounded up to whole Schilling.",
        {
          "rounding": [
            "whole"
          ]
        }
      ],
      [
        "rounded up to multiples of {unit} Schilling.",
        {
          "rounding": [
            "multiples"
          ]
        }
      ],
      [
        "A Solo, each Schwacher and each retour then double the payment.",
        {}
      ],
      [
        "For example, {points} points earn {amount} Schilling from each player, {solo} in a Solo.",
        {}
      ]
    ]
  },
  {
    "name": "end",
    "title": "The end",
    "sentences": [
      [
        "Stop after any deal, or agree on a Mußrunde: as many deals as there are players. In each of them, forehand must play a Dobbm or a Solo, and nobody else bids.",
        {}
      ]
    ]
  }
];
