"""The doubling of the stake by Schwacher and retour (docs/rules.md 6)."""

from __future__ import annotations

from typing import NamedTuple

from dobbm.game.actions import GUT, RETOUR, SCHWACHER, Seat
from dobbm.game.errors import IllegalAction
from dobbm.game.rules import Rules


class Doubling(NamedTuple):
    """The state of the doubling, between "i lig" and the first card.

    The defenders are asked while the number of doublings is even, the declarer while it is odd.
    """

    declarer: Seat
    defenders: tuple[Seat, ...]
    """The defenders in the order in which they are asked."""
    limit: int | None
    """The maximum number of doublings; None for no limit."""
    doublings: int
    to_ask: tuple[Seat, ...]
    """The seats still to answer, in turn; empty when the doubling is over."""

    @classmethod
    def start(cls, rules: Rules, active: tuple[Seat, ...], declarer: Seat) -> Doubling:
        """Return the doubling after "i lig"; ``active`` lists the seats, forehand first."""
        turn = active.index(declarer)
        if rules.doubling_from == "declarer":
            defenders = active[turn + 1 :] + active[:turn]
        else:
            defenders = active[:turn] + active[turn + 1 :]
        to_ask = () if rules.max_doublings == 0 else defenders
        return cls(declarer, defenders, rules.max_doublings, 0, to_ask)

    @property
    def raise_word(self) -> str:
        """The word that doubles now: *schwacher* the first time, then *retour*."""
        return RETOUR if self.doublings else SCHWACHER

    def legal_words(self) -> list[str]:
        """Return the legal words of the seat being asked, sorted."""
        return [GUT, self.raise_word]

    def apply(self, word: str) -> Doubling:
        """Return the doubling after the seat being asked says ``word``.

        Raises ``IllegalAction`` if the word is not legal now.
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
        """Raise ``IllegalAction`` unless ``word`` is legal now."""
        if word in (GUT, self.raise_word):
            return
        if word == RETOUR:
            raise IllegalAction(
                "a retour answers a Schwacher, and there is none: say gut or schwacher"
            )
        raise IllegalAction("there is already a Schwacher: say gut or retour")
