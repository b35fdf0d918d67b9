"""The data of stores in memory."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from dobbm.runtime.day_results import DayResult
from dobbm.runtime.memory_complaints import Complaints, forget_person
from dobbm.runtime.memory_subscriptions import Subscriptions, forget_devices
from dobbm.runtime.store import Ban, Changed, Checkpoint, Person, Reported, Text


@dataclass
class KeptTable:
    """A game table's row in the database."""

    opened: float
    due: float | None = None
    leased: float | None = None
    in_lobby: bool = False
    origin: int | None = None
    club: str | None = None
    unreadable: int | None = None
    touched: float = 0.0
    closed: bool = False


@dataclass
class MemoryDatabase:
    """The data of one store or of several that share it."""

    tables: dict[str, KeptTable] = field(default_factory=dict)
    events: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The events of each table as JSON text, so that stored events cannot be modified."""
    checkpoints: dict[str, dict[int, Checkpoint]] = field(default_factory=lambda: defaultdict(dict))
    people: dict[str, dict[str, Person]] = field(default_factory=lambda: defaultdict(dict))
    texts: dict[str, dict[int, Text]] = field(default_factory=lambda: defaultdict(dict))
    interventions: int = 0
    bans: dict[tuple[str, str], Ban] = field(default_factory=dict)
    results: dict[tuple[str, str], DayResult] = field(default_factory=dict)
    """The results of days, by day and token."""
    complaints: Complaints = field(default_factory=dict)
    subscriptions: Subscriptions = field(default_factory=dict)
    callbacks: list[Changed] = field(default_factory=list)
    """The change callbacks of all stores on this database."""
    reported: list[Reported] = field(default_factory=list)
    """Their callbacks for reports."""

    def forget(self, table: str) -> None:
        """Remove a table and all that belongs to it."""
        for rows in (self.tables, self.events, self.checkpoints, self.people, self.texts):
            rows.pop(table, None)
        for key in [key for key in self.complaints if key[0] == table]:
            del self.complaints[key]
        forget_devices(self.subscriptions, table)

    def erase(self, table: str, person: Person) -> None:
        """Erase the name and the texts of a person, complaints about them, and their devices."""
        self.people[table][person.id] = person._replace(name=None)
        texts = self.texts[table]
        for number in [one.number for one in texts.values() if one.person == person.id]:
            del texts[number]
        forget_person(self.complaints, person.id)
        forget_devices(self.subscriptions, person.id)
