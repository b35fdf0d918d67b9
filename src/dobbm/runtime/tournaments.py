"""The tournaments of clubs: draws rounds, and opens their tables."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256

from dobbm.club.club_ids import person_at
from dobbm.club.club_state import Club
from dobbm.club.draw import deck_seed, options_of
from dobbm.club.tournament import Draw, Tournament, TournamentRound
from dobbm.club.tournament_commands import (
    MOST_PLAYERS,
    DrawRound,
    EndTournament,
    OpenTournament,
)
from dobbm.runtime.bans import Banned
from dobbm.runtime.club_tables import ClubTables
from dobbm.runtime.clubs import Clubs
from dobbm.runtime.entropy import repeated_table
from dobbm.runtime.runner import TableRunner
from dobbm.runtime.runtime import Runtime
from dobbm.table.commands import Fill, ShareDecks
from dobbm.table.house_rules import Options
from dobbm.table.refusals import Refusal


class Tournaments:
    """The tournaments of all clubs."""

    def __init__(self, runtime: Runtime, clubs: Clubs, tables: ClubTables) -> None:
        self._runtime = runtime
        self._clubs = clubs
        self._tables = tables
        self._set_out: set[str] = set()
        """The tables that this process knows to be set out."""
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """By club: held while the tables of a round are set out, or a seat is given up."""

    async def open(
        self, club: Club, member: str, options: Options, deals: int, draw: Draw, *, duplicate: bool
    ) -> Club:
        """Open a tournament with rounds of ``deals`` deals.

        Raises ``Refusal`` as ``OpenTournament`` does, or with the code ``bot``.
        """
        self._runtime.verify_bot(options.bot)
        options = replace(options, club=club.id, deals=deals)
        secret = self._runtime.entropy.secret()
        command = OpenTournament(member, deals, draw, duplicate, options.to_json(), secret)
        return await self._clubs.do(club.id, command)

    async def draw(self, club: Club, member: str, number: int, *, even_unfinished: bool) -> Club:
        """Draw a round, and seat everybody; raises ``Refusal`` as ``DrawRound`` does."""
        tournament = club.tournament
        await self._write_down(tournament)
        tables = table_names(tournament, number) if tournament else ()
        command = DrawRound(member, number, tables, even_unfinished)
        club = await self._clubs.do(club.id, command)
        if club.tournament and 1 < number <= len(club.tournament.rounds):
            await self._clear(club, club.tournament.rounds[number - 2])
        return await self.complete(club)

    async def end(self, club: Club, member: str, *, even_unfinished: bool) -> Club:
        """End the tournament; raises ``Refusal`` as ``EndTournament`` does."""
        await self._write_down(club.tournament)
        command = EndTournament(member, even_unfinished)
        club = await self._clubs.do(club.id, command)
        for last in club.tournaments[-1].rounds[-1:]:
            await self._clear(club, last)
        return club

    async def complete(self, club: Club) -> Club:
        """Set out the tables of the last round that are not, and return the club.

        The server may have died between the draw and the tables.
        """
        tournament = club.tournament
        if tournament is None or not tournament.rounds:
            return club
        last = tournament.rounds[-1]
        new = [table for table in last.tables if table not in self._set_out]
        if not new:
            return club
        async with self._locks[club.id]:
            for place, table in enumerate(last.tables):
                if table in new:
                    with suppress(Refusal):  # the host of the server has closed it
                        await self._set(club, tournament, last, place)
                    self._set_out.add(table)
        club = await self._clubs.club(club.id)
        drawn = {member for seats in last.seats for member in seats if member}
        for member in drawn - {*(club.tournament.entered if club.tournament else ())}:
            await self.release(club, member)  # who has withdrawn meanwhile
        return club

    async def release(self, club: Club, member: str) -> None:
        """Give the seat of somebody who plays no more in the current round to a bot."""
        last = club.tournament.rounds[-1:] if club.tournament else ()
        tables = [table for round_ in last for table in round_.tables]
        async with self._locks[club.id]:
            for runner in await self._tables.open_ones(tables):
                person = person_at(runner.table.id, member)
                if runner.table.seat_of(person) is not None:
                    await runner.close_seat(person, leave=True)

    async def runners(self, round_: TournamentRound) -> list[TableRunner]:
        """Return the tables of a round, with all their deals in the book; closed ones not."""
        found = await self._tables.open_ones(round_.tables)
        for runner in found:
            await self._tables.record(runner.table.id)
        return found

    async def _set(
        self, club: Club, tournament: Tournament, round_: TournamentRound, place: int
    ) -> None:
        """Open a table, hand it its decks, and seat its people."""
        number, seats = len(tournament.rounds), round_.seats[place]
        options, seed = options_of(club.id, tournament, number), deck_seed(tournament, number)
        request = _requests(tournament, number)[place]
        runner = await self._runtime.start_table(options, seats.count(None), request)
        if runner.table.options.club != club.id:
            raise Refusal("unknown", "there is no such table in this club")
        if runner.table.sessions:
            return
        if seed:
            await runner.do(ShareDecks(seed))
        await runner.reload_namesakes()
        people, are_banned = await self._clubs.people(club), False
        for seat, member in enumerate(seats):
            person = member and person_at(runner.table.id, member)
            if member and person and runner.table.seat_of(person) is None:
                try:
                    await runner.sit_as(person, people[member].name, seat)
                except Banned:
                    are_banned = True
                except Refusal:
                    pass  # another process has just seated the member
        if are_banned and runner.table.people:
            await runner.do(Fill(runner.table.people[0]))

    async def _write_down(self, tournament: Tournament | None) -> None:
        """Complete the book with the deals of the current round."""
        if tournament:
            for last in tournament.rounds[-1:]:
                await self.runners(last)

    async def _clear(self, club: Club, round_: TournamentRound) -> None:
        """Let bots finish the deals of a round that is played no more, and complete the book."""
        for runner in await self._tables.open_ones(round_.tables):
            members = club.at_table(runner.table.id)
            for seat in runner.table.people if runner.table.stage != "over" else ():
                person = runner.table.occupant(seat).person
                if person in members:
                    await runner.close_seat(person, leave=True)
            await self._tables.record(runner.table.id)


def _requests(tournament: Tournament, number: int) -> list[str]:
    """Return names for the tables of a round that nobody else can guess or open."""
    secret = tournament.secret
    return [
        sha256(f"table {place} of round {number} of {secret}".encode()).hexdigest()
        for place in range(MOST_PLAYERS)
    ]


def table_names(tournament: Tournament, number: int) -> tuple[str, ...]:
    """Return the identifiers that the tables of a round have, in order, and more than it needs."""
    return tuple(repeated_table(request) for request in _requests(tournament, number))
