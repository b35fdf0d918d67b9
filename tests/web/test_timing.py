"""Time tells nothing: forced cards take as long as free ones."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from typing import NamedTuple

import pytest

from dobbm import Deal, from_record
from dobbm.actions import PLAY
from dobbm.exchange import discards_action, lawful_discards
from dobbm.runtime.bots import Pace
from dobbm.table.events import Acted, Began, Committed, Dealt, Opened
from dobbm.table.folding import after, opened
from dobbm.table.options import Options
from dobbm.table.state import Table
from web.serving import Server

LONG = "DOBBM_LONG" in os.environ

STRICT = 1.95
"""Of the Kolmogorov distribution, one in a thousand lies above."""


class Delays(NamedTuple):
    """How long cards took, in seconds."""

    forced: list[float]
    free: list[float]


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    """The statistic of Kolmogorov and Smirnov, in units of its deviation for such samples."""
    ones, others = sorted(one), sorted(other)
    gap = max(
        abs(bisect_right(ones, value) / len(ones) - bisect_right(others, value) / len(others))
        for value in (*ones, *others)
    )
    return gap * sqrt(len(ones) * len(others) / (len(ones) + len(others)))


def test_the_statistic_tells_what_differs() -> None:
    rng = Random(1)
    one, same, later = ([rng.random() + shift for _ in range(2_000)] for shift in (0.0, 0.0, 0.1))
    assert distance(one, same) < STRICT < distance(one, later)
    assert distance([1.0], [2.0]) == sqrt(0.5)


def dealt(number: int, rng: Random) -> Table:
    """A table where the cards are dealt."""
    table = opened(f"table-{number}", Opened(0.0, Options().to_json(), 4))
    for event in (
        Began(0.0, rng.randrange(4)),
        Committed(0.0, rng.randbytes(32).hex()),
        Dealt(0.0, []),
    ):
        table = after(table, event)
    return table


def lawful(deal: Deal, rng: Random) -> str:
    if deal.phase == "exchange":
        assert deal.declarer is not None
        hand = deal.hand(deal.declarer)
        return discards_action(next(lawful_discards(hand, deal.setup.rules.sow_companion)))
    return rng.choice(deal.legal_actions())


def positions(tables: int) -> Iterator[tuple[Table, bool]]:
    """Every card of so many deals is to be played next, and whether it is forced."""
    rng = Random(7)
    for number in range(tables):
        table = dealt(number, rng)
        while table.deal:
            deal = table.deal
            assert deal.to_act is not None
            if deal.phase == PLAY:
                yield table, len(deal.legal_actions()) == 1
            table = after(table, Acted(0.0, deal.to_act, lawful(deal, rng), by_bot=True))


def test_the_delay_of_a_forced_card_is_drawn_as_that_of_a_free_one() -> None:
    pace = Pace(b"of the tests", seconds=0.4)
    delays = Delays([], [])
    for table, forced in positions(1_000 if LONG else 60):
        (delays.forced if forced else delays.free).append(pace.delay(table))
    assert min(map(len, delays)) > 200
    assert distance(delays.forced, delays.free) < STRICT
    for drawn in delays:
        assert 0.2 <= min(drawn) < max(drawn) <= 0.6
        even = [0.2 + 0.4 * (place + 0.5) / len(drawn) for place in range(len(drawn))]
        assert distance(drawn, even) < STRICT


@pytest.mark.skipif(not LONG, reason="takes minutes: DOBBM_LONG=1")
def test_forced_cards_take_as_long_over_http(serve: Callable[..., Server]) -> None:
    """Those of bots, and those that the server plays for a person."""
    server = serve("--bot-seconds", "0.06")
    vroni = server.open()
    vroni.put("/forced", {"on": True})
    delays = Delays([], [])
    with vroni.events(after=0) as events:
        actions = []
        for told in events:
            story = told.story
            change, view = story["change"], story["view"]
            if change["kind"] == "dealt":
                actions = [change]
            if change["kind"] == "acted":
                actions.append(change)
            if story["stage"] == "between" and change["kind"] == "acted":
                measure(view["record"], actions, delays)
                if len(delays.forced) > 1_500:
                    break
                vroni.contribute()
                vroni.post("/next")
            elif story["stage"] == "playing" and view["to_act"] == 0 and not is_forced(view):
                assert vroni.act(story).status_code == 200
    assert distance(delays.forced, delays.free) < STRICT


def is_forced(view: dict[str, object]) -> bool:
    legal = view["legal"]
    return view["phase"] == PLAY and isinstance(legal, list) and len(legal) == 1


def measure(record: dict[str, object], changes: list[dict[str, object]], delays: Delays) -> None:
    """How long every card took that the server has played."""
    deal = from_record({**record, "actions": []})
    for before, change in pairwise(changes):
        by_server = change["by_bot"] or is_forced_in(deal)
        if deal.phase == PLAY and by_server:
            took = float(str(change["at"])) - float(str(before["at"]))
            (delays.forced if is_forced_in(deal) else delays.free).append(took)
        deal = (
            deal.apply(str(change["action"]))
            if change["action"] != "? ? ? ?"
            else exchanged(deal, record)
        )


def is_forced_in(deal: Deal) -> bool:
    return deal.phase == PLAY and len(deal.legal_actions()) == 1


def exchanged(deal: Deal, record: dict[str, object]) -> Deal:
    """The deal after the exchange, as the record has it."""
    actions = record["actions"]
    assert isinstance(actions, list)
    return deal.apply(actions[len(deal.actions)])
