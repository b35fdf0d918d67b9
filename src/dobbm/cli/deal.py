"""Print random records without actions, one per line.

The same seed always gives the same deals.

  dobbm deal --seed 7
  dobbm deal --players 5 --preset akagiri
  dobbm deal --seed 7 --count 100 | dobbm perft --depth 3
  dobbm deal --where "hearts(forehand) >= 4 and points(dealer) < 20"
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from random import SystemRandom
from typing import TYPE_CHECKING

from dobbm.cli.arguments import add_number, add_rules, one_of, rules_from, seed, whole_number
from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.game.json_text import write_json
from dobbm.game.record import to_record
from dobbm.game.seeds import generator

if TYPE_CHECKING:
    from dobbm.conditions import ConditionalDecks


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--seed",
        type=seed,
        metavar="N",
        help="the same number gives the same deals (default: a random one)",
    )
    add_number(parser, "--count", 1, 1, "number of records")
    parser.add_argument(
        "--players", **one_of((4, 5)), default=4, help="the number of players (default: 4)"
    )
    parser.add_argument(
        "--dealer",
        type=whole_number(0),
        metavar="SEAT",
        help="the dealer's seat, from 0 (default: drawn by lot)",
    )
    parser.add_argument(
        "--where",
        metavar="CONDITION",
        help="draw only deals that satisfy it, such as 'hearts(forehand) >= 4' (docs/research.md)",
    )
    parser.add_argument("--must", action="store_true", help="make it a deal of a Mußrunde")
    add_rules(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    rng = SystemRandom() if options.seed is None else generator(options.seed)
    rules = rules_from(options)
    decks = None if options.where is None else _conditional(options)
    for _ in range(options.count):
        deck = decks.draw(rng) if decks else shuffled(rng)
        lot = rng.randrange(options.players)
        deal = Deal.start(
            deck,
            dealer=lot if options.dealer is None else options.dealer,
            players=options.players,
            must=options.must,
            rules=rules,
        )
        print(write_json(to_record(deal)))
    if decks:
        print(f"dobbm: {decks.rate}", file=sys.stderr)
    return 0


def _conditional(options: Namespace) -> ConditionalDecks:
    from dobbm.conditions import Condition, ConditionalDecks  # seldom needed

    return ConditionalDecks(Condition.parse(options.where, options.players))
