"""Layouts for windows of any width: a column that does not fit goes as a whole."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.text import Text

from dobbm.text.handbook import wrapped

UNLIMITED = 10_000
"""A width in cells at which everything fits."""


class Fitting:
    """The first of several layouts that fits the window, from the widest to the narrowest."""

    def __init__(self, *layouts: RenderableType) -> None:
        self._layouts = layouts

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the layout for the width of the output; the last need not fit, as it may wrap."""
        *wide, last = self._layouts
        unlimited = options.update(max_width=UNLIMITED)
        for layout in wide:
            if Measurement.get(console, unlimited, layout).minimum <= options.max_width:
                yield layout
                return
        yield last


class Wrapping:
    """Text that may be as narrow as ``least`` cells, even in languages without spaces.

    By default, it is never wrapped.
    """

    def __init__(self, text: RenderableType, least: int = UNLIMITED) -> None:
        self._text = text
        self._least = least

    def __rich_console__(self, _: Console, __: ConsoleOptions) -> RenderResult:
        """Yield the text."""
        yield self._text

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return the range of widths."""
        natural = Measurement.get(console, options, self._text).maximum
        return Measurement(min(self._least, natural), natural)


class Paragraph:
    """Sentences that are wrapped between words and Japanese characters, never within a number."""

    def __init__(self, text: str, style: str = "") -> None:
        self._text = text
        self._style = style

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the lines for the width of the output."""
        for line in wrapped(self._text, options.max_width):
            yield Text(line, self._style)
