"""Which hands suffice for a Dobbm?"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.evaluation import lookup_tables
from dobbm.ai.kernel.evaluation import CELLS
from dobbm.ai.kernel.examples import HAND, POINTS
from dobbm.game.cards import HEARTS, HS, SOWS, CardSet
from dobbm.game.settlement import HALF
from dobbm.studies.report import Finding, Mean
from dobbm.training.examples import play_dobbms

Hands: TypeAlias = NDArray[np.int64]
"""Sets of eight cards."""

QUESTION = (
    "“The heart sow, another heart and another sow, or any three hearts plus a sow are generally "
    "sufficient” for an ordinary game, says pagat. Are they?"
)
METHOD = (
    "Random hands play a Dobbm, whatever they hold: the declarer discards the best four cards by "
    "the lookup tables, and all seats play by the learned policy, without doubling. Won: more than "
    "60 card points. Gain: what each defender pays, in card points."
)


def study_hands(
    deals: int, seed: int, executor: Executor | None, report: Callable[[int], None]
) -> Finding:
    """Play random hands as Dobbms, and compare the hands that pagat names with the others."""
    rows = play_dobbms(
        range(deals),
        seed,
        report,
        executor,
        kept=lookup_tables().kept,
        choices=1,
        strength=np.zeros(CELLS),
    )
    return Finding(
        QUESTION,
        METHOD,
        "gain of a Dobbm, card points from each defender",
        ("% of hands", "% won", "gain"),
        [
            (name, _figures(rows[:, POINTS], chosen))
            for name, chosen in kinds(rows[:, HAND]).items()
        ],
    )


def kinds(hands: Hands) -> dict[str, NDArray[np.bool_]]:
    """Return the kinds of hands that the study compares: which of ``hands`` are of each kind."""
    hearts, sows = count(hands, HEARTS), count(hands, SOWS)
    has_top = hands & HS != 0
    first = has_top & (hearts >= 2) & (sows >= 2)
    # The sow is one more card: with the sow of hearts among three hearts, another sow is needed.
    second = (hearts >= 3) & (sows >= 1) & ((hearts >= 4) | ~has_top | (sows >= 2))
    return {
        "all hands": np.ones(len(hands), np.bool_),
        "heart sow, another heart, another sow": first,
        "three hearts and a sow": second,
        "either": first | second,
        "neither": ~(first | second),
        "neither, three hearts or more": ~(first | second) & (hearts >= 3),
        "neither, two sows or more": ~(first | second) & (sows >= 2),
        "neither, two hearts or fewer, one sow or none": ~(first | second)
        & (hearts <= 2)
        & (sows <= 1),
    }


def count(hands: Hands, cards: CardSet) -> NDArray[np.int64]:
    """Return how many of ``cards`` are in each hand."""
    counts: NDArray[np.int64] = np.bitwise_count(hands & cards).astype(np.int64)
    return counts


def _figures(points: NDArray[np.int64], chosen: NDArray[np.bool_]) -> tuple[Mean, ...]:
    won = points[chosen]
    return (
        Mean.of(chosen).times(100),
        Mean.of(won > HALF).times(100),
        Mean.of(won - HALF),
    )
