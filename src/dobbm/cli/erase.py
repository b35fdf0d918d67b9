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
from typing import TYPE_CHECKING

from dobbm.cli.arguments import add_database
from dobbm.cli.people import NOBODY, add_whom, find_people, verify_whom
from dobbm.cli.stores import find_table, opened_store

if TYPE_CHECKING:
    from dobbm.store import SqlStore


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_whom(parser)
    add_database(parser)


def run(options: Namespace) -> int:
    """Run the command; return 1 if there is no such person, else 0."""
    verify_whom(options)
    erased, left = asyncio.run(_erase(options))
    for where in left:
        print(where, file=sys.stderr)
    print(f"names erased: {erased:,}", file=sys.stderr)
    if not erased and options.name is not None:
        print(NOBODY, file=sys.stderr)
    return 0 if erased else 1


async def _erase(options: Namespace) -> tuple[int, list[str]]:
    """Return how many people were erased, and where their names are still to be found."""
    async with opened_store(options.database) as store:
        if options.name is not None:
            names = {options.name}
            table = None if options.table is None else await find_table(store, options.table)
            erased = await store.erase(options.name, table)
        else:
            found = await find_people(store, options)
            names = {person.name for _, person in found if person.name}
            erased = sum([await store.erase_person(person.id) for _, person in found])
        return erased, await _left(store, names)


async def _left(store: SqlStore, names: set[str]) -> list[str]:
    """Say where names are kept that the host has to judge: bans, and what others have written."""
    from dobbm.runtime.bans import normal_name

    own, bans = {normal_name(name) for name in names}, await store.bans()

    def is_in(text: str | None) -> bool:
        return any(name in normal_name(text or "") for name in own)

    banned = any(ban.kind == "name" and normal_name(ban.banned) in own for ban in bans)
    reasons = any(is_in(ban.reason) for ban in bans)
    reported = {one.table for one in await store.complaints() if is_in(one.text)}
    left = []
    if banned:
        left.append("the name is banned, and the ban keeps it: see 'dobbm tables unban'")
    if reasons:
        left.append("the reason of a ban contains it: see 'dobbm tables bans', unban and ban anew")
    if reported:
        what = "a report contains it" if len(reported) == 1 else "reports contain it"
        do = "'dobbm tables reports --all' shows, and 'erase-text' erases, texts of others"
        left.append(f"{what}: {do}")
    return left
