"""Servers obey within seconds what the host does to their database with a command."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest

from dobbm.game.errors import DobbmError
from dobbm.runtime.bans import Banned, Bans, bannable_address, normal_address, normal_name
from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.runtime.removal import remove_person
from dobbm.runtime.runner import TableRunner
from dobbm.runtime.runtime import HEARTBEAT
from dobbm.runtime.store import Ban, StoreUnavailable
from dobbm.runtime.supervisor import QUIET
from dobbm.table.commands import Say
from dobbm.table.house_rules import Options
from dobbm.table.refusals import Refusal
from runtime.driver import Server, open_table, refusal, serving, simulated
from runtime.simulation import SimulatedClock

SOON = HEARTBEAT + 0.1
HOUR = 3600.0


@pytest.mark.parametrize("shared", [False, True])
@simulated
async def test_a_closed_table_ends_for_everybody(shared: bool) -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database, shared=shared) as server:
        table, other = await open_table(server), await open_table(server)
        await table.connect(0, None)
        await other.connect(0)
        await server.store.close_table(table.table.id)
        await clock.sleep(SOON)
        assert table.streams[0].done()
        assert table.streams[None].done()
        assert not other.streams[0].done()
        assert await refusal(server.runtime.table(table.table.id)) == "closed"
        assert await refusal(server.runtime.join(table.table.id, "Moidl")) == "closed"
        assert await refusal(server.runtime.table(other.table.id)) is None
        await other.disconnect(0)


@pytest.mark.parametrize("shared", [False, True])
@simulated
async def test_a_removed_person_loses_the_seat_to_a_bot_and_the_deal_goes_on(shared: bool) -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database, shared=shared) as server:
        table = await open_table(server, people=2)
        await table.connect(0, 1)
        await table.until_dealt()
        while table.to_act != 1:
            await table.first_legal() if table.to_act == 0 else await table.until_acted()
        turn = table.table.turn
        # A command has no clock of the server's: it stores the event beside the running server.
        await remove_person(server.store, table.table.id, 1, clock.now())
        await clock.sleep(SOON)
        assert table.table.people == (0,)
        assert await refusal(table.runner.seat_of(table.tokens[1])) == "token"
        assert table.streams[1].done()
        await table.until(lambda: table.table.turn > turn)
        assert table.table == await table.replayed()
        await table.disconnect(0)


@simulated
async def test_only_a_person_can_be_removed() -> None:
    async with serving() as server:
        table = await open_table(server, people=1)
        for place, code in (((table.table.id, 1), "seat"), (("nowhere", 0), "unknown")):
            with pytest.raises(Refusal) as raised:
                await remove_person(server.store, *place, server.clock.now())
            assert raised.value.code == code


@simulated
async def test_a_banned_name_can_neither_sit_down_nor_act() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        table = await open_table(server, people=2)
        runtime = server.runtime
        await server.store.ban(Ban("name", "lois"))
        await clock.sleep(SOON)
        assert await refusal(table.runner.seat_of(table.tokens[1])) == "banned"
        assert await refusal(table.runner.seat_of(table.tokens[0])) is None
        assert await refusal(runtime.open_table(Options(), " LOIS ", 3)) == "banned"
        assert await refusal(runtime.join(table.table.id, "Lois")) == "banned"
        assert await refusal(runtime.join(table.table.id, "Moidl")) == "full"
        await server.store.unban(Ban("name", "lois"))
        await clock.sleep(SOON)
        assert await refusal(table.runner.seat_of(table.tokens[1])) is None


@simulated
async def test_a_server_that_starts_knows_the_bans() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        await server.store.ban(Ban("name", "lois"))
    async with serving(clock, database) as server:
        assert await refusal(server.runtime.open_table(Options(), "Lois", 3)) == "banned"


@simulated
async def test_all_processes_obey() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        table = await open_table(one, people=2)
        there = await two.runtime.table(table.table.id)
        await one.store.ban(Ban("name", "lois"))
        await one.store.ban(Ban("address", "192.0.2.0/24"))
        await clock.sleep(SOON)
        for server, runner in ((one, table.runner), (two, there)):
            assert await refusal(runner.seat_of(table.tokens[1])) == "banned"
            with pytest.raises(Banned):
                server.runtime.bans.verify_address("192.0.2.7")
        await two.store.close_table(table.table.id)
        await clock.sleep(SOON)
        for server in (one, two):
            assert await refusal(server.runtime.table(table.table.id)) == "closed"


@pytest.mark.parametrize(
    ("banned", "address", "refused"),
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("192.0.2.0/24", "192.0.2.8", True),
        ("2001:db8::17:1", "2001:db8::/64", True),
        ("2001:db8::/32", "2001:db8:7::/64", True),
        ("2001:db8::/64", "192.0.2.8", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("::ffff:192.0.2.0/120", "192.0.2.8", True),
        ("::ffff:192.0.2.7", "::/64", False),
        ("192.0.2.7", "", False),
    ],
)
def test_an_address_is_banned_with_its_network(banned: str, address: str, refused: bool) -> None:
    bans = Bans([Ban("address", normal_address(banned))], lambda: 0.0)
    try:
        bans.verify_address(address)
    except Exception as error:
        assert (refused, getattr(error, "code", None)) == (True, "banned")
    else:
        assert not refused


@simulated
async def test_a_ban_ends_at_its_time() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        await server.store.ban(Ban("name", "lois", until=clock.now() + 2 * SOON))
        await server.store.ban(Ban("address", "192.0.2.0/24", until=clock.now() + 2 * SOON))
        await clock.sleep(SOON)
        assert await refusal(server.runtime.open_table(Options(), "Lois", 3)) == "banned"
        with pytest.raises(Banned):
            server.runtime.bans.verify_address("192.0.2.7")
        await clock.sleep(SOON)
        assert await refusal(server.runtime.open_table(Options(), "Lois", 3)) is None
        server.runtime.bans.verify_address("192.0.2.7")


@pytest.mark.parametrize("own", ["127.0.0.1", "127.0.0.0/8", "::1", "::ffff:127.0.0.1"])
def test_nobody_bans_this_machine(own: str) -> None:
    with pytest.raises(DobbmError, match="is this machine"):
        normal_address(own)


@pytest.mark.parametrize(
    "wide", ["126.0.0.0/7", "0.0.0.0/1", "::ffff:126.0.0.0/103", "::5", "::/32"]
)
def test_a_ban_of_a_wide_network_spares_this_machine(wide: str) -> None:
    with pytest.raises(DobbmError, match="contains this machine"):
        bannable_address(wide)
    bans = Bans([Ban("address", normal_address(wide))], lambda: 0.0)  # stored by an older version
    for own in ("127.0.0.1", "::1"):
        bans.verify_address(own)


@pytest.mark.parametrize("everybody", ["0.0.0.0/0", "::/0", "::ffff:0:0/96"])
def test_nobody_bans_everybody(everybody: str) -> None:
    with pytest.raises(DobbmError, match="would ban everybody"):
        normal_address(everybody)


def test_a_name_is_banned_however_it_is_written() -> None:
    assert normal_name(" VRONI  vom\tHof") == normal_name("Vroni vom Hof")
    assert normal_name("Vro\u200dni v\ufe00om Hof\u3164") == normal_name("Vroni vom Hof")


def fail(*_: object) -> NoReturn:
    raise ZeroDivisionError("the dealer has dropped the cards")


def break_part(monkeypatch: pytest.MonkeyPatch, part: str, broken: TableRunner) -> None:
    """Make a method or property of one runner fail."""
    whole = getattr(TableRunner, part)

    def partly(runner: TableRunner, *given: Any) -> Any:
        if runner is broken:
            fail()
        own = whole.__get__(runner)
        return own if isinstance(whole, property) else own(*given)

    patch = property(partly) if isinstance(whole, property) else partly
    monkeypatch.setattr(TableRunner, part, patch)


@pytest.mark.parametrize(
    "part",
    ["report", "hear_report", "check_clock", "check_due", "idle_for", "break_silence", "refresh"],
)
@simulated
async def test_an_error_at_one_table_leaves_the_others_their_service(
    part: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever fails there, every second, is logged once and stops nothing for the others."""
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        server.runtime._keep_for = 2 * HOUR
        broken, closed, other = [await open_table(server, people=2) for _ in range(3)]
        if part == "break_silence":
            monkeypatch.setattr(broken.runner.feed, part, fail)
        else:
            break_part(monkeypatch, part, broken.runner)
        await server.store.ban(Ban("name", "moidl"))
        await server.store.close_table(closed.table.id)
        await clock.sleep(10 * SOON)
        assert server.runtime.alive
        with pytest.raises(Banned):
            server.runtime.bans.verify_name("Moidl")
        assert await refusal(server.runtime.table(closed.table.id)) == "closed"
        await other.until_dealt()
        logged = [one for one in caplog.records if "dropped the cards" in str(one.exc_info)]
        assert len(logged) <= 1
        assert bool(logged) or part == "hear_report"


