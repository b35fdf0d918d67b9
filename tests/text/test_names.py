"""Names of people: of all languages, but none that nobody can read."""

from __future__ import annotations

import pytest

from dobbm.text.names import UnfitName, verify_name

FIT = (
    *("", "Vroni", "Lois 2", "O'Neill", "Đặng Thị Phúc", "Da\u0323\u0306ng", "Ǆemal", "Ω"),
    *("דוד", "דָּוִד", "שָׁלוֹם", "محمد", "مُحَمَّدٌ", "สมชาย", "น้ำผึ้ง", "हिन्दी क्षत्रिय", "ကျွန်ုပ် မြွေး"),
    *("བརྒྱད", "ភ្ញៀវ", "山田花子", "葛\U000e0100城", "한글", "\u1112\u1161\u11ab", "12", "?", "(-:"),
    *("👩🏽\u200d🌾", "👨\u200d👩\u200d👧\u200d👦", "❤\ufe0f", "1\ufe0f\u20e3", "🏴", "🇦🇹"),
)
"""Names and parts of names that people have."""

FILLERS = "\u3164 \u2800 \u115f \u1160 \uffa0 \u17b4 \u034f \U0001d159".split(" ")

UNFIT = {
    "visible": (
        *(*FILLERS, "\u2800\u2800", "Vroni\u3164", "\u200d", "\u200b", "\U000e0041"),
        *("\ufe0f", "\U000e0100", "\u0301", "\u0301\u0302"),
    ),
    "accent": (
        *("V" + "\u0301" * 29, "V" + "\u0301\ufe0f" * 29, "ก" + "\u0e49" * 5),
        *("Vroni \u0301", "\u0301Vroni"),
    ),
    "larger": ("\ufdfd", "𒐫", "Lois \U00012031", "a\u0489", "⸻", "\ufdfa"),
}
"""Names that draw nothing or tower over the line, by a word of the reason."""


@pytest.mark.parametrize("name", FIT)
def test_names_of_all_languages_are_fit(name: str) -> None:
    verify_name(name)


@pytest.mark.parametrize(("word", "name"), [(word, name) for word in UNFIT for name in UNFIT[word]])
def test_a_name_that_nobody_can_read_is_unfit(word: str, name: str) -> None:
    with pytest.raises(UnfitName, match=word):
        verify_name(name)
