"""The book of a club: totals over evenings, and who owes whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from dobbm.club.club_reducer import together
from dobbm.club.club_state import Club, Evening, Mark

FIRST, LAST = "0001-01-01", "9999-12-31"
"""The first date of all, and the last one."""
LEAST, NUMBERS = 1000, 9000
"""The least number of an erased person, and how many there are: more than people in a club."""


class Total(NamedTuple):
    """The sum of some evenings for a member."""

    member: str
    evenings: int
    mark: Mark


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


def deal_of_the_night(club: Club, evening: Evening) -> tuple[str, int] | None:
    """Return the table and the number of the deal that most members have among their favourites.

    If nobody has chosen any, it is the dearest; None if nobody has declared.
    """
    if evening.dearest is None:
        return None
    found = evening.dearest[:2]
    most = len(club.favoured(*found))
    for table, deal in club.favourites:
        if evening.has(table, deal) and (count := len(club.favoured(table, deal))) > most:
            found, most = (table, deal), count
    return found


def balances(club: Club) -> dict[str, int]:
    """Return what each member is still to get, in Schilling; below 0, what the member owes.

    All evenings count, and all payments. The balances add up to 0.
    """
    open_: dict[str, int] = {}
    for evening in club.evenings:
        for member, amount in among_members(evening).items():
            open_[member] = open_.get(member, 0) + amount
    for payment in club.payments:
        open_[payment.payer] = open_.get(payment.payer, 0) + payment.amount
        open_[payment.payee] = open_.get(payment.payee, 0) - payment.amount
    return open_


def among_members(evening: Evening) -> dict[str, int]:
    """Return what members have won from each other on an evening; it adds up to 0 at each table.

    The winnings of bots are nobody's. If bots have lost at a table, the winners share what the
    other members have lost there; if bots have won, the losers share what the other members have
    won, each in proportion.
    """
    found: dict[str, int] = {}
    for marks in evening.at_tables.values() or [evening.marks]:
        for member, amount in _at_table(marks).items():
            found[member] = found.get(member, 0) + amount
    return found


def _at_table(marks: Mapping[str, Mark]) -> dict[str, int]:
    won = {member: mark.amount for member, mark in marks.items()}
    gains = {member: amount for member, amount in won.items() if amount > 0}
    losses = {member: -amount for member, amount in won.items() if amount < 0}
    both = min(sum(gains.values()), sum(losses.values()))
    paid = {member: -amount for member, amount in _shared(both, losses).items()}
    return _shared(both, gains) | paid


def _shared(amount: int, parts: dict[str, int]) -> dict[str, int]:
    """Share an amount in proportion to the parts, in whole Schilling."""
    whole = sum(parts.values())
    shares = {member: amount * part // whole for member, part in parts.items()}
    most_cut = sorted(parts, key=lambda member: (-(amount * parts[member] % whole), member))
    for member in most_cut[: amount - sum(shares.values())]:
        shares[member] += 1
    return shares


def numbers(members: Iterable[str]) -> dict[str, int]:
    """Return for all who have ever been members the number that takes the place of an erased name.

    It stays as long as the club, and says nothing of who it was, not even who came before whom.
    """
    found: dict[int, str] = {}
    for member in members:  # who comes later gives way
        place = int.from_bytes(member.encode()) % NUMBERS
        while place in found:
            place = (place + 1) % NUMBERS
        found[place] = member
    return {member: LEAST + place for place, member in found.items()}


def debts(club: Club) -> list[Debt]:
    """Return who pays whom so that nobody owes anything: the largest debt to the largest claim.

    At most one payment fewer than there are people is needed.
    """
    rest = {member: amount for member, amount in sorted(balances(club).items()) if amount}
    found = []
    while rest:
        payer, payee = min(rest, key=rest.__getitem__), max(rest, key=rest.__getitem__)
        amount = min(-rest[payer], rest[payee])
        found.append(Debt(payer, payee, amount))
        rest[payer] += amount
        rest[payee] -= amount
        rest = {member: left for member, left in rest.items() if left}
    return found
