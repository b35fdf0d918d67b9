"""The counts and times of a load test."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import ceil


@dataclass
class Metrics:
    """Everything measured so far; times in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    """From an action's first request to its response 200."""
    seen: list[float] = field(default_factory=list)
    """From an action's first request to its arrival on each other person's stream."""
    resumed: list[float] = field(default_factory=list)
    """From the new request for a dropped stream, or the server's restart if that was later, until
    the stream has sent all events from before the request."""
    actions: int = 0
    """Actions of people and bots."""
    deals: int = 0
    """Finished deals."""
    lost: int = 0
    """Events missing from a stream."""
    doubled: int = 0
    """Events that a stream repeated."""
    errors: Counter[str] = field(default_factory=Counter)
    """Responses other than 200 and 201, by status and error code, and broken connections."""

    def reset_times(self) -> None:
        """Reset times, actions and deals when measuring begins; keep the faults counted so far."""
        self.acknowledged, self.seen, self.resumed = [], [], []
        self.actions = self.deals = 0


def in_milliseconds(seconds: list[float]) -> dict[str, float | None]:
    """Return the count, the 50th, 95th and 99th percentiles (nearest rank), and the maximum.

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
