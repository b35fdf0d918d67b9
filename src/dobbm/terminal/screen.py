"""Output, questions and pauses, either as redrawn screens or as plain lines."""

from __future__ import annotations

import codecs
import io
import select
import sys
import time
from collections import deque
from collections.abc import Iterable

from rich.console import Console, RenderableType, detect_legacy_windows
from rich.text import Text

from dobbm.terminal.board import HEIGHT, WIDTH

_PLAIN = str.maketrans(
    {
        **dict(zip("♥♠♣♦", "HLAB", strict=True)),
        **dict(zip("╭╮╰╯┏┓┗┛─━│┃╶╴╷╵▒", "++++++++--||--||#", strict=True)),
        **dict(zip("▸●·×−…", ">o.x-.", strict=True)),
        "→": "->",
        "ß": "ss",
    }
)

_PAGE_FRAME = 5
"""Number of lines on a page besides its text: the title, blank lines, and the prompt."""


class InputEnded(Exception):
    """Raised at the end of input."""


class Screen:
    """The person's terminal; with ``fast``, the game does not pause."""

    def __init__(self, *, fast: bool) -> None:
        _prepare_streams()
        # An old console of Windows prints escape sequences as text.
        self._plain = detect_legacy_windows()
        self._console = Console(
            color_system=None if self._plain else "auto",
            highlight=False,
            markup=False,
            emoji=False,
        )
        self._fast = fast
        self._typed: deque[str] = deque()
        self._echo = not sys.stdin.isatty()
        terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._terminal = terminal and not self._console.is_dumb_terminal

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

    def ask(self, question: str) -> str:
        """Ask the person and return the answer.

        Raises ``InputEnded`` at the end of input (Ctrl-D). On a terminal, an incomplete last line
        is dropped.
        """
        self._console.print(Text(f"{self._margin}{question} ", "bold"), end="")
        sys.stdout.flush()
        line = self._typed.popleft() if self._typed else sys.stdin.readline()
        if not line or (self._terminal and not line.endswith("\n")):
            self.show_line("")
            raise InputEnded
        if self._echo:
            self.show(Text(line.rstrip("\n")))
        return line.strip()

    def wait(self, seconds: float) -> None:
        """Give the person ``seconds`` to look, or less if they press Enter.

        A line of text that they type is kept for ``ask``. Without a terminal, or if the screen is
        ``fast``, there is no wait.
        """
        if not self._terminal or self._fast:
            return
        if sys.platform == "win32":  # select() knows only sockets there
            time.sleep(seconds)
            return
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if select.select([sys.stdin], [], [], left)[0]:
                line = sys.stdin.readline()
                if line.strip() or not line:
                    self._typed.append(line)
                return


def _prepare_streams() -> None:
    """Prevent characters that cannot be encoded or decoded from ending the game."""
    codecs.register_error("dobbm", _replaced)
    if sys.stdin is None:  # closed by the parent process
        sys.stdin = io.StringIO()
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "dobbm")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _replaced(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace characters that an encoding lacks with plain ones."""
    assert isinstance(error, UnicodeEncodeError)
    missing = error.object[error.start : error.end]
    plain = missing.translate(_PLAIN)
    return "".join(c if c.isascii() else "?" for c in plain), error.end
