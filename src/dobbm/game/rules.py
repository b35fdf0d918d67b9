"""Rule sets: the options on which the sources differ, and the presets (docs/rules.md 11).

Everything that lists the options is derived from the fields of ``Rules``: the command line, the
server's interface, the parameters of environments, compiled code, and the rule sets of the tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from dobbm.game.errors import RulesError, quoted
from dobbm.game.fields import named, verified_number

Preset = Literal["pagat", "wikipedia", "gamerules", "akagiri"]
SowCompanion = Literal["plain", "any"]
DoublingFrom = Literal["declarer", "dealer"]
Revokes = Literal["prevented", "penalised"]

LARGEST = 10**9
"""The largest value of a numeric option."""


ContractName: TypeAlias = Literal["dobbm", "solo"]


class Contract(NamedTuple):
    """A contract that can be bid."""

    name: ContractName
    factor: int
    """The multiplier of every payment (docs/rules.md 8)."""
    exchanges: bool
    """Whether the declarer takes up the Dobb (docs/rules.md 5)."""


DOBBM = Contract("dobbm", factor=1, exchanges=True)
SOLO = Contract("solo", factor=2, exchanges=False)
CONTRACTS: dict[str, Contract] = {contract.name: contract for contract in (DOBBM, SOLO)}


@dataclass(frozen=True, kw_only=True)
class Option:
    """An option of the rules: a word out of several, or a whole number up to ``LARGEST``."""

    name: str
    summary: str
    words: tuple[str, ...] = ()
    """The values of an option that is a word."""
    smallest: int = 0
    """The smallest value of an option that is a number."""
    limits: bool = False
    """Whether the number is a limit, so that it may be None, for none."""
    presets: Mapping[str, Any] = field(default_factory=dict)
    """The values of the presets that differ from pagat's."""

    def verified(self, value: Any) -> Any:
        """Return the value if the option may have it; raise ``RulesError`` otherwise."""
        if self.words:
            return _verified_word(value, self.words, self.name)
        if self.limits and value is None:
            return None
        return verified_number(value, self.smallest, LARGEST, self.name, RulesError)

    def coded(self, value: int | str | None) -> int:
        """Return a value as compiled code has it: a word's place, -1 for no limit."""
        if isinstance(value, str):
            return self.words.index(value)
        return -1 if value is None else value


def _verified_word(value: Any, words: tuple[str, ...], name: str) -> str:
    if not (isinstance(value, str) and value in words):
        allowed = " or ".join(f'"{word}"' for word in words)
        raise RulesError(f"{named(name)} must be {allowed}, not {quoted(value)}")
    return words[words.index(value)]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """A rule set: the name of a preset and all options, which default to pagat's.

    ``Rules.of`` starts from the options of any preset.

    >>> Rules(match=12).match, Rules.of("akagiri", match=120).unit
    (12, 5)

    Raises ``RulesError`` for an invalid option value.
    """

    preset: str = "pagat"
    match: int = field(
        default=60,
        metadata={
            "summary": "the price of a Match, a difference of 60 card points, in Schilling",
            "smallest": 1,
            "presets": {"wikipedia": 12, "gamerules": 12},
        },
    )
    unit: int = field(
        default=1,
        metadata={
            "summary": "payments are rounded up to multiples of so many Schilling, before doubling",
            "smallest": 1,
            "presets": {"akagiri": 5},
        },
    )
    sow_companion: SowCompanion = field(
        default="plain",
        metadata={
            "summary": "the trump required with each discarded sow: one that is not a sow, or any",
            "words": get_args(SowCompanion),
        },
    )
    doubling_from: DoublingFrom = field(
        default="declarer",
        metadata={
            "summary": "the player from whose left the defenders are asked in turn, clockwise",
            "words": get_args(DoublingFrom),
            "presets": {"wikipedia": "dealer"},
        },
    )
    revokes: Revokes = field(
        default="prevented",
        metadata={
            "summary": "whether a revoke is refused, or ends the deal with a penalty",
            "words": get_args(Revokes),
        },
    )
    max_doublings: int | None = field(
        default=None,
        metadata={"summary": "the maximum number of doublings in a deal", "limits": True},
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "preset", _verified_word(self.preset, get_args(Preset), "preset"))
        for name, option in OPTIONS.items():
            object.__setattr__(self, name, option.verified(getattr(self, name)))

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


OPTIONS = {one.name: Option(name=one.name, **one.metadata) for one in fields(Rules) if one.metadata}

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        name: Rules(
            preset=name,
            **{one.name: one.presets[name] for one in OPTIONS.values() if name in one.presets},
        )
        for name in get_args(Preset)
    }
)
"""The presets, one for each source that describes its own variant of the rules."""
