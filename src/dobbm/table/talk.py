"""Table talk: set phrases, which everybody may say, and texts, which people write themselves."""

from __future__ import annotations

import re
from typing import Annotated, NamedTuple
from unicodedata import normalize

from dobbm.game.errors import DobbmError
from dobbm.text.names import is_visible

LONGEST_TEXT = 200
"""Maximum characters of a text."""
LONGEST_NOTICE = 500
"""Maximum characters of the notice of a club."""
MOST_TEXTS = 100
"""Number of texts that a table keeps; older ones are deleted."""
BURST = 5
"""Number of texts that a person may write in ``BURST_SECONDS``."""
BURST_SECONDS = 10.0
JOINERS = "\u200c\u200d"
"""Characters that print nothing, but that some scripts and emoji need."""


class Phrase(NamedTuple):
    """A set phrase of table talk."""

    text: Annotated[str, "the words spoken at the table, in Tyrolean"]
    gloss: Annotated[str, "the meaning in English"]


PHRASES = {
    "hello": Phrase("Griaß enk!", "hello everybody"),
    "good_cards": Phrase("Guate Karten!", "good cards to everybody"),
    "well_played": Phrase("Schian gspielt!", "well played"),
    "oops": Phrase("Hoppla!", "oops, my mistake"),
    "so_it_goes": Phrase("Jo mei.", "so it goes"),
    "moment": Phrase("An Moment!", "one moment, please"),
    "your_turn": Phrase("Du warsch!", "it is your turn"),
    "thanks": Phrase("Vergelt's Gott!", "thank you"),
    "bye": Phrase("Pfiat enk!", "goodbye everybody"),
    "up": Phrase("👍", "thumbs up"),
    "applause": Phrase("👏", "applause"),
    "laugh": Phrase("😀", "laughter"),
    "surprise": Phrase("😮", "surprise"),
    "thinking": Phrase("🤔", "thinking"),
    "round": Phrase("🍺", "a round for the table"),
}
"""The phrases that people can say, by key. No source of the game attests them: they are ours."""


class TextError(DobbmError):
    """A text that is empty or too long."""

    code = "text"


def clean_text(text: str) -> str:
    r"""Return a text as one line in Unicode's form NFC, without characters that control a display.

    Raises ``TextError`` if nothing visible or more than ``LONGEST_TEXT`` characters are left.

    >>> clean_text("  Gu\u0308at\u202e \n gspielt! ")
    'Güat gspielt!'
    """
    return _fit(_line(text), LONGEST_TEXT)


def clean_notice(text: str) -> str:
    r"""Return a text of several lines, each clean, with at most one empty line between others.

    Raises ``TextError`` if nothing visible or more than ``LONGEST_NOTICE`` characters are left.

    >>> clean_notice("\n At  Sepp's \r\n\n\nBring the cards\u202e back\n")
    "At Sepp's\n\nBring the cards back"
    """
    lines = "\n".join([_line(line) for line in text.splitlines()])
    return _fit(re.sub("\n{3,}", "\n\n", lines).strip("\n"), LONGEST_NOTICE)


def _line(text: str) -> str:
    kept = [c if c.isprintable() or c.isspace() or c in JOINERS else "" for c in text]
    return " ".join(normalize("NFC", "".join(kept)).split())


def _fit(cleaned: str, longest: int) -> str:
    if not is_visible(cleaned):
        raise TextError("a text needs at least one visible character")
    if len(cleaned) > longest:
        raise TextError(f"a text has at most {longest} characters, not {len(cleaned)}")
    return cleaned
