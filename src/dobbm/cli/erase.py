"""Remove a person's name, texts and results of the day from a server's database; keep the deals.

A running server that uses the database forgets them within seconds. In an SQLite database, no trace
of them remains in the files.

  dobbm erase Vroni
  dobbm erase Vroni --table 3Hh0qbLkzs7rXw1A
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace

from dobbm.cli.arguments import add_database
from dobbm.cli.stores import opened_store


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("name", help="the name, exactly as at the table")
    add_database(parser)
    parser.add_argument("--table", metavar="ID", help="only at this table")


def run(options: Namespace) -> int:
    """Run the command; return 1 if nobody has the name, else 0."""
    erased, banned = asyncio.run(_erase(options.database, options.name, options.table))
    if banned:
        print("the name is banned, and the ban keeps it: see 'dobbm tables unban'", file=sys.stderr)
    print(f"names erased: {erased:,}", file=sys.stderr)
    return 0 if erased else 1


async def _erase(url: str | None, name: str, table: str | None) -> tuple[int, bool]:
    """Return how many people had the name, and whether it is banned."""
    from dobbm.runtime.bans import normal_name

    async with opened_store(url) as store:
        erased = await store.erase(name, table)
        return erased, ("name", normal_name(name)) in [ban.whom for ban in await store.bans()]
