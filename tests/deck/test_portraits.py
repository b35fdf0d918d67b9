"""The portraits: generated, small, safe to serve, and different at a glance."""

from __future__ import annotations

import gzip
from itertools import combinations
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import numpy as np
import pytest

from art.portraits import FOLDER, PORTRAITS, portrait
from art.shapes import element

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deck.painter import Painter

SVG = "{http://www.w3.org/2000/svg}"

MOST_BYTES = 2_500
"""Maximum size of a portrait with gzip; the largest is kaspar."""

SMALL = 40
"""The width in pixels at which portraits must differ."""

LEAST_APART = 25
"""Minimum difference of 255, on average over all pixels; the most alike are curls and moustache."""

every_portrait = pytest.mark.parametrize("name", PORTRAITS)


def painted(painter: Painter, width: int) -> dict[str, NDArray[np.uint8]]:
    """Return the pixels of every portrait within its circle."""
    symbols = (
        element("symbol", portrait(name), id=name, viewBox="0 0 120 120") for name in PORTRAITS
    )
    images = painter.paint(
        element("svg", *symbols), list(PORTRAITS), box="0 0 120 120", size=(width, width)
    )
    across = np.arange(width) - (width - 1) / 2
    within = across**2 + across[:, np.newaxis] ** 2 < (width / 2) ** 2
    return {name: image[within] for name, image in zip(PORTRAITS, images, strict=True)}


def test_committed_portraits_are_what_the_code_draws() -> None:
    committed = {file.stem: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.svg")}
    assert committed == {name: portrait(name) for name in PORTRAITS}


def test_there_are_twelve_bots_and_twelve_faces_for_people() -> None:
    modules = [draw.__module__ for draw in PORTRAITS.values()]
    assert modules == ["art.portraits.bots"] * 12 + ["art.portraits.people"] * 12


@every_portrait
def test_portrait_is_small(name: str) -> None:
    assert len(gzip.compress(portrait(name).encode(), 9)) <= MOST_BYTES


@every_portrait
def test_portrait_is_a_picture_without_fonts_styles_scripts_and_other_files(name: str) -> None:
    drawing = portrait(name)
    root = ElementTree.fromstring(drawing)
    assert root.get("viewBox") == "0 0 120 120"
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "g", "path", "circle"}
    attributes = {attribute for element in root.iter() for attribute in element.attrib}
    assert not attributes & {"style", "class", "id", "href", "src", "onload"}
    assert "url(" not in drawing


def test_portraits_fill_their_circles(painter: Painter) -> None:
    for name, pixels in painted(painter, 120).items():
        assert (pixels[:, 3] == 255).all(), name


def test_all_portraits_differ_when_small(painter: Painter) -> None:
    colours = {name: pixels[:, :3].astype(int) for name, pixels in painted(painter, SMALL).items()}
    for one, other in combinations(colours, 2):
        assert np.abs(colours[one] - colours[other]).mean() > LEAST_APART, (one, other)
