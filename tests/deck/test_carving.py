"""The carved and inlaid work of the table: generated, small, in the colours of the page."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from art.carving import DARK, LIT, NOTCHES, rosette, stringing
from art.parlour import FOLDER

MOST_BYTES = 1_800
"""Maximum size of a drawing with gzip."""


@pytest.mark.parametrize("drawn", [rosette, stringing])
def test_the_page_has_the_drawings_of_the_code(drawn: Callable[[], str]) -> None:
    assert (FOLDER / f"{drawn.__name__}.svg").read_text(encoding="utf-8") == drawn()
    assert len(gzip.compress(drawn().encode())) < MOST_BYTES


def test_the_rosette_has_only_the_colours_that_the_page_gives_to_carved_places() -> None:
    parts = [*ElementTree.fromstring(rosette()).iter()]
    paints = {part.get(kind) for part in parts for kind in ("fill", "stroke")} - {None, "none"}
    assert paints == {DARK, LIT}


def test_each_chip_has_lit_and_shaded_slopes() -> None:
    """Twelve petals and each notch of the rim have two slopes, six chips have three."""
    symbol = ElementTree.fromstring(rosette())[0]
    facets = [(part.get("fill"), part.get("d", "")) for part in symbol if part.get("d")]
    slopes = {
        paint: sum(d.count("M") + d.count("m") for fill, d in facets if fill == paint)
        for paint in (DARK, LIT)
    }
    assert sum(slopes.values()) == 2 * 12 + 3 * 6 + 2 * NOTCHES
    assert min(slopes.values()) >= 12 + 6 + NOTCHES
