"""Characters that a terminal cannot show, and those that it must not receive."""

from __future__ import annotations

from unicodedata import bidirectional, category, normalize

ISOLATES = "\u2068\u2069"
"""The marks around a name whose direction is its own; they draw nothing."""

PLAIN = str.maketrans(
    {
        **dict.fromkeys("−–—", "-"),
        **dict.fromkeys("‘’‚", "'"),
        **dict.fromkeys("“”„", '"'),
        **dict(zip("♥♠♣♦", "HLAB", strict=True)),
        **dict(zip("╭╮╰╯┏┓┗┛─━│┃╶╴╷╵▒", "++++++++--||--||#", strict=True)),
        **dict(zip("ÄÖÜäöü", ("Ae", "Oe", "Ue", "ae", "oe", "ue"), strict=True)),
        **dict(zip("▸●·×", ">o.x", strict=True)),
        "ß": "ss",
        "…": "...",
        "→": "->",
        **dict.fromkeys(ISOLATES, ""),
    }
)
"""Characters that some encodings lack, and what stands for them there."""

LETTERS = {"en": "a", "de": "a", "ja": "日本語"}
"""Letters that an encoding needs for a language; the German umlauts can be written without."""

_INVISIBLE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""The categories of characters that move the cursor, turn the line or draw nothing."""


def printable(text: str, kept: str = "\n") -> str:
    r"""Return a text without control characters, except those ``kept``: the line breaks.

    >>> printable("Lois\x1b[31m\r\u202e\nplays")
    'Lois[31m\nplays'
    """
    if text.isprintable():
        return text
    return "".join([c for c in text if c in kept or category(c) not in _INVISIBLE])


def isolated(text: str) -> str:
    r"""Return a name so that its letters from right to left move nothing that stands beside it.

    >>> isolated("Lois"), ascii(isolated("דוד"))
    ('Lois', "'\\u2068\\u05d3\\u05d5\\u05d3\\u2069'")
    """
    if any(bidirectional(character) in ("R", "AL", "AN") for character in text):
        return f"{ISOLATES[0]}{text}{ISOLATES[1]}"
    return text


def shown_name(name: str) -> str:
    r"""Return a name on one line, so that it neither moves nor hides anything beside it.

    >>> shown_name("py:bots:Lois\n\x1b[2J")
    'py:bots:Lois[2J'
    """
    return isolated(printable(name, kept=""))


def width_of(text: str) -> int:
    """Return the number of characters of a text without the marks that draw nothing."""
    return len(text) - sum(map(text.count, ISOLATES))


def replaced(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace characters that an encoding lacks with plain ones; the handler of ``dobbm``."""
    assert isinstance(error, UnicodeEncodeError)
    missing = error.object[error.start : error.end]
    plain = normalize("NFKD", missing.translate(PLAIN))
    letters = [c if c.isascii() else "?" for c in plain if not category(c).startswith("M")]
    return "".join(letters), error.end


def has_letters_of(language: str, encoding: str) -> bool:
    """Return whether an encoding has the letters of a language.

    >>> has_letters_of("de", "ascii"), has_letters_of("ja", "cp437"), has_letters_of("ja", "utf-8")
    (True, False, True)
    """
    try:
        LETTERS.get(language, "").encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
