"""Seat names, card faces, and messages in the person's language."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from gettext import NullTranslations
from typing import NamedTuple

from rich.cells import chop_cells

from dobbm.game.actions import Seat
from dobbm.game.cards import ACORNS, BELLS, HEARTS, LEAVES, Suit
from dobbm.terminal.faces import Faces

_BOTS = ("Lois", "Vroni", "Hias", "Moidl", "Sepp")

LONGEST_NAME = 12
"""Maximum width of a name, in terminal cells."""


class Voice(NamedTuple):
    """The names, card faces and messages with which the game addresses the person."""

    names: tuple[str, ...]
    """The name of every seat."""
    faces: Faces
    messages: NullTranslations

    def suit(self, suit: Suit) -> str:
        """Return the name of a suit."""
        _ = self.messages.gettext
        return {
            HEARTS: _("hearts"),
            LEAVES: _("leaves"),
            ACORNS: _("acorns"),
            BELLS: _("bells"),
        }[suit]

    def points(self, points: int) -> str:
        """Return a number of card points with its unit."""
        return self.messages.ngettext("{count} point", "{count} points", points).format(
            count=points
        )

    def number(self, number: int) -> str:
        """Return a number with the thousands mark of the person's language.

        >>> Voice((), Faces(), NullTranslations()).number(-1667)
        '−1,667'
        """
        mark = self.messages.gettext("1,000")[1]
        return f"{number:,}".replace(",", mark).replace("-", "−")

    def signed(self, amount: int) -> str:
        """Return an amount of money with its sign.

        >>> voice = Voice((), Faces(), NullTranslations())
        >>> voice.signed(72), voice.signed(0), voice.signed(-1024)
        ('+72', '0', '−1,024')
        """
        return f"{'+' if amount > 0 else ''}{self.number(amount)}"

    def listed(self, parts: Iterable[str]) -> str:
        """Return parts in a row, with the commas of the person's language."""
        row = self.messages.gettext("{one}, {other}")
        return reduce(lambda one, other: row.format(one=one, other=other), parts)

    def sentence(self, parts: Iterable[str]) -> str:
        """Return parts in a row as a sentence, with the full stop of the person's language."""
        return self.messages.gettext("{words}.").format(words=self.listed(parts))

    def quote(self, words: str) -> str:
        """Return spoken words in the quotation marks of the person's language."""
        _ = self.messages.gettext
        return _('"{words}"').format(words=words)

    def name(self, seat: Seat | None) -> str:
        """Return the name of a seat, which must not be None."""
        assert seat is not None
        return self.names[seat]


def seat_names(person: str, players: int) -> tuple[str, ...]:
    """Return the names at the table: the person's in seat 0, then the bots'.

    >>> seat_names("Lois", 4)
    ('Lois', 'Vroni', 'Hias', 'Moidl')
    """
    bots = [name for name in _BOTS if name != person]
    return (person, *bots[: players - 1])


def clean_name(name: str) -> str:
    r"""Return a name without unprintable characters, cut to fit on the table.

    >>> clean_name(" \x1b[31mForehand of Neustift ")
    '[31mForehand'
    """
    printable = "".join(character for character in name if character.isprintable()).strip()
    return chop_cells(printable, LONGEST_NAME)[0].rstrip() if printable else ""
