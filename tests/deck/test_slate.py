"""The dust and the pores of the slate: generated, and small enough for every page with a slate."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest

from art.parlour import FOLDER
from art.slate import dust, pores

MOST_BYTES = 1_500
"""Maximum size of a drawing with gzip."""


@pytest.mark.parametrize("drawn", [dust, pores])
def test_the_page_has_the_drawings_of_the_code(drawn: Callable[[], str]) -> None:
    assert (FOLDER / f"{drawn.__name__}.svg").read_text(encoding="utf-8") == drawn()
    assert len(gzip.compress(drawn().encode())) < MOST_BYTES
