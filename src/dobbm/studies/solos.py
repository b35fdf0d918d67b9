"""What must a hand promise for a Solo?"""

from __future__ import annotations

import numpy as np

from dobbm.ai.evaluation import lookup_tables, solo_points_each
from dobbm.ai.kernel.evaluation import CELLS
from dobbm.ai.kernel.examples import HAND, POINTS
from dobbm.game.cards import HEARTS, HS, SOWS
from dobbm.game.rules import DOBBM, SOLO
from dobbm.game.settlement import HALF
from dobbm.studies.report import Finding, spans
from dobbm.studies.running import Observer, Rows
from dobbm.studies.sufficient_hands import count
from dobbm.training.examples import dobbm_player, solo_player

EDGES = (50, 55, 60, 65, 70, 75, 80)
"""The card points that the hands are expected to make in a Solo."""

CARDS_DEALT, AS_DOBBM, AS_SOLO = range(3)
"""The columns: the hand, and the declarer's points in both contracts."""

QUESTION = (
    "“A Solo requires an extremely strong hand, and will usually only be played to outbid another "
    "player”, says pagat. What must a hand promise, so that its Solo pays more than its Dobbm?"
)
METHOD = (
    "Random hands play the same deal as a Dobbm and as a Solo, whatever they hold: the declarer "
    "discards the best four cards by the lookup tables, and all seats play by the learned policy, "
    "without doubling. Rows: the points that the tables expect of the hand in a Solo. Gains are "
    "what each defender pays, in card points; those of the Solo count twice."
)


def observe_solos(seed: int) -> Observer:
    """Play random hands as Dobbms and as Solos."""
    any_hand = np.zeros(CELLS)
    as_dobbm = dobbm_player(seed, lookup_tables().kept, choices=1, strength=any_hand)
    as_solo = solo_player(seed, any_hand)

    def play(numbers: range) -> Rows:
        return np.column_stack([as_dobbm(numbers)[:, (HAND, POINTS)], as_solo(numbers)[:, POINTS]])

    return play


def compare_solos(rows: Rows) -> Finding:
    """Compare the two contracts, by what the hands promise."""
    hands = rows[:, CARDS_DEALT]
    hearts, sows = count(hands, HEARTS), count(hands, SOWS)
    expected = solo_points_each(np.ascontiguousarray(hands))
    kinds = {"all hands": np.ones(len(rows), np.bool_)}
    kinds |= {f"{span} points": chosen for span, chosen in spans(expected, EDGES).items()}
    kinds |= {
        "four hearts with the sow, two other sows": (hearts >= 4) & (hands & HS != 0) & (sows >= 3),
        "five hearts with the sow, another sow": (hearts >= 5) & (hands & HS != 0) & (sows >= 2),
        "six hearts": hearts >= 6,
    }
    dobbm = (rows[:, AS_DOBBM] - HALF) * DOBBM.factor
    solo = (rows[:, AS_SOLO] - HALF) * SOLO.factor
    return Finding.by_kind(
        QUESTION,
        METHOD,
        "a Solo rather than a Dobbm, card points from each defender",
        kinds,
        {
            "% of hands": None,
            "% Solos won": solo > 0,
            "Dobbm": dobbm,
            "Solo": solo,
            "difference": solo - dobbm,
        },
    )
