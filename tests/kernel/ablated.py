"""The search with one of its ideas taken out, for ``test_search``: prints the values of deals.

    XDG_CACHE_HOME=/dev/null python tests/kernel/ablated.py IDEA COUNT SEED

What an idea does is replaced before the search is compiled, so that the search itself needs no
switches. It must find the same values; it only takes longer. Nothing of it may be kept.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from random import Random
from typing import Any

from dobbm.cards import points, shuffled
from dobbm.kernel import bounds, moves, position, table
from dobbm.kernel.bits import compiled
from dobbm.kernel.cache import cache_folder
from dobbm.kernel.position import HANDS, NODES, OPEN, PROMISE, SIDE, Trick, Work, new_work
from dobbm.tricks import legal_cards


def cards_in_any_order() -> None:
    """No promise, no experience."""

    @compiled
    def promise(_w: Any, _t: Any, _card: int, _side: int, _walls: int) -> int:
        return 0

    @compiled
    def reward(_w: Any, _f: int, _i: int, _t: Any, _tricks: int) -> None:
        return

    moves.promise, moves.reward = promise, reward


def every_card() -> None:
    """No groups: every legal card is tried."""

    @compiled
    def list_moves(work: Work, frame: int, trick: Trick) -> int:
        cards = legal_cards(work[HANDS + trick.seat], trick.led)
        count = 0
        while cards:
            work[frame + count] = cards & -cards
            work[frame + SIDE + count] = OPEN
            work[frame + PROMISE + count] = 0
            cards &= cards - 1
            count += 1
        return count

    moves.list_moves = list_moves


def tricks_always_open() -> None:
    """No card is left out because the trick is settled."""

    @compiled
    def side_after(_w: Any, _t: Any, _card: int) -> int:
        return OPEN

    moves.side_after = position.side_after = side_after


def no_hearts_counted() -> None:
    """No bounds from hearts, and nothing that rests on them."""

    @compiled
    def heart_bounds(_w: Any, _hearts: int) -> int:
        return 0

    bounds.heart_bounds = heart_bounds


def no_cashing() -> None:
    """No lower bound."""

    @compiled
    def sure_points(_w: Any, _leader: int, _known: int) -> int:
        return 0

    bounds.sure_points = sure_points


def no_upper_bound() -> None:
    """Nothing but the points that remain."""

    @compiled
    def most_points(_w: Any, rest: int, _known: int) -> int:
        return rest

    bounds.most_points = most_points


def no_table() -> None:
    """Every position is searched anew."""

    @compiled
    def probe(
        _t: Any, _key: Any, _pointed: int, _generation: int, lower: int, upper: int
    ) -> tuple[int, int]:
        return lower, upper

    table.probe = probe


def no_slack() -> None:
    """A bound holds for the same points only."""

    @compiled
    def surplus(_more: int, _less: int) -> int:
        return 255

    table.surplus = surplus


def hardly_any_table() -> None:
    """Sixteen positions are kept."""
    table.BUCKETS = 4


IDEAS: dict[str, Callable[[], None]] = {
    function.__name__: function
    for function in (
        cards_in_any_order,
        every_card,
        tricks_always_open,
        no_hearts_counted,
        no_cashing,
        no_upper_bound,
        no_table,
        no_slack,
        hardly_any_table,
    )
}


def random_positions(count: int, seed: int) -> list[tuple[list[int], int, int]]:
    """Full hands from the declarer on, the points out of play, and who leads."""
    rng = Random(seed)
    positions = []
    for _ in range(count):
        deck = shuffled(rng)
        hands = [sum(deck[8 * place : 8 * place + 8]) for place in range(4)]
        positions.append((hands, sum(deck[32:]), rng.randrange(4)))
    return positions


def solve_positions(count: int, seed: int) -> dict[str, Any]:
    """The values of so many full deals, and the positions looked at, by the search as it is now."""
    from dobbm.kernel.search import prepare, value

    work, memory = new_work(), table.new_table()
    found, nodes = [], 0
    for hands, out_of_play, leader in random_positions(count, seed):
        work[HANDS : HANDS + 4] = hands
        prepare(work, memory, points(out_of_play))
        found.append(int(value(work, memory, Trick(0, leader), False)))
        nodes += int(work[NODES])
    return {"values": found, "nodes": nodes}


if __name__ == "__main__":
    assert cache_folder() is None, "a search with an idea taken out must not be kept"
    IDEAS[sys.argv[1]]()
    print(json.dumps(solve_positions(int(sys.argv[2]), int(sys.argv[3]))))
