"""Rule sets: the options on which the sources differ, and the presets (docs/rules.md 11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from dobbm.game.errors import RulesError, quoted
from dobbm.game.fields import named, verified_number

SowCompanion = Literal["plain", "any"]
DoublingFrom = Literal["declarer", "dealer"]
Revokes = Literal["prevented", "penalised"]

LARGEST = 10**9
"""The largest value of a numeric option."""

_CHOICES = {
    "preset": ("pagat", "wikipedia", "gamerules", "akagiri"),
    "sow_companion": ("plain", "any"),
    "doubling_from": ("declarer", "dealer"),
    "revokes": ("prevented", "penalised"),
}
_SMALLEST = {"match": 1, "unit": 1, "max_doublings": 0}

OPTIONS = (
    "match",
    "unit",
    "sow_companion",
    "doubling_from",
    "revokes",
    "max_doublings",
)


class Contract(NamedTuple):
    """A contract that can be bid."""

    name: str
    factor: int
    """The multiplier of every payment (docs/rules.md 8)."""
    exchanges: bool
    """Whether the declarer takes up the Dobb (docs/rules.md 5)."""


DOBBM = Contract("dobbm", factor=1, exchanges=True)
SOLO = Contract("solo", factor=2, exchanges=False)
CONTRACTS = {contract.name: contract for contract in (DOBBM, SOLO)}


@dataclass(frozen=True, kw_only=True)
class Rules:
    """A rule set: the name of a preset and all options, which default to pagat's.

    ``Rules.of`` starts from the options of any preset.

    >>> Rules(match=12).match, Rules.of("akagiri", match=120).unit
    (12, 5)

    Raises ``RulesError`` for an invalid option value.
    """

    preset: str = "pagat"
    match: int = 60
    """The price of a Match: the payment for a difference of 60 points, in Schilling."""
    unit: int = 1
    """Payments are rounded up to a multiple of this many Schilling, before any doubling."""
    sow_companion: SowCompanion = "plain"
    """Whether only trumps that are not sows may accompany discarded sows, or any trumps."""
    doubling_from: DoublingFrom = "declarer"
    """The player from whose left the defenders are asked in turn, clockwise."""
    revokes: Revokes = "prevented"
    """Whether a revoke is refused or ends the deal with a penalty."""
    max_doublings: int | None = None
    """The maximum number of doublings; None for no limit."""

    def __post_init__(self) -> None:
        for option, choices in _CHOICES.items():
            value = getattr(self, option)
            if not (isinstance(value, str) and value in choices):
                allowed = " or ".join(f'"{choice}"' for choice in choices)
                raise RulesError(f"{named(option)} must be {allowed}, not {quoted(value)}")
            object.__setattr__(self, option, choices[choices.index(value)])
        for option, smallest in _SMALLEST.items():
            value = getattr(self, option)
            if not (option == "max_doublings" and value is None):
                number = verified_number(value, smallest, LARGEST, option, RulesError)
                object.__setattr__(self, option, number)

    @classmethod
    def of(cls, preset: str = "pagat", /, **overrides: Any) -> Rules:
        """Return the rules of a preset, with some options overridden.

        Raises ``RulesError`` for an unknown preset or option, or an invalid option value.
        """
        if not isinstance(preset, str):
            raise RulesError(f'"preset" must be a string, not {quoted(preset)}')
        if preset not in PRESETS:
            raise RulesError(
                f"unknown preset {quoted(preset)}: the presets are {', '.join(PRESETS)}"
            )
        for option in overrides:
            if option not in OPTIONS:
                raise RulesError(
                    f"unknown option {quoted(option)}: the options are {', '.join(OPTIONS)}"
                )
        if not overrides:
            return PRESETS[preset]
        return cls(preset=preset, **{**PRESETS[preset].options(), **overrides})

    @classmethod
    def given(cls, rules: Rules | str) -> Rules:
        """Return ``rules``, or the preset that they name; raise ``RulesError`` for anything else.

        >>> Rules.given("akagiri").unit
        5
        """
        if not isinstance(rules, (Rules, str)):
            raise RulesError(f'"rules" must be a Rules or a preset, not {quoted(rules)}')
        return rules if isinstance(rules, Rules) else cls.of(rules)

    def options(self) -> dict[str, Any]:
        """Return all options by name."""
        return {option: getattr(self, option) for option in OPTIONS}

    def overrides(self) -> dict[str, Any]:
        """Return the options that differ from the preset's."""
        usual = PRESETS[self.preset]
        return {o: v for o, v in self.options().items() if v != getattr(usual, o)}


PRESETS: dict[str, Rules] = {
    rules.preset: rules
    for rules in (
        Rules(),
        Rules(preset="wikipedia", match=12, doubling_from="dealer"),
        Rules(preset="gamerules", match=12),
        Rules(preset="akagiri", unit=5),
    )
}
"""The presets, one for each source that describes its own variant of the rules."""
