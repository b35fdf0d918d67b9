"""Delete the tables that nobody has touched for a number of days, with their deals.

An event at a table touches it, and so does the presence of a person who has a seat. Results of the
deals of the day are deleted at the same age. Export the
deals first if you want to keep them. 'dobbm serve --keep-days' does the same every hour.

New tables use the room of deleted ones. --shrink gives it back to the disk: it rewrites the file,
needs room for what is left of it, and lets nobody write meanwhile.

  dobbm export > records.jsonl
  dobbm prune --older-than 365
  dobbm prune --older-than 365 --shrink
"""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import ArgumentParser, Namespace

from dobbm.cli.arguments import add_database, whole_number
from dobbm.cli.stores import opened_store
from dobbm.game.errors import DobbmError

DAY = 24 * 3600
LONGEST = 36_500
"""Maximum number of days."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--older-than",
        type=whole_number(1, LONGEST),
        metavar="DAYS",
        required=True,
        help="delete tables that nobody has touched for so many days",
    )
    parser.add_argument(
        "--shrink", action="store_true", help="give the room back to the disk (SQLite)"
    )
    add_database(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    pruned = asyncio.run(_prune(options.database, options.older_than, shrink=options.shrink))
    print(f"tables deleted: {pruned:,}", file=sys.stderr)
    return 0


async def _prune(url: str | None, days: int, *, shrink: bool) -> int:
    async with opened_store(url) as store:
        if shrink and store.shared:
            raise DobbmError("--shrink is for SQLite: PostgreSQL uses the room for new tables")
        pruned = await store.prune(time.time() - days * DAY)
        if shrink:
            await store.database.shrink()
        return pruned
