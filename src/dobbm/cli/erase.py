"""Remove a person's name from a server's database, but keep the deals.

A running server that uses the database forgets the name within seconds. In an SQLite database, no
trace of the name remains in the files.

  dobbm erase Vroni
  dobbm erase Vroni --table 3Hh0qbLkzs7rXw1A
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace

from dobbm.cli.arguments import add_database
from dobbm.extras import extra_server


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("name", help="the name, exactly as at the table")
    add_database(parser)
    parser.add_argument("--table", metavar="ID", help="only at this table")


def run(options: Namespace) -> int:
    """Run the command; return 1 if nobody has the name, else 0."""
    erased = asyncio.run(_erase(options.database, options.name, options.table))
    print(f"names erased: {erased}", file=sys.stderr)
    return 0 if erased else 1


async def _erase(url: str | None, name: str, table: str | None) -> int:
    with extra_server("dobbm erase"):
        from dobbm.store import SqlStore, default_url
    store = await SqlStore.open(url or default_url(), create=False, exclusive=False)
    try:
        return await store.erase(name, table)
    finally:
        await store.close()
