"""Collects all that a store holds about a person at a table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any, TypedDict

from dobbm.runtime.bans import normal_name
from dobbm.runtime.complaints import Complaint
from dobbm.runtime.store import Person, Store
from dobbm.table.shapes import Unix


class OwnText(TypedDict):
    """A text that the person has written."""

    number: Annotated[int, "the number of its event"]
    text: str


class OwnReport(TypedDict):
    """A report to the host of the server, by the person or about the person."""

    at: Annotated[Unix, "when it came, in Unix seconds"]
    deal: Annotated[int, "the number of the deal"]
    number: Annotated[int, "the number of the text's event; 0: about the name or the conduct"]
    text: Annotated[str | None, "the text as written"]
    settled: Annotated[Unix | None, "when the host settled it; null: it is open"]


class OwnBan(TypedDict):
    """A ban of the person's name."""

    at: Annotated[Unix, "when it began, in Unix seconds"]
    until: Annotated[Unix | None, "when it ends; null: when the host ends it"]


class OwnDevice(TypedDict):
    """A device that receives messages of a club."""

    endpoint: Annotated[str, "its secret address at its push service"]
    language: str
    since: Annotated[Unix, "when messages were switched on, in Unix seconds"]
    told: Annotated[Unix, "when it was last told of a turn; 0: never"]


class StoredPerson(TypedDict):
    """All that is stored about a person at a table, except for the actions of the deals."""

    table: str
    person: Annotated[str, "the person's identifier"]
    name: Annotated[str | None, "null: erased"]
    seen: Annotated[Unix, "when the person was last there, in Unix seconds"]
    preferences: Annotated[dict[str, Any], "what the person has chosen at the table"]
    texts: list[OwnText]
    reports: Annotated[list[OwnReport], "what the person has reported to the host"]
    reported: Annotated[list[OwnReport], "settled reports about the person"]
    bans: Annotated[list[OwnBan], "bans of the name"]
    devices: Annotated[list[OwnDevice], "the devices that receive messages of the club"]


async def stored_about(store: Store, table: str, person: Person) -> StoredPerson:
    """Return what is stored about a person at a table.

    It names no other person: neither who has reported the person nor why a name is banned. A report
    about the person is left out until the host has settled it: its time might tell who made it.
    """
    complaints = await store.complaints(table)
    return StoredPerson(
        table=table,
        person=person.id,
        name=person.name,
        seen=person.seen,
        # The offer to move a seat consists of digests.
        preferences={key: one for key, one in person.preferences.items() if key != "handover"},
        texts=[
            OwnText(number=one.number, text=one.text)
            for one in await store.texts(table)
            if one.person == person.id
        ],
        reports=[_report(one) for one in complaints if one.by == person.id],
        reported=[
            _report(one)
            for one in complaints
            if one.person == person.id and one.settled is not None
        ],
        bans=await bans_of(store, person.name),
        devices=[
            OwnDevice(endpoint=one.endpoint, language=one.language, since=one.since, told=one.told)
            for one in await store.subscriptions(table, person.id)
        ],
    )


async def bans_of(store: Store, name: str | None) -> list[OwnBan]:
    """Return the bans of a name, whether somebody has it or not."""
    own = None if name is None else normal_name(name)
    return [
        OwnBan(at=ban.at, until=ban.until)
        for ban in await store.bans()
        if own and ban.kind == "name" and normal_name(ban.banned) == own
    ]


async def people_named(
    store: Store, name: str, only: str | None = None
) -> AsyncIterator[tuple[str, Person]]:
    """Yield the tables and the people with a name, at one table or at all."""
    async for table in store.tables():
        if only in (None, table):
            for person in await store.people(table):
                if person.name == name:
                    yield table, person


def _report(complaint: Complaint) -> OwnReport:
    return OwnReport(
        at=complaint.at,
        deal=complaint.deal,
        number=complaint.number,
        text=complaint.text,
        settled=complaint.settled,
    )
