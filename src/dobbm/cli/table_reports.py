"""Lists and settles what people have reported to the host, for ``dobbm tables``."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import TYPE_CHECKING

from dobbm.cli.records import print_json
from dobbm.cli.times import iso
from dobbm.game.errors import counted
from dobbm.text.characters import shown_name

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from dobbm.runtime.complaints import Complaint
    from dobbm.runtime.store import Json
    from dobbm.store import SqlStore


def configure(add: Callable[[str, str], ArgumentParser]) -> tuple[ArgumentParser, ArgumentParser]:
    """Add both actions; return their parsers, the first of which prints."""
    listing = add("reports", "list what people have reported to you and you have not settled")
    listing.add_argument("--all", action="store_true", help="list what you have settled, too")
    return listing, add("settle", "settle the reports about a table, or about one of its texts")


async def print_reports(store: SqlStore, *, settled: bool, as_json: bool) -> int:
    """Print the reports, one for each text or person, the oldest first."""
    for found in await _described(store):
        if found["settled"] and not settled:
            continue
        if as_json:
            print_json(found)
            continue
        name = shown_name(found["name"] or "a person without a name")
        said = "the name, or the conduct" if found["text"] is None else shown_name(found["text"])
        place = f"{found['table']}  deal {found['deal']}  text {found['number'] or '-'}"
        times = counted(found["times"], "report") + (", settled" if found["settled"] else "")
        print(f"{found['at'][:16].replace('T', ' ')}  {place}  {name}: {said}  ({times})")
    return 0


async def _described(store: SqlStore) -> list[Json]:
    """Return one report for each text or person that was reported, with its name."""
    found = sorted(await store.complaints(), key=lambda one: one.key)
    groups = [[*group] for _, group in groupby(found, key=lambda one: one.key[:3])]
    names: dict[str, str | None] = {}
    for table in {one.table for one in found}:
        names |= {person.id: person.name for person in await store.people(table)}
    groups.sort(key=lambda group: min([one.at for one in group]))
    return [_report(group, names) for group in groups]


def _report(group: list[Complaint], names: dict[str, str | None]) -> Json:
    first = min(group, key=lambda one: one.at)
    return {
        "at": iso(first.at),
        "table": first.table,
        "deal": first.deal,
        "number": first.number or None,
        "person": first.person,
        "name": names.get(first.person),
        "text": first.text,
        "times": len(group),
        "settled": all(one.settled is not None for one in group),
    }
