"""How hard the player ``pimc`` thinks."""

from __future__ import annotations

from typing import NamedTuple

from dobbm.errors import PlayerError, shown


class Options(NamedTuple):
    """What may follow the colon in ``pimc:worlds=40,belief=off``."""

    worlds: int = 32
    """So many worlds are looked at for a card, unless the choice is settled before."""
    belief: bool = True
    """Whether worlds are drawn more often in which the others would have spoken as they did."""

    @classmethod
    def parse(cls, text: str) -> Options:
        """Options as they stand in a player's name: a preset, or fields with their values.

        >>> Options.parse("worlds=40,belief=off")
        Options(worlds=40, belief=False)

        Raises ``PlayerError`` that names what is not understood.
        """
        options = cls()
        for part in filter(None, text.split(",")):
            field, _, value = part.partition("=")
            if part in PRESETS:
                options = PRESETS[part]
            elif field == "belief" and value in SWITCH:
                options = options._replace(belief=SWITCH[value])
            elif field == "worlds" and value.isdecimal() and 1 <= int(value) <= MOST_WORLDS:
                options = options._replace(worlds=int(value))
            else:
                raise PlayerError(
                    f"pimc takes {', '.join(PRESETS)}, worlds=1…{MOST_WORLDS}, belief=on and "
                    f"belief=off, not {shown(part)}"
                )
        return options


MOST_WORLDS = 10_000
PRESETS = {"quick": Options(worlds=8), "medium": Options(), "strong": Options(worlds=160)}
SWITCH = {"on": True, "off": False}
