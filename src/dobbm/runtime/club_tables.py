"""The tables of clubs: opens them, seats members, and writes what was played into the book."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple, Self

from dobbm.club.away_commands import excuse_of
from dobbm.club.club_commands import AddTable, RetireTable, verify_active
from dobbm.club.club_events import ClubEvent, DealScored
from dobbm.club.club_ids import person_at, stream_of
from dobbm.club.club_state import Club
from dobbm.game.actions import Seat
from dobbm.game.errors import DobbmError
from dobbm.runtime.clubs import Clubs
from dobbm.runtime.membership import Welcome
from dobbm.runtime.people import digest
from dobbm.runtime.runner import TableRunner
from dobbm.runtime.runtime import Runtime
from dobbm.runtime.store import StoreError, UnreadableEvent
from dobbm.table.house_rules import Options
from dobbm.table.refusals import Refusal
from dobbm.table.state import LedgerLine, Table, log_name

WON = {"won": True, "lost": False, "eingestellt": False}
"""Whether the declarer has won, by outcome; after a revoke, nobody has."""

log = logging.getLogger(__name__)


class ClubTables:
    """The tables of all clubs; an asynchronous context manager."""

    def __init__(self, runtime: Runtime, clubs: Clubs) -> None:
        self._runtime = runtime
        self._clubs = clubs
        self._finished: asyncio.Queue[str] = asyncio.Queue()
        self._writing: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._runtime.on_changed.append(self._note)
        self._writing = asyncio.create_task(self._write())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._writing:
            self._writing.cancel()
            with suppress(asyncio.CancelledError):
                await self._writing

    async def open(
        self, club: Club, member: str, options: Options, bots: int, request: str | None = None
    ) -> Welcome:
        """Open a table of the club and seat the member at it."""
        AddTable(member, "").decide(club, self._clubs.now())  # nothing is opened in vain
        options = replace(options, club=club.id)
        runner = await self._runtime.start_table(options, bots, request)
        self._verify(club, runner)
        await self._clubs.do(club.id, AddTable(member, runner.table.id))
        await runner.reload_namesakes()
        return await self._seat(club, member, runner)

    async def sit(self, club: Club, member: str, table: str, wanted: Seat | None) -> Welcome:
        """Seat a member or guest at a table of the club; the seat moves to this device.

        Raises ``Refusal`` with the code ``unknown`` if it is no table of the club, with the code
        ``tournament`` if the member does not play in its tournament or has been at another table
        with the same decks, or as ``Membership.sit_as`` does.
        """
        verify_active(club, member, self._clubs.now())
        runner = await self.runner(club, table)
        await self._verify_cards_unknown(club, member, table)
        return await self._seat(club, member, runner, wanted)

    async def runners(self, club: Club) -> list[TableRunner]:
        """Return the tables that are played, the newest first; closed ones are left out."""
        found = await self.open_ones(reversed(club.tables))
        for runner in found:
            await self.excuse(club, runner)
        return found

    async def open_ones(self, tables: Iterable[str]) -> list[TableRunner]:
        """Return those of some tables that the host of the server has not closed."""

        async def opened(table: str) -> TableRunner | None:
            with suppress(Refusal, UnreadableEvent):
                return await self._runtime.table(table, fresh=True)
            return None

        # All at once: on PostgreSQL, they catch up with other processes in one query.
        found = await asyncio.gather(*map(opened, tables))
        return [runner for runner in found if runner]

    async def excuse(self, club: Club, runner: TableRunner) -> None:
        """Let a table by post know from when until when its people are away.

        They have said so in the club. What a process did not get to, the next event or look at the
        table makes up for.
        """
        if not club.absences or not runner.table.options.by_post:
            return
        members, now = club.at_table(runner.table.id), self._clubs.now()
        for seat in runner.table.people:
            member = members.get(runner.table.occupant(seat).person or "", "")
            if wanted := excuse_of(club, member, runner.table, seat, now):
                with suppress(Refusal):
                    await runner.do(wanted)

    async def runner(self, club: Club, table: str) -> TableRunner:
        """Return a table of the club; raise ``Refusal`` if it is none, or closed."""
        runner = await self._runtime.table(table, fresh=True)
        self._verify(club, runner)
        return runner

    async def complete(self, club: Club) -> Club:
        """Write all deals into the book that are not there yet; return the club."""
        tables = [*reversed(club.tables)]
        for tournament in club.tournaments[-1:]:
            tables += [table for round_ in tournament.rounds[-1:] for table in round_.tables]
        for runner in await self.open_ones(tables):
            if runner.table.finished > club.scored.get(runner.table.id, 0):
                with suppress(Refusal, UnreadableEvent):  # closed or set aside
                    await self.record(runner.table.id)
        return await self._clubs.club(club.id)

    async def record(self, table: str) -> None:
        """Write the deals of a table into the book of its club that are not there yet.

        Of decks that several tables have, only those are written that all tables have finished:
        nobody shall see before what others have made of the same cards.
        """
        runner = await self._runtime.table(table, fresh=True)
        if runner.table.options.club is None:
            return
        club = await self._clubs.club(runner.table.options.club)
        if table not in club.all_tables:
            return
        await self.excuse(club, runner)
        shared = club.tournament.sharing(table) if club.tournament else ()
        if not shared:
            await self._write_down(club, runner, runner.table.finished)
            return
        if {*shared} != {*await self._runtime.store.closed(shared)}:
            return  # not all tables are set out
        runners = await self.open_ones(shared)
        finished = min(one.table.finished for one in runners)
        for one in runners:
            await self._write_down(club, one, finished)

    async def _write_down(self, club: Club, runner: TableRunner, until: int) -> None:
        """Write the deals of a table into the book, up to number ``until``."""
        table = runner.table.id
        while (known := club.scored.get(table, 0)) < until:
            before = (await runner.feed.lines(known - 1, 0))[0] if known else None
            for line in await runner.feed.lines(known, 0):
                if line.number <= until:
                    club = await self._clubs.do(club.id, Score(table, before, line))
                    before = line
        await self._expel(club, runner)

    async def close_seats(self, club: Club, member: str) -> None:
        """Let no device play for a member any more until the member sits down again.

        None gets messages any more. If the member has left the club, bots take the seats.
        """
        await self._runtime.store.unsubscribe(stream_of(club.id), member)
        gone = not club.members[member].is_active(self._clubs.now())
        for table in club.all_tables:
            person = person_at(table, member)
            if person in {one.id for one in await self._runtime.store.people(table)}:
                with suppress(Refusal, UnreadableEvent):
                    runner = await self._runtime.table(table, fresh=True)
                    await runner.close_seat(person, leave=gone)

    async def retire(self, club: Club, member: str, table: str) -> Club:
        """Put a table away, with all its deals in the book; return the club.

        Raises ``Refusal`` with the code ``role`` unless the member sits there or looks after the
        club, or nobody sits there, or as ``RetireTable`` does.
        """
        if table in club.tables:
            await self.record(table)
            for runner in await self.open_ones([table]):
                here = {runner.table.occupant(seat).person for seat in runner.table.people}
                is_own = club.has_host(member, self._clubs.now())
                if here and person_at(table, member) not in here and not is_own:
                    raise Refusal("role", "only who sits there and the co-hosts put it away")
        return await self._clubs.do(club.id, RetireTable(member, table))

    async def rename(self, club: Club, member: str, token: str, name: str) -> None:
        """Give a member another name, in the club and in all that was played at its tables.

        Raises ``Banned``, and ``Refusal`` with the code ``taken`` if somebody else has the name.
        """
        self._runtime.bans.verify_name(name)
        await self._clubs.verify_free(club, name, digest(token))
        await self._runtime.store.set_name(member, name)
        self._clubs.tell_members(club.id)
        for table in club.all_tables:
            person = person_at(table, member)
            if person in {one.id for one in await self._runtime.store.people(table)}:
                await self._runtime.store.set_name(person, name)
                with suppress(Refusal, UnreadableEvent):
                    await (await self._runtime.table(table)).reload_people()

    async def release(self, runner: TableRunner) -> None:
        """Between two deals, give the seats of people whose time is over to bots.

        If that is not possible now, the next request at the table tries it again.
        """
        if runner.table.options.club and runner.table.deal is None:
            with suppress(Refusal, StoreError):
                await self._expel(await self._clubs.club(runner.table.options.club), runner)

    async def verify_belongs(self, runner: TableRunner, token: str) -> None:
        """Raise ``Refusal`` if somebody wants to sit down again who belongs to the club no more."""
        person = runner.people.with_token(token)
        if runner.table.options.club and person:
            club = await self._clubs.club(runner.table.options.club)
            verify_active(club, club.at_table(runner.table.id).get(person.id), self._clubs.now())

    async def _expel(self, club: Club, runner: TableRunner) -> None:
        """Give the seats of people who belong to the club no more to bots."""
        now, members = self._clubs.now(), club.at_table(runner.table.id)
        for seat in runner.table.people:
            person = runner.table.occupant(seat).person
            member = person and members.get(person)
            if person and member and not club.members[member].is_active(now):
                await runner.close_seat(person, leave=True)

    def _verify(self, club: Club, runner: TableRunner) -> None:
        if runner.table.options.club != club.id:
            raise Refusal("unknown", "there is no such table in this club")

    async def _verify_cards_unknown(self, club: Club, member: str, table: str) -> None:
        """Let nobody play the same cards twice in a tournament."""
        tournament = club.tournament
        if not any(table in one.tables for one in club.tournaments):
            return
        if tournament is None or table not in tournament.rounds[-1].tables:
            raise Refusal("tournament", "this table has finished")
        if member not in tournament.entered:
            raise Refusal("tournament", "enter for the tournament first")
        for other in tournament.rounds[-1].tables:
            people = {one.id for one in await self._runtime.store.people(other)}
            if other != table and person_at(other, member) in people:
                raise Refusal("tournament", "you play at another table in this round")

    async def _seat(
        self, club: Club, member: str, runner: TableRunner, wanted: Seat | None = None
    ) -> Welcome:
        table, person = runner.table.id, person_at(runner.table.id, member)
        if wanted is None and runner.table.seat_of(person) is None:
            wanted = _vacant(runner.table)
        name = (await self._clubs.people(club))[member].name
        welcome = Welcome(table, *await runner.sit_as(person, name, wanted))
        await self.excuse(club, runner)
        return welcome

    def _note(self, before: Table, after: Table) -> None:
        is_news = after.finished > before.finished or after.options.by_post
        if after.options.club and is_news:
            self._finished.put_nowait(after.id)

    async def _write(self) -> None:
        """Write finished deals into the books; what fails is written when the book is read.

        Tables by post hear of absences.
        """
        while True:
            table = await self._finished.get()
            try:
                await self.record(table)
            except DobbmError as error:
                log.warning("table %s: not in the book yet: %s", log_name(table), error)
            except Exception:
                log.exception("table %s: not in the book yet", log_name(table))


def _vacant(table: Table) -> Seat | None:
    """Return the first free seat or, if there is none, the first of a bot."""
    bots = [seat for seat, one in enumerate(table.seats) if one and not one.person]
    return None if None in table.seats or not bots else bots[0]


class Score(NamedTuple):
    """Write a finished deal into the book; ``before`` is the line of the deal before it."""

    table: str
    before: LedgerLine | None
    line: LedgerLine

    def decide(self, club: Club, now: float) -> ClubEvent | None:  # noqa: ARG002 - it has ended
        """Write every deal once, and each after the one before it."""
        line = self.line
        if club.scored.get(self.table, 0) >= line.number:
            return None
        members = club.at_table(self.table)
        in_seats = [one and members.get(one) for one in line.people]
        playing = [in_seats[seat] for seat in line.active]
        amounts = {
            members[person]: amount
            for person, amount in _gains(self.before, line)
            if person in members and (amount or members[person] in playing)
        }
        declarer = None if line.declarer is None else in_seats[line.declarer]
        won = None if line.declarer is None else WON.get(line.end.outcome)
        defending = [
            member
            for seat, member in enumerate(in_seats)
            if member and seat in line.active and seat != line.declarer
        ]
        defenders = [] if line.declarer is None else defending
        seats = None
        if any(self.table in one.tables for one in club.tournaments):
            payers = [one and members.get(one) for one in line.payers]
            seats = [list(one) for one in zip(payers, line.end.payments, strict=True)]
        return DealScored(
            round(line.ended, 3),
            self.table,
            line.number,
            amounts,
            declarer,
            line.contract,
            won,
            defenders,
            seats,
        )


def _gains(before: LedgerLine | None, line: LedgerLine) -> Iterator[tuple[str, int]]:
    """Yield what each person has won in a deal: the account after it without that before it."""
    same = before is not None and before.session == line.session
    earlier = _accounts(before) if before and same else {}
    for person, amount in _accounts(line).items():
        yield person, amount - earlier.get(person, 0)


def _accounts(line: LedgerLine) -> dict[str, int]:
    """Return the winnings of all people after a deal, those without a seat included."""
    seated = zip(line.people, line.ledger, strict=True)
    accounts = {person: amount for person, amount in seated if person}
    return {one.person: one.amount for one in line.settled if one.person} | accounts
