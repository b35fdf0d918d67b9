"""Shows the tables of a club to its people only, unless the club lets everybody watch."""

from __future__ import annotations

from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING

from fastapi import Request

from dobbm.runtime.runner import TableRunner
from dobbm.server.club_cookies import remembered
from dobbm.server.middleware import token_of
from dobbm.table.refusals import Refusal

if TYPE_CHECKING:  # the pocket edition has no clubs
    from dobbm.club.club_state import Club
    from dobbm.runtime.clubs import Clubs

LENIENT = "handling=lenient"
"""The preference of a caller who wants to watch if the token opens no seat."""
AGAIN = 10.0
"""Seconds after which a right to watch is verified again, if nothing was heard of the club."""


class ClubOnly(Refusal):
    """The refusal to show a table of a club, with the club to whose page people can go."""

    def __init__(
        self,
        club: str,
        code: str = "club",
        why: str = "this table is shown only to the people of its club",
    ) -> None:
        super().__init__(code, why)
        self.club = club


def is_strict(request: Request) -> bool:
    """Return whether a request has a token that must open something."""
    token = token_of(request.headers)
    return bool(token) and LENIENT not in request.headers.get("prefer", "")


class Watch:
    """The right of a caller without a seat to see a table, verified for everything that is sent."""

    def __init__(self, request: Request, runner: TableRunner) -> None:
        self._request = request
        self._table = runner.table.id
        self._club = runner.table.options.club
        self._known = -1
        """The number of changes of clubs when the right was last verified."""
        self._until = 0.0

    async def verify(self) -> None:
        """Raise ``ClubOnly``, or ``Refusal`` with the code ``token`` for a wrong one.

        At a table that shares its decks, the code is ``tournament`` until all tables have played
        them.

        A table of no club is seen by everybody.
        """
        if self._club is None:
            return
        clubs: Clubs = self._request.state.clubs.clubs
        now = clubs.now()
        if self._known == clubs.changes and now < self._until:
            return
        changes = clubs.changes
        try:
            club = await clubs.club(self._club)
        except Refusal as error:
            raise error if error.code == "closed" else ClubOnly(self._club) from None
        until = await self._end(clubs, club)
        if until is None:
            raise ClubOnly(club.id)
        shared = club.tournament.sharing(self._table) if club.tournament else ()
        if club.tournament and shared and club.tournament.is_playing:
            why = "the same cards are still played at other tables"
            raise ClubOnly(club.id, "tournament", why)
        self._known, self._until = changes, min(now + AGAIN, until)

    async def _end(self, clubs: Clubs, club: Club) -> float | None:
        """Return when the right ends; None if there is none."""
        token, strict = token_of(self._request.headers), is_strict(self._request)
        for one in (token, None if strict else remembered(self._request, club.id)):
            with suppress(Refusal):
                if one:
                    return await clubs.welcome_until(club, one)
        if strict:
            raise Refusal("token", "this token opens neither a seat nor a chair in the club")
        return inf if club.watched else None
