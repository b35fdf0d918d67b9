"""Values at the door: verified, and made Python's own, so that a record is a record."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, NoReturn

import numpy as np
import pyspiel
import pytest

from dobbm import Deal, Rules, Session, View, from_record, perft, shuffled, to_record
from dobbm.ai.solver import Solver
from dobbm.ai.worlds import Worlds
from dobbm.envs import Batch
from dobbm.envs.gymnasium import vector_env
from dobbm.envs.pettingzoo import raw_env
from dobbm.game.cards import DECK
from dobbm.game.errors import DobbmError
from hazards.subjects import RULES, SPIEL, START, VIEW


def session(**given: Any) -> Deal:
    deal = Session.open(Random(1), **given).begin(DECK).deal
    assert deal
    return deal


def recorded(**given: Any) -> Deal:
    return from_record({**to_record(START), **given})


def batched(**given: Any) -> Deal:
    return Batch(2, **given).deal(0)


def agents(**given: Any) -> Deal:
    table = raw_env(**given)
    table.reset(seed=1)
    return table.followed().deal


NUMBER = (True, 3.0, "3", None, -1, 6, 2**70, np.array([3]), float("nan"))
FLAG = (1, 0, "yes", None, 1.0, np.array([True]))
RULE_SET = (None, 5, "skat", {"preset": "pagat"}, ["pagat"])
DECKS = (None, 5, "HS", ["HS"] * 36, [*DECK[1:], True], [*map(float, DECK)], DECK[:35], DECK * 2)

DOORS: dict[str, tuple[Callable[..., Deal], dict[str, tuple[Any, ...]], dict[str, Any]]] = {
    "Deal": (
        lambda **given: Deal.start(**{"deck": DECK, "dealer": 3, **given}),
        {"dealer": NUMBER, "players": NUMBER, "must": FLAG, "rules": RULE_SET, "deck": DECKS},
        {
            "dealer": np.int64(2),
            "players": np.uint8(5),
            "must": np.True_,
            "rules": "akagiri",
            "deck": np.array(DECK),
        },
    ),
    "Session": (
        session,
        {"players": NUMBER, "rules": RULE_SET},
        {"players": np.int64(5), "rules": "wikipedia"},
    ),
    "Rules": (
        lambda **given: Deal.start(DECK, dealer=3, rules=Rules(**given)),
        {
            "match": (True, 12.0, "12", None, 0, 2**70),
            "unit": (True, 1.0, 0),
            "max_doublings": (True, "none", -1, 2.0),
            "revokes": (None, 1, "forbidden"),
        },
        {"match": np.int64(12), "unit": np.uint8(2), "revokes": np.str_("penalised")},
    ),
    "from_record": (
        recorded,
        {"dealer": NUMBER, "players": NUMBER, "must": FLAG, "rules": ("pagat", None, RULES)},
        {"dealer": np.int64(2), "players": np.int64(5), "must": np.True_},
    ),
    "envs.Batch": (
        batched,
        {
            "dealer": (*NUMBER[:3], *NUMBER[4:]),
            "players": NUMBER,
            "must": FLAG,
            "reward": (1, "money", ["points"]),
            "session": (None, 1, "yes"),
            "deals": (None, -1, 2.5, "24", 10**10),
            "observe": FLAG,
        },
        {"dealer": np.int64(2), "players": np.uint8(5), "must": np.True_, "match": np.int64(12)},
    ),
    "envs.pettingzoo.env": (
        agents,
        {"dealer": (*NUMBER[:3], *NUMBER[4:]), "players": NUMBER, "must": FLAG},
        {"dealer": np.int64(2), "players": np.uint8(5), "must": np.True_},
    ),
}
"""For each: how it makes a deal, the wrong values of its arguments, and right ones of NumPy's."""

WRONG_VALUES = [
    (name, argument, wrong)
    for name, (_, arguments, _) in DOORS.items()
    for argument, values in arguments.items()
    for wrong in values
]


