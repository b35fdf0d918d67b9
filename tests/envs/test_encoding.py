"""The tensors of the kernel are those of a view, and hold nothing that the seat may not know."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from dobbm import View, settle
from dobbm.ai.kernel.deal_row import DISCARDS, DOBB, HANDS
from dobbm.ai.worlds import Worlds
from dobbm.envs import (
    ACTIONS,
    FIELDS,
    HIDDEN_FIELDS,
    EnvOptions,
    OneDeal,
    encode,
    legal_mask,
    parts_of,
)
from dobbm.envs.encoding import NUMBERS
from dobbm.game.cards import DECK, NAMES, CardSet
from dobbm.game.errors import IllegalAction
from dobbm.game.rules import CONTRACTS
from envs.playing import TABLES, pairs
from tiers import sample_size

DEALS = sample_size(10, long=11_000 // len(TABLES))


def named(block: NDArray[np.int8]) -> set[str]:
    """The cards that a block marks."""
    return {name for name, mark in zip(NAMES.values(), block, strict=True) if mark}


def in_block(cards: CardSet) -> set[str]:
    return {NAMES[card] for card in DECK if card & cards}


@pytest.mark.parametrize("table", TABLES)
def test_an_environment_agrees_with_the_rules_engine_action_by_action(table: str) -> None:
    for pair in pairs(table, DEALS, seed=3):
        deal, one = pair.deal, pair.one
        assert one.to_act == deal.to_act
        assert one.done == (deal.to_act is None)
        for seat in range(deal.setup.players):
            discarded = pair.discarded if seat == deal.to_act else 0
            view = View.of(deal, seat)
            expected = encode(view, discarded)
            if seat in deal.setup.active or not pair.discarded:
                np.testing.assert_array_equal(one.observation(seat), expected)
            if seat == deal.to_act:
                np.testing.assert_array_equal(one.legal_mask, legal_mask(view, discarded))


@pytest.mark.parametrize("table", TABLES)
def test_every_seat_is_paid_as_the_rules_say(table: str) -> None:
    for pair in pairs(table, DEALS, seed=5):
        paid = pair.one.payments().tolist()
        if pair.deal.to_act is not None:
            assert paid == [0] * pair.deal.setup.players
            continue
        options, setup = pair.one.options, pair.deal.setup
        if options.reward == "points":
            setup = setup._replace(rules=replace(options.rules, match=60, unit=1))
        assert paid == list(settle(pair.deal._replace(setup=setup)).payments)


@pytest.mark.parametrize("table", TABLES)
def test_nothing_hidden_changes_an_observation(table: str) -> None:
    """Every other layout of the hidden cards gives the same tensor."""
    random = Random(1)
    for number, pair in enumerate(pairs(table, max(3, DEALS // 5), seed=4)):
        deal, one = pair.deal, pair.one
        if one.done or pair.discarded:
            continue
        for seat in deal.setup.active:
            before, other = one.observation(seat), one.copy()
            for world in Worlds.of(View.of(deal, seat)).sample(2, seed=number):
                other._row[HANDS : HANDS + 4] = world[:4]
                if world[4]:  # none are out of play during the exchange
                    other._row[DISCARDS if deal.discards else DOBB] = world[4]
                if deal.contract == CONTRACTS["dobbm"] and seat != deal.declarer:
                    other._row[DOBB] = sum(random.sample(DECK, 4))
                np.testing.assert_array_equal(other.observation(seat), before)


@pytest.mark.parametrize("table", TABLES)
def test_the_hidden_tensor_holds_what_the_observation_lacks(table: str) -> None:
    for pair in pairs(table, max(3, DEALS // 5), seed=6):
        deal, one = pair.deal, pair.one
        for turn, seat in enumerate(deal.setup.active):
            hidden = parts_of(one.hidden(seat), HIDDEN_FIELDS)
            assert named(hidden["dobb"]) == in_block(deal.setup.dobb)
            assert named(hidden["discards"]) == in_block(deal.discards or pair.discarded)
            others = [deal.setup.active[(turn + step) % 4] for step in (1, 2, 3)]
            for other, block in zip(others, hidden["hands"], strict=True):
                assert named(block) == in_block(deal.hand(other) & ~pair.discarded)


def test_the_fields_fill_the_tensors_without_gaps() -> None:
    for fields in (FIELDS, HIDDEN_FIELDS):
        ends = [field.place.stop for field in fields]
        assert [field.start for field in fields] == [0, *ends[:-1]]
    one = OneDeal(EnvOptions.of(), DECK, dealer=3)
    assert len(one.observation(0)) == FIELDS[-1].place.stop
    assert len(one.hidden(0)) == HIDDEN_FIELDS[-1].place.stop


def test_a_card_and_a_word_have_one_number() -> None:
    assert [ACTIONS[number] for number in (0, 35, 36, 39)] == ["H6", "BS", "weiter", "gut"]
    assert NUMBERS["schwacher"] == NUMBERS["retour"] == 40


def test_a_declarer_sees_the_dobb_and_what_was_laid_away() -> None:
    one = OneDeal(EnvOptions.of(dealer=3), DECK, dealer=3)
    for action in ("dobbm", "weiter", "weiter", "weiter", "A7"):
        one.act(NUMBERS[action])
    own, other = (parts_of(one.observation(seat)) for seat in (0, 1))
    assert named(own["dobb"]) == {"B9", "BU", "BO", "BK", "BT", "BS"} & named(own["dobb"])
    assert len(named(own["dobb"])) == 4
    assert named(own["discards"]) == {"A7"}
    assert named(own["hand"]).isdisjoint({"A7"})
    assert not named(other["dobb"])
    assert not named(other["discards"])


def test_an_illegal_action_is_refused_by_name() -> None:
    one = OneDeal(EnvOptions.of(), DECK, dealer=3)
    with pytest.raises(IllegalAction, match="gut is not legal now: weiter, dobbm, solo"):
        one.act(NUMBERS["gut"])
    with pytest.raises(IllegalAction, match="99 is not legal now"):
        one.act(99)
