"""Names of people: of all languages, but none that nobody can read."""

from __future__ import annotations

import pytest

from dobbm.text.names import UnfitName, bare, clean_name, is_visible, verify_name

FIT = (
    *("", "Vroni", "Lois 2", "O'Neill", "Đặng Thị Phúc", "Da\u0323\u0306ng", "Ǆemal", "Ω"),
    *("דוד", "דָּוִד", "שָׁלוֹם", "محمد", "مُحَمَّدٌ", "สมชาย", "น้ำผึ้ง", "हिन्दी क्षत्रिय", "ကျွန်ုပ် မြွေး"),
    *("བརྒྱད", "ភ្ញៀវ", "山田花子", "葛\U000e0100城", "한글", "\u1112\u1161\u11ab", "12", "?", "(-:"),
    *("👩🏽\u200d🌾", "👨\u200d👩\u200d👧\u200d👦", "❤\ufe0f", "1\ufe0f\u20e3", "🏴", "🇦🇹"),
)
"""Names and parts of names that people have."""

FILLERS = (
    *("\u3164", "\u2800", "\u115f", "\u1160", "\uffa0", "\u17b4", "\u17b5", "\u034f"),
    *("\ufffc", "\U00013441", "\U00013442", "\U00016fe4", "\U0001d159"),
)
"""Letters that draw nothing."""

FORMS = ("\u180b", "\u180c", "\u180d", "\u180f", "\ufe00", "\ufe0f", "\U000e0100", "\U000e01ef")
"""Characters that choose the form of the letter before them."""

CONTROLS = (
    *("\u00ad", "\u061c", "\u180e", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u2028"),
    *("\u202a", "\u202e", "\u2060", "\u2064", "\u2066", "\u2069", "\u206f", "\ufeff", "\ufff9"),
    *("\U0001bca0", "\U0001d173", "\U000e0001", "\U000e0041", "\x1b", "\x00", "\ue000"),
)
"""Characters that control a display, and others that draw nothing."""

UNFIT = {
    "visible": (
        *(*FILLERS, "\u2800\u2800", "Vroni\u3164", "\u200d", "\u200b", "\U000e0041"),
        *(*FORMS, "\u0301", "\u0301\u0302", "\u180e", "\u2064", "\ufeff"),
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


@pytest.mark.parametrize("nothing", [*FILLERS, *FORMS, *CONTROLS, " ", "\u3000", "\xa0"], ids=ascii)
def test_what_draws_nothing_is_no_name(nothing: str) -> None:
    assert not is_visible(nothing * 3)
    name = clean_name(f"{nothing}{nothing}")
    if name:
        with pytest.raises(UnfitName, match="visible"):
            verify_name(name)


@pytest.mark.parametrize("nothing", [*FILLERS, *FORMS], ids=ascii)
def test_what_draws_nothing_makes_no_other_name(nothing: str) -> None:
    assert bare(f"Vro{nothing}ni") == "Vroni"


@pytest.mark.parametrize("control", CONTROLS, ids=ascii)
def test_a_name_keeps_no_character_that_controls_a_display(control: str) -> None:
    assert clean_name(f"Vro{control}ni").replace(" ", "") == "Vroni"
