"""A bot's hints in ``WON``, as the server sent them."""

from __future__ import annotations

from browser.live import Json


def _advice(action: str, payment: float, wins: float, sentence: str, **places: object) -> Json:
    often = {"often": "most of the time", "percent": 75} if "{often}" in sentence else {}
    reason = {"sentence": sentence} | often | places
    return {"action": action, "payment": payment, "spread": 45, "wins": wins, "reason": reason}


LEAD = [
    _advice("AS", -77.88, 0.07, "takes the trick {often}"),
    _advice("B8", -88.86, 0.04, "loses the trick {often}, mainly to {card}", card="BS"),
    _advice("BU", -94.17, 0.05, "loses {points} {often}, mainly to {card}", card="BS", points=2),
    _advice("HT", -140.97, 0.02, "loses {points} to {card} {often}", card="HS", points=10),
]
"""Before the first card."""

_AWAY = "discards {points} and keeps no {suits}"

EXCHANGE = [
    _advice("B8 BU LK LT", 8.25, 0.62, _AWAY, points=16, suits=["B"]),
    _advice("AU B8 BU LT", -2.72, 0.48, _AWAY, points=14, suits=["B"]),
    _advice("B8 BU LK LO", -5.25, 0.46, _AWAY, points=9, suits=["B"]),
    _advice("BU LK LO LT", -17.81, 0.33, _AWAY, points=19, suits=["L"]),
]
"""With twelve cards in the hand."""
