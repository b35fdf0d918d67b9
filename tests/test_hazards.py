"""Every public entry point, against what users of other libraries have stumbled over.

Each table lists the entry points that face one hazard: copies, seeds, actions of a wrong type,
values at the door. A new public name must be listed in one of them, or in ``SAFE``.
"""

from __future__ import annotations

import ast
import copy
import io
import json
import pickle
import re
from array import array
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import redirect_stdout
from importlib import import_module
from inspect import signature
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, NoReturn

import numpy as np
import pyspiel
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

import dobbm
import dobbm.envs.openspiel
from dobbm import (
    Deal,
    Rules,
    Session,
    View,
    from_record,
    perft,
    settle,
    shuffled,
    to_record,
    to_result,
    training,
)
from dobbm.ai.evaluation import lookup_tables
from dobbm.ai.kernel.playouts import playouts
from dobbm.ai.rollouts import learned_policy, play_deals
from dobbm.ai.solver import Solver, solve, solve_many
from dobbm.ai.worlds import Worlds
from dobbm.arena.match import Match, Tables, play_boards
from dobbm.arena.standing import Standing
from dobbm.cli import main
from dobbm.envs import Batch, EnvOptions, OneDeal, agent_player
from dobbm.envs.datasets import Description, read, read_shards, write
from dobbm.envs.encoding import FIELDS, NUMBERS, encode, legal_mask, parts_of
from dobbm.envs.following import FollowedDeal
from dobbm.envs.gymnasium import DobbmVectorEnv, vector_env
from dobbm.envs.openspiel import DobbmGame, options_of
from dobbm.envs.pettingzoo import env, raw_env
from dobbm.envs.recording import Recorder, Recording
from dobbm.game.cards import DECK
from dobbm.game.errors import DobbmError, WrongPhase
from dobbm.game.seeds import fixed_size, generator, seed_for
from dobbm.players import make_explainer, make_player, player_factory
from dobbm.studies.playing import Company
from dobbm.training.games import ContractedDeals
from dobbm.workers import WorkerPool

ROOT = Path(dobbm.__file__).parent
RULES = Rules(max_doublings=3)
START = Deal.start(DECK, dealer=3, rules=RULES)
PLAYED = START.apply_all(["solo", "gut", "gut", "gut"])
VIEW = View.of(PLAYED, PLAYED.to_act)
WORLDS = Worlds.of(VIEW).sample(6, seed=1)
WEITER = NUMBERS["weiter"]
SPIEL = "python_dobbm(dealer=3)"


def choose(_observation: object, legal: np.ndarray, random: Random) -> int:
    """A choice of an agent: any legal action."""
    return random.choice(np.flatnonzero(legal).tolist())


class Counting:
    """A bot that remembers: it goes round the legal actions."""

    def __init__(self) -> None:
        self.asked = [0]

    def act(self, view: View, _: int) -> str:
        self.asked[0] += 1
        assert view.legal
        return view.legal[self.asked[0] % len(view.legal)]


def dealt() -> Any:
    """A state of OpenSpiel after the last card is dealt."""
    state = pyspiel.load_game(SPIEL).new_initial_state()
    for card in range(36):
        state.apply_action(card)
    return state


# Copies: a copy goes on as its original does, and neither touches the other.


class Copied(NamedTuple):
    make: Callable[[], Any]
    go_on: Callable[[Any], Any]
    """Goes on a little, and returns what can be seen then."""


def batch_steps(batch: Batch) -> object:
    batch.step(batch.random_actions())
    seen = (batch.to_act, batch.legal, batch.done, batch.rewards, batch.observations)
    return [array.tolist() for array in (*seen, batch.hidden())]


def vector_steps(table: DobbmVectorEnv) -> object:
    legal = table._batch.legal
    seen, rewards, done, *_ = table.step(legal.shape[1] - 1 - legal[:, ::-1].argmax(axis=1))
    return seen["action_mask"].tolist(), rewards.tolist(), done.tolist(), table.np_random.random()


def agents_step(table: Any) -> object:
    if not table.agents:
        table.reset()
    seen, reward, over, *_ = table.last()
    table.step(None if over else int(np.flatnonzero(seen["action_mask"])[-1]))
    return table.agents, reward, seen["observation"].tolist()


def state_steps(state: Any) -> object:
    state.apply_action(state.legal_actions()[-1])
    return str(state), state.history()


def observes(observer: Any) -> object:
    observer.set_from(dealt(), 1)
    return observer.tensor.tolist(), {name: part.tolist() for name, part in observer.dict.items()}


def solves(solver: Solver) -> object:
    return solver.solve(PLAYED), solver.solve_worlds(VIEW, WORLDS).points.tolist()


def acts(player: Any) -> object:
    return player.act(VIEW, seed=3), player.act(View.of(START, 0), seed=3)


def follows(followed: FollowedDeal) -> object:
    followed.act(NUMBERS[followed.deal.legal_actions()[-1]])
    return followed.deal


def one_deal_steps(deal: OneDeal) -> object:
    deal.act(deal.legal_actions()[0])
    return str(deal), deal.observation(1).tolist()


def vectors() -> DobbmVectorEnv:
    table = vector_env(4)
    table.reset(seed=2)
    return table


def reset(table: Any) -> Any:
    table.reset(seed=2)
    return table


def stands(standing: Standing) -> object:
    standing.add(Tables(standing.match)(standing.deals))
    return standing.deals, standing.a.declared_to_json(), standing.b.declared_to_json()


