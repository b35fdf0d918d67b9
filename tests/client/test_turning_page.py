"""The card that decided a deal, as the page finds it in the analysis."""

from __future__ import annotations

from typing import Any

import pytest

from client.scripts import Scripts, needs_node

TURNING = """
const { turningPoint } = await import("./game/turning.js");
respond(turningPoint(asked.plays, 0)?.trick ?? null);
"""


def play(seat: int, value: int, others: int | None = None) -> dict[str, Any]:
    """A card after which the declarer, seat 0, makes so many points; another card makes others."""
    values = {"HS": value} | ({} if others is None else {"H6": others})
    return {"seat": seat, "card": "HS", "values": values}


@needs_node
@pytest.mark.parametrize(
    ("plays", "trick"),
    [
        ([play(0, 70), play(1, 70, 80), play(2, 70), play(3, 70)], None),
        ([play(0, 50, 70), play(1, 50), play(2, 50), play(3, 50)], 1),
        ([*[play(seat, 70) for seat in range(4)], play(1, 70, 60)], 2),
        ([play(0, 50, 70), play(1, 70, 50), play(2, 70), play(3, 70), play(0, 40, 66)], 2),
    ],
    ids=["dealt", "the declarer's first lead", "a draw given away", "the last of three"],
)
def test_the_last_card_that_changed_the_winner_decided(
    scripts: Scripts, plays: list[dict[str, Any]], trick: int | None
) -> None:
    assert scripts.run(TURNING, {"plays": plays}) == trick
