"""The keyboard of a terminal: a line that can be edited, keys pressed ahead, and resized windows.

Nothing that is typed is echoed except by the editor, so no control character reaches the screen.
"""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Self

try:
    import readline
    import termios
    import tty
except ImportError:  # on Windows
    _WORKS = False
else:
    _WORKS = True

_KEY = re.compile(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|O.|.)?|[\x00-\x08\x0b-\x1f\x7f]")
"""Matches a key that is not a letter, such as an arrow, as terminals send it."""
_END = "\x04"
"""Ctrl-D."""
_SETUP = (
    "set enable-bracketed-paste off",
    "set disable-completion on",
    "set bell-style none",
)


class _Resized(Exception):
    """Raised while a line is read if the window has another size."""


class Keyboard:
    """The keyboard, used as a context in which the terminal does not echo."""

    works = _WORKS
    """Whether this system has what it takes; elsewhere, lines are read without an editor."""

    def __init__(self) -> None:
        self._fd = sys.stdin.fileno()
        self._typed: deque[str] = deque()
        """Lines typed ahead."""
        self._begun = ""
        """The beginning of a line typed ahead, or typed before the window changed its size."""
        self._reading = False
        self._redraw: Callable[[], None] | None = None
        """Draws the screen again after a change of size during a wait."""

    def __enter__(self) -> Self:
        self._mode = termios.tcgetattr(self._fd)
        tty.setcbreak(self._fd, termios.TCSADRAIN)
        self._handler = signal.signal(signal.SIGWINCH, self._resize)
        for line in _SETUP:
            readline.parse_and_bind(line)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGWINCH, self._handler)
        termios.tcsetattr(self._fd, termios.TCSADRAIN, self._mode)

    def read_line(self, prompt: Callable[[], str], redraw: Callable[[], None]) -> str:
        """Return a line with its end, or an empty string at the end of input.

        After a change of size, ``redraw`` draws what is above, and ``prompt`` makes the prompt.
        """
        if self._typed:
            line = self._typed.popleft()
            shown = line.rstrip("\n")
            sys.stdout.write(f"{prompt()}{shown}\n")
            return "" if line == _END else line
        while True:
            readline.set_startup_hook(partial(readline.insert_text, self._begun))
            self._begun = ""
            # Readline echoes only where the terminal would.
            termios.tcsetattr(self._fd, termios.TCSADRAIN, self._mode)
            try:
                self._reading = True
                return input(f"\x01\x1b[1m\x02{prompt()}\x01\x1b[0m\x02") + "\n"
            except EOFError:
                return ""
            except _Resized:
                redraw()
            finally:
                self._reading = False
                readline.set_startup_hook(None)
                tty.setcbreak(self._fd, termios.TCSADRAIN)

    def wait(self, seconds: float, redraw: Callable[[], None]) -> None:
        """Wait until the time is over or Enter is pressed, and keep what is typed meanwhile."""
        until = time.monotonic() + seconds
        self._redraw = redraw
        try:
            while (left := until - time.monotonic()) > 0:
                if select.select([self._fd], [], [], left)[0] and self._keep_typed():
                    return
        finally:
            self._redraw = None

    def _keep_typed(self) -> bool:
        """Keep what has been typed, and return whether that ends the wait."""
        data = os.read(self._fd, 1 << 12)
        if not data or _END in data.decode(errors="replace"):
            self._typed.append(_END)
            return True
        text = self._begun + _KEY.sub("", data.decode(errors="replace").replace("\r", "\n"))
        *lines, self._begun = text.split("\n")
        self._typed += [f"{line}\n" for line in lines if line.strip()]
        return bool(lines)

    def _resize(self, *_: object) -> None:
        if self._reading:
            self._reading = False
            self._begun = readline.get_line_buffer()
            raise _Resized
        if self._redraw:
            self._redraw()
