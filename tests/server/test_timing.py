"""Timing reveals nothing: forced cards take as long as free ones."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from typing import NamedTuple

import pytest

from dobbm import Deal
from dobbm.game.actions import PLAY
from dobbm.game.exchange import discards_action, legal_discards
from dobbm.runtime.bots import HURRIED, Pace
from dobbm.runtime.entropy import fraction
from dobbm.table.events import Acted, Began, Committed, Dealt, Opened
from dobbm.table.house_rules import Options
from dobbm.table.reducer import apply_event, opened
from dobbm.table.state import Table
from server.serving import TableJson
from server.simulated import SECRET, Simulated
from tiers import sample_size

SECONDS = 0.4
"""Seconds that a bot's action takes on average."""

STRICT = 1.95
"""Critical value of the Kolmogorov distribution: one in a thousand lies above it."""


class Delays(NamedTuple):
    """Seconds that cards took."""

    forced: list[float]
    free: list[float]


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the Kolmogorov-Smirnov statistic, in units of its deviation for such samples."""
    ones, others = sorted(one), sorted(other)
    gap = max(
        abs(bisect_right(ones, value) / len(ones) - bisect_right(others, value) / len(others))
        for value in (*ones, *others)
    )
    return gap * sqrt(len(ones) * len(others) / (len(ones) + len(others)))


def test_the_statistic_distinguishes_samples() -> None:
    rng = Random(1)
    one, same, later = ([rng.random() + shift for _ in range(2_000)] for shift in (0.0, 0.0, 0.1))
    assert distance(one, same) < STRICT < distance(one, later)
    assert distance([1.0], [2.0]) == sqrt(0.5)


def dealt(number: int, rng: Random) -> Table:
    """Return a table after the deal."""
    table = opened(f"table-{number}", Opened(0.0, Options().to_json(), 4))
    for event in (
        Began(0.0, rng.randrange(4)),
        Committed(0.0, rng.randbytes(32).hex()),
        Dealt(0.0, []),
    ):
        table = apply_event(table, event)
    return table


def legal_action(deal: Deal, rng: Random) -> str:
    if deal.phase == "exchange":
        assert deal.declarer is not None
        hand = deal.hand(deal.declarer)
        return discards_action(next(legal_discards(hand, deal.setup.rules)))
    return rng.choice(deal.legal_actions())


def positions(tables: int) -> Iterator[tuple[Table, bool]]:
    """Yield this many tables before every card, and whether the card is forced."""
    rng = Random(7)
    for number in range(tables):
        table = dealt(number, rng)
        while table.deal:
            deal = table.deal
            assert deal.to_act is not None
            if deal.phase == PLAY:
                yield table, len(deal.legal_actions()) == 1
            table = apply_event(
                table, Acted(0.0, deal.to_act, legal_action(deal, rng), by_bot=True)
            )


def test_delays_of_forced_and_free_cards_have_the_same_distribution() -> None:
    pace = Pace(b"of the tests", SECONDS)
    delays = Delays([], [])
    for table, forced in positions(sample_size(60, long=1_000)):
        (delays.forced if forced else delays.free).append(pace.delay(table))
    assert min(map(len, delays)) > 200
    assert distance(delays.forced, delays.free) < STRICT
    for drawn in delays:
        assert 0.2 <= min(drawn) < max(drawn) <= 0.6
        even = [0.2 + 0.4 * (place + 0.5) / len(drawn) for place in range(len(drawn))]
        assert distance(drawn, even) < STRICT


def test_every_card_that_the_server_plays_takes_the_delay_of_its_turn(
    serve: Callable[..., Simulated],
) -> None:
    """Cards of bots, and cards that the server plays for a person."""
    server = serve(bot_seconds=SECONDS)
    [vroni] = server.dealt("Vroni")
    assert vroni.put("/forced", {"on": True}).status_code == 200
    posted = set()
    while (table := vroni.wait(lambda table: is_free(table) or is_over(table)))["deal"] <= 8:
        if is_over(table):
            vroni.contribute()
            vroni.post("/next")
        else:
            posted.add(table["turn"])
            assert vroni.act(table).status_code == 200
    by_server: Counter[bool] = Counter()
    for before, message in pairwise(vroni.history()):
        was, change = before.table, message.table["change"]
        if change["kind"] == "acted" and was["turn"] not in posted:
            took = change["at"] - was["change"]["at"]
            drawn = SECONDS * (0.5 + fraction(SECRET.encode(), "delay", vroni.table, was["turn"]))
            assert took == pytest.approx(drawn, abs=0.002)
            by_server[change["by_bot"]] += 1
    assert min(by_server[True], by_server[False]) >= 3


def test_every_action_takes_the_same_time_for_a_person_on_holiday_who_wants_no_pauses(
    serve: Callable[..., Simulated],
) -> None:
    server = serve(bot_seconds=SECONDS)
    [vroni] = server.dealt("Vroni", players=5)
    assert vroni.put("/forced", {"on": True}).status_code == 200
    while not is_holiday(table := vroni.wait(waits_for_her)):
        if is_over(table):
            vroni.contribute()
            vroni.post("/next")
        else:
            assert vroni.act(table).status_code == 200
    assert vroni.put("/hurried", {"on": True}).status_code == 200
    number = vroni.see()["number"]
    vroni.wait(is_over)
    hurried = [message.table for message in vroni.history() if message.table["number"] >= number]
    took = [
        after["change"]["at"] - before["change"]["at"]
        for before, after in pairwise(hurried)
        if after["change"]["kind"] == before["change"]["kind"] == "acted"
    ]
    assert len(took) >= 2
    assert took == pytest.approx([HURRIED] * len(took), abs=0.002)


def is_holiday(table: TableJson) -> bool:
    """Whether she deals, and is on holiday."""
    return bool(table["stage"] == "playing" and table["view"]["dealer"] == 0)


def waits_for_her(table: TableJson) -> bool:
    """Whether she must do something, or is on holiday."""
    return is_free(table) or is_over(table) or is_holiday(table)


def is_free(table: TableJson) -> bool:
    """Whether she has a choice."""
    view = table["view"]
    if table["stage"] != "playing" or view["to_act"] != 0:
        return False
    return bool(view["phase"] != PLAY or len(view["legal"]) > 1)


def is_over(table: TableJson) -> bool:
    return bool(table["stage"] == "between")
