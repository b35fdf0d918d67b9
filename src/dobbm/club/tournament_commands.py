"""The commands of a tournament (see ``club_commands``).

``decide`` raises ``Refusal`` with the code ``tournament`` if it is not the time for something.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from dobbm.club.club_commands import known, verify_active, verify_member
from dobbm.club.club_events import (
    PlayerEntered,
    PlayerWithdrew,
    RoundDrawn,
    TournamentEnded,
    TournamentOpened,
)
from dobbm.club.club_state import Club
from dobbm.club.draw import round_seed, seating
from dobbm.club.tournament import Draw, Tournament
from dobbm.club.tournament_standing import standing
from dobbm.game.shuffle import verify_contribution
from dobbm.table.refusals import Refusal

MOST_PLAYERS = 40
"""Maximum number of people in a tournament."""
MOST_ROUNDS = 40
"""Maximum number of rounds."""
MOST_TOURNAMENTS = 1_000
"""Maximum number of tournaments of a club: its state stays small."""


class OpenTournament(NamedTuple):
    """Open a tournament, for which everybody in the club can enter."""

    by: str
    deals: int
    draw: Draw
    duplicate: bool
    options: Mapping[str, Any]
    secret: str

    def decide(self, club: Club, now: float) -> TournamentOpened:
        """Let members do it, one tournament at a time."""
        verify_member(club, self.by, now)
        if club.tournament:
            raise Refusal("tournament", "another tournament is not over yet")
        if len(club.tournaments) >= MOST_TOURNAMENTS:
            raise Refusal("crowded", f"a club has at most {MOST_TOURNAMENTS} tournaments")
        return TournamentOpened(now, *self)


class Enter(NamedTuple):
    """Play in the tournament from its next round on."""

    by: str
    member: str
    value: str

    def decide(self, club: Club, now: float) -> PlayerEntered | None:
        """Let people enter themselves, and those who lead the tournament everybody.

        Raises ``ShuffleError`` for an invalid contribution.
        """
        tournament = _open(club)
        verify_active(club, self.by, now)
        if self.member != self.by:
            known(club, self.member, now)
            verify_leader(club, tournament, self.by, now)
        verify_active(club, self.member, now)
        if self.value:
            verify_contribution(self.value)
        if self.member in tournament.entered:
            return None
        if len(tournament.entered) >= MOST_PLAYERS:
            raise Refusal("crowded", f"at most {MOST_PLAYERS} people can play")
        return PlayerEntered(now, *self)


class Withdraw(NamedTuple):
    """Play in the tournament no more."""

    by: str
    member: str

    def decide(self, club: Club, now: float) -> PlayerWithdrew | None:
        """Let people do it for themselves, and those who lead the tournament for everybody."""
        tournament = _open(club)
        known(club, self.by, now)
        known(club, self.member, now, even_gone=True)
        if self.member != self.by:
            verify_leader(club, tournament, self.by, now)
        return PlayerWithdrew(now, *self) if self.member in tournament.entered else None


class DrawRound(NamedTuple):
    """Draw the next round."""

    by: str
    number: int
    """The number of the round, from 1, so that a repeated request draws one round only."""
    tables: tuple[str, ...]
    """Identifiers for at least as many tables as the round can have."""
    even_unfinished: bool = False
    """Whether tables that still play do not matter."""

    def decide(self, club: Club, now: float) -> RoundDrawn | None:
        """Let those do it who lead the tournament, when all tables have finished."""
        tournament = _open(club)
        verify_leader(club, tournament, self.by, now)
        if self.number <= len(tournament.rounds):
            return None
        if self.number != len(tournament.rounds) + 1 or self.number > MOST_ROUNDS:
            raise Refusal("tournament", "this is not the next round")
        _verify_finished(tournament, even_unfinished=self.even_unfinished)
        players = players_of(club, tournament, now)
        if len(players) < 2:
            raise Refusal("tournament", "at least two people must play")
        seed = round_seed(tournament.secret, tournament.contributions, self.number)
        places = seating(tournament.draw, players, tournament.players, seed, tournament.rounds)
        tables = [*self.tables[: len(places)]]
        return RoundDrawn(now, self.by, tables, [list(seats) for seats in places])


class EndTournament(NamedTuple):
    """End the tournament."""

    by: str
    even_unfinished: bool = False

    def decide(self, club: Club, now: float) -> TournamentEnded | None:
        """Let those do it who lead the tournament, when all tables have finished."""
        if club.tournaments and club.tournament is None:
            return None
        tournament = _open(club)
        verify_leader(club, tournament, self.by, now)
        _verify_finished(tournament, even_unfinished=self.even_unfinished)
        return TournamentEnded(now, self.by)


def players_of(club: Club, tournament: Tournament, now: float) -> list[str]:
    """Return who plays in the next round, in the order of the standing, newcomers last."""
    playing = [one for one in tournament.entered if club.members[one].is_active(now)]
    places = {score.member: place for place, score in enumerate(standing(tournament))}
    return sorted(playing, key=lambda one: places.get(one, len(places)))


def is_led_by(club: Club, tournament: Tournament, member: str, now: float) -> bool:
    """Return whether a member leads the tournament: who has opened it, and the club's hosts."""
    one = club.members.get(member)
    is_opener = one is not None and one.is_active(now) and member == tournament.by
    return is_opener or club.has_host(member, now)


def verify_leader(club: Club, tournament: Tournament, member: str, now: float) -> None:
    """Raise ``Refusal`` with the code ``role`` unless the member leads the tournament."""
    if not is_led_by(club, tournament, member, now):
        raise Refusal("role", "only who has opened the tournament and the co-hosts may do this")


def _open(club: Club) -> Tournament:
    if club.tournament is None:
        raise Refusal("tournament", "there is no tournament now")
    return club.tournament


def _verify_finished(tournament: Tournament, *, even_unfinished: bool) -> None:
    if tournament.is_playing and not even_unfinished:
        raise Refusal("tournament", "not all tables have finished")
