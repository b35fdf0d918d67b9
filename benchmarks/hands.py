"""Write the deals for measuring the solver: benchmarks/hands/*.jsonl, one record per line.

In each deal, forehand has declared a Dobbm and discarded four legal cards, and must lead. In
``random``, the cards are random; in ``strong``, the declarer has at least four hearts and 30 card
points. ``slow`` has those 40 of 20,000 further strong deals that take the solver the longest. Run
the script as ``python benchmarks/hands.py``.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from heapq import nlargest
from itertools import islice, tee
from pathlib import Path
from random import Random

from dobbm.ai.solver import solve_many
from dobbm.game.cards import HEARTS, CardSet, points, shuffled
from dobbm.game.deal import Deal
from dobbm.game.exchange import COMPANIONS, discards_action, trumps_missing
from dobbm.game.record import from_record, to_record

FOLDER = Path(__file__).parent / "hands"

COUNT = 300
SLOW, AMONG = 40, 20_000


def main() -> None:
    """Write all files of deals."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    seed = parser.parse_args().seed
    write("random", islice(random_deals(seed), COUNT))
    strong = strong_deals(seed)
    write("strong", islice(strong, COUNT))
    write("slow", slowest(islice(strong, AMONG)))


def random_deals(seed: int) -> Iterator[Deal]:
    """Yield an endless series of deals with random hands and discards."""
    return _led_deals(seed, lambda _: True)


def strong_deals(seed: int) -> Iterator[Deal]:
    """Yield an endless series of deals with at least four hearts and 30 points for the declarer."""
    return _led_deals(seed, lambda hand: (hand & HEARTS).bit_count() >= 4 and points(hand) >= 30)


def _led_deals(seed: int, is_wanted: Callable[[CardSet], bool]) -> Iterator[Deal]:
    rng = Random(seed)
    while True:
        deal = Deal.start(shuffled(rng), dealer=3)
        dobb = deal.setup.dobb
        # The cards are random, so discarding the Dobb again is as random as any other choice.
        if is_wanted(deal.hand(0)) and trumps_missing(dobb, COMPANIONS["plain"]) <= 0:
            words = ["dobbm", "weiter", "weiter", "weiter", discards_action(dobb)]
            yield deal.apply_all([*words, "gut", "gut", "gut"])


def slowest(deals: Iterable[Deal]) -> list[Deal]:
    """Return the ``SLOW`` deals that take the most nodes to solve, the slowest first."""
    to_solve, to_keep = tee(deals)
    solved = zip(solve_many(to_solve), to_keep, strict=True)
    slow = nlargest(SLOW, solved, key=lambda pair: pair[0].nodes)
    return [deal for _, deal in slow]


def read(name: str) -> list[Deal]:
    """Return the deals of a file."""
    lines = (FOLDER / f"{name}.jsonl").read_text().splitlines()
    return [from_record(json.loads(line)) for line in lines]


def write(name: str, deals: Iterable[Deal]) -> None:
    """Write a file of deals."""
    lines = [f"{json.dumps(to_record(deal))}\n" for deal in deals]
    (FOLDER / f"{name}.jsonl").write_text("".join(lines))


if __name__ == "__main__":
    main()
