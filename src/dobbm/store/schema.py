"""The database schema.

A change here needs a migration (``migrations``); a test compares the two. JSON is stored as text,
because it is written and read as a whole and must come back unchanged.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    column,
    inspect,
    select,
    table,
)

from dobbm.runtime.store import DIGEST, ID, StoreDamaged

VERSION = "9"
"""The newest schema version, the ``revision`` of the last migration."""
EARLY = ("1", "2", "3")
"""Versions from before the first one that is upgraded: only ``dobbm restore`` reads them."""

metadata = MetaData()


class JsonText(TypeDecorator[Any]):
    """Writes a value as ASCII JSON; what is text already is written as it is.

    Reading returns the text: who reads it decides what to do if it is damaged.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, _dialect: object) -> str | None:
        """Return the text of a value."""
        return as_text(value)


def as_text(value: Any) -> str | None:
    """Return a value as ASCII JSON; what is text already, and None, as it is."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


tables = Table(
    "tables",
    metadata,
    Column("id", String(ID), primary_key=True),
    Column("number", Integer, nullable=False, comment="of the last event"),
    Column("opened", Float, nullable=False, comment="Unix seconds"),
    Column("due", Float, comment="Unix seconds; NULL: the table waits for people"),
    Column("leased", Float, comment="Unix seconds; until then a process has it in hand"),
    Column("lobby", JsonText, comment="JSON; NULL: not listed"),
    Column("touched", Float, comment="Unix seconds; when the last event was stored"),
    Column("unreadable", Integer, comment="number of an event; NULL: all could be read"),
    Column("closed", Float, comment="Unix seconds; NULL: open"),
    Column("club", String(ID), index=True, comment="NULL: it belongs to none"),
)
DUE = tables.c.due.is_not(None)
LISTED = tables.c.lobby.is_not(None)
Index("tables_by_due", tables.c.due, sqlite_where=DUE, postgresql_where=DUE)
Index("tables_in_lobby", tables.c.opened, sqlite_where=LISTED, postgresql_where=LISTED)

events = Table(
    "events",
    metadata,
    Column("table", String(ID), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("event", JsonText, nullable=False, comment="JSON"),
    # Keeps a table's events together on disk and saves writing a second B-tree.
    sqlite_with_rowid=False,
)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("table", String(ID), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False, comment="of the event"),
    Column("turn", Integer, nullable=False),
    Column("finished", Integer, nullable=False, comment="deals"),
    Column("state", JsonText, nullable=False, comment="JSON"),
    sqlite_with_rowid=False,
)

people = Table(
    "people",
    metadata,
    Column("id", String(ID), primary_key=True),
    Column("table", String(ID), nullable=False, index=True),
    Column("name", Text, index=True, comment="NULL: erased"),
    Column("token", String(DIGEST), nullable=False, comment="SHA-256 of the secret"),
    Column("seen", Float, nullable=False, comment="Unix seconds"),
    Column("wishes", JsonText, nullable=False, comment="JSON"),
)

texts = Table(
    "texts",
    metadata,
    Column("table", String(ID), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False, comment="of the event"),
    Column("person", String(ID), nullable=False, index=True),
    Column("text", Text, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("day", String(10), primary_key=True, comment="such as 2026-11-26"),
    Column("token", String(DIGEST), primary_key=True, comment="SHA-256 of the secret"),
    Column("name", Text, nullable=False, index=True),
    Column("paid", JsonText, nullable=False, comment="JSON; Schilling for each deal"),
    Column("at", Float, nullable=False, comment="Unix seconds"),
)
"""The results of people who have played the deals of a day."""

complaints = Table(
    "complaints",
    metadata,
    Column("table", String(ID), primary_key=True),
    Column(
        "number",
        Integer,
        primary_key=True,
        autoincrement=False,
        comment="of the text's event; 0: about a person",
    ),
    Column("person", String(ID), primary_key=True, comment="who is complained about"),
    Column("by", String(ID), primary_key=True, comment="who complains"),
    Column("deal", Integer, nullable=False),
    Column("text", Text, comment="as written; NULL: about a person"),
    Column("at", Float, nullable=False, comment="Unix seconds"),
    Column("settled", Float, comment="Unix seconds; NULL: open"),
)

interventions = Table(
    "interventions",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False, comment="Unix seconds"),
)
"""One row for every change that the host makes with a command, so that servers notice it."""

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("club", String(ID), primary_key=True, comment="as in tables"),
    Column("device", String(DIGEST), primary_key=True, comment="SHA-256 of the endpoint"),
    Column("member", String(ID), nullable=False, index=True, comment="as in people"),
    Column("endpoint", Text, nullable=False, comment="a secret address"),
    Column("p256dh", Text, nullable=False, comment="public key of the device"),
    Column("auth", Text, nullable=False, comment="a secret of the device"),
    Column("language", String(2), nullable=False),
    Column("since", Float, nullable=False, comment="Unix seconds"),
    Column("told", Float, nullable=False, comment="Unix seconds; of a turn; 0: never"),
)
"""The devices to which messages of clubs are sent. No backup has them, so none brings back a
device that was lost since."""

bans = Table(
    "bans",
    metadata,
    Column("kind", String(10), primary_key=True, comment="address or name"),
    Column("banned", Text, primary_key=True),
    Column("at", Float, nullable=False, comment="Unix seconds"),
    Column("until", Float, comment="Unix seconds; NULL: until the host ends it"),
    Column("reason", Text, comment="for the host"),
)

erased = Table(
    "erased",
    metadata,
    Column("kind", String(10), primary_key=True, comment="person, text, ban, result or complaint"),
    Column("what", Text, primary_key=True, comment="an identifier or a digest, never a name"),
    Column("at", Float, nullable=False, comment="Unix seconds"),
)
"""The erasures, lifted bans and settled complaints of the host, and results that people have
withdrawn: done again when an older backup is restored."""


def version_of(connection: Connection) -> str | None:
    """Return the schema version of the database; None if the database is still empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    query = select(column("version_num", String)).select_from(table("alembic_version"))
    version: str | None = connection.scalar(query)
    if version is None:
        raise StoreDamaged(
            "this database is damaged, and does not say its version: restore a backup"
        )
    return version
