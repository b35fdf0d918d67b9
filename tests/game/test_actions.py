from __future__ import annotations

from typing import Any

import pytest

from dobbm.game.actions import BIDS, DOUBLING_WORDS, parse_action
from dobbm.game.cards import CARDS, PACK, parse_cards
from dobbm.game.errors import UnknownAction
from random_records import NO_ACTIONS


@pytest.mark.parametrize("word", ["weiter", "dobbm", "solo"])
def test_words_of_the_bidding(word: str) -> None:
    assert parse_action(word) == ("a bid", 0)
    assert word in BIDS


@pytest.mark.parametrize("word", ["gut", "schwacher", "retour"])
def test_words_of_the_doubling(word: str) -> None:
    assert parse_action(word) == ("a doubling word", 0)
    assert word in DOUBLING_WORDS


@pytest.mark.parametrize("name", CARDS)
def test_cards(name: str) -> None:
    assert parse_action(name) == ("a card", CARDS[name])


@pytest.mark.parametrize("cards", ["B6 B7 L9 A8", "A8 L9 B6 B7", "HS HT", " ".join(CARDS)])
def test_lists_of_cards(cards: str) -> None:
    assert parse_action(cards) == ("a list of cards", parse_cards(cards))


def test_the_whole_pack_is_a_list_of_cards() -> None:
    assert parse_action(" ".join(reversed([*CARDS])))[1] == PACK


@pytest.mark.parametrize(
    "action",
    [action for action in NO_ACTIONS if action not in ("HS HS", "B6 B7 L9 B6")] + ["? ? ? ?"],
)
def test_anything_else_is_not_an_action(action: str) -> None:
    with pytest.raises(
        UnknownAction, match="is not a word of the game, a card or a list of cards$"
    ):
        parse_action(action)


@pytest.mark.parametrize(("action", "twice"), [("HS HS", "HS"), ("B6 B7 L9 B6", "B6")])
def test_a_card_named_twice(action: str, twice: str) -> None:
    with pytest.raises(UnknownAction, match=f"^{twice} appears twice in '{action}'$"):
        parse_action(action)


@pytest.mark.parametrize(
    ("action", "text"),
    [(None, "None"), (1, "1"), (True, "True"), (["HS"], "a list"), ({}, "a dict"), (1.5, "1.5")],
)
def test_an_action_is_a_string(action: Any, text: str) -> None:
    with pytest.raises(UnknownAction, match=f"^an action must be a string, not {text}$"):
        parse_action(action)
