"""What does it cost to be forced in a Mußrunde, and when does a Solo catch up there?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.evaluation import solo_points_each
from dobbm.game.rules import DOBBM, SOLO
from dobbm.game.settlement import HALF
from dobbm.studies.report import Finding, spans
from dobbm.studies.running import Rows
from dobbm.studies.solos import AS_DOBBM, AS_SOLO, CARDS_DEALT

EDGES = (30, 40, 50, 60, 70)
"""The card points that the hands are expected to make in a Solo."""
ARREARS = (40, 120, 200)
"""By how many card points the player trails the leader."""
CLOSER = 4
"""The declarer receives its gain from each of three defenders, and the leader is one of them."""

QUESTION = (
    "In a Mußrunde every player must play once. What does that cost, and when should a player who "
    "trails in the last deal say Solo rather than Dobbm?"
)
METHOD = (
    "The deals of the study solos: random hands play the same deal as a Dobbm and as a Solo, "
    "without doubling. Rows: the points that the tables expect of the hand in a Solo. Dobbm, Solo: "
    "what each defender pays, in card points. Ahead of 40: how often the declarer overtakes a "
    "defender who is 40 card points ahead, as the gain counts four times between the two."
)


def compare_forced(rows: Rows) -> Finding:
    """Compare the contracts of forced players, by what their hands promise."""
    expected = solo_points_each(np.ascontiguousarray(rows[:, CARDS_DEALT]))
    kinds = {"all hands": np.ones(len(rows), np.bool_)}
    kinds["fewer than 30 points"] = expected < EDGES[0]
    kinds |= {f"{span} points": chosen for span, chosen in spans(expected, EDGES).items()}
    dobbm = (rows[:, AS_DOBBM] - HALF) * DOBBM.factor
    solo = (rows[:, AS_SOLO] - HALF) * SOLO.factor
    columns: dict[str, NDArray[Any] | None] = {"% of hands": None, "Dobbm": dobbm, "Solo": solo}
    for arrears in ARREARS:
        columns[f"% Dobbm ahead of {arrears}"] = CLOSER * dobbm > arrears
        columns[f"% Solo ahead of {arrears}"] = CLOSER * solo > arrears
    unit = f"Solos that overtake a leader who is {ARREARS[-1]} card points ahead, percent"
    return Finding.by_kind(QUESTION, METHOD, unit, kinds, columns)
