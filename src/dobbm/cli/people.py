"""Names people on the command line: by name, by identifier, or by their seat at a table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from dobbm.cli.arguments import whole_number
from dobbm.cli.stores import find_table
from dobbm.game.errors import DobbmError

if TYPE_CHECKING:
    from dobbm.runtime.store import Person
    from dobbm.store import SqlStore

LARGEST_SEAT = 4
NOBODY = "nobody was found: give a name exactly as at the table, with its capitals"
"""The answer of a command that finds nobody."""


def add_whom(parser: ArgumentParser) -> None:
    """Add the arguments that name people."""
    parser.add_argument("name", nargs="?", help="the name, exactly as at the table")
    parser.add_argument(
        "--person", metavar="ID", help="one person, by the identifier that 'dobbm about' prints"
    )
    parser.add_argument(
        "--table",
        metavar="TABLE",
        help="only at this table: its identifier, or its name in the log",
    )
    parser.add_argument(
        "--seat",
        type=whole_number(0, LARGEST_SEAT),
        metavar="SEAT",
        help="the person in this seat of the table",
    )


def verify_whom(options: Namespace) -> None:
    """Raise ``DobbmError`` unless the options name people in one way."""
    ways = [options.name is not None, options.person is not None, options.seat is not None]
    if sum(ways) != 1:
        raise DobbmError("give a name, --person, or --table and --seat")
    if any(given is not None and not given.strip() for given in (options.name, options.person)):
        raise DobbmError("an empty name stands for nobody")
    if options.seat is not None and options.table is None:
        raise DobbmError("--seat needs --table")


async def find_people(store: SqlStore, options: Namespace) -> list[tuple[str, Person]]:
    """Return the people whom the options name, with their tables.

    Raises ``DobbmError`` if there is no such table or nobody in the seat.
    """
    from dobbm.runtime.about import people_named
    from dobbm.runtime.history import History, inline

    only = None if options.table is None else await find_table(store, options.table)
    if options.name is not None:
        return [found async for found in people_named(store, options.name, only)]
    wanted = options.person
    if only is not None and options.seat is not None:
        table = (await History(store, inline).load(only))[-1].table
        seats = table.seats[options.seat : options.seat + 1]
        wanted = next((one.person for one in seats if one and one.person), None)
        if wanted is None:
            raise DobbmError(f"no person sits in seat {options.seat}")
    tables = [only] if only is not None else [one async for one in store.tables()]
    return [
        (one, person) for one in tables for person in await store.people(one) if person.id == wanted
    ]
