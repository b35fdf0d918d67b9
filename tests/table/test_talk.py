from __future__ import annotations

import pytest

from dobbm.table.talk import PHRASES


@pytest.mark.parametrize("key", PHRASES)
def test_a_phrase_is_short_and_has_a_gloss(key: str) -> None:
    phrase = PHRASES[key]
    assert key.replace("_", "").isalpha()
    assert key == key.lower()
    assert 0 < len(phrase.text) <= 20
    assert phrase.gloss


def test_all_phrases_differ() -> None:
    assert len({phrase.text for phrase in PHRASES.values()}) == len(PHRASES)
