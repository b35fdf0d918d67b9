"""What is counted and timed while people play."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import ceil


@dataclass
class Figures:
    """All that a load has measured so far; times in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    """From an action's first request to its answer 200."""
    seen: list[float] = field(default_factory=list)
    """From an action's first request to the stream of each other person who sees it."""
    resumed: list[float] = field(default_factory=list)
    """From asking for a dropped stream again until it has told all that was known by then."""
    actions: int = 0
    """Of people and bots."""
    deals: int = 0
    """Deals that have ended."""
    lost: int = 0
    """Events that a stream has left out."""
    doubled: int = 0
    """Events that a stream has told again."""
    errors: Counter[str] = field(default_factory=Counter)
    """Answers other than 200 and 201, by status and code, and connections that broke."""

    def forget_times(self) -> None:
        """Begin to measure; faults of what came before stay."""
        self.acknowledged, self.seen, self.resumed = [], [], []
        self.actions = self.deals = 0


def in_milliseconds(seconds: list[float]) -> dict[str, float | None]:
    """How many there are, the 50th, 95th and 99th percentile (nearest rank), and the longest.

    >>> in_milliseconds([0.001 * time for time in range(1, 201)])
    {'count': 200, 'p50': 100.0, 'p95': 190.0, 'p99': 198.0, 'most': 200.0}
    """
    ordered = sorted(seconds)
    ranks = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "most": 1.0}
    figures: dict[str, float | None] = {"count": len(ordered)}
    for name, share in ranks.items():
        rank = ceil(share * len(ordered)) - 1
        figures[name] = round(1000 * ordered[rank], 2) if ordered else None
    return figures
