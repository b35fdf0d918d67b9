"""An episode of a session is the rules engine's session: who deals, what is paid, when it ends."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from dobbm import shuffled
from dobbm.envs import EnvOptions
from dobbm.envs.one_session import OneSession
from dobbm.game.cards import DECK, name
from dobbm.game.errors import IllegalAction, RulesError, SessionError
from envs.playing import SESSIONS, followed_by, opened
from tiers import sample_size

COUNT = sample_size(5, long=400)


@pytest.mark.parametrize("table", SESSIONS)
def test_an_episode_agrees_with_a_session_of_the_rules_engine(table: str) -> None:
    random, options = Random(5), EnvOptions.of(**SESSIONS[table])
    rules = replace(options.rules, match=60, unit=1)
    if options.reward == "points":
        options = replace(options, rules=rules)
    for _ in range(COUNT):
        one = OneSession(options, random.randrange(options.players))
        session = opened(options, one.dealer)
        received = np.zeros(options.players)
        while not session.over:
            assert one.dealer == session.next_dealer
            assert one.ledger == session.ledger
            deck = shuffled(random)
            one.begin(deck)
            deal = session.begin(deck).deals[-1]
            left, must, *ledger = one.standing(deal.to_act or 0).tolist()
            assert left == options.deals + options.players - session.deals_finished
            assert must == deal.setup.must
            seats = [((deal.to_act or 0) + turn) % options.players for turn in range(len(ledger))]
            assert ledger == [session.ledger[seat] for seat in seats]
            while one.played:
                assert one.to_act == one.played.followed().deal.to_act
                received += one.act(random.choice(one.deal.legal_actions()))
            session = followed_by(session, options, one.earlier[-1].followed().deal)
        assert one.over
        assert tuple(received) == one.ledger == session.ledger


def test_a_single_deal_is_an_episode_too() -> None:
    random, one = Random(1), OneSession(EnvOptions.of(), dealer=3)
    one.begin(DECK)
    while not one.over:
        one.act(random.choice(one.deal.legal_actions()))
    assert one.standing(0).tolist() == [0] * 6
    assert sum(one.ledger) == 0


@pytest.mark.parametrize("pack", [36, 20])
def test_a_deck_may_have_names_of_cards(pack: int) -> None:
    one, other = (OneSession(EnvOptions.of(pack=pack), dealer=3) for _ in range(2))
    cards = one.shuffled(Random(1))
    one.begin(cards)
    other.begin([name(card) for card in cards])
    assert str(one.deal) == str(other.deal)
    assert one.played == other.played


def test_calls_in_the_wrong_order_are_refused() -> None:
    one = OneSession(EnvOptions.of(session=True), dealer=3)
    with pytest.raises(SessionError, match="no deal has begun"):
        _ = one.deal
    with pytest.raises(SessionError, match="no deal is in progress"):
        one.act(0)
    one.begin(DECK)
    with pytest.raises(SessionError, match="a deal is in progress"):
        one.begin(DECK)
    with pytest.raises(IllegalAction):
        one.act(0)


@pytest.mark.parametrize("copied", [copy, deepcopy])
def test_a_copy_goes_its_own_way(copied: Callable[[OneSession], OneSession]) -> None:
    one = OneSession(EnvOptions.of(session=True), dealer=3)
    one.begin(DECK)
    other = copied(one)
    other.act(37)
    assert (one.to_act, other.to_act) == (0, 1)
    assert one.played is not None
    assert one.played.actions == ()


@pytest.mark.parametrize(
    ("options", "named"),
    [({"must": True}, "must"), ({"deals": -1}, "deals"), ({"deals": 2.5}, "deals")],
)
def test_an_option_that_no_session_has_is_named(options: dict[str, Any], named: str) -> None:
    with pytest.raises(RulesError, match=f'"{named}"'):
        EnvOptions.of(session=True, **options)
