"""The book of a club: totals over evenings, and who owes whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dobbm.club.club_reducer import together
from dobbm.club.club_state import Club, Evening, Mark

FIRST, LAST = "0000-00-00", "9999-99-99"
"""Before all dates, and after them."""


class Total(NamedTuple):
    """The sum of some evenings for a member."""

    member: str
    evenings: int
    mark: Mark

    @property
    def per_deal(self) -> float:
        """Schilling for a deal, so that attendance does not decide."""
        return self.mark.amount / self.mark.deals if self.mark.deals else 0.0


class Debt(NamedTuple):
    """An amount that a member still owes another, in Schilling."""

    payer: str
    payee: str
    amount: int


def evenings_between(club: Club, since: str = FIRST, until: str = LAST) -> list[Evening]:
    """Return the evenings from a date to another, both included, the newest first."""
    chosen = [one for one in club.evenings if since <= one.day <= until]
    return sorted(chosen, key=lambda one: (one.day, one.number), reverse=True)


def totals(evenings: Iterable[Evening]) -> list[Total]:
    """Return what each member has made of these evenings, the richest first."""
    marks: dict[str, Mark] = {}
    attended: dict[str, set[str]] = {}
    for evening in evenings:
        marks = together(marks, evening.marks)
        for member in evening.marks:
            attended.setdefault(member, set()).add(evening.day)
    found = [Total(member, len(attended[member]), mark) for member, mark in marks.items()]
    return sorted(found, key=lambda one: (-one.mark.amount, one.member))


def balances(club: Club) -> dict[str, int]:
    """Return what each member is still to get, in Schilling; below 0, what the member owes.

    All evenings count, and all payments. Without bots the balances add up to 0: what bots have won
    or lost is nobody's.
    """
    open_ = {one.member: one.mark.amount for one in totals(club.evenings)}
    for payment in club.payments:
        open_[payment.payer] = open_.get(payment.payer, 0) + payment.amount
        open_[payment.payee] = open_.get(payment.payee, 0) - payment.amount
    return open_


def debts(club: Club) -> list[Debt]:
    """Return who pays whom so that nobody owes anything: the largest debt to the largest claim.

    At most one payment fewer than there are people is needed.
    """
    rest = {member: amount for member, amount in sorted(balances(club).items()) if amount}
    found = []
    while rest:
        payer, payee = min(rest, key=rest.__getitem__), max(rest, key=rest.__getitem__)
        amount = min(-rest[payer], rest[payee])
        if amount <= 0:
            break  # the rest is with bots, and nobody's
        found.append(Debt(payer, payee, amount))
        rest[payer] += amount
        rest[payee] -= amount
        rest = {member: left for member, left in rest.items() if left}
    return found
