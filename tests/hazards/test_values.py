"""Decks, deals, views and records made by hand have what those of the engine have."""

from __future__ import annotations

import re
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

import dobbm
from dobbm import Deal, Rules, Session, View, from_record, to_record
from dobbm.envs.encoding import encode, parts_of
from dobbm.game.cards import DECK
from dobbm.game.errors import DobbmError
from dobbm.players import make_player
from hazards.subjects import ANYTHING, OWN, PLAYED, RULES, START, VIEW, WRONG


def test_a_deck_and_actions_have_an_order() -> None:
    session = Session.open(Random(1))
    unordered: Any
    wrong: Any
    for unordered in (set(DECK), frozenset(DECK), dict.fromkeys(DECK), "HS"):
        with pytest.raises(DobbmError, match="a deck must be a list of cards in dealing order"):
            Deal.start(unordered, dealer=3)
        with pytest.raises(DobbmError, match="a deck must be a list"):
            session.begin(unordered)
    for wrong in ("weiter", {"weiter"}, {"weiter": 1}):
        with pytest.raises(DobbmError, match='"actions" must be a list, not '):
            START.apply_all(wrong)
    assert Deal.start(iter(DECK), dealer=3, rules=RULES) == START


def test_the_constructor_of_a_session_verifies_as_open_does() -> None:
    for wrong in (("pagat", "4", 1), ("pagat", 4, True), ("skat", 4, 1), ("pagat", 5, 5)):
        with pytest.raises(DobbmError):
            Session(*wrong)
    players: Any = np.int64(5)
    session = Session("akagiri", players, players - 1)
    assert session == Session(Rules.of("akagiri"), 5, 4)
    assert type(session.players) is int
    other = Deal.start(DECK, dealer=3, players=5)
    with pytest.raises(DobbmError, match="the deals of a session have its rules and players"):
        Session(RULES, 4, 1, [other])
    with pytest.raises(DobbmError, match="only the last deal of a session may be unfinished"):
        Session(RULES, 4, 3, (START, START))


def test_nothing_but_an_action_is_legal() -> None:
    assert not any(START.is_legal(wrong) for wrong in WRONG)


def test_a_deal_by_hand_is_one_that_its_steps_lead_to() -> None:
    for deal in (START, PLAYED, PLAYED.apply_all(["HS"][:0])):
        assert Deal(*deal) == Deal(**deal._asdict()) == deal
        for field, wrong in product(Deal._fields, (ANYTHING, True, -1, "play", (), None, [1])):
            if getattr(deal, field) not in (wrong, ANYTHING):
                with pytest.raises(DobbmError):
                    Deal(**{**deal._asdict(), field: wrong})
    with pytest.raises(DobbmError, match='"hands" does not follow from the setup and the steps'):
        Deal(**{**PLAYED._asdict(), "hands": (*PLAYED.hands[1:], PLAYED.hands[0])})


def test_a_view_by_hand_has_values_that_views_have() -> None:
    for view in (VIEW, OWN, View.of(START.apply_all(["weiter"] * 4), None)):
        assert View(*view) == View(**view._asdict()) == view
        for field, wrong in product(View._fields, (ANYTHING, 2.5, -1, "x", {1}, [1], ["x"])):
            with pytest.raises(DobbmError, match=f'"{field}" must be '):
                View(**{**view._asdict(), field: wrong})
    with pytest.raises(DobbmError, match=r"a view is made with View\.of"):
        View(1)


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), "x", None, b"x", 1j])
def test_an_observation_has_finite_numbers(wrong: Any) -> None:
    with pytest.raises(DobbmError, match='"tensor" must be an observation, a row of finite num'):
        parts_of(np.full(len(encode(VIEW)), wrong))


def test_a_record_may_have_tuples_for_lists() -> None:
    record: Any = to_record(PLAYED)
    lists = {"deck": tuple(record["deck"]), "actions": tuple(record["actions"])}
    assert from_record({**record, **lists}) == PLAYED
    with pytest.raises(DobbmError, match='"deck" must be a list, not '):
        from_record({**record, "deck": {"HS"}})


def test_a_card_is_named_once() -> None:
    with pytest.raises(DobbmError, match='"text" must name every card once, and H6 appears twice'):
        dobbm.parse_cards("H6 HS H6")
    with pytest.raises(DobbmError, match="'ZZ' is none"):
        dobbm.parse_cards("H6 ZZ")


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("pimc:worlds=2,worlds=3", "the option worlds of pimc is given twice"),
        ("pimc:quick,worlds=3", "the option worlds of pimc is given twice"),
        ("pimc:seed=3,seed=3", "the option seed of pimc is given twice"),
        ("pimc:", "options must follow 'pimc:'"),
        ("pimc:worlds=2,", "pimc has no option ''"),
        ("simple:", "options must follow 'simple:'"),
        ("nobody:", "options must follow 'nobody:'"),
        ("simple:fast", "the player simple takes no options: remove ':fast'"),
    ],
)
def test_options_of_a_player_are_given_once_or_not_at_all(player: str, sentence: str) -> None:
    with pytest.raises(DobbmError, match=re.escape(sentence)):
        make_player(player)
