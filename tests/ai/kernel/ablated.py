"""The search with one of its ideas removed, for ``test_search``.

    XDG_CACHE_HOME=/dev/null python tests/ai/kernel/ablated.py IDEA COUNT SEED

prints the values of every lead of random full deals and the number of positions searched. The
functions behind an idea are replaced before the search is compiled, so the search itself needs no
switches. It must find the same values, but search more positions. Its compiled code must not be
cached.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import numpy as np

from dobbm.ai.code_cache import cache_folder
from dobbm.ai.kernel import bounds, moves, targets, transpositions
from dobbm.ai.kernel.bits import compiled
from dobbm.ai.kernel.bounds import least_points, sure_tricks
from dobbm.ai.kernel.position import (
    HANDS,
    NODES,
    OPEN,
    SCORE,
    SIDE,
    Trick,
    Work,
    all_cards_of,
    new_work,
)
from dobbm.game.cards import points, shuffled
from dobbm.game.tricks import legal_cards


def no_score(_w: Any, _t: Any, _card: int, _case: int, _score: int) -> int:
    return 0


def no_update(_w: Any, _f: int, _i: int, _t: Any, _tricks: int) -> None:
    return


def every_card(work: Work, frame: int, trick: Trick) -> int:
    """List every legal card, in place of ``list_moves``."""
    cards = legal_cards(work[HANDS + trick.seat], trick.led)
    count = 0
    while cards:
        work[frame + count] = cards & -cards
        work[frame + SIDE + count] = OPEN
        work[frame + SCORE + count] = 0
        cards &= cards - 1
        count += 1
    return count


def always_open(_w: Any, _t: Any, _card: int) -> int:
    return OPEN


def anything(_hand: int, _suit: int) -> int:
    """Return what no card can beat, in place of ``strongest``."""
    return 1 << 62


def never_draws(_known: int, _leader: int) -> bool:
    return False


def half_the_points(work: Work) -> int:
    return points(all_cards_of(work)) >> 1


def bisected(_reached: bool, lower: int, upper: int, _step: int, _bracketed: bool) -> int:
    return (lower + upper + 1) // 2


def no_card_bounds(_seat: int, best: int, most: int) -> tuple[int, int, int]:
    return 0, most, best


def no_heart_bounds(_w: Any, _hearts: int) -> int:
    return 0


def no_sure_points(_w: Any, _leader: int, _known: int) -> int:
    return 0


def sure_hearts_only(work: Work, _leader: int, known: int) -> int:
    """Count only hearts and the cheapest cards that fall to them, in place of ``sure_points``."""
    total = known & 0xFF
    for seat in range(1, 4):
        total += least_points(work[HANDS + seat], sure_tricks(known))
    return total


def nothing(_hand: int, _count: int) -> int:
    return 0


def no_probe(
    _t: Any, _key: Any, _pointed: int, _generation: int, lower: int, upper: int
) -> tuple[int, int]:
    return lower, upper


def any_surplus(_more: int, _less: int) -> int:
    """Return so much that a bound holds only for the same points."""
    return 255


IDEAS: dict[str, dict[tuple[ModuleType, str], Callable[..., Any] | int]] = {
    "move ordering": {
        (moves, "ordering_score"): no_score,
        (moves, "update_history"): no_update,
    },
    "groups": {(moves, "list_moves"): every_card},
    "settled tricks": {(moves, "side_after"): always_open, (moves, "strongest"): anything},
    "sure hearts, and what rests on them": {(bounds, "heart_bounds"): no_heart_bounds},
    "cashing": {(bounds, "sure_points"): sure_hearts_only},
    "drawing trumps": {(bounds, "draws_trumps"): never_draws},
    "cheapest cards": {(bounds, "least_points"): nothing},
    "all lower bounds": {(bounds, "sure_points"): no_sure_points},
    "the first guess": {(targets, "first_guess"): half_the_points},
    "the exact step down": {(targets, "next_target"): bisected},
    "the value before the cards": {(targets, "card_bounds"): no_card_bounds},
    "the transposition table": {(transpositions, "probe"): no_probe},
    "bounds for other points": {(transpositions, "surplus"): any_surplus},
    "all but sixteen positions of the transposition table": {(transpositions, "BUCKETS"): 4},
}


def solve_positions(count: int, seed: int) -> dict[str, Any]:
    """The values of all leads of random full deals and the number of positions searched."""
    from dobbm.ai.kernel.search import prepare, value_cards

    rng = Random(seed)
    work, memory, row = new_work(), transpositions.new_table(), np.zeros(8, np.int64)
    values, nodes = [], 0
    for _ in range(count):
        deck = shuffled(rng)
        work[HANDS : HANDS + 4] = [sum(deck[8 * place : 8 * place + 8]) for place in range(4)]
        prepare(work, memory, points(sum(deck[32:])))
        value_cards(work, memory, Trick(0, rng.choice((0, 0, 0, 1, 2, 3))), False, row)
        values.append(row.tolist())
        nodes += int(work[NODES])
    return {"values": values, "nodes": nodes}


if __name__ == "__main__":
    assert cache_folder() is None, "a search with an idea taken out must not be kept"
    removed = {} if sys.argv[1] == "nothing" else IDEAS[sys.argv[1]]
    for (module, name), substitute in removed.items():
        setattr(module, name, compiled(substitute) if callable(substitute) else substitute)
    print(json.dumps(solve_positions(int(sys.argv[2]), int(sys.argv[3]))))
