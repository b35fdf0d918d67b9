from __future__ import annotations

import pytest

from dobbm.table.talk import PHRASES


@pytest.mark.parametrize("key", PHRASES)
def test_a_phrase_is_a_word_or_two_with_its_meaning(key: str) -> None:
    phrase = PHRASES[key]
    assert key.replace("_", "").isalpha()
    assert key == key.lower()
    assert 0 < len(phrase.text) <= 20
    assert phrase.gloss


def test_no_phrase_stands_for_another() -> None:
    assert len({phrase.text for phrase in PHRASES.values()}) == len(PHRASES)
