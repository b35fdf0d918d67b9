"""The things of the room: generated, small, and one sign for every phrase without words."""

from __future__ import annotations

import gzip
import re

import pytest

from art.laid import laid
from art.parlour import FOLDER, SIGNS, chevron, doors, facts, ledge, sign
from art.valley import DAY, EVENING, valley
from dobbm.table.talk import PHRASES

MOST_BYTES = 1_500
"""Maximum size of a sign with gzip."""
MOST_OF_VALLEY = 40_000


@pytest.mark.parametrize("name", SIGNS)
def test_the_page_has_the_sign_that_the_code_draws(name: str) -> None:
    assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == sign(name)
    assert len(gzip.compress(sign(name).encode())) < MOST_BYTES


def test_the_page_has_the_other_drawings_of_the_code() -> None:
    assert (FOLDER / "ledge.svg").read_text(encoding="utf-8") == ledge()
    assert (FOLDER / "doors.svg").read_text(encoding="utf-8") == doors()
    assert (FOLDER / "facts.svg").read_text(encoding="utf-8") == facts()
    assert (FOLDER / "chevron.svg").read_text(encoding="utf-8") == chevron()
    assert (FOLDER / "laid.svg").read_text(encoding="utf-8") == laid()
    assert (FOLDER / "valley.svg").read_text(encoding="utf-8") == valley(DAY)
    assert (FOLDER / "valley-evening.svg").read_text(encoding="utf-8") == valley(EVENING)


def test_the_valley_is_small_in_every_light() -> None:
    assert all(len(valley(light)) <= MOST_OF_VALLEY for light in (DAY, EVENING))


def test_every_phrase_without_words_has_a_sign() -> None:
    wordless = {key for key, phrase in PHRASES.items() if not re.search(r"\w", phrase.text)}
    assert wordless == set(SIGNS)
