"""PettingZoo's own tests, and what an episode looks like."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as state_check
from pettingzoo.test.state_test import test_state_space as state_space_check

from dobbm import View
from dobbm.envs.encoding import NUMBERS
from dobbm.envs.pettingzoo import env, raw_env
from dobbm.envs.spaces import ILLEGAL
from dobbm.game.errors import RulesError
from dobbm.players import make_player
from envs.playing import SESSIONS, TABLES
from tiers import sample_size

ALL = {**TABLES, **{f"a session: {name}": options for name, options in SESSIONS.items()}}
EPISODES = sample_size(20, long=100_000 // len(TABLES))

pytestmark = pytest.mark.filterwarnings("ignore:.*Obs", "ignore:.*rewards.*", "ignore:.*mask")


@pytest.mark.parametrize("table", ALL)
def test_the_environment_passes_the_tests_of_pettingzoo(
    table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(env(**ALL[table]), num_cycles=120)
    seed_test(lambda: env(**ALL[table]), num_cycles=60)
    state_space_check(env(**ALL[table]))
    state_check(env(**ALL[table]), num_cycles=40)
    assert "Passed" in capsys.readouterr().out


def test_it_renders_as_pettingzoo_expects(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(env)
    assert "bidding: seat" in capsys.readouterr().out


def played(table: Any, random: Random) -> dict[str, float]:
    """Play an episode at random; what each agent received."""
    received = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, truncated, _ = table.last()
        received[agent] += reward
        assert not truncated
        if over:
            table.step(None)
        else:
            table.step(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return received


@pytest.mark.parametrize("table", TABLES)
def test_every_deal_ends_and_its_payments_add_up_to_nothing(table: str) -> None:
    random, cards = Random(1), raw_env(**TABLES[table])
    cards.reset(seed=1)
    paid = 0
    for _ in range(EPISODES):
        received = played(cards, random)
        assert sum(received.values()) == 0
        paid += any(received.values())
        cards.reset()
    assert paid > EPISODES / 2


@pytest.mark.parametrize("name", SESSIONS)
def test_the_rewards_of_a_session_are_its_ledger(name: str) -> None:
    table, random = raw_env(**SESSIONS[name]), Random(1)
    table.reset(seed=3)
    received = played(table, random)
    assert tuple(received.values()) == table._session.ledger
    options = table.options
    assert len(table._session.earlier) == options.deals + options.players
    assert table.followed().deal.setup.must


def test_an_agent_knows_where_its_session_stands() -> None:
    table = raw_env(session=True, deals=3, dealer=3)
    table.reset(seed=1)
    seen = table.last()[0]
    assert seen in table.observation_space("seat_0")
    assert seen["session"].tolist() == [7, 0, 0, 0, 0, 0]


def test_the_same_seed_repeats_all_deals() -> None:
    def deals() -> list[dict[str, float]]:
        random, table = Random(2), env()
        table.reset(seed=9)
        received = []
        for _ in range(5):
            received.append(played(table, random))
            table.reset()
        return received

    assert deals() == deals()


def test_only_the_agent_whose_turn_it_is_has_legal_actions() -> None:
    table = raw_env(dealer=3)
    table.reset(seed=1)
    assert table.agent_selection == "seat_0"
    masks = [table.observe(agent)["action_mask"].sum() for agent in table.agents]
    assert masks == [3, 0, 0, 0]


def test_a_dealer_on_holiday_never_acts_but_is_paid() -> None:
    table, random = raw_env(players=5, dealer=2), Random(1)
    table.reset(seed=1)
    acted = set()
    while not table.terminations["seat_2"]:
        acted.add(table.agent_selection)
        mask = table.last()[0]["action_mask"]
        table.step(random.choice(np.flatnonzero(mask).tolist()))
    assert acted == {"seat_0", "seat_1", "seat_3", "seat_4"}
    assert table.rewards["seat_2"] != 0


def test_an_illegal_action_ends_the_deal_at_the_cost_of_its_seat() -> None:
    table = env(dealer=3)
    table.reset(seed=1)
    table.step(NUMBERS["gut"])
    assert table.rewards == {"seat_0": ILLEGAL, "seat_1": 0, "seat_2": 0, "seat_3": 0}
    assert all(table.terminations.values())


def test_a_wrong_option_is_named() -> None:
    with pytest.raises(RulesError, match='"render_mode" must be "ansi" or "human"'):
        env(render_mode="rgb_array")
    with pytest.raises(RulesError, match="unknown option 'stake'"):
        env(stake=3)


@pytest.mark.parametrize("players", [4, 5])
def test_a_player_with_views_can_take_part(players: int) -> None:
    table, simple = raw_env(players=players), make_player("simple")
    for seed in range(sample_size(20, long=500)):
        table.reset(seed=seed)
        start = deal = table.followed().deal
        for agent in table.agent_iter():
            if table.terminations[agent]:
                break
            table.step(table.followed().choose(simple, seed))
        while deal.to_act is not None:
            deal = deal.apply(simple.act(View.of(deal, deal.to_act), seed) or "")
        assert table.followed().deal.actions == deal.actions
        assert start.actions == ()
