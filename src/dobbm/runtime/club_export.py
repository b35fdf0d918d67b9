"""Writes a club with its tables as lines of JSON, from which it can be founded again.

``docs/clubs.md`` describes the format, and ``club_import`` reads it.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from dobbm.club.club_ids import stream_of
from dobbm.club.club_state import Club
from dobbm.runtime.clubs import read_club
from dobbm.runtime.history import History
from dobbm.runtime.store import Json, Store, UnreadableEvent
from dobbm.table.events import KINDS, NAMES, Sat, Wrote
from dobbm.table.refusals import Refusal

FORMAT = "dobbm-club"
VERSION = 1
"""The version of the format; a later program reads those of all before it."""
PAGE = 1000
"""Number of events that are read at once."""


class UnreadableTable(UnreadableEvent):
    """A table of a club that cannot be saved, because one of its events cannot be read."""

    def __init__(self, club: Club, error: UnreadableEvent) -> None:
        super().__init__(error.table, error.number, error.reason)
        number, round_, tournament = club.place_of(error.table)
        place = f"table {number}"
        if tournament is not None:
            place += f" of round {round_} of tournament {tournament}"
        self.args = (
            f"event {error.number} of {place} ({error.table}) cannot be read: the host of the "
            f"server learns why from 'dobbm tables show {error.table}', and takes a newer version "
            "of Dobbm or a backup that has the event; until then, the club cannot be saved as a "
            "whole",
        )


async def archived(store: Store, history: History, club_id: str, now: float) -> AsyncIterator[str]:
    """Yield pages of the lines of a club's archive; the first comes when all can be read.

    Each table ends with its last deal that is in the book: nothing of a later one is given away.
    Raises ``UnreadableTable``, because without its deals nobody could verify the book; and
    ``Refusal`` with the code ``unknown`` if there is no such club, or ``tournament`` while one is
    played: its secret would give the cards away.
    """
    club = await read_club(store, club_id)
    if club.tournament:
        raise Refusal("tournament", "a tournament is not over yet: end it first")
    names = {one.id: one.name for one in await store.people(stream_of(club_id))}
    ends = {table: await _end(store, history, club, table) for table in club.all_tables}
    head = {"format": FORMAT, "version": VERSION, "club": club_id, "exported": now}
    yield _line(head)
    written = 1
    async for page in _events(store, stream_of(club_id), club.number):
        yield "".join(map(_line, page))
        written += len(page)
    yield "".join([_person(one, names[one]) for one in club.members])
    texts = {one.number: one.text for one in await store.texts(stream_of(club_id))}
    written_down = [*[one.number for one in club.comments], club.notice]
    said = [number for number in written_down if number in texts]
    yield "".join([_line({"comment": number, "text": texts[number]}) for number in said])
    written += len(club.members) + len(said)
    for table, end in ends.items():
        yield _line({"table": table})
        seated: dict[str, None] = {}
        async for page in _events(store, table, end):
            yield "".join(map(_line, page))
            written += len(page)
            sat = [event["person"] for event in page if event["kind"] == NAMES[Sat]]
            seated |= dict.fromkeys(sat)
        here = {one.id: one.name for one in await store.people(table)}
        members = club.at_table(table)
        known = {one: here[one] if names[members[one]] else None for one in seated}
        yield "".join([_person(one, name) for one, name in known.items()])
        written += len(known) + 1
    yield _line({"end": written})


async def _end(store: Store, history: History, club: Club, table: str) -> int:
    """Return the number of the event with which the last deal in the book ends.

    Of a table without one there is only the first event. Raises ``UnreadableTable`` unless all
    events up to there can be read: the table goes on after its last checkpoint without them.
    """
    deals = club.scored.get(table, 0)
    try:
        end = (await history.after_deal(table, deals)).number if deals else 1
        await _verify_readable(store, table, end)
    except UnreadableEvent as error:
        raise UnreadableTable(club, error) from error
    return end


async def _verify_readable(store: Store, table: str, end: int) -> None:
    number = 0
    async for page in _events(store, table, end):
        for event in page:
            number += 1
            if event.get("kind") not in KINDS:
                raise UnreadableEvent(table, number, "not understood")


async def _events(store: Store, stream: str, end: int) -> AsyncIterator[list[Json]]:
    """Yield the events of a stream up to number ``end``, without what only clients know."""
    for after in range(0, end, PAGE):
        page = await store.events(stream, after, min(PAGE, end - after))
        yield [_bare(event) for event in page]


def _bare(event: Json) -> Json:
    # With its identifier, a person can send a text again.
    return event | {"request": None} if event.get("kind") == NAMES[Wrote] else event


def _person(person: str, name: str | None) -> str:
    return _line({"person": person, "name": name})


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"
