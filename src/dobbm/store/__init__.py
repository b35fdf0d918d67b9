"""Live tables on disk: their events, the people who sit there, and when they go on by themselves.

The store knows nothing of the game. An event is a JSON object, and what a table is follows from
its events alone. SQLite serves one process; PostgreSQL any number of them.
"""

from __future__ import annotations

from dobbm.store.database import StoreUnavailable, default_url
from dobbm.store.entries import Entry, Listing, Person, StoreError
from dobbm.store.store import Store

__all__ = ["Entry", "Listing", "Person", "Store", "StoreError", "StoreUnavailable", "default_url"]
