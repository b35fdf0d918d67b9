"""Names of people: everybody can read them, and they disturb nothing beside them."""

from __future__ import annotations

import re
from unicodedata import category, normalize

from dobbm.game.errors import DobbmError

LONGEST_NAME = 30
"""Maximum characters of a name at a table of the server."""
MOST_ACCENTS = 4
"""Maximum number of marks above and below one letter; Hebrew and Burmese have as many."""

_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc"
    "\U00013441\U00013442\U00016fe4\U0001d159]"
)
"""Letters that draw nothing, such as the fillers of Hangul and the blank of Braille."""
_GIANT = re.compile(
    "[\u0488\u0489\u2e3a\u2e3b\ua670-\ua672\ufdfa\ufdfb\ufdfd\U00012000-\U0001254f]"
)
"""Letters many times as high or as wide as others, such as cuneiform and whole Arabic phrases."""
_FORM = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Variation selectors."""
_JOINER = "\u200d"
"""Joins two emoji into one."""
_EMOJI = "[\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f300-\U0001faff]"
_STRAY_JOINER = re.compile(f"(?<!{_EMOJI}){_JOINER}|{_JOINER}(?!{_EMOJI})")


class UnfitName(DobbmError):
    """A name that others could not read, or that would cover what is beside it."""

    code = "name"


def clean_name(name: str) -> str:
    r"""Return a name as one line, without characters that would disrupt a terminal or a page.

    Joined emoji stay joined.

    >>> clean_name("  Vroni\u202e \n vom  Hof ")
    'Vroni vom Hof'
    >>> len(clean_name("\N{WOMAN}\u200d\N{EAR OF RICE}")), clean_name("Vro\u200dni")
    (3, 'Vroni')
    """
    printable = "".join([c if c.isprintable() or c.isspace() or c == _JOINER else "" for c in name])
    return " ".join(_STRAY_JOINER.sub("", printable).split())


def bare(text: str) -> str:
    r"""Return a text in Unicode's form NFC, without the characters that draw nothing themselves.

    >>> bare("Gro\u200db\ufe00ian\u3164")
    'Grobian'
    """
    composed = normalize("NFC", text)
    return "".join([c for c in composed if _kind(c) and not _BLANK.match(c)])


def is_visible(text: str) -> bool:
    """Return whether a text draws anything."""
    return any(_kind(letter) == "L" for letter in bare(text))


def verify_name(name: str) -> None:
    r"""Raise ``UnfitName`` if a name draws nothing, or towers over its line.

    An empty name is no fault: who gives none has none.

    >>> verify_name("Đặng Thị Phúc"); verify_name("محمَّد"); verify_name("👩🏽\u200d🌾 Vroni")
    >>> verify_name("\u3164")
    Traceback (most recent call last):
    dobbm.text.names.UnfitName: every character of a name must be visible
    """
    composed = normalize("NFC", name)
    kinds = "".join([_kind(letter) for letter in composed])
    if _BLANK.search(composed) or (composed and "L" not in kinds):
        raise UnfitName("every character of a name must be visible")
    if re.search(rf"(?<![LM])M|M{{{MOST_ACCENTS + 1}}}", kinds):
        raise UnfitName(f"an accent needs a letter, and a letter has at most {MOST_ACCENTS}")
    if _GIANT.search(composed):
        raise UnfitName("a name may not contain characters that are larger than its line")


def _kind(letter: str) -> str:
    """Return M for a mark on the letter before, L for what is visible without one, else a space.

    The letters that only choose the form of the one before count as nothing.
    """
    kind = category(letter)
    if kind in ("Cc", "Cf") or _FORM.match(letter):
        return ""
    if kind in ("Mn", "Me"):
        return "M"
    return " " if kind[0] in "ZC" else "L"
