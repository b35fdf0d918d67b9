"""Who sits where, how cards look, and in which language the game speaks."""

from __future__ import annotations

from gettext import NullTranslations
from typing import NamedTuple

from rich.cells import chop_cells

from dobbm.game.actions import Seat
from dobbm.game.cards import ACORNS, BELLS, HEARTS, LEAVES, Suit
from dobbm.terminal.faces import Faces

_BOTS = ("Lois", "Vroni", "Hias", "Moidl", "Sepp")

LONGEST_NAME = 12
"""Cells of the terminal."""


class Voice(NamedTuple):
    """The manner in which the game speaks to its person."""

    names: tuple[str, ...]
    """The name of every seat."""
    faces: Faces
    messages: NullTranslations

    def suit(self, suit: Suit) -> str:
        """The name of a suit."""
        _ = self.messages.gettext
        return {
            HEARTS: _("hearts"),
            LEAVES: _("leaves"),
            ACORNS: _("acorns"),
            BELLS: _("bells"),
        }[suit]

    def points(self, points: int) -> str:
        """A number of card points in words."""
        return self.messages.ngettext("{count} point", "{count} points", points).format(
            count=points
        )

    def name(self, seat: Seat | None) -> str:
        """The name of a seat that somebody must have."""
        assert seat is not None
        return self.names[seat]


def seat_names(person: str, players: int) -> tuple[str, ...]:
    """The names at the table: the person's on seat 0, and the bots' from there on.

    >>> seat_names("Lois", 4)
    ('Lois', 'Vroni', 'Hias', 'Moidl')
    """
    bots = [name for name in _BOTS if name != person]
    return (person, *bots[: players - 1])


def clean_name(name: str) -> str:
    r"""A name that fits on the table and cannot disturb the terminal.

    >>> clean_name(" \x1b[31mForehand of Neustift ")
    '[31mForehand'
    """
    printable = "".join(character for character in name if character.isprintable()).strip()
    return chop_cells(printable, LONGEST_NAME)[0].rstrip() if printable else ""
