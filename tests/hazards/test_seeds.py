"""Any whole number is a seed, and no two give the same cards."""

from __future__ import annotations

import ast
import io
import json
from array import array
from collections.abc import Callable
from contextlib import redirect_stdout
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import dobbm
from dobbm import View, shuffled
from dobbm.ai.kernel.playouts import playouts
from dobbm.ai.rollouts import play_deals
from dobbm.ai.worlds import Worlds
from dobbm.arena.match import Match
from dobbm.cli import main
from dobbm.envs import Batch, agent_player
from dobbm.envs.gymnasium import DobbmEnv, vector_env
from dobbm.envs.pettingzoo import env, raw_env
from dobbm.envs.recording import Recorder, Recording
from dobbm.game.errors import DobbmError, WrongPhase
from dobbm.game.seeds import fixed_size, generator, seed_for
from dobbm.players import make_player
from dobbm.studies.playing import Company
from dobbm.training.games import ContractedDeals
from hazards.subjects import PLAYED, RULES, START, VIEW, choose

ROOT = Path(dobbm.__file__).parent


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
    "envs.gymnasium.DobbmEnv": lambda seed: DobbmEnv().reset(seed=seed)[0]["observation"].tolist(),
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