COPIED = {
    "Deal": Copied(lambda: START, lambda deal: deal.apply("weiter")),
    "Rules": Copied(lambda: RULES, lambda rules: rules.options()),
    "Session": Copied(
        lambda: Session.open(Random(1)).begin(DECK), lambda session: session.apply("weiter")
    ),
    "View": Copied(lambda: VIEW, View.to_json),
    "envs.Batch": Copied(lambda: Batch(3, 1), batch_steps),
    "envs.Batch, bots": Copied(
        lambda: Batch(3, 1, bots={1: "simple", 2: "random", 3: "trained"}), batch_steps
    ),
    "envs.EnvOptions": Copied(EnvOptions.of, lambda options: (options, options.table)),
    "envs.OneDeal": Copied(lambda: OneDeal(EnvOptions.of(), DECK, 3), one_deal_steps),
    "envs.Trajectories": Copied(
        lambda: Batch(2).trajectories(3), lambda all_: [array.tolist() for array in all_]
    ),
    "envs.agent_player": Copied(lambda: agent_player(choose), acts),
    "envs.following.FollowedDeal": Copied(lambda: FollowedDeal(START), follows),
    "envs.gymnasium.DobbmVectorEnv": Copied(vectors, vector_steps),
    "envs.pettingzoo.env": Copied(lambda: reset(env()), agents_step),
    "envs.pettingzoo.raw_env": Copied(lambda: reset(raw_env()), agents_step),
    "envs.openspiel.DobbmGame": Copied(lambda: pyspiel.load_game(SPIEL), str),
    "envs.openspiel.DobbmState": Copied(dealt, state_steps),
    "envs.openspiel.DobbmObserver": Copied(
        lambda: pyspiel.load_game(SPIEL).make_py_observer(), observes
    ),
    "envs.recording.Recorder": Copied(
        lambda: Recorder(Recording(("simple",), RULES)), lambda recorder: recorder(1).record
    ),
    "players.make_player": Copied(lambda: make_player("random"), acts),
    "players.make_player, simple": Copied(lambda: make_player("simple"), acts),
    "players.make_player, trained": Copied(lambda: make_player("trained"), acts),
    "players.make_player, network": Copied(lambda: make_player("network"), acts),
    "players.make_player, pimc": Copied(lambda: make_player("pimc:worlds=2"), acts),
    "players.make_player, a bot": Copied(lambda: make_player(Counting()), acts),
    "players.make_explainer": Copied(
        make_explainer, lambda player: player.explain(View.of(START, 0), 1)
    ),
    "arena.match.Match": Copied(
        lambda: Match("simple", "random", RULES), lambda match: match.start(0)
    ),
    "arena.match.Tables": Copied(
        lambda: Tables(Match(Counting(), "random", RULES)),
        lambda tables: [one.deal for one in tables(0).deals],
    ),
    "arena.standing.Standing": Copied(
        lambda: Standing(Match("simple", "random", RULES)), stands
    ),
    "ai.solver.Solver": Copied(lambda: Solver(threads=2), solves),
    "ai.worlds.Worlds": Copied(
        lambda: Worlds.of(VIEW), lambda worlds: worlds.sample(3, 1).tolist()
    ),
    "studies.playing.Company": Copied(
        lambda: Company(("simple", "random") * 2, 1), lambda company: company(0)
    ),
}  # fmt: skip

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
}


@pytest.mark.parametrize(("name", "way"), [*product(COPIED, WAYS)])
def test_a_copy_goes_on_as_its_original_does(name: str, way: str) -> None:
    make, go_on = COPIED[name]
    untouched, original = make(), make()
    assert go_on(untouched) == go_on(original)
    copied = WAYS[way](original)
    for _ in range(3):
        expected = go_on(untouched)
        assert go_on(original) == expected
        assert go_on(copied) == expected


@pytest.mark.parametrize("way", WAYS)
def test_what_belongs_to_a_process_says_that_it_cannot_be_copied(way: str) -> None:
    program, pool = make_player("exec:cat"), WorkerPool(1)
    for value in (program, pool):
        with pytest.raises(TypeError, match=" can be neither copied nor pickled: make another"):
            WAYS[way](value)
    program.close()
    pool.shutdown()


# Seeds: any whole number, and no two give the same cards.


def whole_deal(player: Any, seed: Any) -> tuple[str, ...]:
    """The actions of a deal that a player plays in all seats."""
    deal = START
    while deal.to_act is not None:
        deal = deal.apply(player.act(View.of(deal, deal.to_act), seed))
    return deal.actions


def printed(*arguments: str) -> str:
    with redirect_stdout(io.StringIO()) as output:
        assert main(arguments) == 0
    return output.getvalue()


HANDS = np.array([[*PLAYED.hands, PLAYED.out_of_play]] * 20)

SEEDED: dict[str, Callable[[Any], Any]] = {
    "envs.Batch": lambda seed: Batch(4, seed).observations.tolist(),
    "envs.Batch, bots": lambda seed: Batch(
        9, seed, dealer=3, bots={0: "random"}
    ).observations.tolist(),
    "envs.agent_player": lambda seed: whole_deal(agent_player(choose), seed),
    "envs.gymnasium.vector_env": lambda seed: (
        vector_env(4).reset(seed=seed)[0]["observation"].tolist()
    ),
    "envs.pettingzoo.env": lambda seed: reset_to(env(), seed),
    "envs.pettingzoo.raw_env": lambda seed: reset_to(raw_env(), seed),
    "envs.recording.Recording": lambda seed: (
        Recorder(Recording(("random",), RULES, seed))(1).record
    ),
    "players.make_player": lambda seed: whole_deal(make_player("random"), seed),
    "arena.match.Match": lambda seed: Match("random", "random", RULES, seed).start(0),
    "arena.match.Match.seeds": lambda seed: Match("random", "random", RULES, seed).seeds(0),
    "ai.worlds.Worlds": lambda seed: Worlds.of(VIEW).sample(5, seed).tolist(),
    "ai.rollouts.play_deals": lambda seed: play_deals(
        array("q", HANDS.tobytes()), seed, exchanged=False
    ).tolist(),
    "ai.kernel.playouts.playouts": lambda seed: playouts(9, seed).payment.tolist(),
    "studies.playing.Company": lambda seed: Company(("random",) * 4, seed)(0),
    "training.games.ContractedDeals": lambda seed: ContractedDeals("random", seed).start(0),
    "training.seed_for": lambda seed: seed_for("anything", seed),
}


