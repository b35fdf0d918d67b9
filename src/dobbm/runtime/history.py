"""Reads data no longer in memory: old events, finished deals and earlier states of a table.

Each read starts from the nearest earlier checkpoint, so its cost depends on the requested events,
not on all the events before them. Events are replayed off the event loop.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from dobbm.club.club_ids import is_club
from dobbm.game.actions import Seat
from dobbm.runtime.audience import Audience
from dobbm.runtime.sight import Sight
from dobbm.runtime.snapshot import Snapshot
from dobbm.runtime.store import Checkpoint, Json, Store, UnreadableEvent
from dobbm.table.checkpoint import from_checkpoint, to_checkpoint
from dobbm.table.events import Event, Opened, from_json
from dobbm.table.reducer import apply_event, opened
from dobbm.table.refusals import Refusal
from dobbm.table.state import FinishedDeal, LedgerLine, Table, Taken, log_name

INTERVAL = 64
"""Number of events from one checkpoint to the next, and on a page of messages."""
PAGES = 64
"""Maximum number of pages cached for subscribers that resume at the same event; about 20 MB."""
LINES = 25
"""Maximum number of lines of a ledger that are read at once: a page of the ledger."""
LEDGERS = 64
"""Maximum number of pages of ledgers cached; about 3 MB."""

Found = TypeVar("Found")

log = logging.getLogger(__name__)


class Offload(Protocol):
    """A function that runs work off the event loop."""

    def __call__(self, work: Callable[[], Found]) -> Awaitable[Found]:
        """Run ``work`` and return its result."""


async def inline(work: Callable[[], Found]) -> Found:
    """Run ``work`` at once, on the event loop."""
    return work()


class Message(NamedTuple):
    """A message to a seat about an event."""

    number: int
    data: bytes
    is_delta: bool = False
    """Whether it only says what has changed since the message before."""
    sight: Sight | None = None
    """The state of which the next message may only say the changes."""


class _Page(NamedTuple):
    """The cache key of a page of old messages, which no longer change."""

    table: str
    number: int
    """The number of the event before the first one on the page."""
    person: str | None
    people: int
    """The ``id`` of the mapping of people, unique because the cache keeps the mapping alive."""
    texts: int
    """That of the texts."""
    present: frozenset[Seat]


class History:
    """A reader of stored tables, with a cache of message pages."""

    def __init__(self, store: Store, offload: Offload) -> None:
        self._store = store
        self._offload = offload
        self._pages: OrderedDict[_Page, tuple[Audience, list[Message]]] = OrderedDict()
        self._ledgers: OrderedDict[tuple[str, int], list[LedgerLine]] = OrderedDict()
        """The lines read so far, by the table and the number of the deal before the page."""

    async def load(self, table_id: str) -> list[Snapshot]:
        """Return a table's snapshots from its last checkpoint to its last event.

        Without a checkpoint, they begin with the first event, and missing checkpoints are stored.
        Raises ``Refusal`` with the code ``unknown`` if there is no such table, and
        ``UnreadableEvent``.
        """
        if is_club(table_id):
            raise Refusal("unknown", "there is no such table")
        base = _state(table_id, await self._store.checkpoint(table_id))
        events = await self._store.events(table_id, base.number - 1 if base else 0)
        if not events:
            if await self._store.closed([table_id]):
                raise UnreadableEvent(table_id, base.number if base else 1, "missing")
            raise Refusal("unknown", "there is no such table")
        if base:
            return await self._offload(lambda: _replayed(table_id, base, events))
        snapshots = await self._offload(lambda: _replayed(table_id, None, events))
        missing = [one for one in map(checkpoint_of, [s.table for s in snapshots]) if one]
        if missing:
            await self._store.save_checkpoints(table_id, missing)
        return snapshots

    async def messages(
        self, table_id: str, number: int, last: int, audience: Audience, person: str | None
    ) -> list[Message]:
        """Return messages to a person about the events after ``number``, up to the end of a page.

        ``last`` is the number of the table's last event.
        """
        people, texts = id(audience.people), id(audience.texts)
        page = _Page(table_id, number, person, people, texts, audience.present)
        if page in self._pages:
            self._pages.move_to_end(page)
            return self._pages[page][1]
        until = (number // INTERVAL + 1) * INTERVAL
        snapshots = await self._snapshots(table_id, number, min(last, until))
        messages = await self._offload(lambda: messages_to(person, snapshots, audience))
        self._pages[page] = audience, messages
        if len(self._pages) > PAGES:
            self._pages.popitem(last=False)
        return messages

    async def snapshot(self, table_id: str, number: int) -> Snapshot:
        """Return the snapshot after event ``number``."""
        return (await self._snapshots(table_id, number - 1, number))[-1]

    async def number_at(self, table_id: str, at: float, last: int) -> int:
        """Return the number of the last event no later than ``at``, or 1 if there is none."""
        low, high = 1, last
        while low < high:
            middle = (low + high + 1) // 2
            [event] = await self._store.events(table_id, middle - 1, limit=1)
            low, high = (middle, high) if event["at"] <= at else (low, middle - 1)
        return low

    async def deal(self, table_id: str, number: int) -> FinishedDeal:
        """Return the finished deal with this number, counted from 1."""
        last = (await self.after_deal(table_id, number)).last
        assert last
        return last

    async def after_deal(self, table_id: str, number: int) -> Table:
        """Return a table as it is when the deal with this number, counted from 1, is finished."""
        base = _state(table_id, await self._store.checkpoint(table_id, finished=number - 1))
        return await self._replay_until(table_id, base, partial(_has_finished, number))

    async def lines(self, table_id: str, after: int, last: int) -> list[LedgerLine]:
        """Return the ledger's lines of the deals after ``after``, up to the end of a page.

        ``last`` is the number of the last finished deal.
        """
        before = after - after % LINES
        lines = self._ledgers.get((table_id, before), [])
        if before + len(lines) < min(last, before + LINES):
            lines = [*lines, *await self._new_lines(table_id, before + len(lines), last)]
            self._ledgers[table_id, before] = lines
        self._ledgers.move_to_end((table_id, before))
        if len(self._ledgers) > LEDGERS:
            self._ledgers.popitem(last=False)
        return lines[after - before : last - before]

    async def _new_lines(self, table_id: str, after: int, last: int) -> list[LedgerLine]:
        """Replay the deals after ``after``, up to the end of their page, for their lines."""
        table = _state(table_id, await self._store.checkpoint(table_id, finished=after))
        lines = []
        for number in range(after + 1, min(last, after - after % LINES + LINES) + 1):
            reached = partial(_has_finished, number)
            table = await self._replay_until(table_id, table, reached)
            lines.append(table.ledger_line())
        return lines

    async def taken_at(self, table_id: str, turn: int) -> Taken:
        """Return the action or take-back at a past turn."""
        base = _state(table_id, await self._store.checkpoint(table_id, turn=turn))
        table = await self._replay_until(table_id, base, lambda table: table.turn > turn)
        return table.taken_at(turn)

    async def _snapshots(self, table_id: str, number: int, until: int) -> list[Snapshot]:
        """Return the snapshots of the events after ``number``, up to ``until``."""
        base = _state(table_id, await self._store.checkpoint(table_id, number=number))
        start = base.number - 1 if base else 0
        events = await self._store.events(table_id, start, limit=until - start)
        snapshots = await self._offload(lambda: _replayed(table_id, base, events))
        return [one for one in snapshots if one.table.number > number]

    async def _replay_until(
        self, table_id: str, table: Table | None, reached: Callable[[Table], bool]
    ) -> Table:
        """Return the first state, ``table`` or a later one, for which ``reached`` is true."""
        while table is None or not reached(table):
            page = await self._store.events(table_id, table.number if table else 0, limit=INTERVAL)
            table = await self._offload(partial(_replayed_until, table_id, table, page, reached))
        return table


def _has_finished(number: int, table: Table) -> bool:
    return table.finished >= number


def messages_to(
    person: str | None, snapshots: Iterable[Snapshot], audience: Audience
) -> list[Message]:
    """Return the messages to a person, or to a spectator if it is None.

    Each event is shown as in the seat that the person had then; without one, as to a spectator.
    """
    return [
        Message(one.table.number, one.message(audience, one.seat_of(person))) for one in snapshots
    ]


def deltas_to(
    person: str | None, snapshots: Iterable[Snapshot], audience: Audience, before: Sight | None
) -> list[Message]:
    """Return messages as ``messages_to`` does, each as a delta to the one before, if any."""
    messages = []
    for snapshot in snapshots:
        sight = snapshot.sight(audience, snapshot.seat_of(person))
        data = sight.delta(before) if before else sight.whole
        messages.append(Message(snapshot.table.number, data, before is not None, sight))
        before = sight
    return messages


def checkpoint_of(table: Table) -> Checkpoint | None:
    """Return the checkpoint to store with the table's last event, or None if none is due."""
    if table.number % INTERVAL:
        return None
    return Checkpoint(table.number, table.turn, table.finished, to_checkpoint(table))


