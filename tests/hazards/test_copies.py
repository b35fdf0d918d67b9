"""A copy goes on as its original does, and neither touches the other."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pyspiel
import pytest

from dobbm import Session, View
from dobbm.ai.solver import Solver
from dobbm.ai.worlds import Worlds
from dobbm.arena.match import Match, Tables
from dobbm.arena.standing import Standing
from dobbm.envs import Batch, EnvOptions, OneDeal, agent_player
from dobbm.envs.encoding import NUMBERS
from dobbm.envs.following import FollowedDeal
from dobbm.envs.gymnasium import DobbmEnv, DobbmVectorEnv
from dobbm.envs.pettingzoo import env, raw_env
from dobbm.envs.recording import Recorder, Recording
from dobbm.game.cards import DECK
from dobbm.players import make_explainer, make_player
from dobbm.studies.playing import Company
from dobbm.workers import WorkerPool
from hazards.subjects import (
    PLAYED,
    RULES,
    SPIEL,
    START,
    VIEW,
    WORLDS,
    Counting,
    agents_step,
    batch_steps,
    choose,
    dealt,
    learner,
    reset,
    vectors,
)


class Copied(NamedTuple):
    make: Callable[[], Any]
    go_on: Callable[[Any], Any]
    """Goes on a little, and returns what can be seen then."""


def vector_steps(table: DobbmVectorEnv) -> object:
    legal = table._batch.legal
    seen, rewards, done, *_ = table.step(legal.shape[1] - 1 - legal[:, ::-1].argmax(axis=1))
    return seen["action_mask"].tolist(), rewards.tolist(), done.tolist(), table.np_random.random()


def learner_steps(table: DobbmEnv) -> object:
    seen, reward, *_ = table.step(table.action_masks().nonzero()[0][-1])
    return seen["observation"].tolist(), reward, table.np_random.random()


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
    "envs.gymnasium.DobbmEnv": Copied(learner, learner_steps),
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
