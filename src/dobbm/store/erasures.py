"""Remembers what has been erased, lifted, withdrawn or settled: no older backup brings it back.

The list names nobody: people and texts by their identifiers, bans and results by a digest.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection, delete, select, update

from dobbm.runtime.store import Ban
from dobbm.store.schema import bans, complaints, erased, people, results, texts

PERSON, TEXT, BAN, RESULT, COMPLAINT = "person", "text", "ban", "result", "complaint"
STRUCK = "struck"
"""A text that was erased, but not the complaints about it."""


class Erasure(NamedTuple):
    """An erasure, a lifted ban, a result withdrawn or complaints settled, and the time."""

    kind: str
    what: str
    at: float
    """Unix seconds."""


def remember(connection: Connection, kind: str, names: Iterable[str], at: float) -> None:
    """Add to the list; what is there already gets the new time."""
    for what in names:
        known = erased.c.kind == kind, erased.c.what == what
        connection.execute(delete(erased).where(*known))
        connection.execute(erased.insert().values(kind=kind, what=what, at=at))


def forget(connection: Connection, kind: str, before: float) -> None:
    """Remove what has been in the list since before a time."""
    connection.execute(delete(erased).where(erased.c.kind == kind, erased.c.at < before))


def text_key(table: str, number: int) -> str:
    """Return the name of a text in the list."""
    return f"{table}/{number}"


def result_key(day: str, token: str) -> str:
    """Return the name of a result in the list."""
    return f"{day}/{token}"


def ban_key(ban: Ban) -> str:
    """Return the name of a ban in the list."""
    return sha256("/".join(ban.whom).encode()).hexdigest()


def remembered(connection: Connection) -> list[Erasure]:
    """Return the list."""
    return [Erasure(*row) for row in connection.execute(select(erased))]


def erase_again(connection: Connection, listed: Iterable[Erasure]) -> None:
    """Erase and lift in a restored database what is in the list, and remember it there."""
    lifted = {}
    for kind, what, at in listed:
        remember(connection, kind, [what], at)
        if kind == PERSON:
            for part in (texts, complaints):
                connection.execute(delete(part).where(part.c.person == what))
            connection.execute(update(people).where(people.c.id == what).values(name=None))
        elif kind in (TEXT, STRUCK):
            table, _, number = what.rpartition("/")
            for part in (texts, complaints) if kind == TEXT else (texts,):
                where = part.c.table == table, part.c.number == int(number)
                connection.execute(delete(part).where(*where))
        elif kind == COMPLAINT:
            table, _, number = what.rpartition("/")
            about = complaints.c.table == table, complaints.c.number == int(number)
            earlier = complaints.c.settled.is_(None), complaints.c.at <= at
            connection.execute(update(complaints).where(*about, *earlier).values(settled=at))
        elif kind == RESULT:
            day, _, token = what.partition("/")
            result = results.c.day == day, results.c.token == token, results.c.at <= at
            connection.execute(delete(results).where(*result))
        else:
            lifted[what] = at
    for row in connection.execute(select(bans.c.kind, bans.c.banned, bans.c.at)).all():
        ban = Ban(*row)
        if lifted.get(ban_key(ban), ban.at) > ban.at:
            same = bans.c.kind == ban.kind, bans.c.banned == ban.banned
            connection.execute(delete(bans).where(*same))
