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
_TICK = 0.2
"""Seconds. Readline misses a signal that comes just before it waits, until another one comes."""
_SETUP = (
    "set enable-bracketed-paste off",
    "set disable-completion on",
    "set bell-style none",
)


class _Resized(Exception):
    """Raised while the keyboard waits if the window has another size than what is drawn."""


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
        self._resized = False
        """Whether the window has changed its size since the screen was drawn."""
        self._waiting = False
        """Whether a change of size may interrupt now. At other times it waits for the next wait."""
        self._editing = False
        """Whether the editor holds the line, so that its beginning can be read from there."""

    def __enter__(self) -> Self:
        self._mode = termios.tcgetattr(self._fd)
        tty.setcbreak(self._fd, termios.TCSADRAIN)
        self._handlers = {
            signal.SIGWINCH: signal.signal(signal.SIGWINCH, self._resize),
            signal.SIGALRM: signal.signal(signal.SIGALRM, lambda *_: None),
        }
        for line in _SETUP:
            readline.parse_and_bind(line)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
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
        readline.set_startup_hook(self._begin_line)
        # Readline echoes only where the terminal would.
        termios.tcsetattr(self._fd, termios.TCSADRAIN, self._mode)
        signal.setitimer(signal.ITIMER_REAL, _TICK, _TICK)
        try:
            while True:
                try:
                    return self._edit(f"\x01\x1b[1m\x02{prompt()}\x01\x1b[0m\x02")
                except _Resized:
                    if self._editing:
                        self._begun = readline.get_line_buffer()
                    self._draw(redraw)
        finally:
            self._waiting = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            readline.set_startup_hook(None)
            tty.setcbreak(self._fd, termios.TCSADRAIN)

    def _edit(self, prompt: str) -> str:
        """Return a line as ``read_line`` does; raise ``_Resized`` at a change of size."""
        self._editing = False
        self._await_resize()
        try:
            line = input(prompt) + "\n"
        except EOFError:
            line = ""
        self._waiting = False
        return line

    def wait(self, seconds: float, redraw: Callable[[], None]) -> None:
        """Wait until the time is over or Enter is pressed, and keep what is typed meanwhile."""
        until = time.monotonic() + seconds
        try:
            while (left := until - time.monotonic()) > 0:
                try:
                    self._await_resize()
                    typed = select.select([self._fd], [], [], left)[0]
                    self._waiting = False
                except _Resized:
                    self._draw(redraw)
                    continue
                if typed and self._keep_typed():
                    return
        finally:
            self._waiting = False

    def _begin_line(self) -> None:
        """Put the beginning of the line into the editor, which calls this when it is ready."""
        readline.insert_text(self._begun)
        self._begun = ""
        self._editing = True

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

    def _await_resize(self) -> None:
        """Let a change of size interrupt from now on, also one that came since the last drawing."""
        self._waiting = True
        if self._resized:
            raise _Resized

    def _draw(self, redraw: Callable[[], None]) -> None:
        self._waiting = self._resized = False
        redraw()

    def _resize(self, *_: object) -> None:
        self._resized = True
        if self._waiting:
            self._waiting = False
            raise _Resized
