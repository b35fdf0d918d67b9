"""Smaller packs of cards that count: fewer tricks, and otherwise the same game."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

from dobbm.ai.kernel.deal_row import PACKS
from dobbm.envs import ACTIONS, Batch, EnvOptions
from dobbm.envs.encoding import NUMBERS
from dobbm.envs.gymnasium import DobbmEnv, vector_env
from dobbm.envs.one_session import OneSession
from dobbm.envs.openspiel import DobbmState
from dobbm.envs.options import FULL
from dobbm.envs.pettingzoo import env
from dobbm.game.cards import NAMES, PACK
from dobbm.game.cards import points as card_points
from dobbm.game.errors import DeckError, DobbmError, RulesError
from naive import NaiveDeal, NaiveRules
from tiers import sample_size

DEALS = sample_size(300, long=20_000)
SMALLER = [pack for pack in PACKS if pack != FULL]
SMALL = 20
RULES: dict[str, Any] = {"pack": SMALL, "reward": "schilling"}


def naive_twin(one: OneSession, options: EnvOptions) -> NaiveDeal:
    rules = options.rules
    assert one.played
    return NaiveDeal(
        NaiveRules(**{name: getattr(rules, name) for name in NaiveRules.__annotations__}),
        options.players,
        one.dealer,
        options.must,
        [NAMES[card] for card in one.played.deck],
    )


def names_of(naive: NaiveDeal, numbers: list[int]) -> set[str]:
    words = {ACTIONS[number] for number in numbers}
    doubled = "retour" if naive.doublings else "schwacher"
    return {doubled if word == "schwacher or retour" else word for word in words}


def possible_discards(naive: NaiveDeal) -> list[set[str]]:
    """All legal ones; any four cards if there are too few trumps for the sows among them."""
    legal = [{*four.split()} for four in naive.legal()]
    return legal or [{*four} for four in combinations(naive.hands[naive.queue[0]], 4)]


@pytest.mark.parametrize("pack", SMALLER)
@pytest.mark.parametrize(
    "more", [{}, {"players": 5}, {"must": True}, {"sow_companion": "any", "preset": "wikipedia"}]
)
def test_it_agrees_with_the_naive_engine_action_by_action(pack: int, more: dict[str, Any]) -> None:
    random, options = Random(2), EnvOptions.of(**RULES | {"pack": pack}, **more)
    for number in range(DEALS):
        one = OneSession(options, number % options.players)
        one.begin(one.shuffled(random))
        naive = naive_twin(one, options)
        discarded: list[str] = []
        while one.played:
            legal = one.deal.legal_actions()
            action = random.choice(legal)
            assert one.to_act == naive.queue[0]
            if naive.phase == "exchange":
                discarded.append(ACTIONS[action])
                possible = possible_discards(naive)
                assert any({*discarded} <= four for four in possible)
                if len(discarded) == 4:
                    naive.discard(one.to_act, discarded)
            else:
                assert names_of(naive, legal) == {*naive.legal()}
                [word] = names_of(naive, [action])
                naive.act(word)
            one.act(action)
        assert naive.phase == "done"
        assert list(one.ledger) == naive.payments


def test_it_has_all_points_and_a_whole_deal_has_four_tricks() -> None:
    cards = EnvOptions.of(pack=SMALL).cards
    assert sum(card_points(card) for card in cards) == sum(map(card_points, NAMES)) == 120
    assert {NAMES[card][1] for card in cards} == {*"STKOU"}
    batch = Batch(50, seed=1, pack=SMALL)
    hands = batch.observations[:, :36]
    assert (hands.sum(axis=1) == 4).all()
    assert (batch.hidden()[:, :144].sum(axis=1) == 16).all()


def test_a_batch_and_one_deal_play_the_same() -> None:
    batch = Batch(20, seed=4, session=True, deals=1, pack=SMALL)
    ended = 0
    for _ in range(300):
        batch.step(batch.random_actions())
        assert not batch.rewards.sum(axis=1).any()
        ended += int(batch.done.sum())
    assert ended > 20


def test_every_toolkit_has_it() -> None:
    table = env(pack=SMALL)
    table.reset(seed=1)
    for agent in table.agent_iter():
        seen, _, over, _, _ = table.last()
        table.step(None if over else table.action_space(agent).sample(seen["action_mask"]))
    learner = DobbmEnv(pack=SMALL, opponents="random", session=True, deals=1)
    seen, _ = learner.reset(seed=1)
    received, over = 0.0, False
    while not over:
        seen, reward, over, _, _ = learner.step(int(seen["action_mask"].argmax()))
        received += reward
    assert received == learner._session.ledger[0]  # type: ignore[union-attr]
    many = vector_env(4, pack=SMALL, opponents="random", players=5)
    seen, _ = many.reset(seed=1)
    for _ in range(40):
        seen, *_ = many.step(seen["action_mask"].argmax(axis=1))
    game = pyspiel.load_game(f"python_dobbm(pack={SMALL})")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def dealt(random: Random, **parameters: Any) -> DobbmState:
    given = ",".join(f"{name}={value}" for name, value in {"pack": SMALL, **parameters}.items())
    state: DobbmState = pyspiel.load_game(f"python_dobbm({given})").new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.chance_outcomes())[0])
    return state


def test_resampling_keeps_what_the_player_knows_and_nothing_else() -> None:
    random = Random(4)
    changed = 0
    for _ in range(20):
        state = dealt(random, players=random.choice((4, 5)))
        while not state.is_terminal():
            for player in state.deal.active:
                other = state.resample_from_infostate(player, random.random)
                assert other.information_state_string(player) == state.information_state_string(
                    player
                )
                assert other.information_state_tensor(player) == state.information_state_tensor(
                    player
                )
                changed += str(state) != str(other)
            state.apply_action(random.choice(state.legal_actions()))
    assert changed > 500


def test_resampling_is_uniform_over_the_possible_deals() -> None:
    """In a Solo before the last trick, forehand does not know who holds which of three cards."""
    random = Random(3)
    state = dealt(random, must=True, dealer=3, max_doublings=0)
    state.apply_action(NUMBERS["solo"])
    while state.deal.hand(0).bit_count() > 1 or state.current_player() != 0:
        if state.is_terminal():
            state = dealt(random, must=True, dealer=3, max_doublings=0)
            state.apply_action(NUMBERS["solo"])
        state.apply_action(random.choice(state.legal_actions()))

    def held(state: DobbmState) -> tuple[int, ...]:
        return tuple(state.deal.hand(seat) for seat in range(4))

    drawn = Counter(held(state.resample_from_infostate(0, random.random)) for _ in range(3000))
    assert held(state) in drawn
    even = 3000 / len(drawn)
    assert all(0.6 * even < count < 1.4 * even for count in drawn.values())


def test_the_counterfactual_regret_minimisation_of_openspiel_runs_on_it() -> None:
    """The policy that it finds in a Mußrunde without doublings plays a whole deal legally."""
    np.random.seed(1)
    game = pyspiel.load_game(f"python_dobbm(pack={SMALL},must=True,dealer=3,max_doublings=0)")
    solver = OutcomeSamplingSolver(game)
    for _ in range(sample_size(40, long=2000)):
        solver.iteration()
    assert solver._infostates
    policy = solver.average_policy()
    state = dealt(Random(1), must=True, dealer=3, max_doublings=0)
    while not state.is_terminal():
        chances = policy.action_probabilities(state)
        assert sum(chances.values()) == pytest.approx(1)
        assert {*chances} <= {*state.legal_actions()}
        state.apply_action(max(chances, key=chances.__getitem__))


def test_what_needs_all_cards_says_so() -> None:
    with pytest.raises(RulesError, match='"pack" must be 36 or 20 or 12, not 24'):
        EnvOptions.of(pack=24)
    with pytest.raises(DobbmError, match="the player simple knows the game, which has all 36"):
        Batch(2, pack=SMALL, bots={1: "simple"})
    with pytest.raises(DobbmError, match="the player trained knows the game"):
        DobbmEnv(pack=SMALL, opponents="trained")
    with pytest.raises(DobbmError, match="rules engine"):
        Batch(2, pack=SMALL).deal(0)
    one = OneSession(EnvOptions.of(pack=SMALL), 3)
    with pytest.raises(DeckError, match="each of the 20 cards of its pack once"):
        one.begin([card for card in NAMES if card & PACK][:20])
