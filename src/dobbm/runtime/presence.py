"""Presence: who has an event stream open or was active recently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import inf

from dobbm.runtime.clock import Clock
from dobbm.runtime.store import Person

FRESH = 10.0
"""Seconds during which a report of another process counts: it reports every two seconds when it has
heard from a person, who answers every four to six seconds."""


class Presence:
    """The times when the people at one table were last active, on the monotonic clock."""

    def __init__(self, clock: Clock, people: Iterable[Person], since: float) -> None:
        """All ``people`` count as active at ``since``, a time on the monotonic clock."""
        self._clock = clock
        self._streams: Counter[str] = Counter()
        self._silent_streams: Counter[str] = Counter()
        """Those whose beats, if any, are not answered."""
        self._heard: dict[str, float] = {}
        self._here: dict[str, float] = {}
        """When this process itself last saw each person active."""
        self._reported: dict[str, float] = {}
        """When each person was last active according to other processes, in wall time."""
        self._elsewhere: dict[str, float] = {}
        """The same on the monotonic clock."""
        for person in people:
            self._heard[person.id] = since
            self.seen_elsewhere(person.id, person.seen)

    def hear(self, person: str) -> None:
        """Record that the person is active now."""
        self._heard[person] = self._here[person] = self._clock.monotonic()

    def seen_elsewhere(self, person: str, at: float) -> None:
        """Record that another process saw the person active at wall time ``at``.

        A repeated report is ignored: if the wall clock has been set since the first report, the
        same wall time would stand for a different moment.
        """
        if self._reported.get(person) == at:
            return
        self._reported[person] = at
        ago = max(0.0, self._clock.now() - at)
        heard = self._elsewhere[person] = self._clock.monotonic() - ago
        self._heard[person] = max(heard, self._heard.get(person, heard))

    def connect(self, person: str, *, answers: bool = False) -> None:
        """Record that the person has opened an event stream, and ``answers`` its beats."""
        self._streams[person] += 1
        self._silent_streams[person] += not answers
        self.hear(person)

    def disconnect(self, person: str, *, answers: bool = False, lost: bool = False) -> None:
        """Record that an event stream of the person has ended.

        With ``lost``, it has ended because the person no longer answers its beats.
        """
        self._streams[person] -= 1
        self._silent_streams[person] -= not answers
        if not lost:
            self.hear(person)

    def unheard_for(self, person: str) -> float:
        """Return for how many seconds nothing has been heard from the person, except a stream."""
        return self._clock.monotonic() - self._heard[person]

    def streams(self, person: str) -> int:
        """Return how many event streams the person has open in this process."""
        return self._streams[person]

    def is_connected(self, person: str) -> bool:
        """Return whether the person has an event stream, as far as this process knows."""
        elsewhere = self._elsewhere.get(person, -inf)
        return self._streams[person] > 0 or self._clock.monotonic() - elsewhere <= FRESH

    def discount(self, paused: float) -> None:
        """Count nobody as inactive during the last ``paused`` seconds."""
        now = self._clock.monotonic()
        self._heard = {person: min(at + paused, now) for person, at in self._heard.items()}

    def last_heard(self, person: str) -> float | None:
        """Return when the person was last active, on the monotonic clock; None if connected now."""
        return None if self._streams[person] else self._heard[person]

    def recent(self, within: float) -> dict[str, float]:
        """Return when people were last active, in wall time.

        People without activity in the last ``within`` seconds are left out. Only activity in this
        process counts; reports of other processes are not passed on.
        """
        now, wall = self._clock.monotonic(), self._clock.now()
        times = {
            person: 0.0 if self._silent_streams[person] else now - at
            for person, at in self._here.items()
        }
        return {person: wall - ago for person, ago in times.items() if ago < within}
