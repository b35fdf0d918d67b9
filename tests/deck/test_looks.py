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
FIGURES = [suit + rank for suit in "HLAB" for rank in "KOU"]

GREY = np.array([0.299, 0.587, 0.114])

MOST_IN_COMMON = 0.8
"""Maximum overlap of two outlines, as a share of their union; the most alike are two kings."""

LEAST_APART = 3
"""Minimum difference in grey levels of 255, on average; the most alike are an eight and a six."""


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
        assert np.abs(grey[one] - grey[other]).mean() > LEAST_APART, (one, other)


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
