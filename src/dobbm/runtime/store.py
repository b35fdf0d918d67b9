"""The interface through which the runtime appends events to a store and reads tables.

The store knows nothing of the game. An event is a JSON object, and a table's state follows from its
events alone. ``memory_store`` keeps everything in memory, ``dobbm.store`` in SQLite or PostgreSQL.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from math import inf
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from dobbm.game.errors import DobbmError, quoted
from dobbm.runtime.complaints import KeepsComplaints
from dobbm.runtime.day_results import KeepsResults
from dobbm.runtime.subscriptions import KeepsSubscriptions
from dobbm.runtime.whole_tables import TakesWhole

Json: TypeAlias = dict[str, Any]

Changed: TypeAlias = Callable[[str, int], None]
"""A callback that takes a table's identifier and the number of its new event.

The event itself is not passed on: it may contain the secret of a shuffle. The number 0 means that
something other than the events has changed, an empty identifier that any table may have changed.
"""


class Report(NamedTuple):
    """The followers of a table through one process, for the others to know; nothing is stored."""

    process: str
    heard: Mapping[str, float]
    """For how many seconds nothing has been heard from each person who was active recently."""
    streams: list[str]
    """The people who have an event stream open, by identifier."""
    spectators: list[str]
    """The names of those who follow the table and have no seat; empty without a name."""


Reported: TypeAlias = Callable[[str, Report], None]
"""A callback that takes a table's identifier and the report of a process, which may be this one."""


MOST_EVENTS = 1_000_000
"""The usual limit on the events of a table, those of some 15,000 deals."""


class StoreError(DobbmError):
    """An unsupported use of a store, or data that it cannot keep."""

    code = "store"


class StoreUnavailable(StoreError):
    """A store that is unreachable, locked or full for now; callers may try again later."""

    code = "unavailable"


class StoreDamaged(StoreUnavailable):
    """A store whose contents cannot be read, at least in part; other parts may go on."""


class StoreFull(StoreUnavailable):
    """A store that cannot grow, as its disk is full."""


class StoreReadOnly(StoreUnavailable):
    """A store that this user may not write."""


class StoreMissing(StoreError):
    """A store that does not exist, or has never been set up."""


class UnreadableEvent(StoreError):
    """A stored event that is damaged or missing, or that only a newer version understands."""

    code = "unreadable"

    def __init__(self, table: str, number: int, reason: str) -> None:
        super().__init__(f"event {number} of this table cannot be read")
        self.table = table
        self.number = number
        self.reason = reason
        """The cause, for the host; it may name cards."""


class Person(NamedTuple):
    """A person at a table."""

    id: str
    name: str | None
    """None if the name has been erased."""
    token: str
    """The SHA-256 of the secret token, in hexadecimal."""
    seen: float
    """When the person was last present, in Unix seconds."""
    preferences: Json
    """The person's preferences, which nobody else sees."""


class Text(NamedTuple):
    """A text that a person has written at a table, stored apart from its event."""

    number: int
    """The number of the event."""
    person: str
    """Identifier of the person who has written it."""
    text: str


class Checkpoint(NamedTuple):
    """The state of a table after an event, stored so that earlier events need not be read."""

    number: int
    """The number of the event."""
    turn: int
    finished: int
    """The number of finished deals."""
    state: Json


class Entry(NamedTuple):
    """The next event of a table, and the data stored with it.

    Names and texts occur only in ``person`` and ``text``, where ``erase`` finds them, never in
    ``event``.
    """

    table: str
    number: int
    """The number of the event: 1 for a table's first event, and one more for each further event.

    Only a process that has read all earlier events can therefore append the next one.
    """
    event: Json
    due: float | None
    """The table's next deadline, in Unix seconds; None if the table waits for people."""
    in_lobby: bool = False
    """Whether the lobby lists the table."""
    person: Person | None = None
    """The person who joins with this event."""
    checkpoint: Checkpoint | None = None
    """The state after this event, stored for some events only."""
    text: Text | None = None
    """The text that a person writes with this event."""
    origin: int | None = None
    """A number for the networks from one of which a listed table is opened; the store keeps it
    while the table is listed. It comes with the first event, if at all."""
    club: str | None = None
    """The identifier of the club to which the table belongs, or of the club itself; it comes with
    the first event. Nothing of a club is pruned while something of it is touched."""
    oldest_text: int = 0
    """The number of the oldest text that the table keeps; a new one deletes those before it."""


