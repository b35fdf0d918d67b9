"""A table after one event, and the message that each seat receives about it."""

from __future__ import annotations

from dobbm.game.actions import Seat
from dobbm.runtime.audience import Audience
from dobbm.runtime.sight import Common, Sight
from dobbm.table.events import Event
from dobbm.table.state import Table


class Snapshot:
    """A table after an event, as seats see it; what they have in common is made once."""

    def __init__(self, table: Table, event: Event) -> None:
        self.table = table
        self.event = event
        self._common: Common | None = None
        self._sights: dict[Seat | None, Sight] = {}

    def seat_of(self, person: str | None) -> Seat | None:
        """Return the seat that a person had then; None for a spectator."""
        return None if person is None else self.table.seat_of(person)

    def message(self, audience: Audience, seat: Seat | None) -> bytes:
        """Return the table and the event as ``seat`` sees them, as one JSON object."""
        return self.sight(audience, seat).whole

    def sight(self, audience: Audience, seat: Seat | None) -> Sight:
        """Return the table and the event as ``seat`` sees them."""
        common = self._common
        if common is None or not common.audience.is_same(audience):
            self.forget_messages()
            common = self._common = Common(self.table, self.event, audience)
        if seat not in self._sights:
            self._sights[seat] = Sight(common, seat)
        return self._sights[seat]

    def forget_messages(self) -> None:
        """Free the memory of the messages; they are made again for people who resume.

        They take about 25 KB, and a runner keeps several snapshots.
        """
        self._common = None
        self._sights = {}
