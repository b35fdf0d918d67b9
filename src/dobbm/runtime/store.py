"""The interface of the store that the runtime uses to append events and read tables.

The store knows nothing of the game. An event is a JSON object, and a table follows from its events
alone. ``memory_store`` keeps everything in memory, ``dobbm.store`` in SQLite or PostgreSQL.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

from dobbm.game.errors import DobbmError, quoted

Json: TypeAlias = dict[str, Any]

Changed: TypeAlias = Callable[[str, int, Json | None], None]
"""A callback with the identifier of a table, the number of an event, and the event if available.

Number 0: something other than the events has changed. An empty identifier: any table may have
changed.
"""


class StoreError(DobbmError):
    """A store used in an unsupported way, or data that it cannot keep."""

    code = "store"


class StoreUnavailable(StoreError):
    """The store is unavailable for now: gone, locked or full. Try again."""

    code = "unavailable"


class Person(NamedTuple):
    """A person at a table."""

    id: str
    name: str | None
    """None: erased."""
    token: str
    """The SHA-256 of the secret token, in hexadecimal."""
    seen: float
    """When the person was last present, in Unix seconds."""
    wishes: Json
    """The person's preferences, which nobody else sees."""


class Checkpoint(NamedTuple):
    """The state of a table after an event, which saves reading all events before it."""

    number: int
    """The number of the event."""
    turn: int
    finished: int
    """The number of finished deals."""
    state: Json


class Entry(NamedTuple):
    """The next event of a table, and the data stored with it.

    Only ``person`` contains a name, where ``erase`` finds it; ``event`` and ``lobby`` never do.
    """

    table: str
    number: int
    """From 1, without gaps: a process that appends has read all earlier events."""
    event: Json
    due: float | None
    """The table's next deadline, in Unix seconds; None: it waits for people."""
    lobby: Json | None = None
    """The entry in the lobby; None: the table is not listed."""
    person: Person | None = None
    """The person who joins with this event."""
    checkpoint: Checkpoint | None = None
    """The table after this event, for some events only."""


class Listing(NamedTuple):
    """A table in the lobby."""

    table: str
    number: int
    """The number of its last event."""
    opened: float
    """In Unix seconds."""
    lobby: Json


ID = 40
"""Maximum number of characters in an identifier."""
DIGEST = 64
"""Number of characters in a hexadecimal SHA-256."""
LARGEST = 2**31 - 1
"""The largest event number that every database can store."""
UNWRITABLE = re.compile("[\0\ud800-\udfff]")
"""PostgreSQL cannot store NUL, and a lone surrogate is not a character."""


def verify_entry(entry: Entry) -> None:
    """Raise ``StoreError`` for an entry that some store cannot keep.

    Entries are written in groups, and a bad one must not spoil the others.
    """
    _verify_text("the id of a table", entry.table, ID)
    if not 1 <= entry.number <= LARGEST:
        raise StoreError(f"events have numbers from 1 to {LARGEST}, not {quoted(entry.number)}")
    if entry.person:
        _verify_text("the id of a person", entry.person.id, ID)
        _verify_text("the digest of a token", entry.person.token, DIGEST)
        if entry.person.name is not None:
            _verify_text("a name", entry.person.name)


def _verify_text(what: str, value: str, limit: int | None = None) -> None:
    if limit and not 1 <= len(value) <= limit:
        raise StoreError(f"{what} has 1 to {limit} characters, not {len(value)}")
    if UNWRITABLE.search(value):
        raise StoreError(f"{what} has a character that cannot be kept: {quoted(value)}")


class Store(Protocol):
    """Stored tables; methods raise ``StoreUnavailable`` while the store is unavailable.

    The store recovers as soon as it is available again. All times are in Unix seconds.
    """

    @property
    def shared(self) -> bool:
        """Whether other processes may append as well."""

    def on_change(self, callback: Changed) -> None:
        """Call ``callback`` for every change to a ``shared`` store, including this process's own.

        A store that is not shared never calls it.
        """

    async def append(self, entry: Entry) -> bool:
        """Store an entry durably; return False if its number is already taken.

        After ``StoreUnavailable`` the entry is not stored, unless the connection broke at the very
        moment of storing; trying again is safe. Raises ``StoreError`` for an entry that cannot be
        kept.
        """

    async def events(self, table: str, after: int = 0, limit: int | None = None) -> list[Json]:
        """Return up to ``limit`` events of a table from number ``after`` + 1 on, in order."""

    async def checkpoint(
        self,
        table: str,
        *,
        number: int | None = None,
        turn: int | None = None,
        finished: int | None = None,
    ) -> Checkpoint | None:
        """Return the newest checkpoint of a table that exceeds none of the given bounds, if any."""

    async def save_checkpoints(self, table: str, made: Iterable[Checkpoint]) -> None:
        """Store checkpoints of events already stored, replacing older ones of the same events."""

    async def people(self, table: str) -> list[Person]:
        """Return everybody who has joined a table, including people who have left."""

    async def set_preferences(self, person: str, preferences: Json) -> None:
        """Replace a person's preferences, and notify all processes."""

    async def seen(self, times: Mapping[str, float], now: float) -> None:
        """Record when these people were present, unless a later time is stored.

        A stored time after ``now`` does not count as later: the clock has been set back since.
        """

    async def last_seen(self, ids: Iterable[str]) -> dict[str, float]:
        """Return when the people of these tables were last present, by person identifier."""

    def tables(self) -> AsyncIterator[str]:
        """Yield the identifiers of all tables, in order."""

    async def lobby(self, limit: int = 50) -> list[Listing]:
        """Return up to ``limit`` listed tables, the newest first."""

    async def claim_due(self, now: float, limit: int, lease: float = 5.0) -> list[str]:
        """Lease up to ``limit`` tables that are due ``now`` to this caller for ``lease`` seconds.

        The next append to a table ends its lease; without one, the table is due again afterwards.
        """

    async def erase(self, name: str, table: str | None = None) -> int:
        """Erase a name at one table or at all tables; return how many people had it."""

    async def erasures(self) -> int:
        """Return a number that grows whenever names are erased; then drop names in memory."""

    async def ready(self) -> bool:
        """Return whether the store responds."""