class StoreSize(NamedTuple):
    """How much a store holds."""

    tables: int
    longest: int
    """The number of events of the table that has the most."""
    bytes: int | None = None
    """The size of the database without the room that it keeps for more; None in memory."""
    free: int | None = None
    """The free bytes of the disk; None if it is that of another program or machine."""
    complaints: int = 0
    """The number of complaints that the host has not settled."""


class Listing(NamedTuple):
    """A table in the lobby."""

    table: str
    number: int
    """The number of the table's last event."""


class Ban(NamedTuple):
    """An address or a name that the host has banned, in its normal form (``runtime.bans``).

    There is at most one ban of each.
    """

    kind: Literal["address", "name"]
    banned: str
    at: float = 0.0
    """When it was banned, in Unix seconds."""
    until: float | None = None
    """When the ban ends, in Unix seconds; None if only the host ends it."""
    reason: str | None = None
    """Why, for the host's own memory."""

    @property
    def whom(self) -> tuple[str, str]:
        """The kind, and the address or name itself."""
        return self.kind, self.banned

    @property
    def end(self) -> float:
        """When the ban ends, in Unix seconds; infinity if only the host ends it."""
        return inf if self.until is None else self.until


LISTED = 86_400.0
"""Seconds for which the lobby lists a table."""
ID = 40
"""Maximum number of characters in an identifier."""
DIGEST = 64
"""Number of characters in a hexadecimal SHA-256."""
LARGEST = 2**31 - 1
"""The largest event number that every database can store."""
UNWRITABLE = re.compile("[\0\ud800-\udfff]")
"""Characters not allowed in text: PostgreSQL cannot store NUL, and UTF-8 has no lone surrogates."""


def verify_entry(entry: Entry) -> None:
    """Raise ``StoreError`` for an entry that not every store can keep.

    Entries are written in groups, and one invalid entry must not make the others fail.
    """
    _verify_text("a table's identifier", entry.table, ID)
    if not 1 <= entry.number <= LARGEST:
        raise StoreError(f"an event number must be from 1 to {LARGEST}, not {quoted(entry.number)}")
    try:
        json.dumps([entry.event, entry.checkpoint], allow_nan=False)
    except ValueError as error:
        raise StoreError(f"an entry that is not JSON: {error}") from None
    if entry.person:
        _verify_text("a person's identifier", entry.person.id, ID)
        _verify_text("a token's digest", entry.person.token, DIGEST)
        if entry.person.name is not None:
            _verify_text("a name", entry.person.name)
    if entry.text:
        _verify_text("a text", entry.text.text)


def _verify_text(what: str, value: str, limit: int | None = None) -> None:
    if limit and not 1 <= len(value) <= limit:
        raise StoreError(f"{what} must have 1 to {limit} characters, not {len(value)}")
    if UNWRITABLE.search(value):
        raise StoreError(f"{what} contains a character that cannot be stored: {quoted(value)}")


def decoded(table: str, number: int, text: str | bytes) -> Json:
    """Return the JSON object of a stored event; raise ``UnreadableEvent`` if it is none."""
    try:
        event = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableEvent(table, number, f"not JSON: {error}") from None
    if not isinstance(event, dict):
        raise UnreadableEvent(table, number, "not a JSON object")
    return event


