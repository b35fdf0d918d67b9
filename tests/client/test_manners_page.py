"""Bots speak at the table: rarely, and in the same way whatever cards they hold."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from client.scripts import Scripts, needs_node
from dobbm.game.cards import CARDS
from dobbm.runtime.snapshot import Snapshot
from dobbm.table.talk import PHRASES
from table.driver import Evening, sent

SPEAK = """
const { spoken } = await import("./game/manners.js");
respond(asked.map((tables) => tables.flatMap((now, at) =>
  spoken(tables[at - 1] ?? null, now).map((said) => ({ ...said, at, deal: now.deal })))));
"""
TABLES = ("stubai", "neustift", "fulpmes", "mieders")
DEALS = 9

Json = dict[str, Any]


@cache
def evening(name: str) -> tuple[Snapshot, ...]:
    """Return a table after each event: a person and three bots play some deals at random."""
    chance, table = Random(name), Evening(bots=3, name=name)
    moments: list[Snapshot] = []
    table.watchers.append(lambda event: moments.append(Snapshot(table.table, event)))
    table.sit(1)
    for _deal in range(DEALS):
        table.until_dealt()
        while table.table.deal:
            # A Solo has no discard.
            legal = [action for action in table.deal.legal_actions() if action != "solo"]
            table.act(chance.choice(legal or ["solo"]))
    table.vote("end")
    return tuple(moments)


def seen(name: str, seat: int | None = 0) -> list[Json]:
    """Return all snapshots that a seat, or a spectator, receives in an evening."""
    return [json.loads(sent(moment, seat)) for moment in evening(name)]


def speak(scripts: Scripts, *evenings: list[Json]) -> list[list[Json]]:
    said: list[list[Json]] = scripts.run(SPEAK, evenings)
    return said


def with_other_cards(tables: list[Json]) -> list[Json]:
    """Return the same tables, with other cards in every hand that is not open yet."""
    others = [json.loads(json.dumps(table)) for table in tables]
    for chance, table in enumerate(others):
        view = table["view"]
        if view and not view.get("result"):
            cards = Random(chance).sample([*CARDS], 20)
            view["hand"] = cards[: len(view["hand"])]
            view["dobb"] = view["dobb"] and cards[8:12]
            view["discards"] = view["discards"] and cards[12:16]
            view["legal"] = []
    return others


@needs_node
def test_bots_greet_wince_praise_and_say_goodbye_in_phrases_that_exist(scripts: Scripts) -> None:
    said = [one["phrase"] for own in speak(scripts, *map(seen, TABLES)) for one in own]
    assert {*said} <= {*PHRASES}
    assert said.count("hello") == said.count("bye") == len(TABLES)
    assert {"so_it_goes", "surprise"} & {*said}
    assert {"well_played", "applause", "up"} & {*said}


@needs_node
@pytest.mark.parametrize("name", TABLES)
def test_a_bot_speaks_at_most_once_in_three_deals(scripts: Scripts, name: str) -> None:
    (said,) = speak(scripts, seen(name))
    remarks = [one for one in said if one["phrase"] not in ("hello", "good_cards", "bye")]
    assert remarks
    for first in range(1, DEALS - 1):
        window = [one["seat"] for one in remarks if first <= one["deal"] < first + 3]
        assert max(Counter(window).values(), default=0) <= 1
    assert all(one["seat"] != 0 for one in said)


@needs_node
@pytest.mark.parametrize("name", TABLES)
def test_no_hidden_card_and_no_time_changes_what_is_said(scripts: Scripts, name: str) -> None:
    own = seen(name)
    later = [
        {**table, "change": {**table["change"], "at": 2 * table["change"]["at"]}} for table in own
    ]
    others = [with_other_cards(own), later, *(seen(name, seat) for seat in (1, 2, 3, None))]
    said, *other = speak(scripts, own, *others)
    assert said
    assert all(one == said for one in other)


@needs_node
def test_nothing_is_said_again_when_the_page_comes_back(scripts: Scripts) -> None:
    tables = seen("stubai")
    said = speak(scripts, *([table] for table in tables))
    assert {one["phrase"] for alone in said for one in alone} <= {"hello", "good_cards"}


@needs_node
def test_people_among_themselves_hear_no_bot(scripts: Scripts) -> None:
    tables = [
        {**table, "seats": [{**seat, "kind": "person"} for seat in table["seats"]]}
        for table in seen("stubai")
    ]
    assert speak(scripts, tables) == [[]]
