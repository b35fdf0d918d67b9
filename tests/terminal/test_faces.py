from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from rich.cells import cell_len

from dobbm.game.cards import CARDS, DECK, NAMES, PACK, parse_cards
from dobbm.terminal.faces import BOX_HEIGHT, BOX_WIDTH, Faces, sorted_hand
from dobbm.terminal.wording import clean_name, seat_names


@pytest.mark.parametrize(
    ("dealt", "held"),
    [
        ("B7 AT L9 HS H6 HO", "HS HO H6 L9 B7 AT"),
        ("L9 LS BT AK", "LS L9 BT AK"),
        # Without leaves, acorns stand between the hearts and the bells, which are both red.
        ("H7 BS AS", "H7 AS BS"),
        # Without hearts, bells stand between the two dark suits.
        ("A6 B6 L6", "L6 B6 A6"),
        ("HS HT HK HO HU H9 H8 H7", "HS HT HK HO HU H9 H8 H7"),
        ("", ""),
    ],
)
def test_a_hand_is_sorted_as_players_sort_it(dealt: str, held: str) -> None:
    assert [NAMES[card] for card in sorted_hand(parse_cards(dealt))] == held.split()


def test_neighbouring_suits_differ_in_colour_where_possible() -> None:
    colour = {"H": "red", "B": "red", "L": "dark", "A": "dark"}
    for count in range(5):
        for suits in combinations("HLAB", count):
            hand = sorted_hand(parse_cards(" ".join(f"{suit}7 {suit}6" for suit in suits)))
            order = [NAMES[card][0] for card in hand[::2]]
            same = [colour[a] == colour[b] for a, b in pairwise(order)]
            reds = sum(colour[suit] == "red" for suit in suits)
            only_one_colour = reds in (0, count)
            # Hearts come first, so without bells two dark suits stay together behind them.
            hearts_and_dark = set(suits) == {"H", "L", "A"}
            assert sum(same) == (count - 1 if only_one_colour and count else hearts_and_dark)


def test_sorting_keeps_every_card() -> None:
    assert sum(sorted_hand(PACK)) == PACK


@pytest.mark.parametrize("letters", [False, True])
def test_every_card_is_distinct_without_colours(letters: bool) -> None:
    faces = Faces(letters=letters)
    names = {faces.name(card) for card in DECK}
    assert len(names) == 36
    assert {cell_len(name) for name in names} == {2}


def test_letters_are_the_names_of_the_record() -> None:
    assert {Faces(letters=True).name(card) for card in DECK} == set(CARDS)


@pytest.mark.parametrize("winning", [False, True])
def test_boxes_fit_beside_each_other(winning: bool) -> None:
    for card in DECK:
        box = Faces().box(card, winning=winning)
        assert [line.cell_len for line in box] == [BOX_WIDTH] * BOX_HEIGHT


def test_the_weli_is_called_by_its_name() -> None:
    assert "Weli" in "".join(line.plain for line in Faces().box(CARDS["B6"]))


def test_every_seat_has_a_different_name() -> None:
    for person in ("You", "Lois", "Moidl"):
        for players in (4, 5):
            names = seat_names(person, players)
            assert names[0] == person
            assert len(set(names)) == players


@pytest.mark.parametrize(
    ("name", "kept"),
    [("  Anna ", "Anna"), ("\x1b[2J", "[2J"), ("a\nb", "ab"), ("", ""), ("遊" * 9, "遊" * 6)],
)
def test_a_name_is_short_and_harmless(name: str, kept: str) -> None:
    assert clean_name(name) == kept
