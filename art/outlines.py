"""Shortens SVG path data: snaps it to a grid, and drops segments that vanish there."""

import re
from collections.abc import Iterable
from math import hypot

ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


STRAIGHT = 0.6


def steps(d: str) -> list[tuple[str, list[float]]]:
    """Split path data into commands, each with the arguments of one segment."""
    found: list[tuple[str, list[float]]] = []
    for command, tail in re.findall(r"([A-Za-z])([^A-Za-z]*)", d):
        count = ARGUMENTS[command.upper()]
        values = _arc_values(tail) if count == 7 else _values(tail)
        if not count:
            found.append((command, []))
        for at in range(0, len(values), max(count, 1)):
            found.append((command, values[at : at + count]))
            if command in "Mm":
                command = "L" if command == "M" else "l"
                count = 2
    return found


def _values(tail: str) -> list[float]:
    return [float(value) for value in re.findall(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?", tail)]


def _arc_values(tail: str) -> list[float]:
    """Parse the arguments of arcs, whose two flags need no separator."""
    number = r"\s*,?\s*(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)"
    flag = r"\s*,?\s*([01])"
    arcs = re.findall(number * 3 + flag * 2 + number * 2, tail)
    return [float(value) for arc in arcs for value in arc]


def coarse(d: str, grid: float) -> str:
    """Return the path in whole steps of the grid; rounding errors do not accumulate along it."""
    return _text((command, [str(value) for value in values]) for command, values in _snap(d, grid))


def compact(d: str) -> str:
    """Return the path in tenths of a unit, from point to point: finer steps are invisible."""
    return _text(
        (
            command,
            [
                str(v) if command == "a" and at in (2, 3, 4) else tenths(v)
                for at, v in enumerate(values)
            ],
        )
        for command, values in _snap(d, 0.1)
    )


def tenths(value: int) -> str:
    """Write a number of tenths as briefly as SVG allows."""
    written = f"{value / 10:g}"
    return written.replace("0.", ".", 1) if written.startswith(("0.", "-0.")) else written


def _snap(d: str, grid: float) -> list[tuple[str, list[int]]]:
    """Return the commands of a path, each from the last point on the grid to the next."""
    written: list[tuple[str, list[int]]] = []
    x = y = start_x = start_y = 0.0
    at = (0, 0)
    for command, values in steps(d):
        kind = command.upper()
        relative = command.islower()
        if kind == "Z":
            written.append(("z", []))
            x, y = start_x, start_y
            at = (round(x / grid), round(y / grid))
            continue
        if kind == "A":
            end = (values[5] + x * relative, values[6] + y * relative)
            points = [end]
        elif kind in "HV":
            along = values[0] + (x if kind == "H" else y) * relative
            points = [(along, y) if kind == "H" else (x, along)]
        else:
            points = [
                (a + x * relative, b + y * relative)
                for a, b in zip(values[::2], values[1::2], strict=True)
            ]
        on_grid = [(round(a / grid), round(b / grid)) for a, b in points]
        moves = [(a - at[0], b - at[1]) for a, b in on_grid]
        x, y = points[-1]
        if kind == "M":
            start_x, start_y = x, y
            written.append(("m", [*moves[0]]))
        elif kind == "A":
            radii = [round(value / grid) for value in values[:2]]
            if moves != [(0, 0)] and all(radii):
                written.append(("a", [*radii, *(int(value) for value in values[2:5]), *moves[0]]))
        elif any(move != (0, 0) for move in moves):
            written.append(_shortest(kind, moves))
        at = on_grid[-1]
    return written


def _shortest(kind: str, moves: list[tuple[int, int]]) -> tuple[str, list[int]]:
    if kind in "LHV" or (kind == "C" and _straight(moves)):
        across, down = moves[-1]
        if not down:
            return "h", [across]
        if not across:
            return "v", [down]
        return "l", [across, down]
    return kind.lower(), [value for move in moves for value in move]


def _straight(moves: list[tuple[int, int]]) -> bool:
    """Return whether a curve stays within ``STRAIGHT`` grid steps of its chord."""
    across, down = moves[-1]
    length = hypot(across, down)
    if not length:
        return False
    off_chord = max(abs(a * down - b * across) / length for a, b in moves[:-1])
    along = [(a * across + b * down) / length for a, b in moves[:-1]]
    # A curve strays from its chord at most three quarters as far as its handles do.
    return off_chord * 0.75 <= STRAIGHT and min(along) >= -1 and max(along) <= length + 1


def _text(written: Iterable[tuple[str, list[str]]]) -> str:
    text, last = "", ""
    for command, values in written:
        text += command if command != last or command == "m" else ""
        for value in values:
            ended = text[-1].isalpha() or value[0] == "-"
            point = value[0] == "." and "." in re.split(r"[A-Za-z -]", text)[-1]
            text += value if ended or point else f" {value}"
        last = command
    return text
