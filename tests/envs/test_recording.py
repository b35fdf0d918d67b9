"""The rows of a recorded deal are what the rules engine has: what seats saw, could do and did."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dobbm import Deal, Rules, View, from_record
from dobbm.ai.solver import solve
from dobbm.envs import ACTIONS, encode, legal_mask
from dobbm.envs.following import FollowedDeal
from dobbm.envs.recording import RecordedDeal, Recorder, Recording
from dobbm.game.errors import DobbmError, PlayerError, RulesError
from dobbm.game.settlement import settle
from python_bots import Simple
from tiers import sample_size

RULES = Rules(max_doublings=3)

NEVER_LEGAL = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "act":
        print(json.dumps({"id": message["id"], "action": "none"}), flush=True)
"""


def recorded(recording: Recording, count: int) -> list[RecordedDeal]:
    recorder = Recorder(recording)
    try:
        return [recorder(number) for number in range(count)]
    finally:
        recorder.close()


def deal_of(one: RecordedDeal) -> Deal:
    return from_record(json.loads(one.record))


@pytest.mark.parametrize("rules", [RULES, Rules.of("wikipedia", unit=2)])
def test_every_row_is_what_the_rules_engine_has(rules: Rules) -> None:
    recording = Recording(("simple", "random"), rules, seed=3, double_dummy=True)
    for number, one in enumerate(recorded(recording, sample_size(25, long=500))):
        deal, rows = deal_of(one), one.columns
        assert deal.setup.rules == rules
        followed = FollowedDeal(Deal.begin(deal.setup))
        for step in range(len(rows["step"])):
            before = followed.deal
            view = View.of(before, before.to_act)
            row = {name: column[step] for name, column in rows.items()}
            assert (row["deal"], row["step"], row["seat"]) == (number, step, before.to_act)
            assert (row["observation"] == encode(view, followed.discarded)).all()
            assert (row["legal"] == legal_mask(view, followed.discarded)).all()
            values = {
                ACTIONS[card]: int(row["double_dummy"][card])
                for card in np.flatnonzero(row["double_dummy"] >= 0)
            }
            assert values == (solve(before).cards if before.phase == "play" else {})
            followed.act(int(row["action"]))
        assert followed.deal == deal
        assert deal.phase == "done"
        payments = settle(deal).payments
        assert (rows["schilling"] == np.array(payments)[rows["seat"]]).all()
        factor = 1 if deal.contract is None else deal.contract.factor << deal.doublings
        if deal.contract and settle(deal).outcome != "eingestellt":
            declarer = rows["payment"][rows["seat"] == deal.declarer]
            assert (abs(declarer) == 3 * factor * abs((settle(deal).points or 0) - 60)).all()


def test_the_players_are_drawn_by_lot() -> None:
    recording = Recording(("simple", "random", "simple"), RULES)
    seats = []
    for one in recorded(recording, 40):
        names = json.loads(one.record)["meta"]["players"]
        for seat, player in zip(one.columns["seat"], one.columns["player"], strict=True):
            assert recording.players[player] == names[seat]
        seats += names
    assert 0.5 < seats.count("simple") / len(seats) < 0.85


def test_a_deal_depends_only_on_its_number_and_the_seed() -> None:
    recording = Recording(("simple", "random"), RULES, seed=1)
    recorder = Recorder(recording)
    assert recorder(7).record == recorded(recording, 8)[7].record
    assert recorder(7).record != recorder(6).record
    other = Recorder(Recording(("simple", "random"), RULES, seed=2))
    assert json.loads(other(7).record)["deck"] != json.loads(recorder(7).record)["deck"]


def test_illegal_answers_are_counted_and_replaced(tmp_path: Path) -> None:
    (tmp_path / "player.py").write_text(NEVER_LEGAL)
    player = f"exec:{sys.executable} {tmp_path / 'player.py'}"
    (one,) = recorded(Recording((player,), RULES, seconds=20), 1)
    assert one.faults == len(deal_of(one).steps)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"players": ()}, PlayerError, "a data set needs at least one player"),
        ({"players": ("simple", "nobody")}, PlayerError, "unknown player 'nobody'"),
        ({"players": (Simple(),)}, DobbmError, 'a name in "players" must be a string'),
        (
            {"rules": Rules(revokes="penalised")},
            RulesError,
            'a data set has only legal actions: "revokes" must be "prevented"',
        ),
    ],
)
def test_what_cannot_be_recorded_is_refused(
    changes: dict[str, Any], error: type[DobbmError], message: str
) -> None:
    with pytest.raises(error, match=message):
        Recording(**{"players": ("simple",), "rules": RULES, **changes})
