"""Delete the tables that nobody has touched for a number of days, with their deals.

An event at a table touches it, and so does the presence of a person who has a seat. Results of the
deals of the day are deleted at the same age. Export the
deals first if you want to keep them. 'dobbm serve --keep-days' does the same every hour.

  dobbm export > records.jsonl
  dobbm prune --older-than 365
"""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import ArgumentParser, Namespace

from dobbm.cli.arguments import add_database, whole_number
from dobbm.cli.stores import opened_store

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
    add_database(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    pruned = asyncio.run(_prune(options.database, options.older_than))
    print(f"tables deleted: {pruned:,}", file=sys.stderr)
    return 0


async def _prune(url: str | None, days: int) -> int:
    async with opened_store(url) as store:
        return await store.prune(time.time() - days * DAY)
