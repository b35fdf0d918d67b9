"""Printing, asking and waiting: a terminal that is redrawn, or plain lines through a pipe."""

from __future__ import annotations

import codecs
import io
import select
import sys
import time
from collections import deque
from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.text import Text

from dobbm.terminal.table import HEIGHT, WIDTH

_PLAIN = str.maketrans(
    {
        **dict(zip("♥♠♣♦", "HLAB", strict=True)),
        **dict(zip("╭╮╰╯┏┓┗┛─━│┃╶╴╷╵▒", "++++++++--||--||#", strict=True)),
        **dict(zip("▸●·×−…", ">o.x-.", strict=True)),
        "→": "->",
        "ß": "ss",
    }
)


class InputEnded(Exception):
    """Nothing more will be typed."""


class Screen:
    """Where the person reads and types."""

    def __init__(self, *, fast: bool) -> None:
        _prepare_streams()
        self._console = Console(highlight=False, markup=False, emoji=False)
        self._fast = fast
        self._typed: deque[str] = deque()
        self._echo = not sys.stdin.isatty()
        terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._terminal = terminal and not self._console.is_dumb_terminal

    @property
    def width(self) -> int:
        """How wide things are drawn, in cells: a screen leaves a margin on both sides."""
        return WIDTH - 2 if self.draws else min(self._console.width, WIDTH)

    @property
    def draws(self) -> bool:
        """Whether whole screens are drawn: on a terminal that is large enough."""
        size = self._console.size
        return self._terminal and size.width >= WIDTH and size.height >= HEIGHT

    @property
    def _margin(self) -> str:
        """What keeps a screen in the middle of a wide terminal."""
        return " " * ((self._console.width - self.width) // 2) if self.draws else ""

    def show(self, *parts: RenderableType) -> None:
        """Print something below what is there."""
        for part in parts:
            self._console.print(part, width=self.width)

    def show_line(self, line: str) -> None:
        """Print one line that may be copied: never broken, however long it is."""
        self._console.print(Text(line), soft_wrap=True)

    def draw(self, parts: Iterable[RenderableType]) -> None:
        """Clear the terminal and print something on it."""
        # One write, so that nothing flickers: home, the new lines, and off with the old ones.
        with self._console.capture() as drawn:
            self.show(*parts)
        lines = [f"{self._margin}{line}\x1b[K\n" for line in drawn.get().splitlines()]
        sys.stdout.write("\x1b[H" + "".join(lines) + "\x1b[J")
        sys.stdout.flush()

    def ask(self, question: str) -> str:
        """What the person answers.

        Raises ``InputEnded`` at the end of the input (Ctrl-D).
        """
        self._console.print(Text(f"{self._margin}{question} ", "bold"), end="")
        sys.stdout.flush()
        line = self._typed.popleft() if self._typed else sys.stdin.readline()
        if not line:
            self.show_line("")
            raise InputEnded
        if self._echo:
            self.show(Text(line.rstrip("\n")))
        return line.strip()

    def wait(self, seconds: float) -> None:
        """Give the person time to look; Enter ends it. What is typed meanwhile is not lost."""
        if not self._terminal or self._fast:
            return
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if select.select([sys.stdin], [], [], left)[0]:
                line = sys.stdin.readline()
                if line.strip() or not line:
                    self._typed.append(line)
                return


def _prepare_streams() -> None:
    """Let no character that the terminal cannot show, or sends, end the game."""
    codecs.register_error("dobbm", _replaced)
    if sys.stdin is None:  # closed by whoever started the program
        sys.stdin = io.StringIO()
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "dobbm")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _replaced(error: UnicodeError) -> tuple[str | bytes, int]:
    """Plain characters for those that an encoding lacks."""
    assert isinstance(error, UnicodeEncodeError)
    missing = error.object[error.start : error.end]
    plain = missing.translate(_PLAIN)
    return "".join(c if c.isascii() else "?" for c in plain), error.end
