"""Luck and skill: how many deals does it take until the better player leads?"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from math import inf

from dobbm.game.settlement import settle
from dobbm.studies.playing import played
from dobbm.studies.report import Finding, Mean

PAIRS = (("simple", "random"), ("trained", "random"), ("trained", "simple"))
"""The better player first."""
ONE_SIDED = 1.645
"""The 95 % quantile of the normal distribution."""

QUESTION = "After how many deals does the better of two players lead with a probability of 95 %?"
METHOD = (
    "Two copies of each player sit at a table, side by side with the others. Lead: the payments "
    "to the better player's two seats minus those to the other two, in card points a deal. The "
    "number of deals follows from the lead's mean and spread: it is (1.645 · spread / mean)²."
)


def study_luck(
    deals: int, seed: int, executor: Executor | None, report: Callable[[int], None]
) -> Finding:
    """Let two players of different strength meet, and compare their lead with its spread."""
    rows = []
    each = deals // len(PAIRS)
    for index, (better, other) in enumerate(PAIRS):
        leads = []
        for number, deal in enumerate(played((better, other) * 2, range(each), seed, executor)):
            first, second, third, fourth = settle(deal).payments
            leads.append(first + third - second - fourth)
            report(index * each + number + 1)
        lead = Mean.of(leads)
        rows.append((f"{better} against {other}", (_deals_needed(lead), lead)))
    return Finding(
        QUESTION, METHOD, "lead of the better player, card points a deal", ("deals", "lead"), rows
    )


def _deals_needed(lead: Mean) -> Mean:
    """Return the number of deals after which the sum of the leads is positive with 95 %."""
    spread = lead.error * lead.observations**0.5
    return Mean((ONE_SIDED * spread / lead.mean) ** 2 if lead.mean > 0 else inf, 0.0, 1)
