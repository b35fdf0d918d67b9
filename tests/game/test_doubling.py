from __future__ import annotations

import pytest

from dobbm.game.doubling import Doubling
from dobbm.game.errors import IllegalAction
from dobbm.game.rules import Rules

ACTIVE = (3, 4, 0, 1)
"""With five players, seat 2 deals and is on holiday; seat 3 is forehand."""


def doubled(words: str, declarer: int = 4, rules: Rules | None = None) -> Doubling:
    doubling = Doubling.start(rules or Rules(), ACTIVE, declarer)
    for word in words.split():
        doubling = doubling.apply(word)
    return doubling


@pytest.mark.parametrize(
    ("declarer", "from_declarer", "from_dealer"),
    [
        (3, (4, 0, 1), (4, 0, 1)),
        (4, (0, 1, 3), (3, 0, 1)),
        (0, (1, 3, 4), (3, 4, 1)),
        (1, (3, 4, 0), (3, 4, 0)),
    ],
)
def test_the_order_in_which_the_defenders_are_asked(
    declarer: int, from_declarer: tuple[int, ...], from_dealer: tuple[int, ...]
) -> None:
    assert doubled("", declarer).to_ask == from_declarer
    assert doubled("", declarer, Rules(doubling_from="dealer")).to_ask == from_dealer


@pytest.mark.parametrize(
    ("words", "doublings", "to_ask"),
    [
        ("", 0, (0, 1, 3)),
        ("gut", 0, (1, 3)),
        ("gut gut", 0, (3,)),
        ("gut gut gut", 0, ()),
        ("schwacher", 1, (4,)),  # no other defender is asked; the declarer answers
        ("gut gut schwacher", 1, (4,)),
        ("schwacher gut", 1, ()),
        ("schwacher retour", 2, (0, 1, 3)),  # the defenders again, in the same order
        ("schwacher retour gut gut", 2, (3,)),
        ("schwacher retour gut gut gut", 2, ()),
        ("schwacher retour gut retour", 3, (4,)),
        ("schwacher retour retour gut", 3, ()),
        ("schwacher" + 100 * " retour", 101, (4,)),
    ],
)
def test_question_and_answer(words: str, doublings: int, to_ask: tuple[int, ...]) -> None:
    doubling = doubled(words)
    assert doubling.doublings == doublings
    assert doubling.to_ask == to_ask


@pytest.mark.parametrize(
    ("limit", "words", "doublings"),
    [
        (0, "", 0),
        (1, "schwacher", 1),
        (1, "gut gut schwacher", 1),
        (2, "schwacher retour", 2),
        (3, "schwacher retour gut retour", 3),
    ],
)
def test_at_the_limit_nobody_is_asked(limit: int, words: str, doublings: int) -> None:
    doubling = doubled(words, rules=Rules(max_doublings=limit))
    assert (doubling.doublings, doubling.to_ask) == (doublings, ())


def test_below_the_limit_the_doubling_goes_on() -> None:
    assert doubled("schwacher", rules=Rules(max_doublings=2)).to_ask == (4,)
    assert doubled("schwacher retour", rules=Rules(max_doublings=3)).to_ask == (0, 1, 3)


@pytest.mark.parametrize(
    ("words", "legal"),
    [
        ("", ["gut", "schwacher"]),
        ("gut gut", ["gut", "schwacher"]),
        ("schwacher", ["gut", "retour"]),
        ("schwacher retour", ["gut", "retour"]),
    ],
)
def test_the_legal_words(words: str, legal: list[str]) -> None:
    assert doubled(words).legal_words() == legal


def test_a_retour_before_the_schwacher_is_refused() -> None:
    with pytest.raises(IllegalAction, match="a retour answers a Schwacher, and there is none"):
        doubled("gut retour")


@pytest.mark.parametrize("words", ["schwacher", "schwacher retour", "schwacher retour gut"])
def test_a_second_schwacher_is_refused(words: str) -> None:
    with pytest.raises(IllegalAction, match="there is already a Schwacher"):
        doubled(f"{words} schwacher")
