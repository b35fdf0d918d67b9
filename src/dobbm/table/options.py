"""What is agreed before anybody sits down: the house rules of a table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

from dobbm.game.rules import PRESETS, Rules

BANK = 120.0
"""Seconds in the time bank of a seat, filled again at every deal."""
FREE = 15.0
"""Seconds that every action has before the bank is drawn on."""


@dataclass(frozen=True)
class Options:
    """The house rules of a table."""

    players: int = 4
    rules: Rules = PRESETS["pagat"]
    bot: str = "simple"
    """Who plays the seats that no person has, and those of people who leave."""
    bank: float = BANK
    free: float = FREE
    listed: bool = False
    """Whether the lobby shows the table while seats are free."""
    delay: float = 0.0
    """Seconds after which spectators see what happens."""

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> Self:
        """The options as ``to_json`` tells them.

        Raises ``RulesError`` for rules that do not exist.
        """
        rules = dict(told["rules"])
        return cls(**told | {"rules": Rules.of(rules.pop("preset"), **rules)})

    def to_json(self) -> dict[str, Any]:
        """The options as a JSON object, the rules as a record has them."""
        return dict(_to_json(self))


@lru_cache(1024)
def _to_json(options: Options) -> dict[str, Any]:
    """The same once for all messages of a table."""
    rules = {"preset": options.rules.preset, **options.rules.overrides()}
    return vars(options) | {"rules": rules}
