"""Stores, and entries and people to put into them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from dobbm.runtime.store import Entry, Person
from dobbm.store import SqlStore


def entry(table: str, number: int, /, said: Any = None, **rest: Any) -> Entry:
    """An event in which somebody says something; the table has no deadline by default."""
    return Entry(table, number, {"said": said}, **{"due": None, **rest})


def person(name: str, seen: float = 1.0) -> Person:
    """A person whose identifier is the name in lower case."""
    return Person(name.lower(), name, "0" * 64, seen, preferences={})


@asynccontextmanager
async def opened(url: str, **options: bool) -> AsyncIterator[SqlStore]:
    """Open the store at ``url``, and close it after the block."""
    store = await SqlStore.open(url, **options)
    try:
        yield store
    finally:
        await store.close()
