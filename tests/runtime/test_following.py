"""Followers receive every event once and in order; spectators may receive it later."""

from __future__ import annotations

import asyncio

import pytest

from dobbm.runtime.feed import MOST_NAMED
from dobbm.runtime.runtime import SILENCE
from dobbm.table.commands import Leave, Say
from dobbm.table.deadlines import BLIP, GONE
from dobbm.table.house_rules import Options
from runtime.driver import Evening, decoded, evening, refusal, serving, simulated

DELAY = 30.0
HOUR = 3600.0


def numbers(table: Evening, seat: int | None) -> list[int]:
    return [message.number for message in table.received[seat]]


@simulated
async def test_everybody_receives_every_event_once() -> None:
    async with evening(people=3) as table:
        await table.connect(None)
        await table.play_out()
        await table.wait(0.1)
        for seat in (0, 1, 2, None):
            assert numbers(table, seat) == [*range(1, table.table.number + 1)]


@simulated
async def test_a_person_who_returns_receives_the_missed_events() -> None:
    async with evening(people=3) as table:
        away = (table.to_act + 1) % 4 if table.to_act != 2 else 0
        last = numbers(table, away)[-1]
        await table.disconnect(away)
        for _ in range(12):
            await table.runner.do(Say((away + 1) % 3, "round"))
        await table.connect(away, number=last)
        assert numbers(table, away) == [*range(last + 1, table.table.number + 1)]


@simulated
async def test_a_new_follower_sees_who_is_present_now() -> None:
    """No event says so while the table waits for more people."""
    async with serving() as server:
        welcome = await server.runtime.open_table(Options(), "Vroni", 0)
        await server.runtime.join(welcome.table, "Lois")
        table = Evening(server, await server.runtime.table(welcome.table), {})
        await table.connect(0, 1)
        number = table.table.number
        await table.disconnect(1)
        await table.wait(GONE + 1)
        assert table.table.number == number
        await table.connect(None, number=number - 1)
        shown = [decoded(table.received[seat][-1])["seats"][1] for seat in (0, None)]
        assert [seat["present"] for seat in shown] == [True, False]
        await table.disconnect(0, None)


@simulated
async def test_a_person_who_reconnects_sees_a_plan_made_since_the_last_event() -> None:
    async with evening() as table:
        second = (table.to_act + 1) % 4
        number = table.table.number
        await table.runner.set_preferences(second, plan="weiter")
        assert table.table.number == number
        await table.disconnect(second)
        await table.connect(second, number=number - 1)
        assert decoded(table.received[second][-1])["own"]["plan"] == "weiter"


@simulated
async def test_a_person_who_leaves_receives_nothing_about_it() -> None:
    async with evening(people=3) as table:
        seat = next(seat for seat in range(3) if seat != table.to_act)
        await table.runner.do(Leave(seat))
        left = table.table.number
        await table.until(lambda: table.streams[seat].done())
        assert numbers(table, seat)[-1] < left
        assert await refusal(table.runner.seat_of(table.tokens[seat])) == "token"


@simulated
async def test_each_seat_receives_only_its_own_hand() -> None:
    async with evening() as table:
        hands = [decoded(table.received[seat][-1])["view"]["hand"] for seat in range(4)]
        assert sorted(len(hand) for hand in hands) == [8, 8, 8, 8]
        assert len({card for hand in hands for card in hand}) == 32


@simulated
async def test_spectators_receive_events_after_the_delay() -> None:
    async with evening(people=2, delay=DELAY) as table:
        await table.connect(None)
        began = table.now
        assert table.received[None] == []
        await table.wait(DELAY + 0.1 - began)
        for message in table.received[None]:
            assert decoded(message)["change"]["at"] <= table.clock.now() - DELAY
        assert numbers(table, None)
        await table.wait(2 * DELAY)
        assert numbers(table, None)[0] == 1
        assert numbers(table, None) == [*range(1, len(table.received[None]) + 1)]


@simulated
async def test_a_spectator_behind_by_the_delay_is_sent_silence() -> None:
    async with evening(people=2, delay=DELAY) as table:
        await table.connect(None)
        await table.wait(SILENCE + 1.1)
        assert table.silences[None]
        assert numbers(table, None) == []


@simulated
async def test_closing_the_feeds_releases_a_spectator_who_is_behind() -> None:
    async with evening(people=2, delay=DELAY) as table:
        await table.connect(None)
        table.server.runtime.close_feeds()
        await table.wait(0.1)
        assert table.streams[None].done()


