"""Servers are killed with SIGKILL at random moments while people play as fast as they can.

Nothing that was acknowledged is lost, nothing is done twice, and every table finishes its deal.
Each database sees 200 kills; the tests print the figures.
"""

from __future__ import annotations

import json
import sys
from asyncio import TaskGroup, gather, run, sleep
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

from dobbm.store import SqlStore
from dobbm.table.state import Table
from loading.wire import Wire
from server.people import AGAIN, MISSED, PATIENCE, TABLES, Person
from server.referee import Account, Referee
from server.servers import SOON, Served

pytestmark = pytest.mark.long

KILLS = 200
IN_A_ROUND = 10
"""Kills that each table survives; new tables follow."""
TABLES_IN_A_ROUND = 8
PEOPLE = 3
"""People at each table; the fourth player is a bot."""
LIFE = 1.0
"""Maximum seconds between a server's start and its end."""
LIFE_OF_WORKERS = 3.0
"""The same for two workers: by then, the worker killed last usually serves again."""
OF_ONE = 0.8
"""The proportion of kills that end only one worker."""
BOTS_TABLES = 8
"""Tables where one person plays against bots."""

Kill = Callable[[Random], Awaitable[float]]
"""Lets a server live for a while and kills it or a part of it; returns when it was dead."""


