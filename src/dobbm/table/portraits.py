"""The portraits that people may choose; the page draws them (``client/portraits``)."""

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
