"""Duplicate matches of two players over the same decks (docs/protocol.md 3)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from dobbm.actions import Seat
from dobbm.arena.table import Chair, Tally, play_deal
from dobbm.cards import shuffled
from dobbm.deal import Deal
from dobbm.players import PlayerFactory
from dobbm.rules import SOLO, Rules
from dobbm.settlement import HALF, Settlement, settle

SEATS = range(4)
SEATINGS: tuple[tuple[Seat, ...], ...] = tuple(combinations(SEATS, 2))
"""The six ways to give two of the four seats to A; B has the others."""


@dataclass
class Match:
    """A match as far as it has gone."""

    a: str
    b: str
    rules: Rules
    gains: list[float] = field(default_factory=list)
    """For every deck A's mean payment per seat and deal, in card points (match / 60)."""
    thrown_in: int = 0
    """How many deals were thrown in."""
    tally_a: Tally = field(default_factory=Tally)
    tally_b: Tally = field(default_factory=Tally)

    @property
    def mean(self) -> float:
        """The mean of the gains, in card points."""
        return fmean(self.gains)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of the mean, decks being the sample; one has none."""
        if len(self.gains) < 2:
            return None
        reach = 1.96 * stdev(self.gains) / sqrt(len(self.gains))
        return self.mean - reach, self.mean + reach

    @property
    def deals(self) -> int:
        """How many deals have been played."""
        return len(self.gains) * len(SEATINGS)

    def play(
        self, make_a: PlayerFactory, make_b: PlayerFactory, decks: int, seed: int
    ) -> Iterator[None]:
        """Play the match, pausing after every deck.

        Every seat of every seating has a player of its own, which meets every deck once.
        """
        with ExitStack() as stack:

            def chair(make: PlayerFactory, tally: Tally) -> Chair:
                return Chair(stack.enter_context(closing(make())), tally)

            tables = [
                [
                    chair(make_a, self.tally_a)
                    if seat in seats_of_a
                    else chair(make_b, self.tally_b)
                    for seat in SEATS
                ]
                for seats_of_a in SEATINGS
            ]
            for index in range(decks):
                self._play_deck(tables, seed, index)
                yield

    def _play_deck(self, tables: list[list[Chair]], seed: int, index: int) -> None:
        rng = Random(f"{seed} {index}")
        start = Deal.start(shuffled(rng), dealer=rng.choice(SEATS), rules=self.rules)
        # A player's own chance depends on the seed, the deck and the seat alone, so that a player
        # matched against itself does the same in every seating.
        seeds = [Random(f"{seed} {index} {seat}").getrandbits(53) for seat in SEATS]
        gain = 0
        for seats_of_a, table in zip(SEATINGS, tables, strict=True):
            deal = play_deal(start, table, seeds)
            settlement = settle(deal)
            gain += sum(settlement.payments[seat] for seat in seats_of_a)
            self._count(deal, settlement, seats_of_a)
        seats = sum(len(seats_of_a) for seats_of_a in SEATINGS)
        self.gains.append(gain * HALF / (self.rules.match * seats))

    def _count(self, deal: Deal, settlement: Settlement, seats_of_a: tuple[Seat, ...]) -> None:
        if deal.declarer is None:
            self.thrown_in += 1
            return
        tally = self.tally_a if deal.declarer in seats_of_a else self.tally_b
        won = settlement.outcome == "won"
        tally.declared += 1
        tally.won += won
        if deal.contract == SOLO:
            tally.solos += 1
            tally.solos_won += won

    def to_json(self) -> dict[str, Any]:
        """The result as a JSON object."""
        interval = self.interval
        return {
            "a": self.a,
            "b": self.b,
            "decks": len(self.gains),
            "deals": self.deals,
            "mean": self.mean,
            "ci95": list(interval) if interval else [None, None],
            "thrown_in": self.thrown_in,
            "a_declared": _declared(self.tally_a),
            "b_declared": _declared(self.tally_b),
            "faults": {"a": self.tally_a.faults, "b": self.tally_b.faults},
            "seconds_per_action": {
                "a": self.tally_a.seconds / max(1, self.tally_a.actions),
                "b": self.tally_b.seconds / max(1, self.tally_b.actions),
            },
        }


def _declared(tally: Tally) -> dict[str, int]:
    return {
        "deals": tally.declared,
        "won": tally.won,
        "solos": tally.solos,
        "solos_won": tally.solos_won,
    }