@simulated
async def test_a_failing_part_of_the_store_leaves_the_others_their_service(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody hears who is connected, but bans are obeyed and old tables deleted."""
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        server.runtime._keep_for = 2 * HOUR

        async def refuse(*_: object) -> NoReturn:
            raise StoreUnavailable("it is full")

        monkeypatch.setattr(server.store, "report", refuse)
        monkeypatch.setattr(server.store, "claim_due", refuse)
        await abandoned(server, clock)
        await server.store.ban(Ban("name", "moidl"))
        await clock.sleep(1.5 * HOUR + 2 * SOON)
        assert server.runtime.alive
        with pytest.raises(Banned):
            server.runtime.bans.verify_name("Moidl")
        assert len(database.tables) == 1
        assert 2 <= len(caplog.records) <= 2 * 3 * HOUR / QUIET + 2


async def abandoned(server: Server, clock: SimulatedClock) -> tuple[str, str]:
    """Open two tables, of which somebody touches only the second after an hour and a half."""
    first, second = await open_table(server, people=2), await open_table(server, people=2)
    await clock.sleep(1.5 * HOUR)
    await (await server.runtime.table(second.table.id)).do(Say(0, "hello"))
    return first.table.id, second.table.id


@simulated
async def test_a_server_deletes_abandoned_tables_if_it_is_told_to() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        server.runtime._keep_for = 2 * HOUR
        first, second = await abandoned(server, clock)
        await clock.sleep(1.5 * HOUR + 2 * SOON)
        assert [*database.tables] == [second]
        assert await refusal(server.runtime.table(first)) == "unknown"


@simulated
async def test_nothing_is_added_to_a_table_that_has_just_been_deleted() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        table = await open_table(server, people=2)
        await table.until_dealt()
        assert await server.store.prune(clock.now() + HOUR) == 1
        for command in (Say(0, "hello"), Say(1, "hello")):
            assert await refusal(table.runner.do(command)) == "unknown"
        assert table.table.id not in database.tables
        await clock.sleep(HOUR)
        assert await refusal(server.runtime.table(table.table.id)) == "unknown"


@simulated
async def test_a_server_keeps_all_tables_by_default() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        tables = await abandoned(server, clock)
        await clock.sleep(3 * HOUR)
        assert {*database.tables} == {*tables}
