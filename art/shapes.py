"""SVG as strings: elements, placement, and the few strokes that a woodcut needs."""

from math import cos, radians, sin

from art.outlines import compact, tenths
from art.palette import INK

Number = int | float


def number(value: Number) -> str:
    """Format a coordinate, rounded to a tenth of a unit: finer differences are invisible."""
    return tenths(round(value * 10))


def element(name: str, *children: str, **attributes: str | Number) -> str:
    """Return an element as text; the attribute ``stroke_width`` becomes ``stroke-width``."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="'
        f'{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def path(d: str, fill: str = "", **attributes: str | Number) -> str:
    """Draw a path with the outline of the enclosing group; without a fill it is a line."""
    paint: dict[str, str | Number] = {"fill": fill} if fill else {}
    return element("path", d=compact(d), **paint, **attributes)


def line(d: str, width: Number = 1.4, colour: str = "") -> str:
    """Draw a thinner line, for features, folds and hatching."""
    paint = {"stroke": colour} if colour else {}
    return element("path", d=compact(d), stroke_width=width, **paint)


def flat(d: str, fill: str, **attributes: str | Number) -> str:
    """Draw a patch of colour without an outline."""
    return path(d, fill, stroke="none", **attributes)


def circle(x: Number, y: Number, r: Number, fill: str = "", **attributes: str | Number) -> str:
    """Draw a circle."""
    paint: dict[str, str | Number] = {"fill": fill} if fill else {}
    return element("circle", cx=x, cy=y, r=r, **paint, **attributes)


def rect(x: Number, y: Number, width: Number, height: Number, **attributes: str | Number) -> str:
    """Draw a rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def tube(d: str, width: Number, colour: str, outline: Number = 4.4) -> str:
    """Draw a stroke with an outline on both sides, for limbs, staffs and straps."""
    written = compact(d)
    return element("path", d=written, stroke_width=width + outline) + element(
        "path", d=written, stroke_width=width, stroke=colour
    )


def group(*children: str, **attributes: str | Number) -> str:
    """Group elements."""
    return element("g", *children, **attributes)


def placed(
    *children: str,
    x: Number = 0,
    y: Number = 0,
    turn: Number = 0,
    scale: Number = 1,
    mirror: bool = False,
    **attributes: str | Number,
) -> str:
    """Place elements that were drawn around the origin."""
    steps = [f"translate({number(x)} {number(y)})"] if x or y else []
    if turn:
        steps.append(f"rotate({number(turn)})")
    if scale != 1 or mirror:
        across = number(-scale) if mirror else f"{scale:g}"
        steps.append(f"scale({across} {scale:g})" if mirror else f"scale({scale:g})")
    return group(*children, transform="".join(steps), **attributes) if steps else group(*children)


def use(part: str, x: Number = 0, y: Number = 0, scale: Number = 1, turn: Number = 0) -> str:
    """Draw a part from the definitions at (x, y)."""
    steps = [f"translate({number(x)} {number(y)})"] if x or y else []
    if turn:
        steps.append(f"rotate({number(turn)})")
    if scale != 1:
        steps.append(f"scale({scale:g})")
    transform = {"transform": "".join(steps)} if steps else {}
    return element("use", href=f"#{part}", **transform)


def turned(*children: str) -> str:
    """Turn elements upside down about the middle of the card, for the player opposite."""
    return group(*children, transform="rotate(180 125 195)")


def hatch(
    x: Number, y: Number, across: Number, down: Number, count: int, slant: tuple[Number, Number]
) -> str:
    """Draw ``count`` parallel shadow lines, each the vector ``slant``, along (across, down)."""
    steps = max(count - 1, 1)
    return line(
        "".join(
            f"M{number(x + across * i / steps)},{number(y + down * i / steps)}"
            f"l{number(slant[0])},{number(slant[1])}"
            for i in range(count)
        ),
        1,
    )


def around(count: int, radius: Number, start: Number = -90) -> list[tuple[float, float]]:
    """Return ``count`` evenly spaced points on a circle, clockwise, by default from the top."""
    angles = [radians(start + 360 * i / count) for i in range(count)]
    return [(radius * cos(angle), radius * sin(angle)) for angle in angles]


def inked(*children: str, width: Number = 2.2) -> str:
    """Group elements and give them the outline of the deck."""
    return group(
        *children,
        fill="none",
        stroke=INK,
        stroke_width=width,
        stroke_linejoin="round",
        stroke_linecap="round",
    )
