"""The sight of a seat, as a whole and as the change of what it saw before."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random
from statistics import mean
from weakref import ref

import pytest

from dobbm.game.actions import Seat
from dobbm.runtime.sight import Sight
from dobbm.runtime.snapshot import Snapshot
from dobbm.table.commands import TakeBack
from dobbm.table.events import Acted
from runtime.deltas import audience, evening, renewed
from table.driver import NAMES, Evening

KILOBYTE = 1000
EVERYBODY: tuple[Seat | None, ...] = (0, 1, 2, 3, None)


def assert_renewed(before: Sight, after: Sight) -> None:
    found = renewed(before.whole, after.delta(before))
    assert json.loads(found) == json.loads(after.whole)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [4, 5])
def test_deltas_lead_each_seat_from_event_to_event(seed: int, players: int) -> None:
    here = audience()
    moments = evening(seed, 3, players=players)
    for seat in (*range(players), None):
        sights = [moment.sight(here, seat) for moment in moments]
        for before, after in pairwise(sights):
            assert_renewed(before, after)


def test_a_delta_may_leap_over_events_seats_and_names() -> None:
    chance, moments = Random(8), evening(8, 3)
    audiences = [audience(), audience(Vroni=None), audience(Lois="Loisl")._replace(texts=None)]
    for _try in range(300):
        before, after = (
            chance.choice(moments).sight(chance.choice(audiences), chance.choice(EVERYBODY))
            for _end in range(2)
        )
        assert_renewed(before, after)


def test_a_change_of_the_audience_alone_is_told() -> None:
    moment = evening(1, 1)[-1]
    before, after = moment.sight(audience(), 1), moment.sight(audience(Vroni=None), 1)
    change = json.loads(after.delta(before))
    assert change["seats"][0]["name"] is None
    assert NAMES[0] not in after.delta(before).decode()


def test_a_take_back_shortens_the_lists() -> None:
    table, here = Evening(bots=3, dealer=3), audience()
    table.sit(1)
    table.until_dealt()
    asked = Snapshot(table.table, table.events[-1]).sight(here, 0)
    table.act("dobbm")
    done = Snapshot(table.table, table.events[-1]).sight(here, 0)
    table.do(TakeBack, 0)
    after = Snapshot(table.table, table.events[-1]).sight(here, 0)
    assert json.loads(after.delta(done))["lists"] == {"actions": [0, []], "steps": [0, []]}
    assert_renewed(asked, done)
    assert_renewed(done, after)


def test_deltas_keep_no_earlier_state_alive() -> None:
    here, moments = audience(), evening(3, 1)
    before, last = (moment.sight(here, 0) for moment in moments[-2:])
    kept = ref(before._common)
    last.delta(before)
    moments[-2].forget_messages()
    del before
    assert kept() is None


def test_an_action_costs_four_seats_two_kilobytes() -> None:
    here, moments = audience(), evening(5, 4)
    sizes = [
        sum(len(after.sight(here, seat).delta(before.sight(here, seat))) for seat in range(4))
        for before, after in pairwise(moments)
        if isinstance(after.event, Acted)
    ]
    assert mean(sizes) < 2 * KILOBYTE, mean(sizes)
