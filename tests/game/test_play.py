from __future__ import annotations

import pytest

from dobbm.game.cards import CARDS, names
from dobbm.game.errors import CardNotHeld, Revoke
from dobbm.game.play import Play, trick_points
from drawing import cards

HANDS = (
    "HSTU LST7 A6 B9",
    "H98 LK98 AS9 B8",
    "HK7 LO AT BSTKO",
    "HO6 LU6 AKO8 BU",
)
"""The hands of seats 0 to 3; seat 1 declares."""

TRICKS = """
    AS AT AK A6    1 takes it
    H9 HK HO HU    2 takes it
    BS BU B9 B8    2 takes it
    LO L6 L7 LK    1 takes it
    A9 H7 A8 HT    0 takes it, with a heart
    LS L8 BO LU    0 takes it
    LT L9 BK H6    3 takes it, with a heart
    AO HS H8 BT    0 takes it, and with it the last trick
"""
ALL_CARDS = " ".join(line.strip()[:11] for line in TRICKS.strip().splitlines())


def played(actions: str, active: tuple[int, ...] = (0, 1, 2, 3), declarer: int = 1) -> Play:
    """The play after these cards; the active seats hold ``HANDS`` in order."""
    hands = [0] * (max(active) + 1)
    for seat, hand in zip(active, HANDS, strict=True):
        hands[seat] = sum(cards(hand))
    play = Play.start(declarer, active, tuple(hands))
    for card in actions.split():
        play = play.apply(CARDS[card])
    return play


def first(tricks: int) -> str:
    """The cards of the first tricks."""
    return " ".join(ALL_CARDS.split()[: 4 * tricks])


def test_the_declarer_leads_to_the_first_trick() -> None:
    assert played("").order == (1, 2, 3, 0)
    assert played("").to_act == 1


def test_play_goes_clockwise() -> None:
    assert [played(trick).to_act for trick in ("AS", "AS AT", "AS AT AK")] == [2, 3, 0]


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    leaders = [played(first(tricks)).order[0] for tricks in range(9)]
    assert leaders == [1, 1, 2, 2, 1, 0, 0, 3, 0]


def test_a_dealer_on_holiday_is_skipped() -> None:
    """Seat 2 deals: seat 3 is forehand, and seat 4 declares with the second of the hands."""
    play = played(first(2), active=(3, 4, 0, 1), declarer=4)
    assert play.order == (0, 1, 3, 4)
    assert play.points == 11 + 10 + 4


@pytest.mark.parametrize(
    ("tricks", "points", "taken"),
    [(0, 0, 0), (1, 25, 1), (2, 25, 1), (3, 25, 1), (4, 32, 2), (8, 32, 2)],
)
def test_the_tricks_and_points_of_the_declarer(tricks: int, points: int, taken: int) -> None:
    play = played(first(tricks))
    assert (play.points, play.tricks) == (points, taken)


def test_the_play_is_over_after_eight_tricks() -> None:
    assert [played(first(tricks)).over for tricks in range(9)] == [False] * 8 + [True]


@pytest.mark.parametrize(
    ("before", "playable"),
    [
        ("", "A9 AS B8 H8 H9 L8 L9 LK"),  # the leader may play anything
        ("AS", "AT"),
        ("L9", "LO"),
        ("B8", "BK BO BS BT"),
        ("B8 BS BU", "B9"),
        ("L9 LO", "L6 LU"),
        ("AS AT AK A6 A9", "H7 HK"),  # no acorns, but hearts
        (f"{first(6)} LT", "L9"),
        (f"{first(6)} LT L9", "BK BT"),  # neither leaves nor hearts
        (f"{first(6)} LT L9 BK", "H6"),
    ],
)
def test_the_legal_cards(before: str, playable: str) -> None:
    assert names(played(before).legal_cards()) == playable.split()


@pytest.mark.parametrize(
    ("before", "card", "reason"),
    [
        ("AS", "HK", "the suit of AS must be followed"),
        ("H9", "LO", "the suit of H9 must be followed"),
        ("AS AT AK A6 A9", "BS", "without a card of the suit of A9, a heart must be played"),
    ],
)
def test_a_revoke_is_refused_with_its_reason(before: str, card: str, reason: str) -> None:
    with pytest.raises(Revoke, match=reason):
        played(before).apply(CARDS[card])


@pytest.mark.parametrize(
    ("before", "card", "seat"),
    [
        ("", "HS", 1),
        ("AS", "AK", 2),
        (f"{first(1)} H9 HK HO", "A6", 0),  # already played
        (f"{first(1)} H9 HK HO", "B7", 0),  # nobody holds it
    ],
)
def test_only_a_card_in_hand_can_be_played(before: str, card: str, seat: int) -> None:
    with pytest.raises(CardNotHeld, match=f"^seat {seat} does not hold {card}$"):
        played(before).apply(CARDS[card])


def test_the_cards_on_the_table_are_cleared_after_four() -> None:
    on_table = [len(played(trick).trick) for trick in ("", "AS", "AS AT", "AS AT AK")]
    assert on_table == [0, 1, 2, 3]
    assert played("AS AT AK A6").trick == ()


@pytest.mark.parametrize(
    ("trick", "worth"), [("AS AT AK A6", 25), ("HS LS BS AS", 44), ("H9 H8 H7 H6", 0)]
)
def test_points_of_a_trick(trick: str, worth: int) -> None:
    first, second, third, fourth = [CARDS[name] for name in trick.split()]
    assert trick_points((first, second, third, fourth)) == worth
