"""Following a long table costs only the events requested."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import pytest

from dobbm.runtime.history import INTERVAL
from dobbm.runtime.people import digest
from dobbm.runtime.store import Entry, Person, Store
from dobbm.server.rate_limits import PAGE_BURST, PAGE_RATE, RECENT
from dobbm.table.events import Event, Opened, Said, Sat, to_json
from dobbm.table.house_rules import Options
from server.failing_store import FailingStore
from server.serving import Guest, parse_messages
from server.simulated import Simulated

EVENTS = 1_500
PAGE = 2 * INTERVAL
"""Maximum number of events read for one page: from the checkpoint before it."""


@pytest.fixture
def vroni(serve: Callable[..., Simulated]) -> Guest:
    """A person who has talked without end; the server has not read her table yet."""
    server = serve(store=FailingStore)
    server.run(talk(store_of(server)))
    return Guest(server, "long", 0, "token")


async def talk(store: Store) -> None:
    """Store a table with nothing but talk."""
    events: list[Event] = [Opened(0.0, Options().to_json(), 0), Sat(0.0, 0, "vroni")]
    events += [Said(0.0, 0, "hello")] * (EVENTS - len(events))
    for number, event in enumerate(events, 1):
        person = Person("vroni", "Vroni", digest("token"), 0.0, {}) if number == 2 else None
        await store.append(Entry("long", number, to_json(event), None, person=person))


def store_of(server: Simulated) -> FailingStore:
    store = server.runtime.store
    assert isinstance(store, FailingStore)
    return store


def reads(guest: Guest) -> list[int]:
    """Return how many events each call has read since the last question."""
    assert isinstance(guest.server, Simulated)
    store = store_of(guest.server)
    found, store.read = store.read, []
    return found


def test_all_events_are_sent_page_by_page(vroni: Guest) -> None:
    vroni.see()
    assert max(reads(vroni)) == EVENTS  # once, because there are no checkpoints yet
    assert [message.number for message in vroni.history()] == [*range(1, EVENTS + 1)]
    pages = reads(vroni)
    assert max(pages) <= PAGE
    assert sum(pages) <= 2 * EVENTS


def test_other_requests_are_answered_between_two_pages(vroni: Guest) -> None:
    server = vroni.server
    assert isinstance(server, Simulated)
    vroni.see()

    async def ask_meanwhile() -> int:
        path, headers = f"{vroni.path}/events?after=0", vroni.headers
        stream = server.begin("GET", path, headers=headers)
        await stream.begun()
        answer = await server.begin("GET", "/healthz").answer()
        assert answer.status_code == 200
        received = stream.body.count(b"data: ")
        await stream.cut()
        return received

    assert server.run(ask_meanwhile()) <= 3 * INTERVAL


@pytest.mark.parametrize(("missed", "most"), [(0, 0), (1, 0), (7, 0), (20, PAGE), (100, 2 * PAGE)])
def test_resuming_near_the_end_only_reads_what_was_missed(
    vroni: Guest, missed: int, most: int
) -> None:
    vroni.see()
    reads(vroni)
    with vroni.events(after=EVENTS - missed) as events:
        assert [next(events).number for _ in range(missed)] == [
            *range(EVENTS - missed + 1, EVENTS + 1)
        ]
    assert sum(read for read in reads(vroni)) <= most


def test_after_a_restart_the_table_is_read_from_its_last_checkpoint(vroni: Guest) -> None:
    server = vroni.server
    assert isinstance(server, Simulated)
    vroni.see()
    server.stop()
    server.start()
    reads(vroni)
    with vroni.events(after=EVENTS - 1) as events:
        assert next(events).number == EVENTS
    assert sum(reads(vroni)) <= PAGE


def test_old_events_are_sent_slowly_once_an_address_has_had_many(vroni: Guest) -> None:
    server = vroni.server
    assert isinstance(server, Simulated)
    pages = (EVENTS - RECENT) // INTERVAL + 1
    start = server.clock_now()
    for times in range(1, 4):
        vroni.history()
        owed = max(0, times * pages - PAGE_BURST) / PAGE_RATE
        assert server.clock_now() - start == pytest.approx(owed, abs=1)


def test_old_events_are_refused_to_an_address_that_waits_for_others(vroni: Guest) -> None:
    server = vroni.server
    assert isinstance(server, Simulated)

    def answer(address: str) -> tuple[int, str | None]:
        headers = vroni.headers | {"X-Forwarded-For": address}
        with server.stream(f"{vroni.path}/events", {"after": 0}, headers) as stream:
            if stream.status_code == 200:
                assert [*parse_messages(islice(stream.lines, 3 * EVENTS))][-1].number == EVENTS
            return stream.status_code, stream.headers.get("Retry-After")

    assert [answer("192.0.2.7")[0] for _ in range(3)] == [200] * 3
    status, wait = answer("192.0.2.7")
    assert (status, answer("192.0.2.8")[0]) == (429, 200)
    server.pass_time(int(wait or 0))
    assert answer("192.0.2.7")[0] == 200


def test_a_short_interruption_is_never_refused_nor_delayed(vroni: Guest) -> None:
    server = vroni.server
    assert isinstance(server, Simulated)
    for _ in range(3):
        vroni.history()
    with server.stream(f"{vroni.path}/events", {"after": 0}, vroni.headers) as refused:
        assert refused.status_code == 429
    start = server.clock_now()
    for _ in range(20):
        with vroni.events(after=EVENTS - RECENT) as events:
            assert [next(events).number for _ in range(RECENT)][-1] == EVENTS
    assert server.clock_now() - start < 0.1