def reset_to(table: Any, seed: Any) -> list[int]:
    table.reset(seed=seed)
    cards: list[int] = table.state().tolist()
    return cards


@pytest.mark.parametrize("name", SEEDED)
def test_every_whole_number_is_a_seed_of_its_own(name: str) -> None:
    of = SEEDED[name]
    for same in (np.int64(5), np.uint32(5), np.array(5)):
        assert of(same) == of(5)
    others = (-5, 5 + 2**63, 5 + 2**64, 5 - 2**64, 10**5000 + 5, -(10**5000) - 5)
    drawn = [of(seed) for seed in (5, *others)]
    assert all(first != second for first, second in pairwise(drawn))
    assert of(-5) == drawn[1]


@pytest.mark.parametrize("name", SEEDED)
@pytest.mark.parametrize("seed", [True, np.True_, 5.0, np.float64(5), "5", [5], np.array([5])])
def test_anything_else_is_no_seed(name: str, seed: object) -> None:
    with pytest.raises(DobbmError, match='"seed" must be a whole number, not '):
        SEEDED[name](seed)


@pytest.mark.parametrize("player", ["random", "simple", "trained", "network", "pimc:worlds=2"])
def test_every_player_takes_the_same_seeds(player: str) -> None:
    one: Any = make_player(player)
    assert one.act(VIEW, np.int64(5)) == one.act(VIEW, 5)
    assert one.act(VIEW, -5) in PLAYED.legal_actions()
    with pytest.raises(DobbmError, match='"seed" must be a whole number, not True'):
        one.act(VIEW, True)


@pytest.mark.parametrize("player", ["random", "simple", "trained", "network", "pimc:worlds=2"])
@pytest.mark.parametrize("seat", [1, 2, None])
def test_no_player_acts_for_a_seat_whose_turn_it_is_not(player: str, seat: int | None) -> None:
    with pytest.raises(WrongPhase, match="only with the view of the seat whose turn it is"):
        make_player(player).act(View.of(PLAYED, seat), 1)


def test_a_negative_seed_of_the_command_deals_other_cards() -> None:
    assert printed("deal", "--seed", "-7") != printed("deal", "--seed", "7")
    deck = list(json.loads(printed("deal", "--seed", "7"))["deck"])
    assert deck == [dobbm.names(card)[0] for card in shuffled(Random(7))]


def test_seeds_from_zero_give_what_they_always_gave() -> None:
    assert generator(7).random() == Random(7).random()
    assert generator(7, 3, "probe").random() == Random("7 3 probe").random()
    assert fixed_size(2**63 - 1) == 2**63 - 1


MAKES_ITS_OWN = {
    "game/seeds.py": 2,
    "envs/pettingzoo.py": 1,  # without a seed
    "envs/openspiel.py": 1,  # from OpenSpiel's own generator
    "runtime/entropy.py": 1,  # for simulations
}
"""How many generators are made in a file; all others come from ``game.seeds``."""


def test_only_one_module_makes_generators_from_seeds() -> None:
    made: dict[str, int] = {}
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Random":
                name = path.relative_to(ROOT).as_posix()
                made[name] = made.get(name, 0) + 1
    assert made == MAKES_ITS_OWN


# Actions of a wrong type: a plain error, and nothing has changed.


class Acted(NamedTuple):
    make: Callable[[], Any]
    act: Callable[[Any, Any], Any]
    seen: Callable[[Any], Any]


def plays(choice: object) -> None:
    agent_player(lambda *_: choice).act(View.of(START, 0), 1)  # type: ignore[arg-type]


ACTED = {
    "envs.Batch": Acted(
        lambda: Batch(2, 1), lambda batch, wrong: batch.step([WEITER, wrong]), batch_steps
    ),
    "envs.OneDeal": Acted(
        lambda: OneDeal(EnvOptions.of(), DECK, 3), OneDeal.act, lambda deal: str(deal)
    ),
    "envs.agent_player": Acted(lambda: None, lambda _, wrong: plays(wrong), lambda _: None),
    "envs.following.FollowedDeal": Acted(
        lambda: FollowedDeal(START), FollowedDeal.act, lambda followed: followed.deal
    ),
    "envs.gymnasium.vector_env": Acted(
        lambda: reset(vector_env(2, dealer=3)),
        lambda table, wrong: table.step([WEITER, wrong]),
        lambda table: table._batch.observations.tolist(),
    ),
    "envs.pettingzoo.env": Acted(
        lambda: reset(env()), lambda table, wrong: table.step(wrong), agents_step
    ),
    "envs.pettingzoo.raw_env": Acted(
        lambda: reset(raw_env()), lambda table, wrong: table.step(wrong), agents_step
    ),
    "envs.openspiel.DobbmState": Acted(
        dealt, lambda state, wrong: state.apply_action(wrong), lambda state: state.history()
    ),
    "envs.openspiel.DobbmState.child": Acted(
        dealt, lambda state, wrong: state.child(wrong), lambda state: state.history()
    ),
}

