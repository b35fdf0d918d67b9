"""The book of a club as CSV, for those who keep its accounts in a spreadsheet (docs/clubs.md)."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Literal, TypeAlias

from dobbm.club.book import among_members, debts, numbers
from dobbm.club.club_reducer import day_of
from dobbm.club.club_state import Club, Evening, Mark
from dobbm.club.tournament_standing import standing
from dobbm.runtime.bans import normal_name
from dobbm.text.translations import translator

Of: TypeAlias = Literal["evenings", "tables", "payments", "tournaments"]
"""The parts of the book, each of which is a file with columns of its own."""

COLUMNS: dict[Of, tuple[str, ...]] = {
    "evenings": ("day", "evening", "member", *Mark._fields, "due", "entered_by"),
    "tables": ("day", "evening", "tournament", "round", "table", "member", *Mark._fields),
    "payments": ("state", "day", "payer", "payee", "amount", "entered_by"),
    "tournaments": ("tournament", "day", "place", "member", "amount", "deals", "compared"),
}
"""The headings in English, which are for programs, too, and stay; new ones come last."""
FORMULA = tuple("=+-@＝＋－＠\t\r")
"""A spreadsheet takes a text for a formula that begins with one of these."""

Cell: TypeAlias = str | int | float | None
Translate: TypeAlias = Callable[[str], str]


def csv_of(
    of: Of,
    club: Club,
    evenings: Sequence[Evening],
    names: Mapping[str, str | None],
    language: str,
) -> str:
    """Return a part of the book, with these evenings, the oldest first, and the names of members.

    Payments and debts are always those of all evenings, as on the page.
    """
    _ = translator(language).gettext
    called = _distinct(club, names, _)
    rows = {
        "evenings": lambda: _evenings(evenings, called),
        "tables": lambda: _tables(club, evenings, called),
        "payments": lambda: _payments(club, called, _),
        "tournaments": lambda: _tournaments(club, evenings, called),
    }[of]()
    text = StringIO()
    # Spreadsheets expect semicolons where a comma separates decimals.
    lines = csv.writer(text, delimiter=";" if language == "de" else ",")
    headings = {} if language == "en" else _headings(_)
    lines.writerow([headings.get(column, column) for column in COLUMNS[of]])
    for row in rows:
        lines.writerow([_cell(value, language) for value in row])
    return text.getvalue()


def _evenings(evenings: Sequence[Evening], called: Mapping[str, str]) -> Iterator[list[Cell]]:
    for evening in evenings:
        due = among_members(evening)
        by = called[evening.by] if evening.by else None
        for member, mark in evening.marks.items():
            yield [evening.day, evening.number, called[member], *mark, due.get(member, 0), by]


def _tables(
    club: Club, evenings: Sequence[Evening], called: Mapping[str, str]
) -> Iterator[list[Cell]]:
    for evening in evenings:
        for member, mark in evening.marks.items() if evening.by else ():
            yield [evening.day, evening.number, None, None, None, called[member], *mark]
        for table in club.in_order(evening.at_tables):
            place = club.place_of(table)
            where = (place.tournament, place.round, place.number)
            for member, mark in evening.at_tables[table].items():
                yield [evening.day, evening.number, *where, called[member], *mark]


def _payments(club: Club, called: Mapping[str, str], _: Translate) -> Iterator[list[Cell]]:
    for one in club.payments:
        parties = (called[one.payer], called[one.payee])
        yield [_("paid"), day_of(one.at, club.zone), *parties, one.amount, called[one.by]]
    for debt in debts(club):
        yield [_("owed"), None, called[debt.payer], called[debt.payee], debt.amount, None]


def _tournaments(
    club: Club, evenings: Sequence[Evening], called: Mapping[str, str]
) -> Iterator[list[Cell]]:
    """Yield the standings of those that were played on these evenings, with the first of them."""
    for number, tournament in enumerate(club.tournaments, 1):
        tables = {*tournament.tables}
        days = [one.day for one in evenings if not tables.isdisjoint(one.tables)]
        found = standing(tournament) if days else []
        duplicate = tournament.duplicate
        scores = [one.compared if duplicate else one.amount for one in found]
        for one, score in zip(found, scores, strict=True):
            compared = round(float(score), 2) if duplicate else None
            place = 1 + scores.index(score)  # who is equal shares a place
            yield [number, days[0], place, called[one.member], one.amount, one.deals, compared]


def _distinct(club: Club, names: Mapping[str, str | None], _: Translate) -> dict[str, str]:
    """Return a name for each member that nobody else has: guests of two evenings may be namesakes.

    Those whose name was erased have a number, as on the page.
    """
    found: dict[str, str] = {}
    alike: dict[str, int] = {}
    for member, number in numbers(club.members).items():
        name = names[member]
        if name is None:
            found[member] = _("somebody from before (no. {number})").format(number=number)
            continue
        count = alike[normal_name(name)] = alike.get(normal_name(name), 0) + 1
        found[member] = name if count == 1 else f"{name} ({count})"
    return found


def _headings(_: Translate) -> dict[str, str]:
    return {
        "day": _("Day"),
        "evening": _("Evening"),
        "tournament": _("Tournament"),
        "round": _("Round"),
        "table": _("Table"),
        "place": _("Place"),
        "member": _("Name"),
        "amount": _("Schilling"),
        "deals": _("Deals"),
        "declared": _("Deals as declarer"),
        "won": _("Won as declarer"),
        "defended": _("Deals as defender"),
        "held": _("Held as defender"),
        "best_solo": _("Best Solo"),
        "compared": _("Compared"),
        "due": _("To get from the others"),
        "state": _("State"),
        "payer": _("Payer"),
        "payee": _("Payee"),
        "entered_by": _("Entered by"),
    }


def _cell(value: Cell, language: str) -> Cell:
    """Return a value as the spreadsheets of a language take it for text or for a number."""
    if isinstance(value, float):
        return str(value).replace(".", ",") if language == "de" else value
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return value
