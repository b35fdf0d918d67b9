"""Found clubs in a server's database, save them as files, and make a member's link anew.

A club is named by its identifier: 'dobbm tables list' lists clubs, too. 'export' prints the whole
club with its finished deals, as far as they are in the book; 'found' founds it again from such a
file, or a new one. It prints the founder's personal link; the founder makes all other links.
'link' makes the new link of a member who has lost every device, such as the founder. Be sure
whom you give it to: the old link opens nothing any more, nor do devices with a seat in the club.

  dobbm clubs export gF7I57kihz4Bxa_o > club.jsonl
  dobbm clubs found club.jsonl --public-url https://dobbm.example
  dobbm clubs found --name Donnerstagsrunde --founder Vroni --zone Europe/Vienna
  dobbm clubs link gF7I57kihz4Bxa_o Vroni --public-url https://dobbm.example
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
from dobbm.text.characters import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dobbm.club.club_state import Club
    from dobbm.runtime.store import Person
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
    summary = "make a member's personal link anew, as a co-host does, and print it"
    link = actions.add_parser("link", help=summary, description=summary)
    link.add_argument("club", metavar="CLUB", help="its identifier, or its name in the log")
    link.add_argument("member", metavar="MEMBER", help="the name in the club, or the identifier")
    for action in (found, link):
        action.add_argument(
            "--public-url", type=origin, metavar="URL", help="where people reach the server"
        )
    for action in (export, found, link):
        add_database(action)


def run(options: Namespace) -> int:
    """Run the command."""
    actions = {"export": _export, "found": _found, "link": _link}
    return asyncio.run(actions[options.action](options))


async def _export(options: Namespace) -> int:
    from dobbm.runtime.club_export import archived
    from dobbm.runtime.history import History, inline

    async with opened_store(options.database) as store:
        history, club = History(store, inline), await _find_club(store, options.club)
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
    _print_link(options, club, token)
    return 0


async def _link(options: Namespace) -> int:
    from dobbm.club.club_ids import stream_of
    from dobbm.runtime.clubs import read_club
    from dobbm.runtime.entropy import SystemEntropy
    from dobbm.runtime.removal import replace_link

    async with opened_store(options.database) as store:
        club = await read_club(store, await _find_club(store, options.club))
        if (await store.closed([stream_of(club.id)]))[stream_of(club.id)]:
            raise DobbmError("the club is closed")
        people = await store.people(stream_of(club.id))
        member = _find_member(club, people, options.member, time.time())
        token = await replace_link(store, SystemEntropy(), club, member)
    _print_link(options, club.id, token)
    return 0


def _print_link(options: Namespace, club: str, token: str) -> None:
    print(f"{options.public_url or ''}/c/{club}#me={token}")


async def _find_club(store: SqlStore, given: str) -> str:
    """Return the identifier of a club, as the host may name it."""
    from dobbm.club.club_ids import STREAM, is_club, stream_of

    named = stream_of(given)
    stream = named if await store.last(named) else await find_table(store, given, "club")
    if not is_club(stream):
        raise DobbmError(f"{given} is a table, not a club")
    return stream.removeprefix(STREAM)


def _find_member(club: Club, people: Iterable[Person], given: str, now: float) -> str:
    """Return the identifier of somebody in the club, by it or by the name."""
    from dobbm.runtime.bans import normal_name

    names = {one.id: normal_name(one.name or "") for one in people}
    found = (
        [given] if given in names else [one for one in names if names[one] == normal_name(given)]
    )
    if not found or not given.strip():
        raise DobbmError(f"there is no {shown_name(given)} in this club")
    here = [one for one in found if club.members[one].is_active(now)]
    if not here:
        raise DobbmError(f"{shown_name(given)} belongs to this club no more")
    if len(here) > 1:
        listed = ", ".join(here)
        raise DobbmError(f"there are {len(here)} with this name: take an identifier of {listed}")
    return here[0]


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