WRONG_ACTIONS = (36.0, 36.9, float("nan"), True, np.True_, None, "36", b"36", 2**70, -(2**70))
WRONG_SHAPES = (np.array([36]), [36], (36,), np.array([36.0]))


def without_address(wrong: object) -> str:
    """Name a value in the same way in every process."""
    return re.sub(" at 0x[0-9a-f]+", "", repr(wrong))


@pytest.mark.parametrize("name", ACTED)
@pytest.mark.parametrize("wrong", [*WRONG_ACTIONS, *WRONG_SHAPES], ids=without_address)
def test_an_action_of_a_wrong_type_is_refused_and_changes_nothing(name: str, wrong: Any) -> None:
    make, act, seen = ACTED[name]
    tried, untouched = make(), make()
    with pytest.raises(DobbmError) as caught:
        act(tried, wrong)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 150
    assert seen(tried) == seen(untouched)


@pytest.mark.parametrize("name", ACTED)
def test_whole_numbers_of_any_kind_are_actions(name: str) -> None:
    make, act, _ = ACTED[name]
    for number in (WEITER, np.int8(WEITER), np.array(WEITER)):
        act(make(), number)


@pytest.mark.parametrize(
    "wrong",
    [
        ["36", "36"],
        [36.9, 36.9],
        [True, True],
        [36, None],
        np.array([36.0, 36.0]),
        np.array([True, True]),
        np.array(["36", "36"]),
        np.array([2**63, 36], np.uint64),
        "36",
        36,
        None,
        [36],
        [[36], [36]],
        b"$$",
        bytearray(b"$$"),
        memoryview(b"$$"),
        np.array([b"36", b"36"]),
        np.array([36, 36], "m8[s]"),
        np.array([float("nan")] * 2),
        [10**400, 36],
    ],
    ids=without_address,
)
def test_a_batch_takes_nothing_but_an_array_of_whole_numbers(wrong: Any) -> None:
    batch, untouched = Batch(2, 1), Batch(2, 1)
    for stepped in (batch, reset(vector_env(2, dealer=3))):
        with pytest.raises(DobbmError) as caught:
            stepped.step(wrong)
        assert len(str(caught.value)) < 150
    assert batch_steps(batch) == batch_steps(untouched)


@pytest.mark.parametrize("kind", ["i1", "u1", ">i2", "i4", "u8", "O"])
def test_whole_numbers_of_every_kind_are_actions_of_a_batch(kind: str) -> None:
    batch, other = Batch(2, 1), Batch(2, 1)
    batch.step(np.array([WEITER, WEITER], kind))
    other.step([WEITER, WEITER])
    assert batch_steps(batch) == batch_steps(other)


@pytest.mark.parametrize("wrong", [36, True, None, 36.0, b"weiter", ["weiter"], np.array(["solo"])])
def test_a_deal_takes_nothing_but_words(wrong: Any) -> None:
    with pytest.raises(DobbmError, match="an action must be a string"):
        START.apply(wrong)
    with pytest.raises(DobbmError, match="an action must be a string"):
        Session.open(Random(1)).begin(DECK).apply(wrong)


# Values at the door: verified, and made Python's own, so that a record is a record.


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
            "reward": (None, 1, "money", ["points"]),
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


# Arguments of any type: the function works, or a sentence names the argument.


class Called(NamedTuple):
    call: Callable[..., Any]
    arguments: dict[str, Any]
    """Arguments with which it works."""


class Anything:
    """A value that is right nowhere."""


ANYTHING = Anything()

WRONG: tuple[Any, ...] = (
    *(ANYTHING, None, True, -1, 2.5, float("nan"), "x", "", b"x"),
    *([1], [[1]], (1,), [None], {}, {1}, {"x": 1}, np.array([[1]]), np.array(["x"]), [ANYTHING]),
)
WHOLE = (2**70, -(2**70), 10**5000, np.int64(-1))

DEALT = dealt()
MATCH = Match("simple", "random", RULES)
RECORDING = Recording(("simple",), RULES)
GAME = pyspiel.load_game(SPIEL)
TABLES = Tables(MATCH)
SESSION = Session.open(Random(1))
OWN = View.of(START, 0)


class Begun(Exception):
    """Raised when training begins; all arguments were fine."""


class Never(Executor):
    """An executor that begins nothing."""

    def submit(self, *_: Any, **__: Any) -> NoReturn:
        raise Begun


TRAINING = {"seed": 1, "report": print, "executor": Never()}

