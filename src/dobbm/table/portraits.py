"""The portraits that people may choose, and the bots' names; the page draws them.

The drawings are in ``client/portraits``; those of the bots bear their names.
"""

from __future__ import annotations

PORTRAITS = (
    "hat-feather",
    "plaits",
    "moustache",
    "headscarf",
    "spectacles",
    "curls",
    "beard",
    "bonnet",
    "cap",
    "braid-crown",
    "bald",
    "fur-cap",
)
"""The names of the portraits. Stored events contain them: never rename or remove one."""

BOT_NAMES = (
    *("Lois", "Vroni", "Hias", "Moidl"),
    *("Sepp", "Nanne", "Jogl", "Burgl"),
    *("Veit", "Resl", "Kaspar", "Ursula"),
)
"""The names that bots have on the page by strength, the easy-going ones first."""
