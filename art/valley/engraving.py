"""Lines as an engraver cuts them: ragged ridges, and hatching that fades out downhill."""

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin
from random import Random

Point = tuple[float, float]


def ragged(points: Sequence[Point], rough: float, chance: Random) -> list[Point]:
    """Break the line between points into short pieces that stray by up to ``rough`` of a piece."""
    line = [points[0]]
    for start, end in pairwise(points):
        line += _broken(start, end, rough, chance)
    return line


def _broken(start: Point, end: Point, rough: float, chance: Random) -> list[Point]:
    (x0, y0), (x1, y1) = start, end
    if hypot(x1 - x0, y1 - y0) < 15:
        return [end]
    stray = chance.uniform(-rough, rough)
    middle = ((x0 + x1) / 2 - (y1 - y0) * stray, (y0 + y1) / 2 + (x1 - x0) * stray)
    return _broken(start, middle, rough, chance) + _broken(middle, end, rough, chance)


def outline(points: Sequence[Point]) -> str:
    """Return the path through points, in whole units."""
    (x, y), *others = [(round(x), round(y)) for x, y in points]
    d = f"M{x},{y}l"
    for to_x, to_y in others:
        d += f"{to_x - x},{to_y - y} "
        x, y = to_x, to_y
    return d.strip()


def hatching(
    polygon: Sequence[Point], angle: float, apart: float, reach: tuple[float, float], chance: Random
) -> str:
    """Return parallel lines in a polygon, at ``angle`` degrees from the horizontal.

    Each begins at the upper edge and covers a share of the way down, chosen between the two bounds
    of ``reach``.
    """
    along = (cos(radians(angle)), sin(radians(angle)))
    across = (-along[1], along[0])
    turned = [(x * across[0] + y * across[1], x * along[0] + y * along[1]) for x, y in polygon]
    offset = min(v for v, _ in turned) + apart / 2
    d = ""
    while offset < max(v for v, _ in turned):
        ends = sorted(
            u0 + (u1 - u0) * (offset - v0) / (v1 - v0)
            for (v0, u0), (v1, u1) in zip(turned, turned[1:] + turned[:1], strict=True)
            if (v0 <= offset) != (v1 <= offset)
        )
        for first, last in zip(ends[::2], ends[1::2], strict=False):
            length = (last - first) * chance.uniform(*reach)
            if length < 4:
                continue
            x, y = (offset * a + first * b for a, b in zip(across, along, strict=True))
            d += f"M{x:.0f},{y:.0f}l{length * along[0]:.0f},{length * along[1]:.0f}"
        offset += apart * chance.uniform(0.75, 1.25)
    return d
