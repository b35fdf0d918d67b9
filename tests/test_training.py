"""The tables learn what there is to learn, and the same every time."""

from __future__ import annotations

import numpy as np

from dobbm.cards import DECK
from dobbm.evaluation import PLACES, Tables
from dobbm.kernel.evaluation import CELLS, look_up_each
from dobbm.players import player_factory
from dobbm.training import (
    EDGES,
    check,
    fit,
    fit_belief,
    fit_bids,
    play_bids,
    simple_table,
    train,
)

SIMPLY = [player_factory("simple")]


def quiet(*_: object) -> None:
    return


def random_hands(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    decks = rng.permuted(np.tile(np.array(DECK), (count, 1)), axis=1)
    return decks[:, :8].sum(axis=1), decks[:, 8:12].sum(axis=1)


def learnt(jobs: int) -> Tables:
    return train(300, 200, 7, jobs, ["simple"], quiet)


def test_what_a_table_made_is_found_again() -> None:
    """A card of hearts is worth ten, one of another suit its rank, and chance adds to it."""
    rng = np.random.default_rng(2)
    hands, discards = random_hands(20_000, 3)
    true = simple_table()
    values = look_up_each(true, hands, discards) + rng.normal(0, 12, len(hands))
    found = fit(hands, discards, values)
    others, out = random_hands(3_000, 4)
    missed = look_up_each(found, others, out) - look_up_each(true, others, out)
    assert abs(missed.mean()) < 0.5
    assert missed.std() < 3


def test_sets_that_were_never_seen_learn_from_those_like_them() -> None:
    hands, discards = random_hands(3_000, 5)
    true = simple_table()
    table = fit(hands, discards, look_up_each(true, hands, discards))
    assert np.all(table[EDGES[0] : EDGES[1]] != 0)
    six_hearts = [0b1, 0b11, 0b111, 0b1111, 0b11111, 0b111111]
    assert np.all(np.diff(table[six_hearts]) > 0)


def test_learning_gives_the_same_on_any_number_of_threads() -> None:
    one, two = learnt(1), learnt(2)
    for table, other in zip(one, two, strict=True):
        assert np.array_equal(np.asarray(table), np.asarray(other))
    assert one.made == {
        "dobbms": 300,
        "solos": 75,
        "games": 200,
        "players": ["simple"],
        "seed": 7,
    }


def test_a_few_deals_teach_more_than_the_rules_of_thumb() -> None:
    tables = learnt(1)
    thumb = tables._replace(kept=simple_table(), solo=simple_table(), dobbm=simple_table())
    after, before = (check(known, 500, 8, 1, quiet) for known in (tables, thumb))
    assert all(after[name].spread < before[name].spread for name in after)


def test_who_says_weiter_is_not_the_declarer() -> None:
    """So it pays or gets a third of what the declarer gets or pays, or nothing."""
    thumb = simple_table()
    spoken = [one for one in play_bids(SIMPLY, thumb, thumb, 600, 1) if one]
    assert 400 < len(spoken) <= 600
    weiter = [one for one in spoken if one.word == "weiter"]
    assert {one.place for one in weiter} == {0, 1, 2, 3}
    assert not any(one.bid for one in weiter if one.place == 0)
    assert all(one.hand.bit_count() == 8 for one in weiter)
    thrown_in = sum(one.payment == 0 for one in weiter)
    assert 0 < thrown_in < len(weiter) / 2
    assert np.mean([one.payment for one in weiter]) < 0


def test_a_declarer_settles_with_three() -> None:
    high = np.full(CELLS, 10.0)  # ninety points, whatever one holds
    spoken = [one for one in play_bids(SIMPLY, high, high, 300, 1) if one and one.word != "weiter"]
    declared = [one.payment for one in spoken if one.word == "solo"]
    assert len(declared) > 30
    assert all(payment % 6 == 0 for payment in declared)
    assert not any(one.bid for one in spoken if one.word == "dobbm")


def test_a_bid_is_worth_what_was_paid_for_it() -> None:
    nothing = np.zeros(CELLS)
    bids = fit_bids(SIMPLY, nothing, nothing, 2_000, 2, quiet)
    assert bids.shape == (3, 2, PLACES, 3)
    assert not bids[:, 1, 0].any()
    asked = [one for one in play_bids(SIMPLY, nothing, nothing, 2_000, 2) if one]
    # No hand is taken to be worth bidding, and all have the strength 10, the least there is.
    assert {one.word for one in asked} == {"weiter"}
    paid = np.mean([one.payment for one in asked if one.place == 0])
    assert np.isclose(bids[0, 0, 0] @ (-4.0) ** np.arange(3), paid)


def test_hearts_laid_away_speak_against_a_world() -> None:
    weights = fit_belief(SIMPLY, 150, 3, quiet)
    assert weights[2] < -1
    assert weights[0] > 0