CALLED = {
    "Deal.start": Called(Deal.start, {"deck": DECK, "dealer": 3, "rules": RULES}),
    "Deal.begin": Called(Deal.begin, {"setup": START.setup}),
    "Deal.apply": Called(START.apply, {"action": "solo"}),
    "Deal.apply_all": Called(START.apply_all, {"actions": ["solo"]}),
    "Deal.hand": Called(START.hand, {"seat": 1}),
    "Deal.verified_seat": Called(START.verified_seat, {"seat": 1}),
    "Deal.verify": Called(START.verify, {"action": "solo"}),
    "Rules": Called(Rules, {"preset": "pagat", **RULES.options()}),
    "Rules.given": Called(Rules.given, {"rules": RULES}),
    "Rules.of": Called(lambda preset, **rules: Rules.of(preset, **rules), {"preset": "pagat"}),
    "Session": Called(Session, {**SESSION._asdict()}),
    "Session.apply": Called(SESSION.begin(DECK).apply, {"action": "solo"}),
    "Session.begin": Called(SESSION.begin, {"deck": DECK}),
    "Session.open": Called(Session.open, {"rng": Random(1), "players": 4, "rules": RULES}),
    "View.of": Called(View.of, {"deal": START, "seat": 1}),
    "from_record": Called(from_record, {"record": to_record(START)}),
    "to_record": Called(to_record, {"deal": START}),
    "to_result": Called(to_result, {"deal": START}),
    "settle": Called(settle, {"deal": START.apply_all(["weiter"] * 4)}),
    "shuffled": Called(shuffled, {"rng": Random(1)}),
    "names": Called(dobbm.names, {"cards": 1}),
    "parse_cards": Called(dobbm.parse_cards, {"text": "H6 HS"}),
    "perft": Called(perft, {"deal": START.apply_all(["weiter"] * 4), "depth": 1}),
    "picture": Called(dobbm.picture, {"cards": 1}),
    "envs.Batch": Called(
        Batch,
        {"num_envs": 2, "seed": 1, "observe": True, "bots": {1: "simple"}}
        | {"preset": "pagat", "players": 4, "must": False, "dealer": 1, "reward": "points"}
        | {"max_doublings": 3, "match": 60},
    ),
    "envs.Batch.step": Called(lambda actions: Batch(1).step(actions), {"actions": [WEITER]}),
    "envs.Batch.deal": Called(Batch(2).deal, {"index": 1}),
    "envs.Batch.trajectories": Called(Batch(2).trajectories, {"steps": 1, "choose": None}),
    "envs.EnvOptions": Called(
        EnvOptions,
        {"rules": RULES, "players": 4, "must": False, "dealer": 1, "reward": "points"},
    ),
    "envs.EnvOptions.of": Called(EnvOptions.of, {"preset": "pagat", "players": 4, "dealer": 1}),
    "envs.OneDeal": Called(OneDeal, {"options": EnvOptions.of(), "deck": DECK, "dealer": 3}),
    "envs.OneDeal.act": Called(
        lambda action: OneDeal(EnvOptions.of(), DECK, 3).act(action), {"action": WEITER}
    ),
    "envs.OneDeal.hidden": Called(OneDeal(EnvOptions.of(), DECK, 3).hidden, {"seat": 1}),
    "envs.OneDeal.observation": Called(OneDeal(EnvOptions.of(), DECK, 3).observation, {"seat": 1}),
    "envs.agent_player": Called(agent_player, {"choose": choose}),
    "envs.encode": Called(encode, {"view": VIEW, "discarded": 1}),
    "envs.legal_mask": Called(legal_mask, {"view": VIEW, "discarded": 1}),
    "envs.parts_of": Called(parts_of, {"tensor": encode(VIEW), "fields": FIELDS}),
    "envs.datasets.Description.of": Called(Description.of, {"folder": "nowhere"}),
    "envs.datasets.read": Called(read, {"folder": "nowhere", "columns": ["deal"]}),
    "envs.datasets.read_shards": Called(read_shards, {"folder": "nowhere", "columns": ["deal"]}),
    "envs.datasets.write": Called(
        write,
        {"folder": "nowhere", "recording": RECORDING, "deals": 1, "file_format": "npz"}
        | {"per_shard": 1, "jobs": 1, "executor": None},
    ),
    "envs.gymnasium.vector_env": Called(
        vector_env, {"num_envs": 2, "seat": 1, "opponents": "simple", "preset": "pagat"}
    ),
    "envs.gymnasium.DobbmVectorEnv.reset": Called(vectors().reset, {"seed": 1}),
    "envs.gymnasium.DobbmVectorEnv.step": Called(
        lambda actions: reset(vector_env(1, dealer=3)).step(actions), {"actions": [WEITER]}
    ),
    "envs.openspiel.options_of": Called(options_of, {"params": {"players": 5}}),
    "envs.openspiel.DobbmGame": Called(DobbmGame, {"params": {"players": 5}}),
    "envs.openspiel.DobbmGame.make_py_observer": Called(
        GAME.make_py_observer, {"iig_obs_type": None, "params": None}
    ),
    "envs.openspiel.DobbmObserver.set_from": Called(
        GAME.make_py_observer().set_from, {"state": DEALT, "player": 1}
    ),
    "envs.openspiel.DobbmObserver.string_from": Called(
        GAME.make_py_observer().string_from, {"state": DEALT, "player": 1}
    ),
    "envs.openspiel.DobbmState.action_to_string": Called(
        lambda action: DEALT.action_to_string(action), {"action": WEITER}
    ),
    "envs.openspiel.DobbmState.apply_action": Called(
        lambda action: dealt().apply_action(action), {"action": WEITER}
    ),
    "envs.openspiel.DobbmState.apply_action_with_legality_check": Called(
        lambda action: dealt().apply_action_with_legality_check(action), {"action": WEITER}
    ),
    "envs.openspiel.DobbmState.child": Called(DEALT.child, {"action": WEITER}),
    "envs.openspiel.DobbmState.known_to": Called(DEALT.known_to, {"seat": 1}),
    "envs.openspiel.DobbmState.resample_from_infostate": Called(
        DEALT.resample_from_infostate, {"player": 1, "sampler": Random(1).random}
    ),
    "envs.pettingzoo.env": Called(env, {"render_mode": None, "preset": "pagat", "players": 4}),
    "envs.pettingzoo.raw_env": Called(raw_env, {"render_mode": None, "preset": "pagat"}),
    "envs.pettingzoo.raw_env.action_space": Called(raw_env().action_space, {"agent": "seat_1"}),
    "envs.pettingzoo.raw_env.observation_space": Called(
        raw_env().observation_space, {"agent": "seat_1"}
    ),
    "envs.pettingzoo.raw_env.observe": Called(reset(raw_env()).observe, {"agent": "seat_1"}),
    "envs.pettingzoo.raw_env.last": Called(reset(raw_env()).last, {"observe": True}),
    "envs.pettingzoo.raw_env.reset": Called(raw_env().reset, {"seed": 1, "options": None}),
    "envs.pettingzoo.raw_env.step": Called(
        lambda action: reset(raw_env()).step(action), {"action": WEITER}
    ),
    "players.make_player": Called(make_player, {"source": "simple"}),
    "players.make_player.act": Called(make_player("simple").act, {"view": OWN, "seed": 1}),
    "players.make_player.act, pimc": Called(
        make_player("pimc:worlds=2").act, {"view": OWN, "seed": 1}
    ),
    "players.make_player.act, a bot": Called(
        make_player(Counting()).act, {"view": OWN, "seed": 1}
    ),
    "players.make_explainer.explain": Called(make_explainer().explain, {"view": OWN, "seed": 1}),
    "players.player_factory": Called(player_factory, {"source": "simple", "seconds": 1.0}),
    "arena.match.Match": Called(
        Match,
        {"a": "simple", "b": "random", "rules": RULES, "seed": 1, "seconds": 1.0}
        | {"contracts": "simple", "regret": False, "probe": False},
    ),
    "arena.match.Match.seeds": Called(MATCH.seeds, {"deck": 1}),
    "arena.match.Match.start": Called(MATCH.start, {"deck": 1}),
    "arena.match.Tables": Called(Tables, {"match": MATCH}),
    "arena.match.play_boards": Called(
        play_boards, {"match": MATCH, "decks": [], "jobs": 1, "executor": None}
    ),
    "ai.solver.Solver": Called(Solver, {"threads": 1}),
    "ai.solver.Solver.solve": Called(Solver().solve, {"deal": PLAYED}),
    "ai.solver.Solver.solve_worlds": Called(
        Solver().solve_worlds, {"view": VIEW, "worlds": WORLDS[:1]}
    ),
    "ai.solver.solve": Called(solve, {"deal": PLAYED}),
    "ai.solver.solve_many": Called(solve_many, {"deals": [], "jobs": 1, "executor": None}),
    "ai.worlds.Worlds.of": Called(Worlds.of, {"view": VIEW}),
    "ai.worlds.Worlds.sample": Called(Worlds.of(VIEW).sample, {"count": 2, "seed": 1}),
    "training.best_response": Called(
        training.best_response,
        {"against": "trained", "role": "declarer", "decisions": 1, "deals": 1, **TRAINING},
    ),
    "training.gain_of": Called(
        training.gain_of,
        {"response": learned_policy(), "against": "simple", "role": "declarer", "deals": 1}
        | TRAINING,
    ),
    "training.check": Called(
        training.check, {"tables": lookup_tables(), "deals": 1000, **TRAINING}
    ),
    "training.learn_to_play": Called(training.learn_to_play, {"decisions": 1, **TRAINING}),
    "training.train": Called(
        training.train, {"deals": 1000, "games": 1, "players": ["simple"], **TRAINING}
    ),
}  # fmt: skip
"""Every public function and method with arguments."""

