"""OpenSpiel's own tests, agreement with the rules engine, and deals drawn anew."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from dobbm import settle
from dobbm.ai.worlds import Worlds
from dobbm.envs.encoding import ACTIONS, FIELDS, HIDDEN_FIELDS, NUMBERS
from dobbm.envs.openspiel import DobbmState
from dobbm.game.cards import DECK
from dobbm.game.errors import RulesError
from dobbm.game.view import View
from rule_options import variants
from tiers import sample_size

GAMES = (
    "python_dobbm",
    "python_dobbm(players=5)",
    "python_dobbm(must=True,dealer=2)",
    "python_dobbm(session=True,deals=1)",
    "python_dobbm(session=True,deals=0,players=5,reward=points)",
    "python_dobbm(preset=akagiri,reward=schilling,max_doublings=0)",
    *(
        f"python_dobbm({name},reward=schilling)"
        for name in variants()
        if "=" in name and "None" not in name
    ),
)
DEALS = sample_size(6, long=100_000 // len(GAMES))


def dealt(game: str, random: Random) -> DobbmState:
    """A state before the first bid."""
    state: DobbmState = pyspiel.load_game(game).new_initial_state()
    deal(state, random)
    return state


def deal(state: DobbmState, random: Random) -> None:
    """Let chance draw what it has to draw now."""
    while state.is_chance_node():
        state.apply_action(random.choice(state.chance_outcomes())[0])


@pytest.mark.parametrize("game", GAMES)
def test_the_game_passes_the_tests_of_openspiel(game: str) -> None:
    sims = sample_size(1, long=2)
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=sims, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_states_agree_with_the_rules_engine_action_by_action(game: str) -> None:
    random = Random(3)
    for _ in range(DEALS):
        state = dealt(game, random)
        received = np.zeros(state.num_players())
        while not state.is_terminal():
            followed = state.followed()
            while (now := followed.deal).to_act is not None:
                assert state.current_player() == now.to_act
                action = random.choice(state.legal_actions())
                if now.phase != "exchange":
                    legal = {NUMBERS[word] for word in now.legal_actions()}
                    assert legal == {*state.legal_actions()}
                followed.act(action)
                state.apply_action(action)
            received += settle(now).payments
            deal(state, random)
        if "schilling" in game or ("session" in game and "points" not in game):
            assert state.returns() == received.tolist()
        assert sum(state.returns()) == 0


@pytest.mark.parametrize("game", GAMES)
def test_resampling_keeps_what_the_player_knows_and_nothing_else(game: str) -> None:
    random = Random(4)
    changed = 0
    for _ in range(sample_size(1, long=3)):
        state = dealt(game, random)
        while not state.is_terminal():
            for player in state.deal.active:
                other = state.resample_from_infostate(player, random.random)
                tensors = [s.information_state_tensor(player) for s in (state, other)]
                texts = [s.information_state_string(player) for s in (state, other)]
                assert tensors[0] == tensors[1]
                assert texts[0] == texts[1]
                changed += str(state) != str(other)
            state.apply_action(random.choice(state.legal_actions()))
            deal(state, random)
    assert changed > 100


def test_resampling_is_uniform_over_the_possible_deals() -> None:
    """Before the last trick the declarer knows all but who holds which of three cards."""
    random = Random(2)
    state = dealt("python_dobbm(must=True,dealer=3)", random)
    state.apply_action(NUMBERS["dobbm"])
    while np.count_nonzero(state.deal.observation(0)[FIELDS[5].place]) < 28:
        state.apply_action(random.choice(state.legal_actions()))

    def held(state: DobbmState) -> tuple[int, ...]:
        deal = state.followed().deal
        return tuple(deal.hand(seat) for seat in range(4))

    worlds = Worlds.of(View.of(state.followed().deal, 0)).all()
    drawn = Counter(
        held(state.resample_from_infostate(0, random.random)) for _ in range(100 * len(worlds))
    )
    assert len(worlds) == 6
    assert drawn.keys() == {tuple(world[:4].tolist()) for world in worlds}
    assert all(60 < count < 140 for count in drawn.values())


def test_a_search_of_openspiel_plays_a_deal() -> None:
    game = pyspiel.load_game("python_dobbm")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game, evaluator, uct_c=100, max_simulations=3, random_state=np.random.RandomState(1)
    )
    random = Random(5)
    state = dealt("python_dobbm", random)
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


def test_an_observer_shows_what_was_asked_for() -> None:
    game = pyspiel.load_game("python_dobbm(dealer=3)")
    state = dealt("python_dobbm(dealer=3)", Random(1))
    private = pyspiel.PrivateInfoType

    def pieces(kind: object, *, public: bool = True) -> set[str]:
        asked = pyspiel.IIGObservationType(
            perfect_recall=True, public_info=public, private_info=kind
        )
        observation = make_observation(game, asked)
        observation.set_from(state, 0)
        assert observation.string_from(state, 0)
        return set(observation.dict)

    own = {"player", "hand", "dobb", "discards", "from_forehand"}
    everything = {field.name for field in FIELDS} | {"player"}
    assert pieces(private.SINGLE_PLAYER) == everything
    assert pieces(private.SINGLE_PLAYER, public=False) == own
    assert pieces(private.NONE) == everything - own
    hidden = {f"hidden {field.name}" for field in HIDDEN_FIELDS}
    assert pieces(private.ALL_PLAYERS) == everything | hidden


def test_actions_have_the_names_of_the_game() -> None:
    state = pyspiel.load_game("python_dobbm").new_initial_state()
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 3) == "dealer 3"
    state.apply_action(3)
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 0) == "deal H6"
    for card in range(len(DECK)):
        state.apply_action(card)
    assert [state.action_to_string(0, n) for n in state.legal_actions()] == [
        "weiter",
        "dobbm",
        "solo",
    ]
    assert ACTIONS[36] == "weiter"


def test_a_wrong_parameter_is_named() -> None:
    with pytest.raises((RulesError, pyspiel.SpielError), match="skat"):
        pyspiel.load_game("python_dobbm(preset=skat)")


def test_where_a_session_stands_and_what_came_before_is_known() -> None:
    random = Random(7)
    game = "python_dobbm(session=True,deals=2,dealer=3)"
    state = dealt(game, random)
    first = state.information_state_string(0)
    while not state.session.earlier:
        state.apply_action(random.choice(state.legal_actions()))
    assert state.is_chance_node()
    deal(state, random)
    observation = make_observation(
        pyspiel.load_game(game), pyspiel.IIGObservationType(perfect_recall=True)
    )
    observation.set_from(state, 1)
    assert observation.dict["session"][:2].tolist() == [5, 0]
    earlier, _ = state.information_state_string(0).splitlines()
    assert earlier.startswith(first.partition(", dealer")[0])
