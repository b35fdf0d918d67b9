"""Events no longer in memory are read from the store, beginning at the checkpoint before them."""

from __future__ import annotations

from contextlib import aclosing
from itertools import accumulate

import pytest

from dobbm.runtime.history import INTERVAL
from dobbm.runtime.runtime import SILENCE
from dobbm.table.checkpoint import from_checkpoint
from dobbm.table.commands import Act
from dobbm.table.deadlines import GONE
from dobbm.table.events import Acted, Opened
from dobbm.table.reducer import apply_event, opened
from dobbm.table.state import LedgerLine
from runtime.driver import Evening, decoded, evening, refusal, serving, simulated
from table.driver import replayed

DEALS = 4
PAGES = 2
"""Maximum number of pages of events, each with its checkpoint, read for one question."""


async def play_deals(table: Evening, deals: int = DEALS) -> None:
    """Play ``deals`` deals to their end."""
    for _ in range(deals):
        await table.until_dealt()
        await table.play_out()
        await table.vote("next")


@simulated
async def test_a_checkpoint_is_stored_with_every_sixty_fourth_event() -> None:
    async with evening(people=1) as table:
        await play_deals(table)
        store, last = table.server.store, table.table.number
        events = await table.events()
        for number in range(INTERVAL, last, INTERVAL):
            found = await store.checkpoint(table.table.id, number=number)
            assert found
            assert found.number == number
            then = replayed(table.table.id, events[:number])
            assert from_checkpoint(table.table.id, found.state) == then
            assert (found.turn, found.finished) == (then.turn, then.finished)


@simulated
async def test_a_table_is_loaded_from_its_last_checkpoint() -> None:
    async with evening(people=1) as table:
        await play_deals(table)
        store, history = table.server.store, table.server.runtime._services.history
        assert table.table == await table.replayed()
        store.rows_read = 0
        assert (await history.load(table.table.id))[-1].table == table.table
        assert store.rows_read <= INTERVAL + 2


@simulated
async def test_loading_a_table_without_checkpoints_makes_them() -> None:
    async with evening(people=1) as table:
        await play_deals(table)
        store, history = table.server.store, table.server.runtime._services.history
        made = store._database.checkpoints.pop(table.table.id)
        assert (await history.load(table.table.id))[-1].table == table.table
        assert store._database.checkpoints[table.table.id] == made


@simulated
async def test_loading_a_table_replaces_checkpoints_of_an_older_version() -> None:
    async with evening(people=1) as table:
        await play_deals(table)
        store, history = table.server.store, table.server.runtime._services.history
        made = store._database.checkpoints[table.table.id]
        old = {number: one._replace(state={"version": 0}) for number, one in made.items()}
        store._database.checkpoints[table.table.id] = old
        assert (await history.load(table.table.id))[-1].table == table.table
        assert store._database.checkpoints[table.table.id] == made


async def resumed(table: Evening, number: int, count: int) -> int:
    """Read ``count`` events after event ``number``; return how many rows of the store were read."""
    store = table.server.store
    store.rows_read = 0
    numbers: list[int] = []
    async with aclosing(table.runner.follow(0, number, SILENCE)) as batches:
        async for messages in batches:
            numbers += [one.number for one in messages]
            if len(numbers) >= count:
                break
    assert numbers[:count] == [*range(number + 1, number + count + 1)]
    return store.rows_read


@simulated
async def test_resuming_costs_only_the_events_requested() -> None:
    async with evening(people=1) as table:
        await play_deals(table, deals=2)
        early = await resumed(table, table.table.number - 20, 20)
        await play_deals(table, deals=6)
        for back in (20, 100, 300):
            cost = await resumed(table, table.table.number - back, 20)
            assert cost <= early + PAGES * INTERVAL
            assert cost <= PAGES * (INTERVAL + 1)


@simulated
async def test_a_table_is_followed_from_its_beginning_in_pages() -> None:
    async with evening(people=1) as table:
        await play_deals(table)
        last = table.table.number
        pages = []
        async with aclosing(table.runner.follow(0, 0, SILENCE)) as batches:
            async for messages in batches:
                pages.append(len(messages))
                if messages[-1].number == last:
                    break
        assert sum(pages) == last
        assert max(pages) <= INTERVAL
        assert await resumed(table, 0, INTERVAL) <= PAGES * (INTERVAL + 1)


@simulated
async def test_old_events_give_the_same_messages_again() -> None:
    async with evening(people=2) as table:
        await play_deals(table, deals=3)
        await table.connect(None)
        received = {seat: [*messages] for seat, messages in table.received.items()}
        last = table.table.number
        await table.disconnect(0, 1, None)
        async with serving(table.clock, table.server.store._database) as other:
            runner = await other.runtime.table(table.table.id)
            again = Evening(other, runner, {})
            await again.connect(0, 1, None)
            for seat in (0, 1, None):
                await again.until_received(seat, last)
                for message, repeated in zip(received[seat], again.received[seat], strict=False):
                    assert message.number == repeated.number
                    assert decoded(message)["view"] == decoded(repeated)["view"]
                    assert decoded(message)["change"] == decoded(repeated)["change"]
            await again.disconnect(0, 1, None)


