"""The standing of a tournament: Schilling, or the comparison with others who had the same cards."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from dobbm.club.tournament import Tournament, TournamentRound


class Placing(NamedTuple):
    """The score of a member in a tournament."""

    member: str
    amount: int
    """In Schilling."""
    deals: int
    compared: Fraction
    """By how many Schilling the member was better than the mean of the others who had the same
    cards in the same seat; 0 unless all tables have the same decks."""


def standing(tournament: Tournament) -> list[Placing]:
    """Return the scores of all who have played, the best first.

    With the same decks at all tables the comparison decides, which adds up to 0 over all seats,
    those of bots included. A deal counts in it as soon as two tables have finished it.
    """
    scores: dict[str, Placing] = {}
    for round_ in tournament.rounds:
        for table, results in enumerate(round_.results):
            for deal, seats in enumerate(results):
                for seat, (member, amount) in enumerate(seats):
                    if member is not None:
                        before = scores.get(member, Placing(member, 0, 0, Fraction(0)))
                        compared = _compared(round_, table, deal, seat)
                        scores[member] = Placing(
                            member,
                            before.amount + amount,
                            before.deals + 1,
                            before.compared + (compared if tournament.duplicate else 0),
                        )
    return sorted(
        scores.values(),
        key=lambda one: (-one.compared if tournament.duplicate else 0, -one.amount, one.member),
    )


def _compared(round_: TournamentRound, table: int, deal: int, seat: int) -> Fraction:
    """Return what a seat has won in a deal, without the mean of the same seat elsewhere."""
    won = round_.results[table][deal][seat][1]
    others = [*_elsewhere(round_, table, deal, seat)]
    return Fraction(len(others) * won - sum(others), len(others)) if others else Fraction(0)


def _elsewhere(round_: TournamentRound, table: int, deal: int, seat: int) -> Iterator[int]:
    for other, results in enumerate(round_.results):
        if other != table and deal < len(results):
            yield results[deal][seat][1]
