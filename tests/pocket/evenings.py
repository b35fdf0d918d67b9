"""Evenings of one person with bots that are the same wherever they are played.

What the person does follows from what the table shows; all chance follows from a secret and the
events, so a server repeats to the card what a pocket has kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, NamedTuple

from dobbm.server.threaded_bots import ThreadedBots
from runtime.simulation import SeededEntropy
from server.serving import TableJson, legal_action
from server.simulated import Simulated

Event = dict[str, Any]

EVENINGS: Mapping[str, dict[str, Any]] = {
    "simple": {"rules": {"preset": "pagat"}},
    "trained": {"rules": {"preset": "akagiri", "match": 9}},
    "network": {"rules": {"preset": "wikipedia"}, "players": 5},
    "pimc:quick": {"rules": {"preset": "gamerules"}},
    "random": {"rules": {"preset": "pagat", "revokes": "penalised"}, "players": 5},
}
"""The house rules of each evening, by the bot that has all other seats."""
MUSSRUNDE_AFTER = 2
"""The deal after which the person asks for a Mußrunde; another session follows."""


class Wish(NamedTuple):
    """A request of the person to the table."""

    route: str
    body: dict[str, Any]


def opening(bot: str) -> dict[str, Any]:
    """Return the request that opens an evening's table."""
    players = EVENINGS[bot].get("players", 4)
    return {"name": "Vroni", "bots": players - 1, "bot": bot, **EVENINGS[bot]}


def wish(table: TableJson) -> Wish | None:
    """Return what the person does next at a table; None to wait for others."""
    seat, view, shuffle = table["seat"], table["view"], table["shuffle"]
    if table["stage"] == "playing":
        if view["to_act"] != seat:
            return None
        action = legal_action(view, Random(table["turn"]))
        return Wish("/actions", {"action": action, "turn": table["turn"]})
    if table["stage"] == "over":
        return Wish("/again", {})
    if not shuffle or not shuffle["open"]:
        return None
    if not shuffle["contributions"]:
        return Wish("/shuffle", {"value": f"{table['deal']:04}", "cut": None})
    wishes = table["seats"][seat]["wishes"]
    if table["deal"] == MUSSRUNDE_AFTER and "mussrunde" not in wishes:
        return Wish("/mussrunde", {})
    return Wish("/next", {}) if "next" not in wishes else None


def is_done(table: TableJson, deals: int) -> bool:
    """Whether this many deals of an evening are over."""
    return table["stage"] in ("between", "over") and table["deal"] >= deals


class Recalled(SeededEntropy):
    """The chance that has led to these events."""

    def __init__(self, table: str, events: list[Event]) -> None:
        super().__init__(1)
        self._table = table
        self._people = self._of(events, "sat", "person")
        self._secrets = self._of(events, "committed", "secret")
        self._lots = self._of(events, "began", "first_dealer")

    @staticmethod
    def _of(events: list[Event], kind: str, field: str) -> Iterator[Any]:
        return (event[field] for event in events if event["kind"] == kind)

    def table_id(self) -> str:
        """See ``Entropy``."""
        return self._table

    def person_id(self) -> str:
        """See ``Entropy``."""
        return str(next(self._people))

    def secret(self) -> str:
        """See ``Entropy``."""
        return str(next(self._secrets))

    def lot(self, below: int) -> int:
        """See ``Entropy``."""
        lot = int(next(self._lots))
        assert lot < below
        return lot


def on_a_server(bot: str, deals: int, secret: str, table: str, events: list[Event]) -> list[Event]:
    """Play an evening on a server that has the chance of these events; return its own events."""
    bots = partial(ThreadedBots, at_once=True)
    server = Simulated(entropy=Recalled(table, events), secret=secret, bots=bots)
    try:
        vroni = server.open(**opening(bot))
        for _ in server.waiting():
            shown = vroni.see()
            if is_done(shown, deals):
                break
            if wanted := wish(shown):
                assert vroni.post(*wanted).status_code == 200
        return server.events(table)
    finally:
        server.close()


def kept(rows: Mapping[str, str], table: str) -> list[Event]:
    """Return the events of a table in the rows of a device."""
    prefix = f"event/{table}/"
    return [json.loads(rows[key]) for key in sorted(rows) if key.startswith(prefix)]


def timeless(events: list[Event]) -> list[Event]:
    """Return events without the times at which they happened."""
    return [{name: value for name, value in one.items() if name != "at"} for one in events]
