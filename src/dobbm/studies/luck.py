"""Luck and skill: how many deals does it take until the better player leads?"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dobbm.game.settlement import settle
from dobbm.studies.playing import Company
from dobbm.studies.report import Finding, Mean
from dobbm.studies.running import Observer, Rows, by_deal

PAIRS = (("simple", "random"), ("trained", "random"), ("trained", "simple"))
"""The better player first; each pair plays every third deck."""
ONE_SIDED = 1.645
"""The 95 % quantile of the normal distribution."""
CERTAINTY = 0.95

FEW = 30
"""So many deals or fewer are counted by resampling, since their sum is far from normal."""
DRAWS, SAMPLES = 10_000, 200
"""How many sums are drawn, and how many samples of the decks the interval takes."""

PAIR, LEADS = 0, slice(1, 3)
"""The columns: which pair it is, and the better player's leads in both deals of a deck."""

QUESTION = "After how many deals does the better of two players lead with a probability of 95 %?"
METHOD = (
    "Two copies of each player sit at a table, side by side with the others. Each deck is dealt "
    "twice: the players change places, because places are worth points. Lead: the payments to the "
    "better player's two seats minus those to the other two, in card points a deal: four times "
    "what a match counts. The number of deals follows from the lead's mean and spread: it is "
    f"(1.645 · spread / mean)². If that is below {FEW}, deals are drawn from those played, again "
    "and again, until 95 % of the sums are positive."
)


def observe_luck(seed: int) -> Observer:
    """Let players of different strength meet."""
    tables = [seated_both_ways(better, other, seed) for better, other in PAIRS]

    def play(number: int) -> tuple[int, ...]:
        deck, pair = divmod(number, len(PAIRS))
        return pair, *tables[pair](deck)

    return by_deal(play)


def seated_both_ways(better: str, other: str, seed: int) -> Callable[[int], tuple[int, int]]:
    """Return a function that deals the deck with a number twice, in both orders of the players.

    It returns the leads of the better player, in card points.
    """
    companies = [Company((better, other) * 2, seed), Company((other, better) * 2, seed)]

    def play(deck: int) -> tuple[int, int]:
        one, two = [settle(company(deck)).payments for company in companies]
        return one[0] + one[2] - one[1] - one[3], two[1] + two[3] - two[0] - two[2]

    return play


def compare_luck(rows: Rows) -> Finding:
    """Compare the better player's lead with its spread."""
    leads = [rows[rows[:, PAIR] == pair, LEADS] for pair in range(len(PAIRS))]
    return Finding(
        QUESTION,
        METHOD,
        "lead of the better player, card points a deal",
        ("deals", "lead"),
        [
            (f"{better} against {other}", (_deals_needed(lead), Mean.of(lead.mean(axis=1))))
            for (better, other), lead in zip(PAIRS, leads, strict=True)
        ],
    )


def _deals_needed(leads: Rows) -> Mean:
    """Return the number of deals after which the sum of the leads is positive with 95 %.

    Its interval is that of the delta method, as far as it is not below 0; its unit is the deck.
    There is no number if the better player does not lead.
    """
    if len(leads) < 2 or leads.mean() <= 0:
        return Mean.of([])
    lead, spread = leads.mean(), leads.std(ddof=1)
    needed = float((ONE_SIDED * spread / lead) ** 2)
    if needed < FEW:
        return _few_deals(leads)
    off = leads - lead
    pull = Mean.of(((off / (spread or 1)) ** 2 - 2 * off / lead).mean(axis=1))
    found = Mean(needed, needed * pull.error, len(leads))
    assert found.interval
    low, high = found.interval
    return found._replace(bounds=(max(0.0, low), high))


def _few_deals(leads: Rows) -> Mean:
    """Return the number of deals after which the lead is positive in 95 % of all draws.

    It is at most ``FEW``. Its interval is that of the bootstrap; its unit is the deck.
    """
    random = np.random.default_rng(0)

    def needed(sample: Rows) -> int:
        sums = random.choice(sample.ravel(), (DRAWS, FEW)).cumsum(axis=1)
        enough = (sums > 0).mean(axis=0) >= CERTAINTY
        return 1 + int(enough.argmax()) if enough.any() else FEW

    again = [needed(random.choice(leads, len(leads))) for _ in range(SAMPLES)]
    low, high = np.quantile(again, (0.025, 0.975))
    return Mean(needed(leads), float(np.std(again)), len(leads), (float(low), float(high)))
