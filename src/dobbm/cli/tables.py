"""Administer the tables in a server's database: list, show and close them, remove or ban people.

What people have reported to you is listed by 'reports'; 'settle' takes it off the list.

A club is listed like a table, under an identifier that begins with 'club:'; 'close' closes it.
A table is named by its identifier, or by the eight characters that stand for it in the log; those
always work, while an identifier may begin with two hyphens and look like an option. A server that
uses the database obeys within seconds.

  dobbm tables list
  dobbm tables reports
  dobbm tables show 94c9aae6
  dobbm tables remove 94c9aae6 2
  dobbm tables ban --address 203.0.113.7
"""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from dobbm.cli import table_reports
from dobbm.cli.arguments import add_database, whole_number
from dobbm.cli.people import LARGEST_SEAT
from dobbm.cli.prune import DAY, LONGEST
from dobbm.cli.records import print_json
from dobbm.cli.stores import find_table, opened_store
from dobbm.cli.times import iso
from dobbm.game.errors import DobbmError, counted
from dobbm.text.characters import shown_name

if TYPE_CHECKING:
    from dobbm.runtime.store import Ban, Json
    from dobbm.store import SqlStore
    from dobbm.store.sql_store import TableRow

ALREADY = "was banned already: to change the end or the reason, unban first"


def configure(parser: ArgumentParser) -> None:
    """Add the subcommands and their options."""
    actions = parser.add_subparsers(
        title="actions", metavar="ACTION", dest="action", required=True, help="what to do"
    )

    def add(name: str, summary: str) -> ArgumentParser:
        action = actions.add_parser(name, help=summary, description=summary)
        add_database(action)
        return action

    reports, settle = table_reports.configure(add)
    listing = add("list", "list the tables, the one touched last first")
    listing.add_argument(
        "--limit", type=whole_number(1), default=50, metavar="N", help="at most N (default: 50)"
    )
    show = add("show", "show one table, and check that all its events can be read")
    for reading in (listing, show, reports):
        reading.add_argument("--json", action="store_true", help="print JSON objects")
    show.add_argument("--texts", action="store_true", help="print what people have written, too")
    erase_text = add("erase-text", "erase one text for good")
    close = add("close", "close a table for good; its deals are kept")
    remove = add("remove", "give a person's seat to a bot")
    for one in (show, erase_text, close, remove, settle):
        one.add_argument("table", metavar="TABLE", help="its identifier, or its name in the log")
    erase_text.add_argument(
        "number", type=whole_number(1), metavar="NUMBER", help="as 'show --texts' prints it"
    )
    settle.add_argument(
        "number", type=whole_number(1), nargs="?", metavar="NUMBER", help="of one of its texts"
    )
    remove.add_argument(
        "seat",
        type=whole_number(0, LARGEST_SEAT),
        metavar="SEAT",
        help="its number, as 'show' prints it",
    )
    for name, summary in (
        ("ban", "refuse all requests from an address, or from people with a name"),
        ("unban", "remove a ban"),
    ):
        action = add(name, summary)
        who = action.add_mutually_exclusive_group(required=True)
        who.add_argument("--address", help="an address, or a network such as 192.0.2.0/24")
        who.add_argument("--name", help="a name, however it is capitalised")
        if name == "ban":
            _add_terms(action)
    listing = add("bans", "list the bans: whom, since when, until when, why")
    listing.add_argument("--json", action="store_true", help="print JSON objects")


def _add_terms(ban: ArgumentParser) -> None:
    """Add the options of a ban."""
    ban.add_argument(
        "--days",
        type=whole_number(1, LONGEST),
        metavar="N",
        help="end the ban after so many days (default: when you remove it)",
    )
    ban.add_argument("--reason", metavar="TEXT", help="why, for your own memory")


def run(options: Namespace) -> int:
    """Run the command; return 1 if there was nothing to do or an event could not be read."""
    return asyncio.run(_run(options))


