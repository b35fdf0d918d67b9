"""Print every finished deal in a server's database as a record, one JSON object per line.

Each record has the names at the table and the proof of its shuffle, which 'dobbm verify' checks.
If an event cannot be read, it is reported, the later deals at its table are left out, and the exit
status is 1.

  dobbm export > records.jsonl
  dobbm export --database postgresql://dobbm@localhost/dobbm --table 3Hh0qbLkzs7rXw1A
"""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace

from dobbm.cli.arguments import add_database
from dobbm.cli.records import print_json
from dobbm.cli.stores import opened_store, report_unreadable
from dobbm.game.errors import DobbmError


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_database(parser)
    parser.add_argument("--table", metavar="ID", help="only the deals of this table")


def run(options: Namespace) -> int:
    """Run the command; return 1 if an event could not be read, else 0."""
    return asyncio.run(_export(options.database, options.table))


async def _export(url: str | None, only: str | None) -> int:
    from dobbm.runtime.finished_deals import finished_deals
    from dobbm.runtime.store import UnreadableEvent

    status = 0

    def report(error: UnreadableEvent) -> None:
        nonlocal status
        status = 1
        report_unreadable(error, "the deals from there on are left out")

    async with opened_store(url) as store:
        if only is not None and not await store.last(only):
            raise DobbmError(f"there is no table {only} in this database")
        async for record in finished_deals(store, report, only):
            print_json(record)
    return status
