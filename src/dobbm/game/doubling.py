"""Schwacher and retour: the doubling of the stake (docs/rules.md 6)."""

from __future__ import annotations

from typing import NamedTuple

from dobbm.game.actions import GUT, RETOUR, SCHWACHER, Seat
from dobbm.game.errors import IllegalAction
from dobbm.game.rules import Rules


class Doubling(NamedTuple):
    """The questions and answers between "i lig" and the first card.

    The defenders are asked while the number of doublings is even, the declarer while it is odd.
    """

    declarer: Seat
    defenders: tuple[Seat, ...]
    """In the order in which they are asked."""
    limit: int | None
    """After this many doublings nobody is asked any more; None: without limit."""
    doublings: int
    to_ask: tuple[Seat, ...]
    """The seats that have still to answer, in turn; none: the doubling is over."""

    @classmethod
    def start(cls, rules: Rules, active: tuple[Seat, ...], declarer: Seat) -> Doubling:
        """The doubling after ``declarer`` has said "i lig"; ``active`` seats, forehand first."""
        turn = active.index(declarer)
        if rules.doubling_from == "declarer":
            defenders = active[turn + 1 :] + active[:turn]
        else:
            defenders = active[:turn] + active[turn + 1 :]
        to_ask = () if rules.max_doublings == 0 else defenders
        return cls(declarer, defenders, rules.max_doublings, 0, to_ask)

    @property
    def raise_word(self) -> str:
        """The word that doubles now: the first is *schwacher*, every further one *retour*."""
        return RETOUR if self.doublings else SCHWACHER

    def legal_words(self) -> list[str]:
        """The words that the seat asked may say, sorted."""
        return [GUT, self.raise_word]

    def apply(self, word: str) -> Doubling:
        """The doubling after the seat asked has said ``word``.

        Raises ``IllegalAction`` if it may not.
        """
        self._verify(word)
        declarer, defenders, limit, doublings, to_ask = self
        if word == GUT:
            return Doubling(declarer, defenders, limit, doublings, to_ask[1:])
        doublings += 1
        if doublings == limit:
            to_ask = ()
        elif doublings % 2:
            to_ask = (declarer,)
        else:
            to_ask = defenders
        return Doubling(declarer, defenders, limit, doublings, to_ask)

    def _verify(self, word: str) -> None:
        """Raise ``IllegalAction`` unless ``word`` may be said now."""
        if word in (GUT, self.raise_word):
            return
        if word == RETOUR:
            raise IllegalAction("a retour answers a Schwacher, and nobody has said one: say gut")
        raise IllegalAction("there is a Schwacher already: the word is gut or retour")
