"""The grounds behind the busts: few colours, pale lines, so that the person stands out."""

from art import palette as p
from art.shapes import around, circle, flat, line


def plain(colour: str) -> str:
    """Draw a plain ground, somewhat larger than the picture."""
    return flat("M-2,-2H122V122H-2Z", colour)


def meadow(sky: str, grass: str = p.MEADOW) -> str:
    """Draw an alpine meadow below distant mountains."""
    return "".join(
        [
            plain(sky),
            flat("M-2,70 L14,40 L26,56 L38,48 L60,80 L86,44 L100,60 L122,36 V122 H-2Z", p.RANGE),
            flat("M-2,72 C20,62 40,70 60,76 C84,66 106,62 122,68 V122 H-2Z", grass),
        ]
    )


def peaks(sky: str) -> str:
    """Draw high mountains with snow."""
    return "".join(
        [
            plain(sky),
            flat("M-2,84 L22,34 L36,54 L44,46 L66,84 L92,30 L122,80 V122 H-2Z", "#8fa5b0"),
            flat(
                "M22,34 L36,54 L29,56 L24,50 L17,57 L12,55Z M92,30 L106,54 L98,52 L93,58 L88,50 "
                "L80,56Z",
                p.WHITE,
            ),
        ]
    )


def sea() -> str:
    """Draw the sea below an evening sky."""
    waves = "".join(
        f"M{x},{y}q4,-4 8,0q4,-4 8,0"
        for x, y in [(2, 82), (98, 80), (8, 96), (104, 94), (84, 88), (22, 89)]
    )
    return "".join(
        [
            plain("#f3dcae"),
            flat("M-2,72H122V122H-2Z", "#7fa9b8"),
            line(waves, 1.6, "#b5d0d6"),
        ]
    )


def snow() -> str:
    """Draw falling snow over white hills."""
    flakes = [
        (14, 44),
        (24, 66),
        (98, 60),
        (106, 40),
        (22, 22),
        (94, 20),
        (12, 80),
        (108, 78),
        (40, 10),
        (80, 8),
    ]
    return "".join(
        [
            plain("#a9c1cf"),
            flat("M-2,88 C24,72 50,84 70,84 C90,78 106,78 122,86 V122 H-2Z", p.WHITE),
            *(circle(x, y, 1.8, p.WHITE, stroke="none") for x, y in flakes),
        ]
    )


def boards(colour: str, shade: str) -> str:
    """Draw the panelling of a parlour: upright boards."""
    return (
        plain(colour)
        + line("M12,0 V120 M36,0 V120 M84,0 V120 M108,0 V120", 1.6, shade)
        + line("M22,14 q4,8 0,18 M98,60 q-4,8 0,18 M20,70 q4,6 0,12 M97,18 q4,8 0,16", 1.2, shade)
    )


def logs(colour: str, shade: str) -> str:
    """Draw the wall of a barn: logs lying on one another."""
    return (
        plain(colour)
        + line("M0,22 H120 M0,46 H120 M0,70 H120 M0,94 H120", 1.8, shade)
        + line("M10,34 h14 M92,12 h16 M8,58 h10 M100,58 h12 M96,84 h14 M6,82 h10", 1.2, shade)
    )


def tiles(colour: str, shade: str) -> str:
    """Draw the tiles of a stove."""
    grid = "M0,18 H120 M0,48 H120 M0,78 H120 M15,0 V120 M45,0 V120 M75,0 V120 M105,0 V120"
    bosses = [(x, y) for x in (0, 30, 60, 90, 120) for y in (3, 33, 63)]
    return "".join(
        [
            plain(colour),
            line(grid, 1.8, shade),
            *(circle(x, y, 8, stroke=shade, stroke_width=1.4) for x, y in bosses),
        ]
    )


def panes(colour: str, shade: str) -> str:
    """Draw a window of round panes."""
    at = [(x + 12 * (row % 2), 8 + 21 * row) for row in range(5) for x in range(0, 121, 24)]
    return plain(colour) + "".join(circle(x, y, 11, stroke=shade, stroke_width=1.5) for x, y in at)


def rays(colour: str, ray: str) -> str:
    """Draw the rays of a sun behind the head."""
    tips = around(24, 90, start=-94)
    wedges = "".join(
        f"M60,60L{60 + a},{60 + b} {60 + c},{60 + d}Z"
        for (a, b), (c, d) in zip(tips[::2], tips[1::2], strict=True)
    )
    return plain(colour) + flat(wedges, ray)
