from __future__ import annotations

import pytest

from dobbm.game.bidding import Bidding
from dobbm.game.errors import IllegalAction

ACTIVE = (3, 4, 0, 1)
"""With five players, seat 2 deals and is on holiday; seat 3 is forehand."""


def bid(words: str, *, must: bool = False) -> Bidding:
    bidding = Bidding.start(ACTIVE, must=must)
    for word in words.split():
        bidding = bidding.apply(word)
    return bidding


@pytest.mark.parametrize(
    ("words", "declarer", "contract"),
    [
        ("weiter weiter weiter weiter", None, None),
        ("dobbm weiter weiter weiter", 3, "dobbm"),
        ("weiter dobbm weiter weiter", 4, "dobbm"),
        ("weiter weiter weiter dobbm", 1, "dobbm"),
        ("dobbm weiter weiter solo", 1, "solo"),
        ("dobbm solo", 4, "solo"),  # nobody overbids a Solo: the bidding is over
        ("solo", 3, "solo"),
        ("weiter weiter solo", 0, "solo"),
    ],
)
def test_the_highest_bidder_is_declarer(
    words: str, declarer: int | None, contract: str | None
) -> None:
    bidding = bid(words)
    assert bidding.to_speak == ()
    assert bidding.declarer == declarer
    assert (bidding.contract.name if bidding.contract else None) == contract


@pytest.mark.parametrize(
    ("words", "to_speak"),
    [
        ("", (3, 4, 0, 1)),
        ("weiter", (4, 0, 1)),
        ("dobbm", (4, 0, 1)),
        ("weiter dobbm weiter", (1,)),
    ],
)
def test_each_speaks_once_clockwise_from_forehand(words: str, to_speak: tuple[int, ...]) -> None:
    assert bid(words).to_speak == to_speak


@pytest.mark.parametrize(
    ("words", "legal"),
    [
        ("", "dobbm solo weiter"),
        ("weiter weiter weiter", "dobbm solo weiter"),
        ("dobbm", "solo weiter"),
        ("weiter dobbm weiter", "solo weiter"),
    ],
)
def test_the_legal_words(words: str, legal: str) -> None:
    assert bid(words).legal_words() == legal.split()


def test_a_second_dobbm_is_refused() -> None:
    with pytest.raises(IllegalAction, match="a Dobbm has already been bid: only solo overbids it"):
        bid("dobbm weiter dobbm")


@pytest.mark.parametrize("word", ["dobbm", "solo"])
def test_in_a_mussrunde_only_forehand_speaks(word: str) -> None:
    assert bid("", must=True).to_speak == (3,)
    assert bid("", must=True).legal_words() == ["dobbm", "solo"]
    bidding = bid(word, must=True)
    assert (bidding.declarer, bidding.to_speak) == (3, ())


def test_in_a_mussrunde_forehand_must_play() -> None:
    with pytest.raises(IllegalAction, match="in a Mußrunde, forehand must bid dobbm or solo"):
        bid("weiter", must=True)
