"""Print every finished deal in a server's database as a record, one JSON object per line.

Each record has the names at the table and the proof of its shuffle, which 'dobbm verify' checks.

  dobbm export > records.jsonl
  dobbm export --database postgresql://dobbm@localhost/dobbm --table 3Hh0qbLkzs7rXw1A
"""

from __future__ import annotations

import asyncio
import json
from argparse import ArgumentParser, Namespace

from dobbm.cli.arguments import add_database
from dobbm.extras import extra_server
from dobbm.game.errors import DobbmError


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_database(parser)
    parser.add_argument("--table", metavar="ID", help="only the deals of this table")


def run(options: Namespace) -> int:
    """Run the command."""
    asyncio.run(_export(options.database, options.table))
    return 0


async def _export(url: str | None, only: str | None) -> None:
    with extra_server("dobbm export"):
        from dobbm.runtime.finished_deals import finished_deals
        from dobbm.store import SqlStore, default_url
    store = await SqlStore.open(url or default_url(), create=False, exclusive=False)
    try:
        if only is not None and not await store.last(only):
            raise DobbmError(f"there is no table {only} in this database")
        async for record in finished_deals(store, only):
            print(json.dumps(record, ensure_ascii=False))
    finally:
        await store.close()
