"""How hard the player ``pimc`` thinks."""

from __future__ import annotations

from typing import NamedTuple

from dobbm.game.errors import PlayerError, shown


class Options(NamedTuple):
    """What may follow the colon in ``pimc:worlds=40,belief=off``."""

    worlds: int = 64
    """So many worlds are looked at for a card, unless the choice is settled before."""
    belief: bool = True
    """Whether worlds count more in which the others would have done what they did, and whether
    everybody is taken to play on by what he sees; else all see all cards."""
    seconds: float = 0.0
    """After so many no further worlds are looked at; 0: there is no limit."""
    seed: int = 0
    """Of a chance of its own: another number gives other worlds."""

    @classmethod
    def parse(cls, text: str) -> Options:
        """Options as they stand in a player's name: a preset, or fields with their values.

        >>> Options.parse("worlds=40,belief=off")
        Options(worlds=40, belief=False, seconds=0.0, seed=0)

        Raises ``PlayerError`` that names what is not understood.
        """
        options = cls()
        for part in filter(None, text.split(",")):
            field, _, value = part.partition("=")
            if part in PRESETS:
                options = options._replace(worlds=PRESETS[part])
            elif field == "belief" and value in SWITCH:
                options = options._replace(belief=SWITCH[value])
            elif field == "worlds" and value.isdecimal() and 1 <= int(value) <= MOST_WORLDS:
                options = options._replace(worlds=int(value))
            elif field == "seconds" and _is_number(value) and 0 < float(value) <= MOST_SECONDS:
                options = options._replace(seconds=float(value))
            elif field == "seed" and value.isdecimal():
                options = options._replace(seed=int(value))
            else:
                raise PlayerError(
                    f"pimc takes {', '.join(PRESETS)}, worlds=1…{MOST_WORLDS}, seconds "
                    f"above 0, up to {MOST_SECONDS}, seed=0…, belief=on and belief=off, "
                    f"not {shown(part)}"
                )
        return options


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal()


MOST_WORLDS = 10_000
MOST_SECONDS = 3_600
PRESETS = {"quick": 8, "medium": Options().worlds, "strong": 320}
"""How many worlds they look at."""
SWITCH = {"on": True, "off": False}