def apply_stored(table_id: str, table: Table | None, stored: Json) -> tuple[Table, Event]:
    """Return the table after its next stored event, and the event; None stands for no table yet.

    Raises ``UnreadableEvent`` if that is impossible.
    """
    with _reading(table_id, table.number + 1 if table else 1):
        event = _event(stored)
        if table is not None:
            return apply_event(table, event), event
        if not isinstance(event, Opened):
            raise TypeError("the first event does not open the table")
        return opened(table_id, event), event


@contextmanager
def _reading(table_id: str, number: int) -> Iterator[None]:
    """Raise any error as ``UnreadableEvent``.

    Somebody may have edited the event, or a newer version may have stored it.
    """
    try:
        yield
    except Exception as error:
        raise UnreadableEvent(table_id, number, f"{type(error).__name__}: {error}") from error


def _event(stored: Json) -> Event:
    event = from_json(stored)
    if not isinstance(event.at, int | float):
        raise TypeError("the time is not a number")
    return event


def _state(table_id: str, checkpoint: Checkpoint | None) -> Table | None:
    """Return the state in a checkpoint; None if it cannot be used and the events must be."""
    try:
        return from_checkpoint(table_id, checkpoint.state) if checkpoint else None
    except Exception as error:  # a checkpoint is only a cache
        name = type(error).__name__
        log.warning("table %s: a checkpoint cannot be read: %s", log_name(table_id), name)
        return None


def _replayed(table_id: str, base: Table | None, stored: list[Json]) -> list[Snapshot]:
    """Return the snapshots after these events; ``base`` is the state after the first, if known."""
    first, *others = stored
    if base is None:
        snapshots = [Snapshot(*apply_stored(table_id, None, first))]
    else:
        with _reading(table_id, base.number):
            snapshots = [Snapshot(base, _event(first))]
    for event in others:
        snapshots.append(Snapshot(*apply_stored(table_id, snapshots[-1].table, event)))
    return snapshots


def _replayed_until(
    table_id: str, table: Table | None, stored: list[Json], reached: Callable[[Table], bool]
) -> Table:
    """Return the first state for which ``reached`` is true, or else the state after all events."""
    for event in stored:
        table, _ = apply_stored(table_id, table, event)
        if reached(table):
            break
    assert table
    return table
