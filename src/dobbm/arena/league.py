"""Leagues: every player plays a match against every other, all on the same decks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from dobbm.arena.match import Match
from dobbm.arena.standing import Standing
from dobbm.arena.statistics import Estimate, combined
from dobbm.game.arguments import FUNCTION, ORDERED, takes
from dobbm.game.errors import DobbmError, quoted
from dobbm.players import PlayerSource, player_name


class League:
    """The matches of a league so far.

    ``match`` returns the match of two players; all matches must have the same seed and rules.
    Raises ``DobbmError`` unless there are at least two players, all with different names.
    """

    @takes(players=ORDERED, match=FUNCTION)
    def __init__(
        self,
        players: Sequence[PlayerSource],
        match: Callable[[PlayerSource, PlayerSource], Match],
    ) -> None:
        if len(players) < 2:
            raise DobbmError("a league needs at least two players")
        self.players = tuple(map(player_name, players))
        """The players' names."""
        for name in self.players:
            if self.players.count(name) > 1:
                raise DobbmError(f"{quoted(name)} can be in a league only once")
        matches = [match(*pair) for pair in combinations(players, 2)]
        self.standings = {match.names: Standing(match) for match in matches}
        """One standing per pair of names, in the order of ``players``."""

    def gain(self, player: str, other: str) -> Estimate:
        """Return the mean gain of ``player`` over ``other``, in card points per seat and deal.

        Raises ``DobbmError`` unless they play each other, and before the first board.
        """
        if (player, other) in self.standings:
            return self.standings[player, other].gain
        if (other, player) in self.standings:
            return combined([(-1, self.standings[other, player].gain)])
        raise DobbmError(f"{quoted(player)} and {quoted(other)} play no match in this league")

    def against_field(self, player: str) -> Estimate:
        """Return the mean gain of ``player`` over the others, each of whom counts equally."""
        others = [other for other in self.players if other != player]
        return combined([(1 / len(others), self.gain(player, other)) for other in others])

    def ranking(self) -> list[tuple[str, Estimate]]:
        """Return the players, best first, each with its mean gain over the others."""
        field = [(player, self.against_field(player)) for player in self.players]
        return sorted(field, key=lambda place: -place[1].mean)

    def to_json(self) -> dict[str, Any]:
        """Return the league as a JSON object."""
        return {
            "ranking": [
                {"player": player, **estimate.to_json()} for player, estimate in self.ranking()
            ],
            "matches": [standing.to_json() for standing in self.standings.values()],
        }
