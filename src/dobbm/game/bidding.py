"""The bidding: forehand first, each active seat speaks once (docs/rules.md 4)."""

from __future__ import annotations

from typing import NamedTuple

from dobbm.game.actions import WEITER, Seat
from dobbm.game.errors import IllegalAction
from dobbm.game.rules import CONTRACTS, DOBBM, SOLO, Contract


class Bidding(NamedTuple):
    """The bidding as far as it has gone."""

    to_speak: tuple[Seat, ...]
    """The seats that have still to speak, in turn; none: the bidding is over."""
    compelled: bool
    """In a Mußrunde forehand alone speaks, and must play."""
    declarer: Seat | None = None
    contract: Contract | None = None

    @classmethod
    def start(cls, active: tuple[Seat, ...], *, must: bool) -> Bidding:
        """The bidding among the ``active`` seats, forehand first."""
        return cls(active[:1] if must else active, must)

    def legal_words(self) -> list[str]:
        """The words that the seat to speak may say, sorted."""
        words = [SOLO.name]
        if self.contract is None:
            words.append(DOBBM.name)
        if not self.compelled:
            words.append(WEITER)
        return sorted(words)

    def apply(self, word: str) -> Bidding:
        """The bidding after the seat to speak has said ``word``.

        Raises ``IllegalAction`` if it may not.
        """
        self._verify(word)
        still = self.to_speak[1:]
        if word == WEITER:
            return Bidding(still, self.compelled, self.declarer, self.contract)
        contract = CONTRACTS[word]
        if contract == SOLO:
            still = ()  # nothing overbids it
        return Bidding(still, self.compelled, self.to_speak[0], contract)

    def _verify(self, word: str) -> None:
        """Raise ``IllegalAction`` unless ``word`` may be said now."""
        if word == DOBBM.name and self.contract is not None:
            raise IllegalAction("a Dobbm is bid already: only solo overbids it")
        if word == WEITER and self.compelled:
            raise IllegalAction("in a Mußrunde forehand must play: dobbm or solo")
