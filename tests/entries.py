"""Stores and what is put into them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import select

from dobbm.runtime.store import Entry, Person
from dobbm.store import SqlStore
from dobbm.store.schema import tables


def entry(table: str, number: int, /, said: Any = None, **rest: Any) -> Entry:
    """The event that somebody said something; the table waits for people."""
    return Entry(table, number, {"said": said}, **{"due": None, **rest})


def person(name: str, seen: float = 1.0) -> Person:
    """Somebody whose identifier is the name in small letters."""
    return Person(name.lower(), name, "0" * 64, seen, wishes={})


@asynccontextmanager
async def opened(url: str, **options: bool) -> AsyncIterator[SqlStore]:
    """The store at ``url`` for as long as it is used."""
    store = await SqlStore.open(url, **options)
    try:
        yield store
    finally:
        await store.close()


async def waiting(store: SqlStore) -> list[tuple[str, float]]:
    """The tables that will go on by themselves, and when; the first first."""
    query = select(tables.c.id, tables.c.due).where(tables.c.due.is_not(None)).order_by("due")
    return await store._database.read(
        lambda connection: [(row.id, row.due) for row in connection.execute(query)]
    )
