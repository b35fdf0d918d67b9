"""The options of the player ``pimc``."""

from __future__ import annotations

from typing import NamedTuple

from dobbm.game.errors import PlayerError, quoted


class PimcOptions(NamedTuple):
    """The options after the colon in ``pimc:worlds=40,belief=off``."""

    worlds: int = 64
    """The number of worlds in which cards are compared, unless fewer settle the choice."""
    belief: bool = True
    """Whether to weight worlds by the other seats' actions, and to value cards partly by rollouts,
    in which each seat sees only its own view, and partly by the network. Otherwise, all worlds
    count alike, and cards have their double-dummy values. The option affects only the choice of
    cards."""
    seconds: float = 0.0
    """The time in seconds after which no further worlds are considered; 0 for no limit."""
    seed: int = 0
    """A number added to the seed of each action; another number gives other worlds."""

    next: bool = False
    """Whether bids count what it costs to deal next, as in a session."""

    @classmethod
    def parse(cls, text: str) -> PimcOptions:
        """Return the options listed in a player's name: presets, or fields with their values.

        >>> PimcOptions.parse("worlds=40,belief=off")
        PimcOptions(worlds=40, belief=False, seconds=0.0, seed=0, next=False)

        Raises ``PlayerError`` for an invalid option; the message quotes it.
        """
        options = cls()
        named: set[str] = set()
        for part in text.split(",") if text else ():
            field, _, value = part.partition("=")
            if part in PRESETS:
                field, value = "worlds", str(PRESETS[part])
            if field in named:
                raise PlayerError(f"the option {field} of pimc is given twice: {quoted(text)}")
            named.add(field)
            if field not in RULES:
                raise PlayerError(
                    f"pimc has no option {quoted(part)}: its options are {', '.join(PRESETS)}, "
                    f"{', '.join(f'{name}=…' for name in RULES)}"
                )
            if field in ("belief", "next") and value in SWITCH:
                options = options._replace(**{field: SWITCH[value]})
            elif field == "worlds" and _is_whole(value) and 1 <= int(value) <= MOST_WORLDS:
                options = options._replace(worlds=int(value))
            elif field == "seconds" and _is_number(value) and 0 < float(value) <= MOST_SECONDS:
                options = options._replace(seconds=float(value))
            elif field == "seed" and _is_whole(value):
                options = options._replace(seed=int(value))
            else:
                raise PlayerError(
                    f"the option {field} of pimc must be {RULES[field]}, not {quoted(value)}"
                )
        return options


def _is_whole(text: str) -> bool:
    return text.isdecimal() and len(text) <= MOST_DIGITS


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal()


MOST_WORLDS = 10_000
MOST_SECONDS = 3_600
MOST_DIGITS = 18
RULES = {
    "worlds": f"a whole number from 1 to {MOST_WORLDS}",
    "belief": "on or off",
    "next": "on or off",
    "seconds": f"a number above 0 and at most {MOST_SECONDS}",
    "seed": f"a whole number of at most {MOST_DIGITS} digits",
}
"""For every option with a value, a description of the values it takes."""
PRESETS = {"quick": 8, "medium": PimcOptions().worlds, "strong": 320}
"""The number of worlds considered by each preset."""
SWITCH = {"on": True, "off": False}
