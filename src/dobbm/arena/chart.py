"""An SVG chart of means and their confidence intervals: a dot and a whisker per row."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple, Protocol

from dobbm.arena.statistics import Interval

# In pixels.
ROW = 28
MARGIN = 16
HEAD = 44
FOOT = 32
PLOT = 420
FIGURES = 200
LETTER = 7.5
"""The approximate width of a letter."""

LONGEST_NAME = 40
"""Maximum length of a name in characters; longer names are truncated."""
TICKS = 8
"""The approximate number of ticks on the scale."""


class Measured(Protocol):
    """A mean, with an interval if there is one."""

    @property
    def mean(self) -> float:
        """The mean."""

    @property
    def interval(self) -> Interval | None:
        """The 95 % confidence interval, or None."""


class Scale(NamedTuple):
    """The horizontal scale, which maps values to x coordinates."""

    left: float
    ticks: list[float]

    def __call__(self, value: float) -> float:
        """Return the x coordinate of a value."""
        low, high = self.ticks[0], self.ticks[-1]
        return round(self.left + PLOT * (value - low) / (high - low), 1)


def chart(title: str, rows: Sequence[tuple[str, Measured]]) -> str:
    """Return the text of an SVG file that charts named means from top to bottom."""
    names = [_shortened(name) for name, _ in rows]
    left = 2 * MARGIN + LETTER * max(map(len, names), default=0)
    scale = Scale(left, ticks([estimate for _, estimate in rows]))
    width = left + PLOT + MARGIN + FIGURES
    bottom = HEAD + ROW * len(rows)
    height = bottom + FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height}" '
        f'viewBox="0 0 {width:g} {height}" font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="white"/>',
        _text(MARGIN, HEAD - 20, title, weight="bold"),
    ]
    for tick in scale.ticks:
        parts.append(_line(scale(tick), HEAD, scale(tick), bottom, "#444" if tick == 0 else "#ddd"))
        parts.append(_text(scale(tick), bottom + 18, f"{tick:+g}" if tick else "0", "middle"))
    for index, (name, (_, estimate)) in enumerate(zip(names, rows, strict=True)):
        parts += _row(HEAD + ROW * index + ROW / 2, name, estimate, scale)
    return "\n".join([*parts, "</svg>", ""])


def ticks(estimates: Sequence[Measured]) -> list[float]:
    """Return round tick values that span all intervals and zero."""
    ends = [0.0]
    for estimate in estimates:
        ends += estimate.interval or (estimate.mean,)
    low, high = min(ends), max(ends)
    rough = (high - low or 1.0) / TICKS
    magnitude = 10.0 ** floor(log10(rough))
    step = next(step * magnitude for step in (1, 2, 5, 10) if step * magnitude >= rough)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    # Rounded because multiples of 0.1, for example, are seldom exact.
    return [round(index * step, 12) for index in range(first, last + 1)]


def _row(y: float, name: str, estimate: Measured, scale: Scale) -> list[str]:
    parts = [_text(MARGIN, y + 4, name)]
    figures = f"{estimate.mean:+.2f}"
    if estimate.interval:
        low, high = estimate.interval
        parts.append(_line(scale(low), y, scale(high), y, "#2a6f97", 2))
        figures += f" [{low:+.2f}, {high:+.2f}]"
    parts.append(f'<circle cx="{scale(estimate.mean)}" cy="{y}" r="4.5" fill="#2a6f97"/>')
    parts.append(_text(scale.left + PLOT + MARGIN, y + 4, figures))
    return parts


def _text(x: float, y: float, text: str, anchor: str = "start", weight: str = "normal") -> str:
    style = f'text-anchor="{anchor}" font-weight="{weight}"'
    return f'<text x="{x}" y="{y}" {style}>{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: int = 1) -> str:
    ends = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}"/>'


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
