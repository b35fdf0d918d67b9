"""What a session at the terminal keeps in its file besides the game: names, bots, seeds, looks."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Any, NamedTuple, Self

from dobbm.game.actions import Seat
from dobbm.terminal.voice import clean_name, seat_names

PERSON: Seat = 0
"""Where the person sits."""


class Settings(NamedTuple):
    """How a session was begun, so that it goes on in the same way."""

    names: tuple[str, ...]
    bots: str
    """The player that sits on the other seats, by name."""
    seed: int
    """Where the bots' own chance comes from; with ``seeded`` the decks and the lot too."""
    seeded: bool
    """Whether the person has chosen the seed, so that the session can be repeated."""
    language: str
    letters: bool

    @classmethod
    def from_meta(cls, meta: dict[str, Any], players: int) -> Self:
        """The settings in a session file; what is missing or odd there is as usual."""
        told, seed = meta.get("names"), meta.get("seed")
        names = [clean_name(str(name)) for name in told] if isinstance(told, list) else []
        return cls(
            names=tuple(names) if len(names) == players else seat_names("", players),
            bots=str(meta.get("bots", "simple")),
            seed=seed if isinstance(seed, int) else 0,
            seeded=meta.get("seeded") is True,
            language=str(meta.get("language", "en")),
            letters=meta.get("letters") is True,
        )

    def to_meta(self) -> dict[str, Any]:
        """The settings as they stand in the session file."""
        return {"person": PERSON, **self._asdict(), "names": list(self.names)}

    def lot(self) -> Random:
        """The randomness that draws the first dealer."""
        return Random(f"{self.seed} lot") if self.seeded else SystemRandom()

    def deck_rng(self, index: int) -> Random:
        """The randomness that shuffles the deck of the deal with this index."""
        return Random(f"{self.seed} {index}") if self.seeded else SystemRandom()

    def bot_seed(self, index: int, seat: Seat, action: int) -> int:
        """The seed for a bot's action in the deal with this index: the same after a resumption."""
        return Random(f"{self.seed} {index} {seat} {action}").getrandbits(32)