@simulated
async def test_spectators_see_the_table_as_it_was() -> None:
    async with evening(people=2, delay=DELAY) as table:
        await table.wait(3 * DELAY)
        at, number = table.clock.now(), table.table.number
        for _ in range(20):
            await table.runner.do(Say(0, "round"))
        late, now = await table.runner.feed.latest(None), await table.runner.feed.latest(0)
        assert now.table.number == number + 20
        assert late.table.number <= number
        assert late.event.at <= at - DELAY


@simulated
async def test_a_restart_shows_spectators_nothing_early() -> None:
    async with evening(people=2, delay=DELAY) as table:
        await table.wait(DELAY)
        for _ in range(20):
            await table.runner.do(Say(0, "round"))
        seen = (await table.runner.feed.latest(None)).table.number
        said, last = table.clock.now(), table.table.number
        await table.disconnect(0, 1)
        async with serving(table.clock, table.server.store._database) as other:
            again = Evening(other, await other.runtime.table(table.table.id), {})
            assert (await again.runner.feed.latest(None)).table.number == seen
            await again.connect(None)
            await again.until(lambda: numbers(again, None))
            assert numbers(again, None) == [*range(1, seen + 1)]
            await again.until(lambda: numbers(again, None)[-1] == last)
            assert again.clock.now() >= said + DELAY
            await again.disconnect(None)


@pytest.mark.parametrize("by", [HOUR, -HOUR, -DELAY])
@simulated
async def test_setting_the_clock_does_not_change_the_spectators_delay(by: float) -> None:
    async with evening(people=2, delay=DELAY) as table:
        await table.connect(None)
        await table.wait(DELAY / 2)
        table.clock.set(by)
        await table.runner.do(Say(0, "round"))
        began, last = table.now, table.table.number
        await table.wait(DELAY / 2)
        await table.runner.do(Say(0, "round"))
        await table.until(lambda: last in numbers(table, None))
        assert DELAY <= table.now - began <= DELAY + 0.1
        await table.wait(DELAY)
        assert numbers(table, None) == [*range(1, len(table.received[None]) + 1)]


@simulated
async def test_a_slow_store_never_takes_spectators_back() -> None:
    async with evening(people=2, delay=DELAY) as table:
        await table.wait(DELAY)
        await table.disconnect(0, 1)
        async with serving(table.clock, table.server.store._database) as other:
            feed = (await other.runtime.table(table.table.id)).feed
            other.store.reading_seconds = 2 * DELAY
            slow = asyncio.create_task(feed.latest(None))
            await table.wait(DELAY + 0.1)
            seen = (await feed.latest(None)).table.number
            assert (await slow).table.number >= seen


@simulated
async def test_spectators_cannot_read_a_finished_deal_before_the_delay() -> None:
    async with evening(people=2, delay=DELAY) as table:
        await table.play_out()
        assert await refusal(table.runner.feed.deal(1, None)) == "unknown"
        assert (await table.runner.feed.deal(1, 0)).deal.phase == "done"
        await table.wait(DELAY + 0.1)
        assert await refusal(table.runner.feed.deal(1, None)) is None


@simulated
async def test_streams_end_when_the_server_closes() -> None:
    async with evening(people=2) as table:
        await table.connect(None)
        table.server.runtime.close_feeds()
        await table.until(lambda: all(stream.done() for stream in table.streams.values()))


@simulated
async def test_a_pulse_names_only_the_first_spectators() -> None:
    async with evening(people=2) as table:
        feed = table.runner.feed
        streams = [feed.follow(None, 0, SILENCE, f"Anna {n}") for n in range(MOST_NAMED + 3)]
        for stream in streams:
            await anext(stream)
        pulse = table.runner.pulse()
        assert pulse["spectators"] == MOST_NAMED + 3
        assert len(pulse["watching"]) == MOST_NAMED
        for stream in streams:
            await stream.aclose()


@simulated
async def test_a_pulse_tells_who_is_connected_and_how_many_watch() -> None:
    async with evening(people=3) as table:
        await table.disconnect(2)
        await table.connect(None)
        await table.wait(BLIP + 0.1)
        pulse = table.runner.pulse()
        assert (pulse["connected"], pulse["spectators"]) == ([0, 1], 1)
        assert pulse["watching"] == []
        await table.disconnect(None)
        assert table.runner.pulse()["spectators"] == 0
        assert table.runner.pulse()["now"] > table.table.since