class Store(KeepsResults, KeepsComplaints, KeepsSubscriptions, TakesWhole, Protocol):
    """A store of tables; its methods raise ``StoreUnavailable`` while it is unavailable.

    Once the store is available again, the methods work as before. All times are in Unix seconds.
    """

    @property
    def shared(self) -> bool:
        """Whether other processes may append to the store as well."""

    def on_change(self, callback: Changed) -> None:
        """Call ``callback`` after every event, erasure and change of preferences.

        Changes by this process are included. A store that is not ``shared`` never calls it.
        """

    def on_report(self, callback: Reported) -> None:
        """Call ``callback`` for every report; a store that is not ``shared`` never does."""

    async def report(self, reports: Mapping[str, Report]) -> None:
        """Send all processes reports about the tables with these identifiers."""

    async def append(self, entry: Entry) -> bool:
        """Store an entry durably; return False if its number is already taken.

        If ``StoreUnavailable`` is raised, the entry is not stored, unless the connection broke
        during the commit; trying again is safe. Raises ``StoreError`` for an entry that cannot be
        kept.
        """

    async def events(self, table: str, after: int = 0, limit: int | None = None) -> list[Json]:
        """Return up to ``limit`` events of a table in order, starting with number ``after`` + 1.

        Raises ``UnreadableEvent`` if one of them is missing or not a JSON object.
        """

    async def checkpoint(
        self,
        table: str,
        *,
        number: int | None = None,
        turn: int | None = None,
        finished: int | None = None,
    ) -> Checkpoint | None:
        """Return the table's newest checkpoint that exceeds none of the given bounds, if any.

        A checkpoint that is not JSON counts as missing.
        """

    async def save_checkpoints(self, table: str, made: Iterable[Checkpoint]) -> None:
        """Store checkpoints for events already stored, replacing existing ones for these events."""

    async def people(self, table: str) -> list[Person]:
        """Return all people who have joined a table, including those who have left."""

    async def texts(self, table: str, number: int | None = None) -> list[Text]:
        """Return the texts that a table keeps, in order, or only that of the event ``number``."""

    async def set_token(self, person: str, token: str, before: str) -> bool:
        """Replace the digest ``before`` of a person's token and notify all processes.

        Return False, and do nothing, if the person has another token by now.
        """

    async def set_name(self, person: str, name: str) -> None:
        """Replace a person's name and notify all processes."""

    async def set_preferences(self, person: str, preferences: Json) -> None:
        """Replace a person's preferences and notify all processes."""

    async def seen(self, times: Mapping[str, float], now: float) -> None:
        """Record when each person in ``times`` was present, unless a later time is stored.

        A stored time after ``now`` is overwritten: the clock must have been set back since.
        """

    async def mark_unreadable(self, table: str, number: int | None, until: float) -> None:
        """Record that event ``number`` cannot be read, or that all events can if it is None.

        ``claim_due`` and ``lobby`` leave out a table with an unreadable event, ``claim_due`` only
        until the time ``until``. The next event that is appended removes the mark.
        """

    def tables(self) -> AsyncIterator[str]:
        """Yield the identifiers of all tables, in order."""

    async def lobby(
        self, present: Collection[str], since: float, limit: int = 100
    ) -> list[Listing]:
        """Return up to ``limit`` listed tables with somebody present, in a fair order.

        The newest table of every origin comes first, then the second newest of each, and so on:
        many tables of one origin hide only each other.

        These are the listed ones among the tables ``present``, and those with a person who was last
        seen after ``since``. Tables opened more than ``LISTED`` seconds before ``since`` are left
        out, so that abandoned ones need not be looked through for ever.
        """

    async def claim_due(self, now: float, limit: int, lease: float = 5.0) -> list[str]:
        """Lease up to ``limit`` tables that are due at ``now``; return their identifiers.

        The caller holds the lease for ``lease`` seconds or until the next event is appended to the
        table. If none is appended, the table is due again afterwards.
        """

    async def erase_person(self, person: str) -> bool:
        """Erase a person's name, texts, devices and complaints; return False if there is none."""

    async def erase_text(self, table: str, number: int, *, reported: bool = True) -> bool:
        """Erase the text of an event; return False if there is nothing to erase.

        Complaints about it, which have the text as ``reported``, are erased only with that.
        """

    async def interventions(self) -> int:
        """Return a number that grows with every intervention of the host, such as an erasure."""

    async def intervene(self) -> None:
        """Record that the host has changed something, so that all servers look at their tables."""

    async def closed(self, ids: Iterable[str]) -> dict[str, bool]:
        """Return for each of the tables ``ids`` that exist whether it is closed."""

    async def bans(self) -> list[Ban]:
        """Return all bans, in order; some may have ended."""

    async def prune(self, before: float, keep: Iterable[str] = ()) -> int:
        """Delete the tables that nobody has touched since ``before``; return their number.

        The results that came before then are deleted, too.

        A table is touched by an event and by the presence of a person who has a seat. The tables
        ``keep`` are not deleted, nor the tables of a club that has had an event since.
        """

    async def stored(self) -> StoreSize:
        """Return how much the store holds."""

    async def ready(self) -> bool:
        """Return whether the store responds."""
