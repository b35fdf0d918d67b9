"""A tournament: an evening with several tables, in rounds of some deals; its state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

Draw: TypeAlias = Literal["lot", "standing", "everybody"]
"""How people are distributed to the tables of a round: by lot, the best to the first table, or so
that everybody meets everybody, as far as possible. The first round is always drawn by lot."""

Results: TypeAlias = tuple[tuple[tuple[str | None, int], ...], ...]
"""For each finished deal of a table and each seat the member who pays, None for a bot, and what the
seat has won in the deal, in Schilling."""
MOST_DEALS_IN_ROUND = 50
"""The largest number of deals in a round."""


class TournamentRound(NamedTuple):
    """A round of a tournament."""

    tables: tuple[str, ...]
    """The identifiers of its tables."""
    seats: tuple[tuple[str | None, ...], ...]
    """For each table the members in its seats, as they were drawn; bots have the last seats."""
    values: tuple[str, ...]
    """The contributions to its decks and to its draw, in the order in which they came."""
    results: tuple[Results, ...]
    """For each table."""


class Tournament(NamedTuple):
    """The state of a tournament; amounts are in Schilling."""

    number: int
    """The number of its first event in the club's stream."""
    by: str
    """The member who has opened it and leads it, as the club's hosts may."""
    deals: int
    """The number of deals in a round."""
    draw: Draw
    duplicate: bool
    """Whether all tables of a round have the same decks."""
    options: Mapping[str, Any]
    """The house rules of its tables."""
    secret: str
    """The club's part of all shuffles and draws: 64 hexadecimal digits, shown at the end."""
    entered: tuple[str, ...] = ()
    """The members and guests who play, in the order in which they came."""
    values: Mapping[str, str] = {}
    """The contributions of all who have ever entered; they stay when people go."""
    rounds: tuple[TournamentRound, ...] = ()
    ended: float | None = None
    """When it ended, in Unix seconds."""

    @property
    def players(self) -> int:
        """The number of seats at each table."""
        return int(self.options["players"])

    @property
    def contributions(self) -> tuple[str, ...]:
        """The contributions to the next round, in the order in which they came."""
        return tuple(value for value in self.values.values() if value)

    @property
    def tables(self) -> Iterator[str]:
        """Yield the tables of all rounds."""
        return (table for round_ in self.rounds for table in round_.tables)

    def sharing(self, table: str) -> tuple[str, ...]:
        """Return the tables of the current round if they share decks and ``table`` is of them."""
        current = self.rounds[-1] if self.rounds and self.duplicate else None
        return current.tables if current and table in current.tables else ()

    @property
    def is_playing(self) -> bool:
        """Whether tables of the last round have deals left."""
        tables = [results for round_ in self.rounds[-1:] for results in round_.results]
        return any(len(results) < self.deals for results in tables)

    def scored(self, table: str, seats: tuple[tuple[str | None, int], ...]) -> Tournament:
        """Return the tournament after another deal at one of its tables."""
        rounds = [
            round_._replace(
                results=tuple(
                    (*results, seats) if one == table else results
                    for one, results in zip(round_.tables, round_.results, strict=True)
                )
            )
            if table in round_.tables
            else round_
            for round_ in self.rounds
        ]
        return self._replace(rounds=tuple(rounds))
