"""A batch plays the same deals as the rules engine, and refuses what it would refuse."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import pytest

from dobbm import Deal, View, settle
from dobbm.envs import ACTIONS, Batch, encode, legal_mask
from dobbm.envs.encoding import NUMBERS
from dobbm.envs.following import FollowedDeal
from dobbm.game.errors import DobbmError, IllegalAction, PlayerError, RecordError, RulesError
from dobbm.players import PlayerSource
from envs.playing import SESSIONS, TABLES, followed_by, opened
from python_bots import Simple
from tiers import sample_size

STEPS = sample_size(60, long=220_000 // len(TABLES))
SEEN = sample_size(20, long=1)
"""The number of environments, of twenty, whose observations are compared too."""
WEITER = NUMBERS["weiter"]


def payments(deal: Deal, reward: str) -> list[float]:
    """The reward of each seat for a finished deal."""
    setup = deal.setup
    rules = replace(setup.rules, match=60, unit=1) if reward == "points" else setup.rules
    return list(settle(deal._replace(setup=setup._replace(rules=rules))).payments)


@pytest.mark.parametrize("table", TABLES)
def test_a_batch_agrees_with_the_rules_engine_action_by_action(table: str) -> None:
    batch = Batch(20, seed=11, **TABLES[table])
    followed = [FollowedDeal(batch.deal(index)) for index in range(20)]
    for _ in range(STEPS):
        actions = batch.random_actions()
        batch.step(actions)
        for index, one in enumerate(followed):
            one.act(int(actions[index]))
            over = one.deal.to_act is None
            assert batch.done[index] == over
            if over:
                paid = payments(one.deal, batch.options.reward)
                assert batch.rewards[index].tolist() == paid
                one = followed[index] = FollowedDeal(batch.deal(index))
            else:
                assert not batch.rewards[index].any()
            assert batch.to_act[index] == one.deal.to_act
            view = View.of(one.deal, one.deal.to_act)
            np.testing.assert_array_equal(batch.legal[index], legal_mask(view, one.discarded))
            if index < SEEN:
                expected = encode(view, one.discarded)
                np.testing.assert_array_equal(batch.observations[index], expected)


@pytest.mark.parametrize("table", SESSIONS)
def test_sessions_in_a_batch_agree_with_the_rules_engine_deal_by_deal(table: str) -> None:
    batch = Batch(8, seed=3, **SESSIONS[table])
    options = batch.options
    dealt = [batch.deal(index) for index in range(8)]
    sessions = [opened(options, deal.setup.dealer) for deal in dealt]
    followed = [FollowedDeal(deal) for deal in dealt]
    paid = np.zeros((8, options.players))
    ended = 0
    for _ in range(STEPS * 8):
        actions = batch.random_actions()
        batch.step(actions)
        for index, one in enumerate(followed):
            one.act(int(actions[index]))
            if one.deal.to_act is not None:
                assert not batch.rewards[index].any()
                continue
            assert batch.rewards[index].tolist() == payments(one.deal, options.reward)
            session = followed_by(sessions[index], options, one.deal)
            assert batch.done[index] == session.over
            paid[index] += batch.rewards[index]
            begun = batch.deal(index)
            if session.over:
                ended += 1
                paid[index] = 0
                session = opened(options, begun.setup.dealer)
            assert (begun.setup.dealer, begun.setup.must) == (
                session.next_dealer,
                session.mussrunde_from is not None,
            )
            left, must, *ledger = batch.session[index].tolist()
            assert left == options.deals + options.players - session.deals_finished
            assert must == begun.setup.must
            turn = int(batch.to_act[index])
            assert ledger == [*paid[index][turn:], *paid[index][:turn]]
            sessions[index], followed[index] = session, FollowedDeal(begun)
    assert ended > 4


def test_a_learner_on_holiday_is_paid_in_the_session_that_it_plays() -> None:
    """The rewards between two ends are the ledger, although others deal in between."""
    batch = Batch(
        6, seed=2, session=True, deals=2, players=5, bots=dict.fromkeys(range(1, 5), "random")
    )
    received, sessions = np.zeros((6, 5)), 0
    while sessions < 12:
        batch.step(batch.random_actions())
        received += batch.rewards
        for index in np.flatnonzero(batch.done):
            assert received[index].sum() == 0
            received[index] = 0
            sessions += 1
        in_order = np.take_along_axis(received, (batch.to_act[:, None] + np.arange(5)) % 5, axis=1)
        owed = batch._bots.owed  # type: ignore[union-attr]
        np.testing.assert_array_equal(in_order + owed, batch.session[:, 2:])


def test_the_same_seed_gives_the_same_deals_in_any_number_of_environments() -> None:
    few, many = Batch(3, seed=5), Batch(7, seed=5)
    for _ in range(100):
        actions = many.random_actions()
        many.step(actions)
        few.step(actions[:3])
        np.testing.assert_array_equal(few.observations, many.observations[:3])


def test_another_seed_gives_other_deals() -> None:
    assert (Batch(3, seed=5).observations != Batch(3, seed=6).observations).any()


def test_every_random_action_is_legal_and_every_legal_one_is_drawn() -> None:
    batch = Batch(2000, seed=1)
    drawn = np.bincount(batch.random_actions(), minlength=len(ACTIONS))
    assert (drawn[36:39] > 600).all()
    assert drawn.sum() == drawn[36:39].sum()


def test_a_batch_without_observations_steps_all_the_same() -> None:
    seen, blind = Batch(5, seed=2), Batch(5, seed=2, observe=False)
    for _ in range(100):
        actions = seen.random_actions()
        seen.step(actions)
        blind.step(actions)
        np.testing.assert_array_equal(seen.legal, blind.legal)
    assert blind.observations.shape == (0, 468)


def test_an_illegal_action_changes_nothing() -> None:
    batch = Batch(3, seed=1)
    before = batch.observations.copy()
    with pytest.raises(IllegalAction, match="H6 is not legal in environment 1: weiter, dobbm, sol"):
        batch.step([WEITER, 0, WEITER])
    with pytest.raises(IllegalAction, match="number -1 is not legal in environment 2"):
        batch.step([WEITER, WEITER, -1])
    with pytest.raises(DobbmError, match="3 actions are needed, not shape"):
        batch.step([WEITER])
    np.testing.assert_array_equal(batch.observations, before)


@pytest.mark.parametrize(
    ("error", "message", "options"),
    [
        (
            DobbmError,
            '"num_envs" must be a whole number from 1 to 100000000, not 0',
            {"num_envs": 0},
        ),
        (RecordError, '"players" must be 4 or 5, not 6', {"players": 6}),
        (RecordError, '"dealer" must be a seat from 0 to 3, not 4', {"dealer": 4}),
        (RulesError, '"reward" must be "points" or "schilling"', {"reward": "money"}),
        (RulesError, "unknown preset", {"preset": "skat"}),
        (
            RulesError,
            "unknown option 'stake': the options are preset, players, must, dealer, reward, p",
            {"stake": 3},
        ),
        (PlayerError, "unknown player 'Moidl'", {"bots": {1: "Moidl"}}),
        (RecordError, "must be a whole number from 0 to 3, not 7", {"bots": {7: "simple"}}),
        (DobbmError, "at least one seat", {"bots": dict.fromkeys(range(4), "random")}),
    ],
)
def test_a_wrong_option_is_named(
    error: type[DobbmError], message: str, options: dict[str, object]
) -> None:
    with pytest.raises(error, match=message):
        Batch(**{"num_envs": 1, **options})  # type: ignore[arg-type]


@pytest.mark.parametrize("table", ["pagat", "five players", "a Mußrunde"])
def test_bots_act_in_their_seats_within_a_step(table: str) -> None:
    bots = {0: "simple", 2: "random", 3: "simple"}
    received = np.zeros(5 if table == "five players" else 4)
    with Batch(6, seed=3, bots=bots, **TABLES[table]) as batch:
        ended = 0
        for _ in range(150):
            assert not set(batch.to_act.tolist()) & set(bots)
            batch.step(batch.random_actions())
            ended += int(batch.done.sum())
            assert not batch.rewards[~batch.done].any()
            received += batch.rewards.sum(axis=0)
    assert ended > 50
    assert received.sum() == 0


def test_bots_repeat_with_the_seed() -> None:
    def observations() -> np.ndarray:
        with Batch(4, seed=8, bots={1: "random", 2: "random", 3: "random"}) as batch:
            return batch.trajectories(60).observations

    np.testing.assert_array_equal(observations(), observations())


def test_bots_of_ones_own_play_like_those_with_a_name() -> None:
    class Unhashable(Simple):
        __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def observations(*bots: PlayerSource) -> np.ndarray:
        with Batch(4, seed=8, bots=dict(enumerate(bots, 1))) as batch:
            return batch.trajectories(60).observations

    own = observations(Simple(), Unhashable(), Simple)
    np.testing.assert_array_equal(own, observations("simple", "simple", "simple"))


def test_trajectories_hold_every_step() -> None:
    batch, again = Batch(8, seed=4), Batch(8, seed=4)
    happened = batch.trajectories(90)
    chosen = iter(happened.actions)
    repeated = again.trajectories(90, lambda _: next(chosen))
    for one, other in zip(happened, repeated, strict=True):
        np.testing.assert_array_equal(one, other)
    assert happened.legal[np.arange(90)[:, None], np.arange(8), happened.actions].all()
    assert happened.done.any()
    assert not happened.rewards[~happened.done].any()


@pytest.mark.parametrize("chosen", [[36.9, 36.9], ["36", "36"], [True, True], [36], None])
def test_what_is_chosen_for_a_trajectory_is_checked_like_any_action(chosen: Any) -> None:
    batch = Batch(2, 1)
    with pytest.raises((DobbmError, TypeError, ValueError)):
        batch.trajectories(1, lambda _: chosen)
    batch.step([36, 36])


@pytest.mark.parametrize("seat", range(5))
def test_a_learner_who_always_deals_is_refused(seat: int) -> None:
    bots = dict.fromkeys({*range(5)} - {seat}, "simple")
    with pytest.raises(DobbmError, match=f"seat {seat} deals, and with five players never acts"):
        Batch(2, 1, players=5, dealer=seat, bots=bots)
