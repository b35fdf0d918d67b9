"""A client's part of the deltas of an event stream, and evenings that consist of them."""

from __future__ import annotations

import json
from random import Random

from dobbm.runtime.audience import Audience
from dobbm.runtime.snapshot import Snapshot
from dobbm.table.events import Event
from table.driver import STORED_PEOPLE, Evening


def renewed(table: bytes, delta: bytes) -> bytes:
    """Return what a delta makes of a table; fail if it has anything that has not changed."""
    before, change = json.loads(table), json.loads(delta)
    lists, gone = change.pop("lists", {}), change.pop("gone", [])
    view = before["view"]
    if change.get("view") and view:
        change["view"] = {**view, **change["view"]}
    after = {**before, **change}
    for name, (stay, more) in lists.items():
        assert more or stay < len(view[name])
        after["view"] = {**after["view"], name: view[name][:stay] + more}
    for name in gone:
        del (after if name in after else after["view"])[name]
    assert not (lists and after == before)
    return json.dumps(after, separators=(",", ":"), ensure_ascii=False).encode()


def evening(seed: int, deals: int, players: int = 4) -> list[Snapshot]:
    """Return a table after each event: people play some deals at random, and talk."""
    chance, table = Random(seed), Evening(seed=seed, players=players)
    moments: list[Snapshot] = []

    def keep(event: Event) -> None:
        moments.append(Snapshot(table.table, event))

    table.watchers.append(keep)
    table.sit(table.table.options.players)
    for _deal in range(deals):
        table.until_dealt()
        while table.table.deal:
            table.act(chance.choice(table.deal.legal_actions()))
    return moments


def audience(**names: str | None) -> Audience:
    """Return everybody, with some names changed."""
    people = {
        key: person._replace(name=names.get(person.name or "", person.name))
        for key, person in STORED_PEOPLE.items()
    }
    return Audience(people, frozenset({0, 1, 2, 3}), {})
