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
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib import import_module
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pyspiel
import pytest

import dobbm
import dobbm.envs.openspiel
from dobbm import Deal, Rules, Session, View, from_record, perft, shuffled, to_record
from dobbm.ai.kernel.playouts import playouts
from dobbm.ai.rollouts import play_deals
from dobbm.ai.solver import Solver
from dobbm.ai.worlds import Worlds
from dobbm.arena.match import Match, Tables
from dobbm.arena.standing import Standing
from dobbm.cli import main
from dobbm.envs import Batch, EnvOptions, OneDeal, agent_player
from dobbm.envs.encoding import NUMBERS
from dobbm.envs.following import FollowedDeal
from dobbm.envs.gymnasium import DobbmVectorEnv, vector_env
from dobbm.envs.pettingzoo import env, raw_env
from dobbm.envs.recording import Recorder, Recording
from dobbm.game.cards import DECK
from dobbm.game.errors import DobbmError
from dobbm.game.seeds import fixed_size, generator, seed_for
from dobbm.players import make_explainer, make_player
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
    "ai.rollouts.play_deals": lambda seed: play_deals(HANDS, seed, exchanged=False).tolist(),
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
    with pytest.raises(DobbmError, match='"seed" must be a whole number, not true'):
        one.act(VIEW, True)


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


@pytest.mark.parametrize("name", ACTED)
@pytest.mark.parametrize("wrong", [*WRONG_ACTIONS, *WRONG_SHAPES], ids=repr)
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
    ],
    ids=repr,
)
def test_a_batch_takes_nothing_but_an_array_of_whole_numbers(wrong: Any) -> None:
    batch, untouched = Batch(2, 1), Batch(2, 1)
    with pytest.raises(DobbmError):
        batch.step(wrong)
    assert batch_steps(batch) == batch_steps(untouched)


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
        ("sow_companion=all", "sow_companion"),
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

TESTED_ABOVE = {"perft", "shuffled", "ai.solver.solve", "envs.openspiel.options_of"}

SAFE = {
    # constants, types and errors
    *("CARDS", "PRESETS", "DobbmError", "envs.ACTIONS", "envs.FIELDS", "envs.HIDDEN_FIELDS"),
    *("players.BUILT_IN", "players.MODULE", "players.OUTSIDE", "players.Bot", "players.Player"),
    *("players.Explainer", "players.PlayerFactory", "players.PlayerSource", "training.Role"),
    "training.Progress",
    # values that only hold what they are given
    *("players.Explanation", "players.Reason", "arena.match.MatchDeal", "arena.match.Board"),
    *("ai.solver.Solution", "ai.solver.WorldValues", "training.Decile", "training.Quality"),
    *("envs.datasets.Shard", "envs.datasets.Description"),
    # functions of such values, of names and of files
    *("names", "parse_cards", "picture", "settle", "to_record", "to_result", "envs.encode"),
    *("envs.legal_mask", "envs.parts_of", "envs.datasets.read", "envs.datasets.read_shards"),
    *("envs.datasets.write", "players.player_factory", "players.player_name"),
    *("players.registrations", "arena.match.play_boards", "ai.solver.solve_many"),
    *("ai.solver.from_declarer", "ai.solver.trick_on_table", "ai.solver.by_name"),
    # long work, whose seeds come from ``seed_for``
    *("training.best_response", "training.check", "training.gain_of", "training.learn_to_play"),
    "training.train",
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


def test_every_public_name_is_in_a_table() -> None:
    tables = (COPIED, SEEDED, ACTED, DOORS)
    listed = {name.partition(",")[0] for table in tables for name in table}
    missing = public_names() - listed - TESTED_ABOVE - SAFE
    assert not missing
    assert not SAFE - public_names()
