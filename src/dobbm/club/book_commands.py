"""The commands for the book of a club: evenings with real cards, and payments."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from dobbm.club.book import Debt, debts
from dobbm.club.club_commands import verify_host, verify_member, verify_own
from dobbm.club.club_events import EveningEntered, EveningStruck, Paid, PaymentStruck
from dobbm.club.club_reducer import day_of
from dobbm.club.club_state import Club, Evening
from dobbm.game.errors import quoted
from dobbm.table.refusals import Refusal

MOST_WRITTEN = 5_000
"""Maximum number of payments in the book, and of evenings."""
EARLIEST = "1950-01-01"
"""The first date of an evening that can be entered."""
MOST_SCHILLING = 1_000_000
"""The largest amount that can be entered by hand."""
REPEATED = 120.0
"""Seconds in which the same payment is one: an answer was lost, or both have written it down."""


class EnterEvening(NamedTuple):
    """Enter an evening with real cards into the book."""

    by: str
    day: str
    deals: int
    amounts: Mapping[str, int]

    def decide(self, club: Club, now: float) -> EveningEntered | None:
        """Let members do it, the same evening once; what one wins, another pays."""
        verify_member(club, self.by, now)
        try:
            day = date.fromisoformat(self.day).isoformat()
        except ValueError:
            raise Refusal("book", f"no date: {quoted(self.day)}") from None
        if not EARLIEST <= day <= day_of(now, club.zone):
            raise Refusal("book", f"{quoted(self.day)} is too early, or still to come")
        for member in self.amounts:
            _verify_in_book(club, member)
        if len(self.amounts) < 2:
            raise Refusal("book", "an evening has at least two people")
        if any(abs(amount) > MOST_SCHILLING for amount in self.amounts.values()):
            raise Refusal("book", f"an amount is at most {MOST_SCHILLING} Schilling")
        if len(club.evenings) >= MOST_WRITTEN:
            raise Refusal("crowded", f"the book has {MOST_WRITTEN} evenings")
        if rest := sum(self.amounts.values()):
            raise Refusal("book", f"the amounts must add up to 0, not to {rest}")
        if any(self._is(one) for one in club.evenings):
            return None  # the answer to the same request was lost
        return EveningEntered(now, self.by, day, self.deals, dict(self.amounts))

    def _is(self, evening: Evening) -> bool:
        """Return whether the member has entered this evening already."""
        amounts = {member: mark.amount for member, mark in evening.marks.items()}
        own = (self.by, self.day, self.deals, dict(self.amounts))
        return own == (evening.by, evening.day, evening.deals, amounts)


class StrikeEvening(NamedTuple):
    """Strike out an evening that was entered."""

    by: str
    number: int

    def decide(self, club: Club, now: float) -> EveningStruck:
        """Allow it to the member who entered it, and to co-hosts; played evenings stay."""
        verify_member(club, self.by, now)
        for evening in club.evenings:
            if evening.number == self.number and evening.by is not None:
                verify_own(club, self.by, evening.by, now)
                return EveningStruck(now, *self)
        raise Refusal("book", "there is no such entered evening in the book")


class Pay(NamedTuple):
    """Write down that a member has paid another."""

    by: str
    payer: str
    payee: str
    amount: int
    settles: bool = False
    """Whether it is a debt of the book that is paid, as it was shown."""

    def decide(self, club: Club, now: float) -> Paid | None:
        """Let the two of them do it, and co-hosts; sent again within ``REPEATED``, it is one.

        A payment that ``settles`` a debt is one even if both write it down. Later, it needs the
        debt.
        """
        verify_member(club, self.by, now)
        for member in (self.payer, self.payee):
            _verify_in_book(club, member)
        if self.payer == self.payee or not 0 < self.amount <= MOST_SCHILLING:
            most = f"1 to {MOST_SCHILLING} Schilling"
            raise Refusal("book", f"a payment is an amount from {most}, from one to another")
        if len(club.payments) >= MOST_WRITTEN:
            raise Refusal("crowded", f"the book has {MOST_WRITTEN} payments: strike out old ones")
        if self.by not in (self.payer, self.payee):
            verify_host(club, self.by, now)
        paid = (self.payer, self.payee, self.amount)
        for one in club.payments:
            is_same = one[3:] == paid and (self.settles or one.by == self.by)
            if is_same and now - one.at < REPEATED:
                return None
        if self.settles and Debt(*paid) not in debts(club):
            raise Refusal("used", "this debt has been paid, or is another one by now")
        return Paid(now, self.by, *paid)


class StrikePayment(NamedTuple):
    """Strike out a payment."""

    by: str
    number: int

    def decide(self, club: Club, now: float) -> PaymentStruck:
        """Allow it to the member who wrote it down, and to co-hosts."""
        verify_member(club, self.by, now)
        for payment in club.payments:
            if payment.number == self.number:
                verify_own(club, self.by, payment.by, now)
                return PaymentStruck(now, *self)
        raise Refusal("book", "there is no such payment in the book")


def _verify_in_book(club: Club, member: str) -> None:
    """Raise ``Refusal`` with the code ``member`` for somebody who has never belonged to the club.

    People who have left stay in the book.
    """
    one = club.members.get(member)
    if one is None or one.role == "asking":
        raise Refusal("member", "there is no such member in this club")