async def _run(options: Namespace) -> int:
    async with opened_store(options.database) as store:
        _warn_of_proxy(options.database)
        match options.action:
            case "list":
                return await _list(store, options.limit, as_json=options.json)
            case "show":
                return await _show(store, options)
            case "erase-text":
                table = await find_table(store, options.table)
                erased = await store.erase_text(table, options.number)
                return _report(erased, "erased", "there is no such text")
            case "reports":
                return await table_reports.print_reports(
                    store, settled=options.all, as_json=options.json
                )
            case "settle":
                table = await find_table(store, options.table)
                settled = await store.settle_complaints(table, options.number, time.time())
                return _report(bool(settled), "settled", "there is no such report")
            case "close":
                return await _close(store, options.table)
            case "remove":
                return await _remove(store, options.table, options.seat)
            case "ban":
                banned = await store.ban(_with_terms(_ban(options), options))
                return _report(banned, "banned", ALREADY)
            case "unban":
                return _report(await store.unban(_ban(options)), "no longer banned", "not banned")
            case _:
                for ban in await store.bans():
                    _print_ban(ban, as_json=options.json)
                return 0


def _warn_of_proxy(url: str | None) -> None:
    """Say so if the server has met a proxy that names no clients."""
    from dobbm.server.silent_proxies import WARNING
    from dobbm.store import default_url
    from dobbm.store.notes import PROXY, Notes

    if PROXY in Notes(url or default_url()).all():
        print(f"dobbm: {WARNING}", file=sys.stderr)


async def _list(store: SqlStore, limit: int, *, as_json: bool) -> int:
    status = 0
    for row in await store.overview(limit):
        found = await _described(store, row)
        status |= found["unreadable"] is not None
        if as_json:
            print_json(found)
            continue
        seated = [shown_name(seat["name"] or "?") for seat in found["seats"] if seat["person"]]
        names = ", ".join(seated)
        touched = found["touched"][:16].replace("T", " ")
        print(f"{row.id:16}  {found['log']}  {touched}  {row.number:6}  {_state(found)}  {names}")
    return status


async def _show(store: SqlStore, options: Namespace) -> int:
    row = await store.row(await find_table(store, options.table))
    assert row
    found = await _described(store, row)
    found["unreadable"] = found["unreadable"] or await _first_unreadable(store, row.id)
    if options.texts:
        found["texts"] = await _texts(store, row.id)
    if options.json:
        print_json(found)
        return int(found["unreadable"] is not None)
    print(f"table     {row.id}, in the log {found['log']}")
    print(f"opened    {found['opened']}")
    print(f"touched   {found['touched']}")
    print(f"events    {row.number}")
    print(f"state     {_state(found)}")
    for number, seat in enumerate(found["seats"]):
        print(f"seat {number}    {_occupant(seat)}")
    for text in found.get("texts", []):
        by = shown_name(text["name"] or "a person without a name")
        print(f"text {text['number']:5}  {by}: {shown_name(text['text'])}")
    return int(found["unreadable"] is not None)


async def _texts(store: SqlStore, table: str) -> list[Json]:
    """Return what people have written at a table, as far as it is kept."""
    names = {person.id: person.name for person in await store.people(table)}
    return [
        {"number": text.number, "name": names.get(text.person), "text": text.text}
        for text in await store.texts(table)
    ]


async def _close(store: SqlStore, given: str) -> int:
    closed = await store.close_table(await find_table(store, given))
    return _report(closed, "closed", "was closed already")


async def _remove(store: SqlStore, given: str, seat: int) -> int:
    from dobbm.runtime.removal import remove_person

    table = await find_table(store, given)
    row = await store.row(table)
    if row and row.closed is not None:
        raise DobbmError("the table is closed")
    await remove_person(store, table, seat, time.time())
    return _report(True, "removed", "")