ALSO_CALLED = {
    **dict.fromkeys(("action", "actions"), "actions?|word of the game|is not legal"),
    **dict.fromkeys(("source", "a", "b", "against", "players", "contracts", "opponents"), "player"),
    **dict.fromkeys(("folder", "columns"), "holds no data set"),
    "deck": "card",
    "rules": "preset",
    "params": "option",
    "player": "seat",
}
"""Other words by which a sentence may name an argument."""


def tried(name: str, argument: str, value: Any) -> DobbmError | None:
    """Return the error with which a function refuses a value of an argument, if it does."""
    call, arguments = CALLED[name]
    try:
        result = call(**{**arguments, argument: value})
        if isinstance(result, Generator):
            result.close()
    except Begun:
        return None
    except DobbmError as error:
        return error
    return None


ARGUMENTS = [(name, argument) for name, called in CALLED.items() for argument in called.arguments]


@pytest.mark.parametrize("name", CALLED)
def test_every_function_works_with_the_arguments_of_its_row(name: str) -> None:
    first = next(iter(CALLED[name].arguments))
    refused = tried(name, first, CALLED[name].arguments[first])
    assert not refused or "holds no data set" in str(refused)


@pytest.mark.parametrize(("name", "argument"), ARGUMENTS)
def test_an_argument_of_a_wrong_type_is_refused_in_a_sentence_that_names_it(
    name: str, argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert tried(name, argument, ANYTHING)
    for wrong in WRONG + WHOLE:
        if wrong is None and isinstance(CALLED[name].arguments[argument], Never):
            continue  # the training would begin
        error = tried(name, argument, wrong)
        if error:
            sentence = str(error)
            called = ALSO_CALLED.get(argument, argument)
            assert re.search(rf"\b({argument}|{called})\b", sentence), sentence
            assert len(sentence) < 300
            assert not re.search(r"\n|\b(null|true|false)\b|not an object", sentence), sentence


def test_masked_numbers_are_none() -> None:
    masked: Any
    actions: Any
    for masked in (np.ma.array(36, mask=True), np.ma.masked):
        with pytest.raises(DobbmError, match="an action must be a whole number"):
            OneDeal(EnvOptions.of(), DECK, 3).act(masked)
    for actions in ([36, np.ma.masked], np.ma.array([36, 36], mask=[False, True])):
        with pytest.raises(DobbmError, match="mask|whole number"):
            Batch(2, 1).step(actions)
    with pytest.raises(DobbmError, match='"worlds" must be an array of rows'):
        Solver().solve_worlds(VIEW, np.ma.array(WORLDS))


def test_a_list_in_an_array_of_objects_is_taken_like_a_list() -> None:
    first, second = Batch(2, 1), Batch(2, 1)
    first.step(np.array([WEITER, WEITER], dtype=object))
    second.step([WEITER, WEITER])
    assert batch_steps(first) == batch_steps(second)


@pytest.mark.parametrize("number", [2**70, -(2**70), 2**63, 41, -1, -2])
def test_a_number_that_no_action_has_is_named_with_its_environment(number: int) -> None:
    with pytest.raises(DobbmError, match=f"number {number} is not legal in environment 1: "):
        Batch(2, 1).step([WEITER, number])


def test_a_batch_shows_no_deal_that_has_begun() -> None:
    batch = Batch(2, 1)
    for _ in range(200):
        batch.step(batch.random_actions())
        for index, done in enumerate(batch.done.tolist()):
            if done:
                assert batch.deal(index).actions == ()
            else:
                with pytest.raises(DobbmError, match=f"environment {index} has begun"):
                    batch.deal(index)


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


def test_a_deck_and_actions_have_an_order() -> None:
    unordered: Any
    wrong: Any
    for unordered in (set(DECK), frozenset(DECK), dict.fromkeys(DECK), "HS"):
        with pytest.raises(DobbmError, match="a deck must be a list of cards in dealing order"):
            Deal.start(unordered, dealer=3)
        with pytest.raises(DobbmError, match="a deck must be a list"):
            SESSION.begin(unordered)
    for wrong in ("weiter", {"weiter"}, {"weiter": 1}):
        with pytest.raises(DobbmError, match='"actions" must be a list, not '):
            START.apply_all(wrong)
    assert Deal.start(iter(DECK), dealer=3, rules=RULES) == START


def test_the_constructor_of_a_session_verifies_as_open_does() -> None:
    for wrong in (("pagat", "4", 1), ("pagat", 4, True), ("skat", 4, 1), ("pagat", 5, 5)):
        with pytest.raises(DobbmError):
            Session(*wrong)
    players: Any = np.int64(5)
    session = Session("akagiri", players, players - 1)
    assert session == Session(Rules.of("akagiri"), 5, 4)
    assert type(session.players) is int
    other = Deal.start(DECK, dealer=3, players=5)
    with pytest.raises(DobbmError, match="the deals of a session have its rules and players"):
        Session(RULES, 4, 1, [other])
    with pytest.raises(DobbmError, match="only the last deal of a session may be unfinished"):
        Session(RULES, 4, 3, (START, START))


def test_nothing_but_an_action_is_legal() -> None:
    assert not any(START.is_legal(wrong) for wrong in WRONG)


def test_a_deal_by_hand_is_one_that_its_steps_lead_to() -> None:
    for deal in (START, PLAYED, PLAYED.apply_all(["HS"][:0])):
        assert Deal(*deal) == Deal(**deal._asdict()) == deal
        for field, wrong in product(Deal._fields, (ANYTHING, True, -1, "play", (), None, [1])):
            if getattr(deal, field) not in (wrong, ANYTHING):
                with pytest.raises(DobbmError):
                    Deal(**{**deal._asdict(), field: wrong})
    with pytest.raises(DobbmError, match='"hands" does not follow from the setup and the steps'):
        Deal(**{**PLAYED._asdict(), "hands": (*PLAYED.hands[1:], PLAYED.hands[0])})


def test_a_view_by_hand_has_values_that_views_have() -> None:
    for view in (VIEW, OWN, View.of(START.apply_all(["weiter"] * 4), None)):
        assert View(*view) == View(**view._asdict()) == view
        for field, wrong in product(View._fields, (ANYTHING, 2.5, -1, "x", {1}, [1], ["x"])):
            with pytest.raises(DobbmError, match=f'"{field}" must be '):
                View(**{**view._asdict(), field: wrong})
    with pytest.raises(DobbmError, match=r"a view is made with View\.of"):
        View(1)


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), "x", None, b"x", 1j])
def test_an_observation_has_finite_numbers(wrong: Any) -> None:
    with pytest.raises(DobbmError, match='"tensor" must be an observation, a row of finite num'):
        parts_of(np.full(len(encode(VIEW)), wrong))


