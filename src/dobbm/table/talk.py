"""Table talk, limited to set phrases so that nobody can write insults."""

from __future__ import annotations

from typing import NamedTuple


class Phrase(NamedTuple):
    """A phrase of table talk."""

    text: str
    """The words spoken at the table, in Tyrolean."""
    gloss: str
    """The meaning in English."""


PHRASES = {
    "hello": Phrase("Griaß enk!", "hello everybody"),
    "good_cards": Phrase("Guate Karten!", "good cards to everybody"),
    "well_played": Phrase("Schian gspielt!", "well played"),
    "oops": Phrase("Hoppla!", "oops, my mistake"),
    "so_it_goes": Phrase("Jo mei.", "so it goes"),
    "moment": Phrase("An Moment!", "one moment, please"),
    "thanks": Phrase("Vergelt's Gott!", "thank you"),
    "bye": Phrase("Pfiat enk!", "goodbye everybody"),
    "up": Phrase("👍", "thumbs up"),
    "applause": Phrase("👏", "applause"),
    "laugh": Phrase("😀", "laughter"),
    "surprise": Phrase("😮", "surprise"),
    "thinking": Phrase("🤔", "thinking"),
    "round": Phrase("🍺", "a round for the table"),
}
"""The phrases that people can say, by key."""
