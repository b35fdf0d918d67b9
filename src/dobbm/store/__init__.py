"""Stores live tables: their events, the people at them, and their next deadlines.

The store knows nothing of the game. An event is a JSON object, and the state of a table follows
from its events alone. An SQLite file serves one process, a PostgreSQL database any number.
"""

from __future__ import annotations

from dobbm.extras import extra_server

with extra_server("dobbm.store"):
    from dobbm.store.database import default_url
    from dobbm.store.sql_store import SqlStore

__all__ = ["SqlStore", "default_url"]