def _ban(options: Namespace) -> Ban:
    from dobbm.runtime.bans import bannable_address, normal_address, normal_name
    from dobbm.runtime.store import Ban

    if options.address is not None:
        form = bannable_address if options.action == "ban" else normal_address
        return Ban("address", form(options.address))
    name = normal_name(options.name)
    if not name:
        raise DobbmError("an empty name cannot be banned")
    return Ban("name", name)


def _with_terms(ban: Ban, options: Namespace) -> Ban:
    """Return a ban that begins now, with the end and the reason that the host has given."""
    now = time.time()
    until = now + options.days * DAY if options.days else None
    return ban._replace(at=now, until=until, reason=options.reason)


def _print_ban(ban: Ban, *, as_json: bool) -> None:
    if as_json:
        until = None if ban.until is None else iso(ban.until)
        print_json({**ban._asdict(), "at": iso(ban.at), "until": until})
        return
    since = f"since {iso(ban.at)[:10]}"
    word = "ended" if ban.end <= time.time() else "until"
    until = f", {word} {iso(ban.until)[:10]}" if ban.until else ""
    reason = f": {shown_name(ban.reason)}" if ban.reason else ""
    print(f"{ban.kind} {shown_name(ban.banned)}, {since}{until}{reason}")


def _report(done: bool, what: str, otherwise: str) -> int:
    print(what if done else otherwise, file=sys.stderr)
    return 0 if done else 1


async def _described(store: SqlStore, row: TableRow) -> Json:
    """Return what the host may want to know of a table, as JSON."""
    from dobbm.club.club_ids import STREAM, is_club
    from dobbm.runtime.clubs import read_club
    from dobbm.runtime.history import History, inline
    from dobbm.runtime.store import UnreadableEvent
    from dobbm.table.state import log_name

    found: dict[str, Any] = {
        "table": row.id,
        "log": log_name(row.id),
        "opened": iso(row.opened),
        "touched": iso(row.touched),
        "events": row.number,
        "closed": None if row.closed is None else iso(row.closed),
        "unreadable": None,
        "stage": None,
        "deals": None,
        "listed": None,
        "club": None,
        "seats": [],
    }
    try:
        if is_club(row.id):
            club = await read_club(store, row.id.removeprefix(STREAM))
            deals = sum(evening.deals for evening in club.evenings)
            return found | {"stage": "club", "club": club.name, "deals": deals}
        table = (await History(store, inline).load(row.id))[-1].table
    except UnreadableEvent as error:
        return found | {"unreadable": {"event": error.number, "reason": error.reason}}
    names = {person.id: person.name for person in await store.people(row.id)}
    seats = [
        {
            "person": bool(one and one.person),
            "name": one and one.person and names.get(one.person),
            "free": one is None,
            "stood_in": one and one.stood_in,
        }
        for one in table.seats
    ]
    return found | {
        "stage": table.stage,
        "deals": table.finished,
        "listed": table.options.listed,
        "club": table.options.club,
        "seats": seats,
    }


async def _first_unreadable(store: SqlStore, table: str) -> Json | None:
    """Replay all events of a table; return the first one that cannot be read, if any."""
    from dobbm.runtime.finished_deals import finished_deals
    from dobbm.runtime.store import UnreadableEvent

    errors: list[UnreadableEvent] = []
    async for _ in finished_deals(store, errors.append, table):
        pass
    return {"event": errors[0].number, "reason": errors[0].reason} if errors else None


def _state(found: Json) -> str:
    if found["unreadable"]:
        event, reason = found["unreadable"]["event"], found["unreadable"]["reason"]
        return f"event {event} cannot be read ({reason})"
    if found["closed"]:
        return "closed"
    stage = f"club {shown_name(found['club'])}" if found["stage"] == "club" else found["stage"]
    return f"{stage}, {counted(found['deals'], 'deal')}"


def _occupant(seat: Json) -> str:
    if seat["free"]:
        return "free"
    if not seat["person"]:
        return "a bot"
    name = shown_name(seat["name"] or "a person without a name")
    return f"{name}; a bot stands in" if seat["stood_in"] else name
