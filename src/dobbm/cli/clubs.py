"""Found clubs in a server's database, save them as files, and found them again from files.

A club is named by its identifier: 'dobbm tables list' lists clubs, too. 'export' prints the whole
club with its finished deals, as far as they are in the book; 'found' founds it again from such a
file, or a new one. It prints the founder's personal link; the founder makes all other links.

  dobbm clubs export gF7I57kihz4Bxa_o > club.jsonl
  dobbm clubs found club.jsonl --public-url https://dobbm.example
  dobbm clubs found --name Donnerstagsrunde --founder Vroni --zone Europe/Vienna
"""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from dobbm.cli.arguments import add_database
from dobbm.cli.serve_arguments import origin
from dobbm.cli.stores import find_table, opened_store
from dobbm.game.errors import DobbmError

if TYPE_CHECKING:
    from dobbm.store import SqlStore


def configure(parser: ArgumentParser) -> None:
    """Add the subcommands and their options."""
    actions = parser.add_subparsers(
        title="actions", metavar="ACTION", dest="action", required=True, help="what to do"
    )
    summary = "print a club as a file, from which it can be founded again"
    export = actions.add_parser("export", help=summary, description=summary)
    export.add_argument("club", metavar="CLUB", help="its identifier, or its name in the log")
    summary = "found a club, from a file or a new one, and print the link of its founder"
    found = actions.add_parser("found", help=summary, description=summary)
    found.add_argument("file", nargs="?", type=Path, metavar="FILE", help="what 'export' printed")
    found.add_argument("--name", metavar="NAME", help="the name of a new club")
    found.add_argument("--founder", metavar="NAME", help="the name of its founder")
    found.add_argument("--zone", default="UTC", metavar="ZONE", help="its time zone (default: UTC)")
    found.add_argument(
        "--public-url", type=origin, metavar="URL", help="where people reach the server"
    )
    for action in (export, found):
        add_database(action)


def run(options: Namespace) -> int:
    """Run the command."""
    return asyncio.run(_export(options) if options.action == "export" else _found(options))


async def _export(options: Namespace) -> int:
    from dobbm.club.club_ids import STREAM, is_club, stream_of
    from dobbm.runtime.club_export import archived
    from dobbm.runtime.history import History, inline

    async with opened_store(options.database) as store:
        named = stream_of(options.club)
        stream = named if await store.last(named) else await find_table(store, options.club)
        if not is_club(stream):
            raise DobbmError(f"{options.club} is a table, not a club")
        history, club = History(store, inline), stream.removeprefix(STREAM)
        async for page in archived(store, history, club, time.time()):
            sys.stdout.write(page)
    return 0


async def _found(options: Namespace) -> int:
    is_new = options.name is not None and options.founder is not None
    if is_new == (options.file is not None):
        raise DobbmError("name a FILE, or the --name of a new club and its --founder")
    async with opened_store(options.database) as store:
        found = _again(store, options.file) if options.file else _new(store, options)
        club, token = await found
    print(f"{options.public_url or ''}/c/{club}#me={token}")
    return 0


async def _new(store: SqlStore, options: Namespace) -> tuple[str, str]:
    """Found a new club; return its identifier and the founder's token."""
    from dobbm.club.club_events import Founded
    from dobbm.runtime.club_past import fits_a_name
    from dobbm.runtime.clubs import store_club
    from dobbm.runtime.entropy import SystemEntropy

    if not fits_a_name(options.name) or not fits_a_name(options.founder):
        raise DobbmError("a name is one line of at most 30 visible characters")
    entropy = SystemEntropy()
    new = Founded(round(time.time(), 3), options.name, options.zone, entropy.person_id())
    club, token, _ = await store_club(store, entropy, new, options.founder)
    return club, token


async def _again(store: SqlStore, file: Path) -> tuple[str, str]:
    """Found a club again; return its identifier and the founder's token."""
    from dobbm.runtime.club_import import found_again, read_archive
    from dobbm.runtime.entropy import SystemEntropy
    from dobbm.server.threaded_bots import LADDER

    with file.open("rb") as lines:
        archive = read_archive(lines, time.time(), LADDER)
    admitted = await found_again(store, SystemEntropy(), archive)
    return admitted.club, admitted.token
