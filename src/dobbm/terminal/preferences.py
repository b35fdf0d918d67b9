"""The settings in a session file: names, bots, seed, language and card faces."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Any, NamedTuple, Self

from dobbm.game.actions import Seat
from dobbm.game.seeds import generator
from dobbm.terminal.wording import clean_name, seat_names
from dobbm.text.translations import translator

PERSON: Seat = 0
"""The person's seat."""


def default_name(language: str) -> str:
    """Return the name of a person who has given none."""
    return translator(language).gettext("You")


class Preferences(NamedTuple):
    """The settings of a session, stored so that the session resumes unchanged."""

    names: tuple[str, ...]
    bots: str
    """The name of the player that takes the other seats, such as ``simple``."""
    seed: int
    """The seed of the bots' random choices and, if ``seeded``, of the decks and first dealer."""
    seeded: bool
    """Whether the person chose the seed, which makes the session repeatable."""
    language: str
    letters: bool

    @classmethod
    def from_meta(cls, meta: dict[str, Any], players: int) -> Self:
        """Return the settings from a session file, with defaults for missing or invalid values."""
        stored, seed = meta.get("names"), meta.get("seed")
        names = [clean_name(str(name)) for name in stored] if isinstance(stored, list) else []
        usual = default_name(str(meta.get("language", "en")))
        return cls(
            names=tuple(names)
            if len(names) == players and all(names)
            else seat_names(usual, players),
            bots=str(meta.get("bots", "simple")),
            seed=seed if type(seed) is int else 0,
            seeded=meta.get("seeded") is True,
            language=str(meta.get("language", "en")),
            letters=meta.get("letters") is True,
        )

    def in_language(self, language: str) -> Self:
        """Return the settings for a session in this language; the default name follows it."""
        person, *bots = self.names
        if person == default_name(self.language):
            person = default_name(language)
        return self._replace(language=language, names=(person, *bots))

    def to_meta(self) -> dict[str, Any]:
        """Return the settings as stored in the session file."""
        return {"person": PERSON, **self._asdict(), "names": list(self.names)}

    def lot(self) -> Random:
        """Return the generator that draws the first dealer."""
        return generator(self.seed, "lot") if self.seeded else SystemRandom()

    def deck_rng(self, index: int) -> Random:
        """Return the generator that shuffles the deck for deal number ``index``, from 0."""
        return generator(self.seed, index) if self.seeded else SystemRandom()

    def bot_seed(self, index: int, seat: Seat, action: int) -> int:
        """Return the seed for an action or a hint; it stays the same in a resumed session.

        ``index`` and ``action`` count the earlier deals and the earlier actions of the deal.
        """
        return generator(self.seed, index, seat, action).getrandbits(32)
