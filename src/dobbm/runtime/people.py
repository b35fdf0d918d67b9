"""The people at one table: what they are called, whose token is whose, who is there, what they
have planned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from hmac import compare_digest

from dobbm.game.actions import Seat
from dobbm.runtime.clock import Clock, TableClock
from dobbm.runtime.presence import Presence
from dobbm.runtime.snapshot import Audience, pending_plan
from dobbm.runtime.store import Person
from dobbm.table.clock import Signs
from dobbm.table.commands import TableError
from dobbm.table.state import Table


class People:
    """Everybody who has come to a table, by identifiers."""

    def __init__(self, people: Iterable[Person], clock: Clock, time: TableClock) -> None:
        self.all: Mapping[str, Person] = {person.id: person for person in people}
        """Replaced when somebody changes, never changed in place."""
        self.presence = Presence(clock, self.all.values(), clock.monotonic())
        self._time = time

    @property
    def names(self) -> dict[str, str | None]:
        """What they are called; None: the name is erased."""
        return {person.id: person.name for person in self.all.values()}

    def on_seat(self, table: Table, seat: Seat) -> Person:
        """The person on a seat; ``TableError`` with the code ``seat`` for a bot's."""
        occupant = table.seats[seat]
        if occupant is None or occupant.person is None:
            raise TableError("seat", f"nobody sits on seat {seat}")
        return self.all[occupant.person]

    def with_token(self, token: str) -> Person | None:
        """Whose token it is."""
        wanted = digest(token)
        for person in self.all.values():
            if compare_digest(person.token, wanted):
                return person
        return None

    def keep(self, person: Person) -> None:
        """Take in somebody who has come, or who wishes something else."""
        self.all = {**self.all, person.id: person}

    def forget(self, person: Person) -> None:
        """Take out somebody who could not be seated."""
        self.all = {id_: one for id_, one in self.all.items() if id_ != person.id}

    def meet(self, people: Iterable[Person]) -> None:
        """Take in what the store knows of them, other processes' news included."""
        met = {person.id: person for person in people}
        for person in met.values():
            self.presence.seen_elsewhere(person.id, person.seen)
        # When people were seen is no news for those who look at the table.
        timeless = {id_: person._replace(seen=0.0) for id_, person in met.items()}
        if timeless != {id_: person._replace(seen=0.0) for id_, person in self.all.items()}:
            self.all = met

    def signs(self, table: Table) -> Signs:
        """What a deadline depends on beside the events: who is gone, and who has planned."""
        planned = [seat for seat in table.people if self.plan_of(table, seat)]
        return Signs(self._gone_since(table), frozenset(planned))

    def plan_of(self, table: Table, seat: Seat) -> str | None:
        """The action planned by the person on the seat to act, or the only card, if the person
        wants to be spared playing it.
        """
        deal, person = table.deal, table.occupant(seat).person
        if deal is None or deal.to_act != seat or person is None:
            return None
        wishes = self.all[person].wishes
        planned = pending_plan(table, seat, wishes)
        if planned and deal.is_legal(planned):
            return planned
        if wishes.get("forced") and deal.play:
            legal = deal.legal_actions()
            return legal[0] if len(legal) == 1 else None
        return None

    def audience(self, table: Table) -> Audience:
        """Everybody, and the seats of those who are connected or were heard of lately."""
        signs, now = Signs(self._gone_since(table), frozenset()), self._time.now()
        present = [seat for seat in table.people if signs.gone_at(seat) > now]
        return Audience(self.all, frozenset(present))

    def _gone_since(self, table: Table) -> dict[Seat, float]:
        """When people without a stream were heard of last, in the time of the table."""
        people = {seat: table.occupant(seat).person or "" for seat in table.people}
        heard = {seat: self.presence.last_heard(person) for seat, person in people.items()}
        return {seat: self._time.at(at) for seat, at in heard.items() if at is not None}


def digest(token: str) -> str:
    """The SHA-256 of a token, in hexadecimal: tokens themselves are not kept."""
    return sha256(token.encode()).hexdigest()
