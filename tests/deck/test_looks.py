"""Cards differ at a glance: figures by their outline, all cards even when small and grey."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from art.sheet import DECKS, sprite

if TYPE_CHECKING:
    from deck.painter import Painter

CARDS = [suit + rank for suit in "HLAB" for rank in "STKOU9876"]
NUMBERS = [suit + rank for suit in "HLAB" for rank in "T9876"]
FIGURES = [suit + rank for suit in "HLAB" for rank in "KOU"]

GREY = np.array([0.299, 0.587, 0.114])

MOST_IN_COMMON = 0.8
"""Maximum overlap of two outlines, as a share of their union; the most alike are two kings."""

LEAST_APART = {"tell": 10, "french": 3}
"""Minimum difference in grey levels of 255, on average; the most alike are an eight and a seven,
in the French deck an eight and a six."""


def deck(skin: str) -> str:
    """Return a whole deck as one drawing."""
    return sprite() if skin == "tell" else (DECKS / "french.svg").read_text(encoding="utf-8")


def test_no_two_figures_share_an_outline(painter: Painter) -> None:
    names = [f"figure-{card}" for card in FIGURES]
    painted = painter.paint(sprite(), names, box="0 0 250 174", size=(250, 174))
    outlines = {card: image[:, :, 3] > 127 for card, image in zip(FIGURES, painted, strict=True)}
    assert all(mask.mean() > 0.2 for mask in outlines.values())
    for one, other in combinations(FIGURES, 2):
        common = (outlines[one] & outlines[other]).sum() / (outlines[one] | outlines[other]).sum()
        assert common < MOST_IN_COMMON, (one, other)


@pytest.mark.parametrize("skin", ["tell", "french"])
def test_all_cards_differ_when_small_and_grey(painter: Painter, skin: str) -> None:
    painted = painter.paint(deck(skin), CARDS, box="0 0 250 390", size=(44, 69))
    grey = {card: image[:, :, :3] @ GREY for card, image in zip(CARDS, painted, strict=True)}
    for one, other in combinations(CARDS, 2):
        assert np.abs(grey[one] - grey[other]).mean() > LEAST_APART[skin], (one, other)


def test_number_cards_look_the_same_from_both_ends(painter: Painter) -> None:
    painted = painter.paint(sprite(), NUMBERS, box="0 0 250 390", size=(250, 390))
    for card, image in zip(NUMBERS, painted, strict=True):
        turned = image[::-1, ::-1].astype(int)
        differs = np.abs(image - turned).max(axis=2) > 100
        if card[1] in "79":
            differs[165:225, 95:155] = False  # the one sign in the very middle
        assert differs.sum() < 100, card


def test_indices_stand_clear_of_the_suit_signs(painter: Painter) -> None:
    indices = [f"index-{card}" for card in NUMBERS]
    painted = painter.paint(sprite(), NUMBERS + indices, box="0 0 250 390", size=(250, 390))
    cards, alone = painted[: len(NUMBERS)], painted[len(NUMBERS) :]
    for card, image, index in zip(NUMBERS, cards, alone, strict=True):
        rows, columns = np.nonzero(index[:, :, 3])
        beside = image[rows.min() : rows.max(), columns.max() + 1 : columns.max() + 9, :3]
        assert (beside == beside[0, 0]).all(), card


@pytest.mark.parametrize("skin", ["tell", "french"])
@pytest.mark.parametrize("asked", ["--big-index: inline", "--index-l: #00f"])
def test_properties_change_the_indices_of_a_card(painter: Painter, skin: str, asked: str) -> None:
    plain, changed = (
        painter.paint(deck(skin), ["L7"], box="0 0 60 150", size=(60, 150), properties=properties)[
            0
        ]
        for properties in ("", asked)
    )
    assert (plain != changed).any(axis=2).sum() > 30
