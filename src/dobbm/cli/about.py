"""Print all that a server's database holds about a person: for people who ask what is stored.

It is a JSON object. It names nobody else: neither who has reported the person, nor your reason for
a ban. The deals are left out; 'dobbm export' prints them.

  dobbm about Vroni > vroni.json
  dobbm about --table 94c9aae6 --seat 2
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from dobbm.cli.arguments import add_database
from dobbm.cli.people import NOBODY, add_whom, find_people, verify_whom
from dobbm.cli.records import print_json
from dobbm.cli.stores import opened_store
from dobbm.cli.times import iso

if TYPE_CHECKING:
    from dobbm.runtime.store import Json
    from dobbm.store import SqlStore

TIMES = ("at", "seen", "until", "settled")


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_whom(parser)
    add_database(parser)


def run(options: Namespace) -> int:
    """Run the command; return 1 if nothing is stored about such a person, else 0."""
    verify_whom(options)
    found = asyncio.run(_collect(options))
    print_json(found)
    if any(found.values()):
        return 0
    print(NOBODY, file=sys.stderr)
    return 1


async def _collect(options: Namespace) -> Json:
    from dobbm.runtime.about import bans_of, stored_about

    async with opened_store(options.database) as store:
        people = [
            _readable(await stored_about(store, table, person))
            for table, person in await find_people(store, options)
        ]
        named = options.name is not None and options.table is None
        found = {"people": people, "results": await _results(store, options.name) if named else []}
        bans = await bans_of(store, options.name)
        return found | ({"bans": _readable(bans)} if bans and not people else {})


async def _results(store: SqlStore, name: str) -> list[Json]:
    found = await store.results_named(name)
    return [
        {"day": one.day, "name": one.name, "paid": [*one.paid], "at": iso(one.at)} for one in found
    ]


def _readable(value: Any) -> Any:
    """Return JSON with times as people read them."""
    if isinstance(value, dict):
        return {
            key: iso(one) if key in TIMES and isinstance(one, int | float) else _readable(one)
            for key, one in value.items()
        }
    return [_readable(one) for one in value] if isinstance(value, list) else value