@dataclass
class Figures:
    """The printed figures."""

    kills: int = 0
    account: Account = field(default_factory=Account)
    deals: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    to_first_action: list[float] = field(default_factory=list)
    """Seconds from a kill to the first action acknowledged after it."""

    def print_all(self, name: str) -> None:
        times = sorted(self.to_first_action)
        figures = {
            "kills": self.kills,
            **asdict(self.account),
            "deals": self.deals,
            "refusals": self.refusals,
            "median_seconds_to_first_action": round(times[len(times) // 2], 2),
            "longest": round(times[-1], 2),
        }
        print(f"\n{name}: {json.dumps(figures)}")


@dataclass
class Party:
    """A table with its people and the referee."""

    referee: Referee
    people: list[Person]

    @classmethod
    async def sit(
        cls, connections: Sequence[Wire], store: SqlStore, seed: str, people: int = PEOPLE
    ) -> Party:
        """Seat people at a new table; bots take the other seats."""
        rng = Random(seed)
        about = {"name": "Vroni", "bots": 4 - people, "bot": "simple"}
        answer = await rng.choice(connections).post(TABLES, about)
        table = answer.body["table"]
        answers = [answer]
        for _ in range(1, people):
            path = f"{TABLES}/{table}/seats"
            answers.append(await rng.choice(connections).post(path, {"name": "Lois"}))
        seated = [
            Person(connections, table, one.body["seat"], one.body["token"], Random(rng.random()))
            for one in answers
        ]
        return cls(Referee(store, table), seated)

    async def judge(self) -> None:
        """Let the referee check all messages that people have received."""
        await self.referee.look()
        for person in self.people:
            person.be_judged(self.referee)

    def account(self, figures: Figures) -> None:
        """Add this table's acknowledged actions, refusals and deals to the figures."""
        for person in self.people:
            assert person.is_judged
            figures.refusals += person.refusals
            figures.account += self.referee.account(
                person.seat, person.requested, person.acknowledged
            )
        figures.deals += self.referee.now.finished


async def play_on(parties: Sequence[Party], deals: int) -> None:
    """Wait until every table has finished this many more deals."""
    wanted = [party.referee.now.finished + deals for party in parties]
    start = perf_counter()
    for party, number in zip(parties, wanted, strict=True):
        while party.referee.now.finished < number:
            assert perf_counter() < start + PATIENCE, "a table does not go on"
            await sleep(AGAIN)
            await party.judge()


async def first_action(parties: Sequence[Party], since: float) -> float:
    """Return when the first action after ``since`` was acknowledged."""
    while True:
        times = [
            at
            for party in parties
            for person in party.people
            for at in person.acknowledged.values()
            if at > since
        ]
        if times:
            return min(times)
        assert perf_counter() < since + PATIENCE, "nobody is answered any more"
        await sleep(SOON)


async def kill_round(
    connections: Sequence[Wire], store: SqlStore, kill: Kill, kills: int, figures: Figures
) -> None:
    """Kill this many times at some new tables, and check what has become of them."""
    seeds = [f"{figures.kills} {table}" for table in range(TABLES_IN_A_ROUND)]
    parties = await gather(*(Party.sit(connections, store, seed) for seed in seeds))
    people = [person for party in parties for person in party.people]
    rng = Random(figures.kills)
    async with TaskGroup() as tasks:
        playing = [tasks.create_task(person.play()) for person in people]
        for person in people:
            person.connect()
        await first_action(parties, perf_counter())
        for _ in range(kills):
            killed = await kill(rng)
            figures.to_first_action.append(await first_action(parties, killed) - killed)
            figures.kills += 1
            await gather(*(party.judge() for party in parties))
        await gather(*(party.judge() for party in parties))
        await play_on(parties, deals=1)
        for task in playing:
            task.cancel()
        await gather(*(person.disconnect() for person in people))
    await gather(*(party.judge() for party in parties))
    for party in parties:
        party.account(figures)


async def kill_again_and_again(server: Served, url: str, kill: Kill) -> Figures:
    """Kill round after round on the same database, and check that nothing is lost."""
    figures = Figures()
    await server.start()
    store = await SqlStore.open(url, create=False, exclusive=False)
    try:
        while figures.kills < KILLS:
            kills = min(IN_A_ROUND, KILLS - figures.kills)
            await kill_round([server.wire], store, kill, kills, figures)
            print(f"{figures.kills} of {KILLS} kills", file=sys.stderr)
    finally:
        await store.close()
        server.wire.close()
        server.kill()
    assert figures.account.acknowledged
    assert (figures.account.lost, figures.account.doubled) == (0, 0)
    assert {*figures.refusals} <= MISSED
    return figures


def test_a_server_is_killed_and_nothing_is_lost(sqlite_url: str, tmp_path: Path) -> None:
    server = Served(sqlite_url, tmp_path / "log")

    async def kill(rng: Random) -> float:
        await sleep(rng.uniform(0, LIFE))
        server.kill()
        killed = perf_counter()
        await server.start()
        return killed

    run(kill_again_and_again(server, sqlite_url, kill)).print_all("one process, SQLite")


def test_workers_are_killed_and_nothing_is_lost(postgres_url: str, tmp_path: Path) -> None:
    """Two workers behind one address: usually one is killed, sometimes the whole server."""
    server = Served(postgres_url, tmp_path / "log", "--workers", "2")

    async def kill(rng: Random) -> float:
        await sleep(rng.uniform(0, LIFE_OF_WORKERS))
        if rng.random() < OF_ONE:
            while not server.kill_worker(rng):
                await sleep(SOON)
            return perf_counter()
        server.kill()
        killed = perf_counter()
        await server.start()
        return killed

    run(kill_again_and_again(server, postgres_url, kill)).print_all("two workers, PostgreSQL")


def test_tables_of_a_server_that_dies_go_on_at_another(postgres_url: str, tmp_path: Path) -> None:
    """Nobody requests them there: the other server notices that nobody runs them."""
    dying = Served(postgres_url, tmp_path / "dying.log", "--bot-seconds", "0.2")
    other = Served(postgres_url, tmp_path / "other.log")

    async def play() -> None:
        await dying.start()
        await other.start()
        store = await SqlStore.open(postgres_url, create=False, exclusive=False)
        try:
            await go_on_elsewhere(dying, other, store)
        finally:
            await store.close()
            dying.wire.close()
            other.wire.close()

    try:
        run(play())
    finally:
        dying.kill()
        other.kill()


async def go_on_elsewhere(dying: Served, other: Served, store: SqlStore) -> None:
    """Kill the server while bots are to act, and let people come to the other one later."""
    connections = [dying.wire]
    seeds = [f"elsewhere {table}" for table in range(BOTS_TABLES)]
    parties = await gather(*(Party.sit(connections, store, seed, people=1) for seed in seeds))
    people = [party.people[0] for party in parties]
    async with TaskGroup() as tasks:
        playing = [tasks.create_task(person.play()) for person in people]
        for person in people:
            person.connect()
        await first_action(parties, perf_counter())
        dying.kill()
        killed = perf_counter()
        await gather(*(party.judge() for party in parties))
        waiting = [party for party in parties if a_bot_is_to_act(party.referee.now)]
        await gather(*(wait_for_event(party.referee, killed) for party in waiting))
        seconds = perf_counter() - killed
        connections[:] = [other.wire]
        await play_on(parties, deals=1)
        for task in playing:
            task.cancel()
        await gather(*(person.disconnect() for person in people))
    print(f"\n{len(waiting)} tables went on elsewhere within {seconds:.1f} s")
    assert waiting


def a_bot_is_to_act(table: Table) -> bool:
    """Whether the table would go on without any person."""
    return table.deal is not None and table.deal.to_act not in table.people


async def wait_for_event(referee: Referee, since: float) -> None:
    """Wait until something happens at a table."""
    number = len(referee.moments)
    while await referee.look() == number:
        assert perf_counter() < since + PATIENCE, "a table is not rescued"
        await sleep(SOON)
