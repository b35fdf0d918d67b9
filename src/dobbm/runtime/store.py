"""Where tables are stored, as the runtime sees it: events are appended, everything else is read.

The store knows nothing of the game. An event is a JSON object, and the events alone make a table.
``memory_store`` keeps it all in memory; ``dobbm.store`` on SQLite and PostgreSQL.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

from dobbm.game.errors import DobbmError, shown

Json: TypeAlias = dict[str, Any]

Changed: TypeAlias = Callable[[str, int, Json | None], None]
"""Takes the identifier of a table, the number of an event, and the event if it is at hand.

Number 0: something beside the events has changed. An empty identifier: at any table.
"""


class StoreError(DobbmError):
    """A store that cannot be used like this, or something that cannot be kept in it."""

    code = "store"


class StoreUnavailable(StoreError):
    """The store cannot be used now: it is gone, locked or full. Try again."""

    code = "unavailable"


class Person(NamedTuple):
    """Somebody at a table."""

    id: str
    name: str | None
    """None: it has been erased."""
    token: str
    """The SHA-256 of the secret token, in hexadecimal."""
    seen: float
    """When the person was last there, in Unix seconds."""
    wishes: Json
    """What the person wants of the server, and nobody else sees."""


class Checkpoint(NamedTuple):
    """A table as it stands after an event, so that nobody has to read all events before it."""

    number: int
    """Of the event."""
    turn: int
    finished: int
    """How many deals are done."""
    state: Json


class Entry(NamedTuple):
    """The next event of a table, and what is stored with it.

    Names are in ``person`` only, where ``erase`` finds them, and never in ``event`` or ``lobby``.
    """

    table: str
    number: int
    """From 1, without a gap: whoever appends has read all events before."""
    event: Json
    due: float | None
    """When the table goes on without people, in Unix seconds; None: it waits for them."""
    lobby: Json | None = None
    """What the lobby shows; None: the table is not listed."""
    person: Person | None = None
    """Who comes to the table with this event."""
    checkpoint: Checkpoint | None = None
    """The table after this event, at some events."""


class Listing(NamedTuple):
    """A table in the lobby."""

    table: str
    number: int
    """Of its last event."""
    opened: float
    """Unix seconds."""
    lobby: Json


ID = 40
"""Characters of an identifier, at most."""
DIGEST = 64
"""Characters of a SHA-256 in hexadecimal."""
LARGEST = 2**31 - 1
"""The largest number of an event that every database keeps."""
UNWRITABLE = re.compile("[\0\ud800-\udfff]")
"""PostgreSQL has no NUL, and a lone surrogate is no character."""


def verify_entry(entry: Entry) -> None:
    """Raise ``StoreError`` for an entry that not every store can keep.

    Entries are written together, and none may spoil the others.
    """
    _verify_text("the id of a table", entry.table, ID)
    if not 1 <= entry.number <= LARGEST:
        raise StoreError(f"events have numbers from 1 to {LARGEST}, not {shown(entry.number)}")
    if entry.person:
        _verify_text("the id of a person", entry.person.id, ID)
        _verify_text("the digest of a token", entry.person.token, DIGEST)
        if entry.person.name is not None:
            _verify_text("a name", entry.person.name)


def _verify_text(what: str, value: str, limit: int | None = None) -> None:
    if limit and not 1 <= len(value) <= limit:
        raise StoreError(f"{what} has 1 to {limit} characters, not {len(value)}")
    if UNWRITABLE.search(value):
        raise StoreError(f"{what} has a character that cannot be kept: {shown(value)}")


class Store(Protocol):
    """Tables; every method raises ``StoreUnavailable`` while the store cannot be used.

    It needs no care after that: as soon as it can be used it works again. All times are Unix
    seconds.
    """

    @property
    def shared(self) -> bool:
        """Whether other processes may append as well."""

    def on_change(self, callback: Changed) -> None:
        """Call ``callback`` for every change of a ``shared`` store, this process's own included.

        In a store that is not shared nothing is ever called.
        """

    async def append(self, entry: Entry) -> bool:
        """Whether the entry is stored, durably; if not, its number was taken before.

        After ``StoreUnavailable`` it is not stored, unless the connection broke in the moment of
        storing; trying again is safe. Raises ``StoreError`` for an entry that cannot be kept.
        """

    async def events(self, table: str, after: int = 0, limit: int | None = None) -> list[Json]:
        """Up to ``limit`` events of a table from number ``after`` + 1 on, in order."""

    async def checkpoint(
        self,
        table: str,
        *,
        number: int | None = None,
        turn: int | None = None,
        finished: int | None = None,
    ) -> Checkpoint | None:
        """The newest checkpoint of a table at which none of these was exceeded; None: there is
        none.
        """

    async def save_checkpoints(self, table: str, made: Iterable[Checkpoint]) -> None:
        """Store checkpoints of events that are stored already, in place of older ones."""

    async def people(self, table: str) -> list[Person]:
        """Everybody who has come to a table, whether still there or not."""

    async def set_wishes(self, person: str, wishes: Json) -> None:
        """Replace what a person wishes; all processes hear of it."""

    async def seen(self, times: Mapping[str, float], now: float) -> None:
        """Keep when these people were there, unless they were seen later.

        A time after ``now`` does not count as later: the clock has been set back since.
        """

    async def last_seen(self, ids: Iterable[str]) -> dict[str, float]:
        """When the people of these tables were there last, by their identifiers."""

    def tables(self) -> AsyncIterator[str]:
        """All tables, in the order of their identifiers."""

    async def lobby(self, limit: int = 50) -> list[Listing]:
        """The tables that are listed, the newest first."""

    async def claim_due(self, now: float, limit: int, lease: float = 5.0) -> list[str]:
        """Up to ``limit`` tables that are due ``now``, for nobody else during ``lease`` seconds.

        The next append to a table ends its lease; without one it is due again after the lease.
        """

    async def erase(self, name: str, table: str | None = None) -> int:
        """Forget a name, at one table or at all; how many people bore it."""

    async def erasures(self) -> int:
        """A number that grows with every erased name: forget names that you keep in memory then."""

    async def ready(self) -> bool:
        """Whether the store answers."""
