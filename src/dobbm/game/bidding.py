"""The bidding, in which each active seat speaks at most once, forehand first (docs/rules.md 4)."""

from __future__ import annotations

from typing import NamedTuple

from dobbm.game.actions import WEITER, Seat
from dobbm.game.errors import IllegalAction
from dobbm.game.rules import CONTRACTS, DOBBM, SOLO, Contract


class Bidding(NamedTuple):
    """The state of the bidding."""

    to_speak: tuple[Seat, ...]
    """The seats still to speak, in turn; empty when the bidding is over."""
    compelled: bool
    """Whether forehand alone speaks and must bid, as in a Mußrunde."""
    declarer: Seat | None = None
    contract: Contract | None = None

    @classmethod
    def start(cls, active: tuple[Seat, ...], *, must: bool) -> Bidding:
        """Return the bidding before anyone speaks; ``active`` lists the seats, forehand first."""
        return cls(active[:1] if must else active, must)

    def legal_words(self) -> list[str]:
        """Return the legal words of the seat to speak, sorted."""
        words: list[str] = [SOLO.name]
        if self.contract is None:
            words.append(DOBBM.name)
        if not self.compelled:
            words.append(WEITER)
        return sorted(words)

    def apply(self, word: str) -> Bidding:
        """Return the bidding after the seat to speak says ``word``.

        Raises ``IllegalAction`` if the word is not legal now.
        """
        self._verify(word)
        still = self.to_speak[1:]
        if word == WEITER:
            return Bidding(still, self.compelled, self.declarer, self.contract)
        contract = CONTRACTS[word]
        if contract == SOLO:
            still = ()  # nothing overbids a Solo
        return Bidding(still, self.compelled, self.to_speak[0], contract)

    def _verify(self, word: str) -> None:
        """Raise ``IllegalAction`` unless ``word`` is legal now."""
        if word == DOBBM.name and self.contract is not None:
            raise IllegalAction("a Dobbm has already been bid: only solo overbids it")
        if word == WEITER and self.compelled:
            raise IllegalAction("in a Mußrunde, forehand must bid dobbm or solo")
