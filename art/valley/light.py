"""The light in which the valley is seen: a summer morning, and the evening after it."""

from typing import NamedTuple

from art import palette as p


class Light(NamedTuple):
    """The colours of the sky and of the mountains, and how dark the valley is below them."""

    sky: tuple[str, ...]
    """Bands of the sky, from above to the horizon."""
    cloud: str
    snow: str
    snow_shade: str
    haze: str
    """The farthest ridges."""
    rock: str
    rock_shade: str
    engraving: str
    """The hatching of the rock."""
    dusk: str
    """A matrix of colours that darkens the valley, whose windows are lit then; empty by day."""


DAY = Light(
    sky=("#b9d6e0", "#cbe0e4", "#dde9e6", "#efefe0"),
    cloud=p.WHITE,
    snow="#fffdf6",
    snow_shade="#c4d7e2",
    haze="#c6d6d9",
    rock="#ccc8bb",
    rock_shade="#93a1a8",
    engraving="#46535c",
    dusk="",
)
EVENING = Light(
    sky=("#20284a", "#3b3a66", "#7a5273", "#c9746a"),
    cloud="#a8667a",
    snow="#ffc9a8",
    snow_shade="#8c7ba8",
    haze="#6d5c86",
    rock="#d98a6c",
    rock_shade="#57507c",
    engraving="#2b2344",
    dusk=".52 0 0 0 0 0 .5 0 0 .01 .06 0 .62 0 .06 0 0 0 1 0",
)
