"""Output, questions and pauses, either as redrawn screens or as plain lines."""

from __future__ import annotations

import codecs
import io
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console, ConsoleOptions, RenderableType, detect_legacy_windows
from rich.segment import Segment
from rich.text import Text

from dobbm.files import LONGEST_LINE
from dobbm.terminal.board import HEIGHT, WIDTH
from dobbm.terminal.keyboard import Keyboard
from dobbm.text.characters import ISOLATES, printable, replaced
from dobbm.text.handbook import wrapped

_PAGE_FRAME = 5
"""Number of lines on a page besides its text: the title, blank lines, and the prompt."""

_KEPT = f"\n{ISOLATES}"
"""The characters of a text that may be invisible."""


class InputEnded(Exception):
    """Raised at the end of input."""


class _CleanConsole(Console):
    """A console that prints no control characters but its own."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Yield the segments of what is printed, without control characters in their text."""
        for segment in super().render(renderable, options):
            yield (
                segment
                if segment.control
                else segment._replace(text=printable(segment.text, _KEPT))
            )


class Screen:
    """The person's terminal; with ``fast``, the game does not pause."""

    def __init__(self, *, fast: bool) -> None:
        _prepare_streams()
        # An old console of Windows prints escape sequences as text.
        self._plain = detect_legacy_windows()
        self._console = _CleanConsole(
            color_system=None if self._plain else "auto",
            highlight=False,
            markup=False,
            emoji=False,
        )
        self._fast = fast
        self._echo = not sys.stdin.isatty()
        terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._terminal = terminal and not self._console.is_dumb_terminal
        self._keyboard = Keyboard() if self._terminal and Keyboard.works else None

    def opened(self) -> AbstractContextManager[object]:
        """Prepare the terminal for the time in which the block runs."""
        return self._keyboard or nullcontext()

    @property
    def width(self) -> int:
        """The width of the output in cells; a drawn screen leaves a margin of at least one cell."""
        return WIDTH - 2 if self.draws else min(self._console.width, WIDTH)

    @property
    def draws(self) -> bool:
        """Whether whole screens are drawn: on a terminal that is large enough."""
        size = self._console.size
        large = size.width >= WIDTH and size.height >= HEIGHT
        return self._terminal and not self._plain and large

    @property
    def _margin(self) -> str:
        """The indentation that centres a screen on a wide terminal."""
        return " " * ((self._console.width - self.width) // 2) if self.draws else ""

    def show(self, *parts: RenderableType) -> None:
        """Print parts below the previous output."""
        sys.stdout.write("".join(f"{line}\n" for line in self._rendered(parts)))
        sys.stdout.flush()

    def show_line(self, line: str) -> None:
        """Print one line without wrapping it, so that it can be copied."""
        self._console.print(Text(line), soft_wrap=True)

    def draw(self, parts: Iterable[RenderableType]) -> None:
        """Clear the terminal and print parts on it."""
        # A single write avoids flicker: cursor home, the new lines, then erase the old ones.
        lines = [f"{line}\x1b[K\n" for line in self._rendered(parts)]
        sys.stdout.write("\x1b[H" + "".join(lines) + "\x1b[J")
        sys.stdout.flush()

    def pages(self, lines: list[str]) -> list[list[str]]:
        """Split lines into pages that fit on the screen; if no screen is drawn, return one page."""
        size = self._console.size.height - _PAGE_FRAME if self.draws else max(len(lines), 1)
        return [lines[start : start + size] for start in range(0, len(lines), size)]

    def _rendered(self, parts: Iterable[RenderableType]) -> list[str]:
        """Return parts rendered as lines, indented by the margin."""
        with self._console.capture() as printed:
            for part in parts:
                self._console.print(part, width=self.width)
        return [f"{self._margin}{line}" for line in printed.get().splitlines()]

    def clear(self) -> None:
        """Erase everything on a terminal that can be drawn on."""
        if self._terminal and not self._plain:
            sys.stdout.write("\x1b[H\x1b[2J")

    def ask(self, question: str, redraw: Callable[[], None]) -> str:
        """Ask the person and return the answer.

        ``redraw`` draws everything above the question again if the window changes its size. Raises
        ``InputEnded`` at the end of input (Ctrl-D). On a terminal, an incomplete last line is
        dropped.
        """
        if self._keyboard:
            line = self._keyboard.read_line(lambda: self._prompt(question), redraw)
        else:
            self._console.print(Text(f"{self._margin}{question} ", "bold"), end="")
            sys.stdout.flush()
            line = sys.stdin.readline(LONGEST_LINE)
        if not line or (self._terminal and not line.endswith("\n")):
            self.show_line("")
            raise InputEnded
        if self._echo:
            self.show(Text(line.rstrip("\n")))
        return line.strip()

    def _prompt(self, question: str) -> str:
        """Print all lines of a question but the last, and return that."""
        *lines, last = wrapped(question, max(self.width - 1, 1))
        self.show(*[Text(line, "bold") for line in lines])
        return f"{self._margin}{last} "

    def wait(self, seconds: float, redraw: Callable[[], None]) -> None:
        """Give the person ``seconds`` to look, or less if they press Enter.

        What they type is kept for ``ask``. Without a terminal, or if the screen is ``fast``, there
        is no wait.
        """
        if not self._terminal or self._fast:
            return
        if self._keyboard:
            self._keyboard.wait(seconds, redraw)
        else:
            time.sleep(seconds)


def _prepare_streams() -> None:
    """Prevent characters that cannot be encoded or decoded from ending the game."""
    codecs.register_error("dobbm", replaced)
    if sys.stdin is None:  # closed by the parent process
        sys.stdin = io.StringIO()
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "dobbm")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
