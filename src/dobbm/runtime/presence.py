"""Who is there: people with an event stream open, or heard of lately."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from dobbm.runtime.clock import Clock
from dobbm.runtime.store import Person


class Presence:
    """When the people at one table were heard of last, on the monotonic clock."""

    def __init__(self, clock: Clock, people: Iterable[Person], since: float) -> None:
        """Nobody is missed before ``since``, a monotonic time."""
        self._clock = clock
        self._streams: Counter[str] = Counter()
        self._heard: dict[str, float] = {}
        self._here: dict[str, float] = {}
        """When this process has heard of them itself."""
        self._told: dict[str, float] = {}
        """What other processes have reported last, as wall time."""
        for person in people:
            self._heard[person.id] = since
            self.seen_elsewhere(person.id, person.seen)

    def hear(self, person: str) -> None:
        """A request has shown that the person is there."""
        self._heard[person] = self._here[person] = self._clock.monotonic()

    def seen_elsewhere(self, person: str, at: float) -> None:
        """Another process has heard of the person, at this wall time.

        What was reported before is no news: after the clock was set it would mean something else.
        """
        if self._told.get(person) == at:
            return
        self._told[person] = at
        ago = max(0.0, self._clock.now() - at)
        heard = self._clock.monotonic() - ago
        self._heard[person] = max(heard, self._heard.get(person, heard))

    def connect(self, person: str) -> None:
        """The person opens an event stream."""
        self._streams[person] += 1
        self.hear(person)

    def disconnect(self, person: str) -> None:
        """An event stream of the person has ended."""
        self._streams[person] -= 1
        self.hear(person)

    def streams(self, person: str) -> int:
        """How many event streams the person has open in this process."""
        return self._streams[person]

    def last_heard(self, person: str) -> float | None:
        """When the person was heard of last, on the monotonic clock; None: connected now."""
        return None if self._streams[person] else self._heard[person]

    def recent(self, within: float) -> dict[str, float]:
        """The people of whom this process has heard within so many seconds, and when, as wall time.

        What others report is not told again.
        """
        now, wall = self._clock.monotonic(), self._clock.now()
        times = {
            person: 0.0 if self._streams[person] else now - at for person, at in self._here.items()
        }
        return {person: wall - ago for person, ago in times.items() if ago < within}
