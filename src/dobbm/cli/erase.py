"""Remove a person's name, texts and results of the day from a server's database; keep the deals.

A running server that uses the database forgets them within seconds. In an SQLite database, no trace
of them remains in the files. By a name, everybody is erased who has it; by an identifier or a seat,
one person at one table, without results of the day.

  dobbm erase Vroni
  dobbm erase Vroni --table 94c9aae6
  dobbm erase --table 94c9aae6 --seat 2
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace

from dobbm.cli.arguments import add_database
from dobbm.cli.people import NOBODY, add_whom, find_people, verify_whom
from dobbm.cli.stores import find_table, opened_store


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_whom(parser)
    add_database(parser)


def run(options: Namespace) -> int:
    """Run the command; return 1 if there is no such person, else 0."""
    verify_whom(options)
    erased, banned = asyncio.run(_erase(options))
    if banned:
        print("the name is banned, and the ban keeps it: see 'dobbm tables unban'", file=sys.stderr)
    print(f"names erased: {erased:,}", file=sys.stderr)
    if not erased and options.name is not None:
        print(NOBODY, file=sys.stderr)
    return 0 if erased else 1


async def _erase(options: Namespace) -> tuple[int, bool]:
    """Return how many people were erased, and whether one of the names is banned."""
    from dobbm.runtime.bans import normal_name

    async with opened_store(options.database) as store:
        if options.name is not None:
            names = {options.name}
            table = None if options.table is None else await find_table(store, options.table)
            erased = await store.erase(options.name, table)
        else:
            found = await find_people(store, options)
            names = {person.name for _, person in found if person.name}
            erased = sum([await store.erase_person(person.id) for _, person in found])
        banned = {normal_name(ban.banned) for ban in await store.bans() if ban.kind == "name"}
        return erased, any(normal_name(name) in banned for name in names)
