"""Print a random record without actions.

dobbm deal --seed 7
dobbm deal --players 5 --preset akagiri
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from random import Random, SystemRandom

from dobbm.cli.arguments import add_rules, rules_from, whole_number
from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.game.record import to_record


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--seed", type=int, help="the same number gives the same deal")
    parser.add_argument("--players", type=int, choices=(4, 5), default=4)
    parser.add_argument(
        "--dealer", type=whole_number(0), metavar="SEAT", help="the dealer (default: drawn by lot)"
    )
    parser.add_argument("--must", action="store_true", help="make it a deal of a Mußrunde")
    add_rules(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    rng = SystemRandom() if options.seed is None else Random(options.seed)
    deck = shuffled(rng)
    lot = rng.randrange(options.players)
    deal = Deal.start(
        deck,
        dealer=lot if options.dealer is None else options.dealer,
        players=options.players,
        must=options.must,
        rules=rules_from(options),
    )
    print(json.dumps(to_record(deal)))
    return 0