@simulated
async def test_an_old_page_shows_who_is_present_now() -> None:
    async with evening(people=2) as table:
        await play_deals(table, deals=3)
        for present in (True, False):
            async with aclosing(table.runner.follow(0, 0, SILENCE)) as batches:
                page = await anext(batches)
            assert decoded(page[-1])["seats"][1]["present"] is present
            if present:
                await table.disconnect(1)
                await table.wait(GONE)


@simulated
async def test_memory_holds_only_the_last_deal() -> None:
    async with evening(people=1) as table:
        await play_deals(table)
        session = table.table.session
        assert session
        assert len(session.deals) <= 2
        assert table.table.last
        assert table.table.last.first_turn >= table.table.turn - 2 * 60
        kept = table.runner.feed._snapshots
        assert len(kept) <= 8


@simulated
async def test_every_finished_deal_can_be_read_again() -> None:
    async with evening(people=1) as table:
        await play_deals(table)
        first, *others = await table.events()
        assert isinstance(first, Opened)
        states = [*accumulate(others, apply_event, initial=opened(table.table.id, first))]
        for number in range(1, DEALS + 1):
            done = next(state for state in states if state.finished == number)
            assert await table.runner.feed.deal(number, 0) == done.last


@simulated
async def test_the_ledger_has_a_line_for_every_finished_deal() -> None:
    async with evening(people=1) as table:
        ended: list[LedgerLine] = []
        for _ in range(DEALS):
            await play_deals(table, deals=1)
            ended += await table.runner.feed.lines(len(ended), 0)
        assert [line.number for line in ended] == [*range(1, DEALS + 1)]
        first, *others = await table.events()
        assert isinstance(first, Opened)
        states = [*accumulate(others, apply_event, initial=opened(table.table.id, first))]
        for line in ended:
            then = next(state for state in states if state.finished == line.number)
            assert line == then.ledger_line()
            assert (line.ledger, line.settled) == (then.ledger, then.settled)
        assert sum(sum(line.end.payments) for line in ended) == 0
        assert await table.runner.feed.lines(1, 0) == ended[1:]
        for after in (-1, DEALS, 10**9):
            assert await table.runner.feed.lines(after, 0) == []


@simulated
async def test_the_ledger_comes_in_pages_and_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dobbm.runtime.history.LINES", 2)
    async with evening(people=1) as table:
        await play_deals(table, deals=5)
        store, feed = table.server.store, table.runner.feed
        numbers = [[line.number for line in await feed.lines(after, 0)] for after in range(5)]
        assert numbers == [[1, 2], [2], [3, 4], [4], [5]]
        store.rows_read = 0
        await feed.lines(0, 0)
        await feed.lines(4, 0)
        assert store.rows_read == 0
        await play_deals(table, deals=1)
        store.rows_read = 0
        assert [line.number for line in await feed.lines(4, 0)] == [5, 6]
        assert store.rows_read <= 2 * PAGES * (INTERVAL + 1)


@simulated
async def test_an_unfinished_deal_is_unknown() -> None:
    async with evening(people=1) as table:
        await play_deals(table, deals=1)
        for number in (-1, 0, 2, 10**9):
            assert await refusal(table.runner.feed.deal(number, 0)) == "unknown"


@simulated
async def test_an_action_is_acknowledged_again_long_after_its_deal() -> None:
    async with evening(people=1) as table:
        await play_deals(table)
        turns = enumerate(await table.all(Acted))
        turn, first = next((turn, event) for turn, event in turns if event.seat == 0)
        assert turn < table.table.oldest_turn
        number = table.table.number
        assert await table.runner.do(Act(0, first.action, turn)) is None
        other = "weiter" if first.action == "solo" else "solo"
        assert await refusal(table.runner.do(Act(0, other, turn))) == "stale"
        assert await refusal(table.runner.do(Act(0, first.action, turn + 1))) == "stale"
        assert table.table.number == number


@simulated
async def test_the_table_at_any_moment_can_be_found() -> None:
    async with evening(people=1) as table:
        await play_deals(table, deals=4)
        events, history = await table.events(), table.server.runtime._services.history
        id_, last = table.table.id, table.table.number
        for number in (1, 2, INTERVAL, INTERVAL + 1, last - 1, last):
            at = events[number - 1].at
            found = await history.number_at(id_, at, last)
            assert events[found - 1].at == at
            assert found == last or events[found].at > at
            assert (await history.snapshot(id_, number)).table == replayed(id_, events[:number])
        assert await history.number_at(id_, events[0].at - 1, last) == 1


@simulated
async def test_a_table_that_does_not_exist_is_unknown() -> None:
    async with serving() as server:
        assert await refusal(server.runtime.table("stubai")) == "unknown"
