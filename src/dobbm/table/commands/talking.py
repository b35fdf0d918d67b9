"""The commands of table talk: set phrases and texts."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from dobbm.game.actions import Seat
from dobbm.game.errors import quoted
from dobbm.table.events import Said, TextsAllowed, TextsDeclined, Wrote
from dobbm.table.refusals import Refusal, verify_host, verify_seated
from dobbm.table.state import Table
from dobbm.table.talk import BURST, BURST_SECONDS, PHRASES


class Say(NamedTuple):
    """Say a set phrase."""

    seat: Seat
    phrase: str

    def decide(self, table: Table, now: float) -> Said:
        """Raise ``Refusal`` with the code ``phrase`` for a phrase that is not set."""
        verify_seated(table, self.seat)
        if self.phrase not in PHRASES:
            known = ", ".join(PHRASES)
            raise Refusal(
                "phrase", f"unknown phrase {quoted(self.phrase)}: the phrases are {known}"
            )
        return Said(now, self.seat, self.phrase)


class Write(NamedTuple):
    """Write a text, which is stored elsewhere."""

    seat: Seat
    request: str | None = None
    """Identifies the text if it is sent again; None if it never is."""

    def decide(self, table: Table, now: float) -> Wrote | None:
        """Return None if the person has written it with the same ``request`` before.

        Raises ``Refusal`` with the code ``texts`` if the host or anybody at the table wants none,
        or ``limit`` if the person has just written ``BURST`` texts.
        """
        verify_seated(table, self.seat)
        person = table.occupant(self.seat).person
        own = [one for one in table.written if one.person == person]
        if self.request and any(one.request == self.request for one in own):
            return None
        if table.texts == "off":
            raise Refusal("texts", "the host of this table allows no texts")
        if table.texts == "declined":
            raise Refusal("texts", "somebody at this table wants no texts")
        recent = [one.at for one in own][-BURST:]
        wait = recent[0] + BURST_SECONDS - now if len(recent) == BURST else 0.0
        if wait > 0:
            raise Refusal("limit", f"at most {BURST} texts in {BURST_SECONDS:g} s", ceil(wait))
        return Wrote(now, self.seat, self.request)


class AllowTexts(NamedTuple):
    """As the host, allow or forbid texts."""

    seat: Seat
    allowed: bool

    def decide(self, table: Table, now: float) -> TextsAllowed | None:
        """Raise ``Refusal`` with the code ``host`` for anybody else."""
        verify_host(table, self.seat)
        return TextsAllowed(now, *self) if table.options.texts != self.allowed else None


class DeclineTexts(NamedTuple):
    """Decline texts at this table, or want them again."""

    seat: Seat
    declined: bool

    def decide(self, table: Table, now: float) -> TextsDeclined | None:
        """Allow it to everybody at the table."""
        verify_seated(table, self.seat)
        declines = table.occupant(self.seat).person in table.without_texts
        return TextsDeclined(now, *self) if declines != self.declined else None
