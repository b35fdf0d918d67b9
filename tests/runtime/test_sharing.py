"""Several processes on one database agree about who is there, and how soon they do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

import pytest

from dobbm.game.actions import Seat
from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.runtime.presence import FRESH
from dobbm.runtime.runner import TableRunner
from dobbm.runtime.runtime import HEARTBEAT
from dobbm.table.commands import Say
from dobbm.table.deadlines import BLIP, GONE
from dobbm.table.events import StoodIn, Waited
from dobbm.table.house_rules import BANK, FREE, GRACE
from runtime.driver import Evening, Server, open_table, refusal, serving, simulated
from runtime.simulation import SimulatedClock

BEAT, PATIENCE = 2.0, 8.0
"""Seconds between two beats, and until a person who answers none is lost; as ``server.streams``."""
ANSWER = 4.0
"""Seconds between two answers of a page, at least."""
SEEN = 15.0
"""Seconds within which every page must show that a connection is lost."""


class Page:
    """A page that follows a table through one process, and may answer through another."""

    def __init__(
        self, runners: list[TableRunner], seat: Seat | None, token: str = "", name: str = ""
    ) -> None:
        self.runners = runners
        self.seat = seat
        self.token = token
        self.name = name
        self.answers = True
        self.answered = 0.0
        """When the last answer arrived, on the monotonic clock."""
        self.connected: list[Seat] = []
        self.spectators = 0
        self.watching: list[str] = []
        self.task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        clock = self.runners[0]._clock
        patience = PATIENCE if self.seat is not None else float("inf")
        stream = self.runners[0].follow(self.seat, 0, BEAT, patience, self.name)
        async with aclosing(stream) as batches:
            async for messages in batches:
                if not messages:
                    pulse = self.runners[0].pulse()
                    self.connected, self.spectators = pulse["connected"], pulse["spectators"]
                    self.watching = pulse["watching"]
                if self.answers and self.token and clock.monotonic() - self.answered >= ANSWER:
                    self.answered = clock.monotonic()
                    await self.runners[-1].seat_of(self.token)

    async def close(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


@asynccontextmanager
async def processes(count: int) -> AsyncIterator[tuple[SimulatedClock, list[Server]]]:
    """Run processes on one database; they begin to report at different times."""
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one:
        await clock.sleep(0.7)
        async with serving(clock, database) as two:
            if count == 2:
                yield clock, [one, two]
                return
            await clock.sleep(0.7)
            async with serving(clock, database) as three:
                yield clock, [one, two, three]


async def seated(servers: list[Server]) -> tuple[Evening, list[TableRunner]]:
    """Open a table for four people, and load it in every process."""
    table = await open_table(servers[0])
    return table, [await one.runtime.table(table.table.id, fresh=True) for one in servers]


async def close(*pages: Page) -> None:
    for page in pages:
        await page.close()


@pytest.mark.parametrize("through", ["one process", "several"])
@pytest.mark.parametrize("moment", [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.5])
@simulated
async def test_all_pages_see_within_fifteen_seconds_who_vanishes(
    moment: float, through: str
) -> None:
    """Whenever it happens, whichever process serves them, and while others talk without a pause."""
    async with processes(3) as (clock, servers):
        table, (one, two, three) = await seated(servers)
        answering = [one, two] if through == "several" else [one]
        gone = Page(answering, 1, table.tokens[1])
        watching = [
            Page([runner], seat, table.tokens[seat])
            for seat, runner in ((0, one), (2, two), (3, three))
        ]
        await clock.sleep(20 + moment)
        assert [page.connected for page in watching] == [[0, 1, 2, 3]] * 3
        gone.answers = False
        lost, last = clock.monotonic(), gone.answered
        seen: dict[Page, float] = {}
        while len(seen) < 3:
            await clock.sleep(0.1)
            if round(clock.monotonic() * 10) % 15 == 0:
                await refusal(one.do(Say(0, "round")))
            for page in watching:
                if 1 not in page.connected:
                    seen.setdefault(page, clock.monotonic())
            assert clock.monotonic() - lost < SEEN
        assert min(seen.values()) - last >= PATIENCE
        assert max(seen.values()) - lost <= PATIENCE + BEAT + 1 + HEARTBEAT
        await close(gone, *watching)


@simulated
async def test_a_person_who_loads_the_page_again_is_not_lost_anywhere() -> None:
    async with processes(3) as (clock, servers):
        table, runners = await seated(servers)
        watching = [Page([runner], None) for runner in runners]
        page = Page([runners[0]], 1, table.tokens[1])
        await clock.sleep(10)
        for away, runner in ((2.0, runners[1]), (3.0, runners[2]), (2.5, runners[0])):
            await page.close()
            end = clock.monotonic() + 10
            await clock.sleep(away)
            page = Page([runner], 1, table.tokens[1])
            while clock.monotonic() < end:
                await clock.sleep(0.1)
                assert all(1 in one.connected for one in watching)
        await close(page, *watching)


@simulated
async def test_every_page_sees_the_same_number_of_spectators() -> None:
    async with processes(3) as (clock, servers):
        table, runners = await seated(servers)
        people = [Page([runner], seat, table.tokens[seat]) for seat, runner in enumerate(runners)]
        watching = [Page([runner], None) for runner in (runners[0], runners[2], runners[2])]
        for count in (3, 2, 1, 0):
            await clock.sleep(HEARTBEAT + BEAT + 1)
            assert {page.spectators for page in (*people, *watching)} == {count}
            if watching:
                await watching.pop().close()
        await close(*people)


@simulated
async def test_every_page_sees_the_names_of_the_spectators_who_have_one() -> None:
    async with processes(3) as (clock, servers):
        table, runners = await seated(servers)
        vroni = Page([runners[1]], 1, table.tokens[1])
        watching = [Page([runners[0]], None, name="Moidl"), Page([runners[2]], None, name="Anna")]
        watching.append(Page([runners[2]], None))
        await clock.sleep(HEARTBEAT + BEAT + 1)
        for page in (vroni, *watching):
            assert (page.spectators, page.watching) == (3, ["Anna", "Moidl"])
        await close(vroni, *watching)


@simulated
async def test_the_spectators_of_a_process_that_dies_are_forgotten() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one:
        table = await open_table(one)
        page = Page([table.runner], 0, table.tokens[0])
        async with serving(clock, database) as other:
            there = await other.runtime.table(table.table.id)
            spectator, lois = Page([there], None), Page([there], 1, table.tokens[1])
            await clock.sleep(BLIP + HEARTBEAT + BEAT + 1)
            assert (page.spectators, page.connected) == (1, [0, 1])
            other.store.is_down = True
            await clock.sleep(0.1)
            await close(spectator, lois)
        await clock.sleep(FRESH + BLIP + HEARTBEAT + BEAT + 1)
        assert (page.spectators, page.connected) == (0, [0])
        await page.close()


@simulated
async def test_who_asks_for_a_table_that_shuffles_is_no_spectator() -> None:
    async with serving() as server:
        table = await open_table(server)
        asking = asyncio.create_task(table.runner.feed.until_dealt())
        await table.wait(0.001)
        assert table.runner.pulse()["spectators"] == 0
        await asking


@simulated
async def test_a_request_through_another_process_does_not_stop_the_clock() -> None:
    """A connected person is not excused because the process that answers has no stream."""
    async with processes(2) as (clock, servers):
        table, (one, two) = await seated(servers)
        pages = [Page([one], seat, table.tokens[seat]) for seat in range(4)]
        await table.until_dealt()
        for _ in range(20):
            await clock.sleep(6.1)
            await two.seat_of(table.tokens[table.to_act])
        assert not await table.all(Waited)
        await close(*pages)


@simulated
async def test_the_clock_waits_for_a_person_who_returns_to_another_process() -> None:
    async with processes(2) as (clock, servers):
        table, (one, two) = await seated(servers)
        pages = [Page([one], seat, table.tokens[seat]) for seat in range(4)]
        await table.until_dealt()
        seat = table.to_act
        await pages[seat].close()
        await clock.sleep(12)
        await two.seat_of(table.tokens[seat])
        pages[seat] = Page([two], seat, table.tokens[seat])
        await clock.sleep(1)
        assert [one.seconds for one in await table.all(Waited)] == [pytest.approx(12, abs=0.1)]
        await close(*pages)


@pytest.mark.parametrize("last", [0, 1])
@simulated
async def test_the_bank_runs_out_on_time_in_whichever_process_the_person_is(last: int) -> None:
    """The process that wrote last waits for the deadline, and may not have the stream."""
    async with processes(2) as (clock, servers):
        table, runners = await seated(servers)
        pages = [Page([runners[0]], seat, table.tokens[seat]) for seat in range(4)]
        await table.until_dealt()
        began, seat = clock.monotonic(), table.to_act
        await clock.sleep(3)
        await runners[last].do(Say(0, "round"))
        await clock.sleep(began + FREE + BANK - 1 - clock.monotonic())
        assert not await table.all(StoodIn)
        await clock.sleep(3)
        assert [one[1:] for one in await table.all(StoodIn)] == [(seat, "clock")]
        await close(*pages)


@pytest.mark.parametrize("last", [0, 1])
@simulated
async def test_a_bot_stands_in_after_the_grace_in_whichever_process_the_person_was(
    last: int,
) -> None:
    async with processes(2) as (clock, servers):
        table, runners = await seated(servers)
        pages = [Page([runners[0]], seat, table.tokens[seat]) for seat in range(4)]
        await table.until_dealt()
        seat = table.to_act
        await clock.sleep(3)
        await runners[last].do(Say(0, "round"))
        await pages[seat].close()
        await clock.sleep(GRACE - 0.5)
        assert not await table.all(StoodIn)
        await clock.sleep(2.5)
        assert [one[1:] for one in await table.all(StoodIn)] == [(seat, "gone")]
        assert GRACE > GONE
        await close(*pages)
