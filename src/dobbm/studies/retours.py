"""When should the declarer answer a Schwacher with retour?"""

from __future__ import annotations

import numpy as np

from dobbm.game.settlement import HALF
from dobbm.players.pimc.doubling import MARGINS
from dobbm.studies.report import Finding, spans
from dobbm.studies.running import Rows
from dobbm.studies.schwacher import AHEAD, DECLARERS, EXPECTED, FACTOR

EDGES = (50, 55, 60, 65, 70, 75)
"""The card points that the declarer expects."""
CAUTIOUS, BOLD = round(MARGINS[0]), 5
"""By how many points a defender must expect to be ahead: for the player pimc, and for one who
doubles more easily."""

QUESTION = "When should the declarer answer a Schwacher with retour?"
METHOD = (
    "The Dobbms of the study schwacher, in which four copies of the player trained bid and play. A "
    f"cautious defender says Schwacher if it expects to be {CAUTIOUS} points ahead, as pimc does, "
    f"a bold one from {BOLD} points, a careless one always. Rows: the card points that the "
    "declarer expects of its hand, by the lookup tables. Gain: what the declarer receives from "
    "each defender in card points, without the doublings. A retour adds it twice more, if nobody "
    "doubles again."
)


def compare_retours(rows: Rows) -> Finding:
    """Compare retours by who has said Schwacher, and by what the declarer expects."""
    rows = rows[rows[:, FACTOR] == 1]
    ahead, expected = rows[:, AHEAD], rows[:, EXPECTED]
    doubling = {
        "cautious": ahead >= CAUTIOUS,
        "bold": ahead >= BOLD,
        "careless": np.ones(len(rows), np.bool_),
    }
    kinds = {
        f"{name}: {span}": said & chosen
        for name, said in doubling.items()
        for span, chosen in {
            "all hands": np.ones(len(rows), np.bool_),
            **{f"{span} points": chosen for span, chosen in spans(expected, EDGES).items()},
        }.items()
    }
    gains = rows[:, DECLARERS] - HALF
    return Finding.by_kind(
        QUESTION,
        METHOD,
        "gain of the declarer, card points from each defender",
        kinds,
        {"% of Dobbms": None, "% declarer wins": gains > 0, "gain": gains},
    )
