"""The kinds of hands that the study compares."""

from __future__ import annotations

import numpy as np
import pytest

from dobbm.studies import STUDIES
from dobbm.studies.sufficient_hands import kinds
from drawing import cards

FIRST = "heart sow, another heart, another sow"
SECOND = "three hearts and a sow"


@pytest.mark.parametrize(
    ("hand", "first", "second"),
    [
        ("HS6 LS A987 B8", True, False),
        ("HS LS AS A987 B8", False, False),  # no other heart
        ("HS6 LTK A987 B8", False, False),  # no other sow
        ("H987 LS A987 B8", False, True),
        ("HT87 LTK A98 B8", False, False),  # no sow
        ("HS87 LTK A98 B8", False, False),  # the sow is one of the three hearts
        ("HS876 LTK A98", False, True),
        ("HS87 LS A987 B8", True, True),
    ],
)
def test_a_hand_is_sufficient_as_pagat_says(hand: str, *, first: bool, second: bool) -> None:
    found = kinds(np.array([sum(cards(hand))]))
    assert (found[FIRST][0], found[SECOND][0]) == (first, second)
    assert found["either"][0] == (first or second)
    assert found["neither"][0] != found["either"][0]


def test_the_hands_are_all_hands_and_not_the_strong_ones() -> None:
    rows = dict(STUDIES["hands"].run(20_000, seed=3).rows)
    share, _, _ = rows["three hearts and a sow"]
    low, high = share.interval or (0, 0)
    # Three hearts or more, a sow among or beside them: counted over all hands of eight cards.
    assert low < 16.4 < high
    assert rows["either"][2].mean > 10 > 0 > rows["neither"][2].mean
