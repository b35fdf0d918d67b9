"""Drives `dobbm play` through a pipe or at a terminal, as a person would."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from dobbm.game.session import Session
from dobbm.terminal.session_log import read_session

PROMPT = re.compile(
    r"(h: help\): |h: help |\(y/n\) |Enter: continue |h: Hilfe\): |ヘルプ）: )(\x1b\[0m)?$"
)
BETWEEN = "Enter: next deal"
PATIENCE = 60.0
"""Seconds without output after which a test fails."""

AT_TERMINAL = (
    "-c",
    "import fcntl, runpy, signal, termios;"
    # Only the terminal of its own session sends a program signals.
    "fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    # ``nohup make test`` ignores this one.
    "signal.signal(signal.SIGHUP, signal.SIG_DFL);"
    "runpy.run_module('dobbm', run_name='__main__', alter_sys=True)",
)
"""Runs `dobbm` with the standard input as its terminal. A fork would do it, too, but JAX warns."""

Chooser = Callable[[Session], str]
"""Returns what the person types at a prompt, given the session."""


def environment(folder: Path, **more: str) -> dict[str, str]:
    inherited = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    usual = {**inherited, "HOME": str(folder), "LANG": "C.UTF-8"}
    return usual | {"XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1"} | more


class RunningGame:
    """A running `dobbm play` with its input and all of its output."""

    def __init__(self, folder: Path, *options: str, terminal: bool = False, **env: str) -> None:
        self.path = folder / "session.jsonl"
        self.output = ""
        self._seen = 0
        if terminal:
            ours, theirs = pty.openpty()
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            self._in = self._out = ours
            stdin = stdout = theirs
        else:
            stdin, self._in = os.pipe()
            self._out, stdout = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, *(AT_TERMINAL if terminal else ("-m", "dobbm")), "play", *options],
            stdin=stdin,
            stdout=stdout,
            stderr=stdout,
            env=environment(folder, **env),
            start_new_session=True,
        )
        for end in {stdin, stdout}:
            os.close(end)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        for end in {self._in, self._out} - {-1}:
            os.close(end)

    @property
    def session(self) -> Session:
        return read_session(self.path)

    def until_prompt(self) -> str:
        """Return the output up to the next prompt, or up to the end if there is none."""
        while not PROMPT.search(self.output[self._seen :]):
            if not self._read():
                break
        text = self.output[self._seen :]
        self._seen = len(self.output)
        return text

    def type(self, line: str) -> str:
        """Type a line and return the output up to the next prompt."""
        os.write(self._in, f"{line}\n".encode())
        return self.until_prompt()

    def press(self, keys: str) -> None:
        """Press keys without waiting."""
        os.write(self._in, keys.encode())

    def resize(self, columns: int, rows: int = 24) -> None:
        """Change the size of the terminal's window, and with it notify the program."""
        fcntl.ioctl(self._in, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def until(self, words: str) -> str:
        """Return the output up to these words."""
        while (end := self.output.find(words, self._seen)) < 0:
            assert self._read(), self.output[self._seen :]
        begin, self._seen = self._seen, end + len(words)
        return self.output[begin : self._seen]

    def end_input(self) -> None:
        os.close(self._in)
        self._in = -1

    def read_to_end(self) -> str:
        """Return the output up to the end of the program."""
        while self._read():
            pass
        return self.output[self._seen :]

    def status(self) -> int:
        """Return the exit status once the program has ended."""
        self.read_to_end()
        return self.process.wait(PATIENCE)

    def play_to_the_end(self, choose: Chooser) -> None:
        """Let ``choose`` answer every prompt until the program ends."""
        text = self.until_prompt()
        while PROMPT.search(text):
            text = self.type(choose(self.session))

    def _read(self) -> bool:
        """Read more output, and return whether there was any before the program ended."""
        assert select.select([self._out], [], [], PATIENCE)[0], self.output[self._seen :]
        try:
            data = os.read(self._out, 1 << 16)
        except OSError:  # the other end of a terminal is closed
            return False
        self.output += data.decode(errors="replace")
        return bool(data)


def passive(session: Session) -> str:
    """Pass if possible, otherwise take the first legal action."""
    deal = session.deal
    if deal is None:
        return ""
    legal = deal.legal_actions()
    return next((word for word in ("weiter", "gut") if word in legal), legal[0])
