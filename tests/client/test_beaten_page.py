"""The bots that a person has beaten: sessions ended ahead of them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from client.scripts import Scripts, needs_node
from dobbm import Deal
from dobbm.game.settlement import settle
from drawing import finished
from tables import record_of

pytestmark = needs_node

FOLD = """
import { rivals } from "./me/beaten.js";
import { sessions } from "./me/statistics.js";
import { summarise } from "./me/summary.js";
const deals = asked.map((record, at) => summarise(`deal ${at}`, record));
const found = rivals(sessions(deals));
respond(found.map(({ name, times, first }) => [name, times, first?.until ?? null]));
"""

NAMES = {
    "simple": ("Lois", "Vroni", "Hias", "Moidl"),
    "pimc:quick": ("Sepp", "Nanne", "Jogl", "Burgl"),
    "pimc": ("Veit", "Resl", "Kaspar", "Ursula"),
}
"""The bots of each strength, by seat."""
PLAYED = [finished(points) for points in (35, 45, 60, 61, 72, 85)]
"""Deals that forehand, seat 0, loses, draws or wins."""
ROUND = 4

Record = dict[str, Any]
Beaten = dict[str, tuple[int, int | None]]


def kept(deal: Deal, session: int, seat: int = 0, bot: str = "simple", **meta: Any) -> Record:
    """Return a record of a table, on which bots of one strength have the other seats."""
    bots = [None if one == seat else bot for one in range(4)]
    about = {"seat": seat, "table": "stubai", "session": session, "bots": bots, "ended": session}
    return record_of(deal, meta=about | meta)


def beaten(scripts: Scripts, records: list[Record]) -> Beaten:
    """Return how often each bot was beaten, and when first, of those that were."""
    told = scripts.run(FOLD, records)
    assert [name for name, _times, _first in told] == [
        one for four in NAMES.values() for one in four
    ]
    return {name: (times, first) for name, times, first in told if times}


def evenings(seed: int) -> list[tuple[str, int, list[Deal]]]:
    """Return sessions drawn at random: the bots' strength, the person's seat, the deals."""
    rng = Random(seed)
    return [
        (rng.choice([*NAMES]), rng.randrange(4), rng.choices(PLAYED, k=rng.randrange(1, 9)))
        for _session in range(12)
    ]


def recorded(sessions: list[tuple[str, int, list[Deal]]]) -> list[Record]:
    return [
        kept(one, number, seat, bot)
        for number, (bot, seat, deals) in enumerate(sessions, start=1)
        for one in deals
    ]


def expected(sessions: list[tuple[str, int, list[Deal]]]) -> Beaten:
    """Return who is beaten, by the payments of the engine."""
    times: Counter[str] = Counter()
    first: dict[str, int] = {}
    for number, (bot, seat, deals) in enumerate(sessions, start=1):
        sums = [sum(paid) for paid in zip(*(settle(one).payments for one in deals), strict=True)]
        for other, name in enumerate(NAMES[bot]):
            if other != seat and len(deals) >= ROUND and sums[seat] > sums[other]:
                times[name] += 1
                first.setdefault(name, number)
    return {name: (count, first[name]) for name, count in times.items()}


@pytest.mark.parametrize("seed", range(5))
def test_a_bot_is_beaten_in_every_session_that_ends_behind_the_person(
    scripts: Scripts, seed: int
) -> None:
    sessions = evenings(seed)
    assert expected(sessions)
    assert beaten(scripts, recorded(sessions)) == expected(sessions)


@pytest.mark.parametrize("seed", range(3))
def test_another_session_takes_no_bot_away(scripts: Scripts, seed: int) -> None:
    records = recorded(evenings(seed))
    lost = [kept(finished(35), 99) for _deal in range(ROUND)]
    assert beaten(scripts, records + lost) == beaten(scripts, records)


def test_fewer_deals_than_a_round_are_no_session(scripts: Scripts) -> None:
    won = [kept(finished(72), 1) for _deal in range(ROUND)]
    assert beaten(scripts, won[1:]) == {}
    assert {*beaten(scripts, won)} == {"Vroni", "Hias", "Moidl"}


def test_as_much_as_the_bot_is_not_ahead_of_it(scripts: Scripts) -> None:
    """Three defenders receive the same, from Lois; a draw pays nothing."""
    lost = [kept(finished(35), 1, seat=1) for _deal in range(ROUND)]
    drawn = [kept(finished(60), 2) for _deal in range(ROUND)]
    assert {*beaten(scripts, lost + drawn)} == {"Lois"}


def test_only_deals_against_the_bot_itself_count(scripts: Scripts) -> None:
    """Hans has had the seat of Vroni for the first of four deals."""
    with_hans = kept(finished(72), 1, names=[None, "Hans", None, None])
    won = [with_hans, *(kept(finished(72), 1) for _deal in range(ROUND - 1))]
    assert {*beaten(scripts, won)} == {"Hias", "Moidl"}


@pytest.mark.parametrize(
    "meta",
    [
        {"seat": None},
        {"bots": None},
        {"bots": [None, 3, {}, []]},
        {"table": None, "session": None, "day": "2026-11-26"},
        {"session": -1},
    ],
)
def test_deals_without_a_table_a_seat_or_bots_beat_nobody(
    scripts: Scripts, meta: dict[str, Any]
) -> None:
    won = kept(finished(72), 1)
    assert beaten(scripts, ROUND * [{**won, "meta": won["meta"] | meta}]) == {}
