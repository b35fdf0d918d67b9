"""Live tables on disk: their events, the people who sit there, and when they go on by themselves.

The store knows nothing of the game. An event is a JSON object, and what a table is follows from
its events alone. SQLite serves one process; PostgreSQL any number of them.
"""

from __future__ import annotations

from dobbm.store.database import default_url
from dobbm.store.store import SqlStore

__all__ = ["SqlStore", "default_url"]