def test_a_record_may_have_tuples_for_lists() -> None:
    record: Any = to_record(PLAYED)
    lists = {"deck": tuple(record["deck"]), "actions": tuple(record["actions"])}
    assert from_record({**record, **lists}) == PLAYED
    with pytest.raises(DobbmError, match='"deck" must be a list, not '):
        from_record({**record, "deck": {"HS"}})


def test_a_card_is_named_once() -> None:
    with pytest.raises(DobbmError, match='"text" must name every card once, and H6 appears twice'):
        dobbm.parse_cards("H6 HS H6")
    with pytest.raises(DobbmError, match="'ZZ' is none"):
        dobbm.parse_cards("H6 ZZ")


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("pimc:worlds=2,worlds=3", "the option worlds of pimc is given twice"),
        ("pimc:quick,worlds=3", "the option worlds of pimc is given twice"),
        ("pimc:seed=3,seed=3", "the option seed of pimc is given twice"),
        ("pimc:", "options must follow 'pimc:'"),
        ("pimc:worlds=2,", "pimc has no option ''"),
        ("simple:", "options must follow 'simple:'"),
        ("nobody:", "options must follow 'nobody:'"),
        ("simple:fast", "the player simple takes no options: remove ':fast'"),
    ],
)
def test_options_of_a_player_are_given_once_or_not_at_all(player: str, sentence: str) -> None:
    with pytest.raises(DobbmError, match=re.escape(sentence)):
        make_player(player)


