"""Presence: who has an event stream open or was active recently, in any process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from dobbm.runtime.clock import Clock
from dobbm.runtime.store import Person, Report
from dobbm.table.deadlines import BLIP

FRESH = 6.0
"""Seconds during which a report of another process counts: it reports every two seconds."""


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
        self._stored: dict[str, float] = {}
        """When each person was last active according to the store, in wall time."""
        self._reports: dict[str, tuple[float, Report]] = {}
        """The last report of each other process, and when it came."""
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
        if self._stored.get(person) == at:
            return
        self._stored[person] = at
        self._heard_elsewhere(person, max(0.0, self._clock.now() - at))

    def keep_report(self, report: Report) -> None:
        """Take in the report of another process."""
        self._reports[report.process] = self._clock.monotonic(), report
        for person, ago in report.heard.items():
            if person in self._heard:  # the table has no others
                self._heard_elsewhere(person, ago)

    def forget_old_reports(self) -> None:
        """Forget the reports of processes that have fallen silent."""
        since = self._clock.monotonic() - FRESH
        self._reports = {name: one for name, one in self._reports.items() if one[0] >= since}

    def _heard_elsewhere(self, person: str, ago: float) -> None:
        heard = self._clock.monotonic() - ago
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
        """Return whether the person has an event stream, or had one until a moment ago.

        A page that is loaded again has none for a moment.
        """
        return self._follows(person) or self.unheard_for(person) <= BLIP

    @property
    def followers(self) -> frozenset[str]:
        """The people who have an event stream open in any process."""
        elsewhere = [person for _, report in self._reports.values() for person in report.streams]
        return frozenset([*elsewhere, *+self._streams])

    @property
    def spectators_elsewhere(self) -> list[str]:
        """The names of the spectators who follow the table through other processes."""
        return [name for _, report in self._reports.values() for name in report.spectators]

    def discount(self, paused: float) -> None:
        """Count nobody as inactive during the last ``paused`` seconds."""
        now = self._clock.monotonic()
        self._heard = {person: min(at + paused, now) for person, at in self._heard.items()}

    def last_heard(self, person: str) -> float | None:
        """Return when the person was last active, on the monotonic clock; None if connected now."""
        return None if self._follows(person) else self._heard[person]

    def _follows(self, person: str) -> bool:
        """Return whether the person has an event stream open in any process."""
        if self._streams.get(person):
            return True
        return any(person in report.streams for _, report in self._reports.values())

    def report(self, process: str, spectators: list[str], within: float) -> Report:
        """Return the report of this ``process``, without people inactive for ``within`` seconds.

        Only activity in this process counts; reports of other processes are not passed on.
        """
        now = self._clock.monotonic()
        times = {
            person: 0.0 if self._silent_streams[person] else now - at
            for person, at in self._here.items()
        }
        heard = {person: round(ago, 3) for person, ago in times.items() if ago < within}
        return Report(process, heard, [*+self._streams], spectators)