@pytest.mark.parametrize(("name", "argument", "wrong"), WRONG_VALUES)
def test_a_wrong_value_is_refused_at_the_door(name: str, argument: str, wrong: Any) -> None:
    make, _, _ = DOORS[name]
    with pytest.raises(DobbmError) as caught:
        make(**{argument: wrong})
    assert argument in ("deck", "rules") or f'"{argument}"' in str(caught.value)


@pytest.mark.parametrize("name", DOORS)
def test_a_deal_with_values_of_numpy_has_an_ordinary_record(name: str) -> None:
    make, _, given = DOORS[name]
    for deal in (make(**given), *(make(**{one: value}) for one, value in given.items())):
        text = json.dumps(to_record(deal))
        assert json.dumps(to_record(from_record(json.loads(text)))) == text
        assert json.loads(json.dumps(View.of(deal, 1).to_json()))["dealer"] == deal.setup.dealer


@pytest.mark.parametrize("seat", [True, 1.0, "1", 4, -1, [1], np.array([1])])
def test_only_a_seat_of_the_table_has_a_view_or_a_hand(seat: Any) -> None:
    with pytest.raises(DobbmError, match="seat"):
        View.of(START, seat)
    with pytest.raises(DobbmError, match="seat"):
        START.hand(seat)
    own: Any = np.int64(1)
    assert json.dumps(View.of(START, own).to_json())


@pytest.mark.parametrize("seat", [9, -1, True, 1.0, "1", None])
def test_a_bot_in_no_seat_is_named(seat: Any) -> None:
    with pytest.raises(DobbmError, match='"bots" must be '):
        Batch(2, bots={seat: "simple"})
    with pytest.raises(DobbmError, match='"opponents" must be '):
        vector_env(2, opponents={seat: "simple"})
    with pytest.raises(DobbmError, match='"seat" must be '):
        vector_env(2, seat=seat)


@pytest.mark.parametrize("number", [0, True, 2.0, "2", None, -1])
def test_other_numbers_are_verified_too(number: Any) -> None:
    for refused in (Batch, vector_env, Solver):
        with pytest.raises(DobbmError):
            refused(number)
    if number != 0:
        with pytest.raises(ValueError, match="depth"):
            perft(START, number)


@pytest.mark.parametrize("rng", [7, None, np.random.default_rng(1)])
def test_a_seed_is_no_generator(rng: Any) -> None:
    with pytest.raises(DobbmError, match=r"rng must be a random\.Random"):
        shuffled(rng)
    with pytest.raises(DobbmError, match=r"rng must be a random\.Random"):
        Session.open(rng)


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ("match=0", "match"),
        ("unit=0", "unit"),
        ("max_doublings=1100", "max_doublings"),
        ("dealer=-2", "dealer"),
        ("players=6", "players"),
        ("preset=", "preset"),
        ("revokes=all", "revokes"),
    ],
)
def test_a_wrong_parameter_of_openspiel_is_named(parameters: str, field: str) -> None:
    with pytest.raises(DobbmError, match=field):
        pyspiel.load_game(f"python_dobbm({parameters})")
    assert pyspiel.load_game("python_dobbm(max_doublings=900)").max_utility() < float("inf")


def test_a_card_is_dealt_once_in_openspiel() -> None:
    state = pyspiel.load_game(SPIEL).new_initial_state()
    state.apply_action(4)
    with pytest.raises(DobbmError, match="4 is not an outcome of chance now"):
        state.apply_action(4)


@pytest.mark.parametrize("number", [2**70, 10**10, 10**9])
def test_more_than_any_machine_holds_is_refused(number: int) -> None:
    for name, make in (
        ("num_envs", lambda: Batch(number, 1)),
        ("num_envs", lambda: vector_env(number)),
        ("steps", lambda: Batch(1).trajectories(number)),
        ("count", lambda: Worlds.of(VIEW).sample(number, 1)),
    ):
        with pytest.raises(DobbmError, match=f'"{name}" must be a whole number from '):
            make()


def test_what_does_not_fit_into_this_machine_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr(np, "empty", full)
    with pytest.raises(DobbmError, match="not enough memory for 2,000 steps"):
        Batch(1).trajectories(2000)