BEFORE_RESET: dict[str, Callable[[Any], Any]] = {
    "step": lambda table: table.step(WEITER),
    "last": lambda table: table.last(),
    "state": lambda table: table.state(),
    "observe": lambda table: table.observe("seat_1"),
    "render": lambda table: table.render(),
    "followed": lambda table: table.followed(),
    "rewards": lambda table: table.rewards,
}


@pytest.mark.parametrize("call", BEFORE_RESET)
def test_an_environment_is_reset_first(call: str) -> None:
    with pytest.raises(DobbmError, match=r"there is no deal yet: call reset\(\) first"):
        BEFORE_RESET[call](raw_env(render_mode="ansi"))
    assert not hasattr(raw_env(), "agent_selection")


@pytest.mark.parametrize("make", [env, raw_env])
def test_an_environment_without_agents_asks_for_a_reset(make: Callable[[], Any]) -> None:
    table = reset(make())
    while table.agents:
        agents_step(table)
    with pytest.raises(DobbmError, match=r"the deal is over, and no agent is left: call reset\(\)"):
        table.last()
    if make is raw_env:  # PettingZoo's wrapper only warns
        with pytest.raises(DobbmError, match="the deal is over"):
            table.step(None)
    agents_step(reset(table))


def test_a_vector_environment_is_reset_first_and_closed_last() -> None:
    table = vector_env(2, dealer=3)
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        table.step([WEITER, WEITER])
    table.reset(seed=1)
    table.close()
    table.close()
    for call in (table.reset, lambda: table.step([WEITER, WEITER])):
        with pytest.raises(ClosedEnvironmentError, match="the environment is closed"):
            call()


def test_options_of_a_reset_are_ignored_with_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    warning = "reset() ignores the options 'dealer': give options when you make the environment"
    table = vector_env(2)
    with pytest.warns(UserWarning, match=re.escape(warning)):
        table.reset(options={"dealer": 3})
    for agents in (env(), raw_env()):
        caplog.clear()
        agents.reset(options={"dealer": 3})
        assert warning in caplog.text
    table.reset(options={})
    wrong: Any
    for wrong in (5, "dealer", [1], ANYTHING):
        for refusing in (table, env(), raw_env()):
            with pytest.raises(DobbmError, match='"options" must be a dict or None'):
                refusing.reset(options=wrong)


@pytest.mark.parametrize("action", [-1, 41, 2**60, True, "36", None, 36.0])
def test_openspiel_names_no_action_that_there_is_not(action: Any) -> None:
    for state in (pyspiel.load_game(SPIEL).new_initial_state(), DEALT):
        with pytest.raises(DobbmError):
            state.action_to_string(action)
        with pytest.raises(DobbmError):
            state.action_to_string(state.current_player(), action)
    assert DEALT.action_to_string(WEITER) == DEALT.action_to_string(0, WEITER) == "weiter"


# Nothing public is forgotten.

MODULES = (
    "",
    "envs",
    "envs.datasets",
    "envs.gymnasium",
    "envs.openspiel",
    "envs.pettingzoo",
    "players",
    "arena.match",
    "ai.solver",
    "ai.worlds",
    "training",
)

TESTED_ABOVE = {"Deal.is_legal", "envs.gymnasium.DobbmVectorEnv.close_extras"}

SAFE = {
    # constants, types and errors
    *("CARDS", "PRESETS", "DobbmError", "envs.ACTIONS", "envs.FIELDS", "envs.HIDDEN_FIELDS"),
    *("players.BUILT_IN", "players.MODULE", "players.OUTSIDE", "players.Bot", "players.Player"),
    *("players.Explainer", "players.PlayerFactory", "players.PlayerSource", "training.Role"),
    *("training.Progress", "envs.pettingzoo.NotReset"),
    *("envs.gymnasium.NeverReset", "envs.gymnasium.Closed"),
    # values that only hold what they are given
    *("players.Explanation", "players.Reason", "arena.match.MatchDeal", "arena.match.Board"),
    *("ai.solver.Solution", "ai.solver.WorldValues", "training.Decile", "training.Quality"),
    *("envs.datasets.Shard", "envs.datasets.Description"),
    *("players.player_name", "players.registrations", "training.Progress"),
    "envs.pettingzoo.NotReset",
}


def public_names() -> set[str]:
    found = set()
    for place in MODULES:
        module = import_module(f"dobbm.{place}".rstrip("."))
        own = [
            name
            for name, value in vars(module).items()
            if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
        ]
        names = getattr(module, "__all__", own)
        found |= {f"{place}.{name}".lstrip(".") for name in names if not hasattr(names, "items")}
    return found


def methods() -> set[str]:
    """Return the public methods with arguments of all public classes that do something."""
    found = set()
    for name in public_names() - SAFE:
        place, _, own = name.rpartition(".")
        public = getattr(import_module(f"dobbm.{place}".rstrip(".")), own)
        for method, value in vars(public).items() if isinstance(public, type) else ():
            function = getattr(value, "__func__", value)
            if method.startswith("_") or not callable(function):
                continue
            if len(signature(function).parameters) > 1:
                found.add(f"{name}.{method}")
    return found


INNER = {"ai.solver.Solver.values", "ai.worlds.Worlds.drawn", "ai.worlds.Worlds.listed"}
"""Methods for the package itself, which passes the kernel's own arrays."""


def test_every_method_with_arguments_is_in_a_table() -> None:
    assert methods() - CALLED.keys() - TESTED_ABOVE == INNER


def test_every_public_name_is_in_a_table() -> None:
    tables = (COPIED, SEEDED, ACTED, DOORS, CALLED)
    listed = {name.partition(",")[0] for table in tables for name in table}
    missing = public_names() - listed - TESTED_ABOVE - SAFE
    assert not missing
    assert not SAFE - public_names()
