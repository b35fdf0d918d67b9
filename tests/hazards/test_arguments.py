"""Arguments of any type: the function works, or a sentence names the argument."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, NoReturn

import numpy as np
import pyspiel
import pytest

import dobbm
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
from dobbm.ai.rollouts import learned_policy
from dobbm.ai.solver import Solver, solve, solve_many
from dobbm.ai.worlds import Worlds
from dobbm.arena.match import Match, Tables, play_boards
from dobbm.conditions import Condition, ConditionalDecks
from dobbm.envs import Batch, EnvOptions, OneDeal, agent_player
from dobbm.envs.datasets import Description, read, read_shards, write
from dobbm.envs.encoding import FIELDS, encode, legal_mask, parts_of
from dobbm.envs.gymnasium import DobbmEnv, vector_env
from dobbm.envs.openspiel import DobbmGame, options_of
from dobbm.envs.pettingzoo import env, raw_env
from dobbm.envs.recording import Recording
from dobbm.game.cards import DECK
from dobbm.game.errors import DobbmError
from dobbm.players import make_explainer, make_player, player_factory
from hazards.subjects import (
    ANYTHING,
    OWN,
    PLAYED,
    RULES,
    SPIEL,
    START,
    VIEW,
    WEITER,
    WORLDS,
    WRONG,
    Counting,
    choose,
    dealt,
    learner,
    reset,
    vectors,
)


class Called(NamedTuple):
    call: Callable[..., Any]
    arguments: dict[str, Any]
    """Arguments with which it works."""


WHOLE = (2**70, -(2**70), 10**5000, np.int64(-1))

DEALT = dealt()
MATCH = Match("simple", "random", RULES)
RECORDING = Recording(("simple",), RULES)
GAME = pyspiel.load_game(SPIEL)
TABLES = Tables(MATCH)
SESSION = Session.open(Random(1))


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
    "conditions.Condition.parse": Called(Condition.parse, {"text": "1 > 0", "players": 5}),
    "conditions.Condition.holds": Called(Condition.parse("1 > 0").holds, {"deck": DECK}),
    "conditions.ConditionalDecks": Called(
        ConditionalDecks, {"condition": Condition.parse("1 > 0")}
    ),
    "conditions.ConditionalDecks.draw": Called(
        ConditionalDecks(Condition.parse("1 > 0")).draw, {"rng": Random(1)}
    ),
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
    "envs.OneDeal.hand": Called(OneDeal(EnvOptions.of(), DECK, 3).hand, {"seat": 1}),
    "envs.OneDeal.dobb_of": Called(OneDeal(EnvOptions.of(), DECK, 3).dobb_of, {"seat": 1}),
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
    "envs.gymnasium.DobbmEnv": Called(DobbmEnv, {"seat": 1, "opponents": "simple"}),
    "envs.gymnasium.DobbmEnv.reset": Called(learner().reset, {"seed": 1}),
    "envs.gymnasium.DobbmEnv.step": Called(
        lambda action: learner().step(action), {"action": WEITER}
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
    "text": "condition",
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
