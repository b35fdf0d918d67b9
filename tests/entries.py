"""Stores and what is put into them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from dobbm.runtime.store import Entry, Person
from dobbm.store import SqlStore


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
