"""The people at one table: their names, tokens, presence and planned actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from hmac import compare_digest

from dobbm.game.actions import Seat
from dobbm.runtime.audience import Audience, pending_plan
from dobbm.runtime.clock import Clock, TableClock
from dobbm.runtime.presence import Presence
from dobbm.runtime.store import Person, Text
from dobbm.table.deadlines import Activity
from dobbm.table.house_rules import exceeds_doublings
from dobbm.table.refusals import Refusal
from dobbm.table.state import Table


class People:
    """All people who have joined a table, by identifier."""

    def __init__(
        self,
        people: Iterable[Person],
        texts: Iterable[Text] | None,
        clock: Clock,
        time: TableClock,
    ) -> None:
        """``texts`` is None if the server allows none."""
        self.all: Mapping[str, Person] = {person.id: person for person in people}
        """Replaced when a person changes, never modified in place."""
        self.texts = None if texts is None else {text.number: text for text in texts}
        """The texts that people have written; replaced when they change, like ``all``."""
        self.namesakes: tuple[str, ...] = ()
        """The names of bots that members of the table's club bear, here or not."""
        self.presence = Presence(clock, self.all.values(), clock.monotonic())
        self._time = time

    @property
    def names(self) -> dict[str, str | None]:
        """People's names by identifier; None if the name has been erased."""
        return {person.id: person.name for person in self.all.values()}

    def on_seat(self, table: Table, seat: Seat) -> Person:
        """Return the person in ``seat``.

        Raises ``Refusal`` with the code ``seat`` if there is none.
        """
        occupant = table.seats[seat]
        if occupant is None or occupant.person is None:
            raise Refusal("seat", f"no person sits in seat {seat}")
        return self.all[occupant.person]

    def holds(self, table: Table, seat: Seat | None, person: Person) -> bool:
        """Return whether ``person`` still sits in ``seat``, with the same token."""
        return table.seat_of(person.id) == seat and self.all[person.id].token == person.token

    def with_handover(self, wanted: str) -> Person | None:
        """Return the person who hands a seat over by the code with this digest, if any."""
        for person in self.all.values():
            offered = person.preferences.get("handover")
            if offered and compare_digest(offered[0], wanted):
                return person
        return None

    def with_token(self, token: str) -> Person | None:
        """Return the person with this token, if any."""
        return self.with_digest(digest(token))

    def with_digest(self, wanted: str) -> Person | None:
        """Return the person whose token has this digest, if any."""
        return with_digest(self.all.values(), wanted)

    def keep(self, person: Person) -> None:
        """Add a person who has joined, or update one whose preferences have changed."""
        self.all = {**self.all, person.id: person}

    def forget(self, person: Person) -> None:
        """Remove a person who could not be seated."""
        self.all = {id_: one for id_, one in self.all.items() if id_ != person.id}

    def update(self, people: Iterable[Person]) -> None:
        """Replace the people with those in the store, which other processes may have changed."""
        updated = {person.id: person for person in people}
        for person in updated.values():
            self.presence.seen_elsewhere(person.id, person.seen)
        # Subscribers are not affected if only ``seen`` has changed.
        timeless = {id_: person._replace(seen=0.0) for id_, person in updated.items()}
        if timeless != {id_: person._replace(seen=0.0) for id_, person in self.all.items()}:
            self.all = updated

    def keep_text(self, text: Text, oldest: int) -> None:
        """Add a text, and forget those before number ``oldest``."""
        texts = self.texts or {}
        self.texts = {n: one for n, one in texts.items() if n >= oldest} | {text.number: text}

    def update_texts(self, texts: Iterable[Text]) -> None:
        """Replace the texts with those in the store, if the server allows any."""
        if self.texts is not None:
            self.texts = {text.number: text for text in texts}

    def activity(self, table: Table) -> Activity:
        """Return when disconnected people were last active, and who has planned an action."""
        seat = table.deal.to_act if table.deal else None
        planned = [] if seat is None or not self.plan_of(table, seat) else [seat]
        return Activity(self._gone_since(table), frozenset(planned))

    def are_hurried(self, table: Table) -> bool:
        """Return whether the only person here is on holiday, and wants no pauses in this deal.

        Everybody else is a bot, and waits for nothing. Bots alone do not hurry: somebody may watch.
        """
        deal = table.deal
        if deal is None or not table.people:
            return False
        return all(
            seat not in deal.setup.active
            and self.on_seat(table, seat).preferences.get("hurried") == table.deal_number
            for seat in table.people
        )

    def plan_of(self, table: Table, seat: Seat) -> str | None:
        """Return the action that the person in ``seat`` has planned, if it can be taken now.

        With the preference ``forced``, a card counts as planned if it is the only legal one.
        """
        deal, person = table.deal, table.occupant(seat).person
        if deal is None or deal.to_act != seat or person is None:
            return None
        preferences = self.all[person].preferences
        planned = pending_plan(table, seat, preferences)
        if planned and deal.is_legal(planned) and not exceeds_doublings(deal, planned):
            return planned
        if preferences.get("forced") and deal.play:
            legal = deal.legal_actions()
            return legal[0] if len(legal) == 1 else None
        return None

    def audience(self, table: Table) -> Audience:
        """Return all people, and the seats of those who are connected or were active recently."""
        activity, now = Activity(self._gone_since(table), frozenset()), self._time.now()
        present = [seat for seat in table.people if activity.gone_at(seat) > now]
        return Audience(self.all, frozenset(present), self.texts, self.namesakes)

    def absent(self, table: Table) -> frozenset[Seat]:
        """Return the seats of people who are away; by post, nobody need be there."""
        if table.options.by_post:
            return frozenset()
        return frozenset(table.people) - self.audience(table).present

    def connected(self, table: Table) -> list[Seat]:
        """Return the seats of the people who are connected at this moment."""
        seats = [(seat, table.occupant(seat).person) for seat in table.people]
        return [seat for seat, person in seats if person and self.presence.is_connected(person)]

    def _gone_since(self, table: Table) -> dict[Seat, float]:
        """Return when the people without an event stream were last active, in the table's time."""
        gone = {}
        for seat, occupant in enumerate(table.seats):
            if occupant and occupant.person:
                heard = self.presence.last_heard(occupant.person)
                if heard is not None:
                    gone[seat] = self._time.at(heard)
        return gone


def with_digest(people: Iterable[Person], wanted: str) -> Person | None:
    """Return the person whose token has this digest, if any."""
    for person in people:
        if compare_digest(person.token, wanted):
            return person
    return None


def digest(token: str) -> str:
    """Return the hexadecimal SHA-256 of a token, which is stored instead of the token itself."""
    return sha256(token.encode()).hexdigest()
