"""A deal that the device keeps with what the coach has said of the person's mistakes."""

from __future__ import annotations

from typing import Any

from browser.deals import WON
from dobbm.players.decisions import JUDGE

ID = "1a77qst0nfh0k239bcoykw"
"""The name of the deal on a device."""
CODE = (
    "1/pagat/x111/3/BLKIgOTGdbRFNjiJfMZSeECVUQcXAHPahWDY/"
    "lkkkW-L-M-KonSVXaZTUAJIORYGFHbihecjfgQPDCEdNB/njz"
)
"""The deal as a text for an address."""
ENDED = 1_795_690_800
"""Midday of 26 November 2026 in Tyrol, in Unix seconds."""

DISCARD = {
    "action": 4,
    "better": "B8 BU LK LT",
    "cost": 7.98,
    "behind": {
        "B8 BU LK LT": 0.0,
        "B8 BU LO LT": 0.77,
        "BU LK LO LT": 2.37,
        "AU B8 BU LT": 3.07,
        "B8 LK LO LT": 4.28,
        "B8 BU LK LO": 4.78,
        "A7 B8 BU LT": 4.92,
        "A8 B8 BU LT": 4.92,
        "AU LK LO LT": 7.98,
    },
    "reason": {"sentence": "discards {points} and keeps no {suits}", "points": 19, "suits": ["L"]},
    "better_reason": {
        "sentence": "discards {points} and keeps no {suits}",
        "points": 16,
        "suits": ["B"],
    },
}
"""The verdict of ``Coach`` on Vroni's discards in ``WON``."""
LED = {
    "action": 7,
    "better": "A8",
    "cost": 3.2,
    "behind": {"A8": 0.0, "B8": 1.06, "AS": 3.2, "HT": 12.21},
    "reason": {"sentence": "takes the trick {often}", "often": "rarely", "percent": 4},
    "better_reason": {
        "sentence": "loses the trick {often}, mainly to {seat}",
        "often": "rarely",
        "percent": 4,
        "seat": 2,
    },
}
"""A verdict on her first lead."""


def judged(*mistakes: dict[str, Any], **meta: Any) -> dict[str, Any]:
    """Return the record of ``WON``, with these mistakes of Vroni."""
    record: dict[str, Any] = WON.done().view()["record"]
    chances = {"bidding": 1, "exchange": 1, "doubling": 1, "play": 6}
    said = {"judge": JUDGE, "seat": 0, "chances": chances, "lost": {"exchange": 8, "play": 3}}
    about = {"table": "stubai", "session": 1, "deal": 1, "seat": 0, "ended": ENDED}
    return {**record, "meta": {**about, "judged": {**said, "mistakes": [*mistakes]}, **meta}}
