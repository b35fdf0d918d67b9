"""Which hands suffice for a Dobbm?"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.evaluation import lookup_tables
from dobbm.ai.kernel.evaluation import CELLS
from dobbm.ai.kernel.examples import HAND, POINTS
from dobbm.game.cards import HEARTS, HS, SOWS, CardSet
from dobbm.game.settlement import HALF
from dobbm.studies.report import Finding
from dobbm.studies.running import Observer, Rows
from dobbm.training.examples import dobbm_player

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


def observe_hands(seed: int) -> Observer:
    """Play random hands as Dobbms."""
    play = dobbm_player(seed, lookup_tables().kept, choices=1, strength=np.zeros(CELLS))
    return lambda numbers: play(numbers)[:, (HAND, POINTS)]


def compare_hands(rows: Rows) -> Finding:
    """Compare the hands that pagat names with the others."""
    hands, points = rows.T
    return Finding.by_kind(
        QUESTION,
        METHOD,
        "gain of a Dobbm, card points from each defender",
        kinds(hands),
        {"% of hands": None, "% won": points > HALF, "gain": points - HALF},
    )


def kinds(hands: Hands) -> dict[str, NDArray[np.bool_]]:
    """Return the kinds of hands that the study compares: which of ``hands`` are of each kind."""
    hearts, sows = count(hands, HEARTS), count(hands, SOWS)
    first, second = advised(hands)
    neither = ~(first | second)
    return {
        "all hands": np.ones(len(hands), np.bool_),
        "heart sow, another heart, another sow": first,
        "three hearts and a sow": second,
        "either": first | second,
        "neither": neither,
        "neither, three hearts with the sow": neither & (hearts >= 3) & (hands & HS != 0),
        "neither, three hearts or more, no sow": neither & (hearts >= 3) & (sows == 0),
        "neither, two sows or more": neither & (sows >= 2),
        "neither, two hearts or fewer, one sow or none": neither & (hearts <= 2) & (sows <= 1),
    }


def advised(hands: Hands) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which hands have what pagat names first, and which have what it names second."""
    hearts, sows = count(hands, HEARTS), count(hands, SOWS)
    has_top = hands & HS != 0
    # The sow is one more card: with the sow of hearts among three hearts, another sow is needed.
    second = (hearts >= 3) & (sows >= 1) & ((hearts >= 4) | ~has_top | (sows >= 2))
    return has_top & (hearts >= 2) & (sows >= 2), second


def count(hands: Hands, cards: CardSet) -> NDArray[np.int64]:
    """Return how many of ``cards`` are in each hand."""
    counts: NDArray[np.int64] = np.bitwise_count(hands & cards).astype(np.int64)
    return counts
