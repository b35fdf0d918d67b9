"""Outside players: programs that play through standard input and output (docs/protocol.md 2).

Whatever the program does, this process never waits longer than agreed. A late, missing or invalid
answer counts as None, and the deal goes on without it. But a program that never answers at all is
broken, and raises ``PlayerError``.
"""

from __future__ import annotations

import os
import select
import shlex
import signal
import subprocess
from contextlib import suppress
from textwrap import indent
from time import monotonic
from typing import Any

from dobbm.copying import NeverCopied
from dobbm.game.errors import PlayerError, RecordError, quoted
from dobbm.game.json_text import parse_json, write_json
from dobbm.game.view import View
from dobbm.players.player import verified_turn

SECONDS = 1.0
"""The default time limit for an action, in seconds."""
GRACE = 0.1
"""Extra seconds for the transfer of question and answer."""
PATIENCE = 5
"""The number of consecutive questions without an answer after which the program is killed."""
FAREWELL = 0.2
"""Seconds from the call of ``close`` until a program that has not quit is killed."""
DYING = 0.5
"""Seconds from the end of a program's output until the program is killed if it has not ended."""
LONGEST_LINE = 1 << 20
"""The maximum length of a line in bytes; longer unfinished lines are dropped."""
LAST_WORDS = 2000
"""The maximum number of bytes of a broken program's standard error that are reported."""
STDERR = 2


class OutsidePlayer(NeverCopied):
    """An external process that plays one seat; a forked process starts its own.

    Its standard error is held back until it has answered for the first time, and then copied to
    this process's own: twelve players that break in the same way are reported only once.

    Raises ``PlayerError`` if the command cannot be started.
    """

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self._command = command
        self._seconds = seconds
        self._start()

    def _start(self) -> None:
        command = self._command
        self._owner = os.getpid()
        self._questions = 0
        self._missed = 0
        self._answered = False
        self._unsent = b""
        self._unread = b""
        self._held_back = b""
        if not hasattr(os, "killpg"):
            raise PlayerError(
                "a program cannot be a player on this system; a bot in Python can (py:)"
            )
        if not command.strip():
            raise PlayerError(
                "exec: must be followed by a command, such as 'exec:python3 my_player.py'"
            )
        try:
            arguments = shlex.split(command)
        except ValueError:
            raise PlayerError(
                f"cannot start {quoted(command)}: a quotation mark or backslash in it is unfinished"
            ) from None
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own command
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # so that its children can be killed with it
            )
        except (OSError, ValueError) as error:
            raise PlayerError(f"cannot start {quoted(command)}: {_reason(error)}") from None
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._input = self._process.stdin
        self._output = self._process.stdout
        self._errors = self._process.stderr
        self._readable = [self._output, self._errors]
        # A program that does not read or write must not block this process.
        for pipe in (self._input, self._output, self._errors):
            os.set_blocking(pipe.fileno(), False)
        self._gone = False
        self._killed = False

    def act(self, view: View, seed: int) -> str | None:
        """Return the program's action, or None if no valid answer arrives in time.

        Raises ``PlayerError`` if the program is gone and has never answered.
        """
        number = verified_turn(view, seed)
        if self._owner != os.getpid():
            self._forget()
            self._start()
        if not self._gone:
            return self._ask(view, number)
        if not self._answered:
            raise PlayerError(self._obituary())
        return None

    def _ask(self, view: View, seed: int) -> str | None:
        self._questions += 1
        self._put(
            {
                "type": "act",
                "id": self._questions,
                "seed": seed,
                "view": view.to_json(),
                "seconds": self._seconds,
            }
        )
        answer = self._wait_for_answer(monotonic() + self._seconds + GRACE)
        self._answered = self._answered or bool(answer)
        self._missed = 0 if answer else self._missed + 1
        if self._missed == PATIENCE:
            self._give_up()
        if self._gone and not self._answered:
            raise PlayerError(self._obituary())
        action = answer.get("action") if answer else None
        return action if isinstance(action, str) else None

    def end(self, view: View) -> None:
        """Send the program the result of the deal, without waiting for an answer."""
        if not self._gone and self._owner == os.getpid():
            self._put({"type": "end", "result": view.result, "record": view.record})
            self._write()

    def close(self) -> None:
        """Ask the program to quit by closing its input, and kill it if it does not quit in time.

        Pending messages are sent first. The program's child processes are killed, too.
        """
        if self._owner != os.getpid():
            self._forget()
            return
        deadline = monotonic() + FAREWELL
        while self._unsent and not self._gone and self._wait(deadline):
            self._write()
            self._read()
        self._input.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - monotonic()))
        self._give_up()
        self._readable.clear()
        self._output.close()
        self._errors.close()

    def _forget(self) -> None:
        """Let go of a program that belongs to the process that this one was forked from."""
        self._process.returncode = 0  # so that nobody waits for it
        for pipe in (self._input, self._output, self._errors):
            pipe.close()

    def _put(self, message: dict[str, Any]) -> None:
        self._unsent += write_json(message).encode() + b"\n"

    def _wait_for_answer(self, deadline: float) -> dict[str, Any] | None:
        while not self._gone and self._wait(deadline):
            self._write()
            for line in self._read():
                answer = _parse_answer(line)
                if answer.get("id") == self._questions:
                    return answer
        return None

    def _wait(self, deadline: float) -> bool:
        """Wait until something can be read or written; return False if the deadline comes first."""
        left = deadline - monotonic()
        to_write = [self._input] if self._unsent else []
        return left > 0 and any(select.select(self._readable, to_write, [], left))

    def _write(self) -> None:
        """Send as many pending bytes as the program accepts."""
        try:
            written = os.write(self._input.fileno(), self._unsent) if self._unsent else 0
        except BlockingIOError:
            return
        except OSError:
            # The program has closed its input, but its earlier answers can still be read.
            self._unsent = b""
            return
        self._unsent = self._unsent[written:]

    def _read(self) -> list[bytes]:
        """Return the complete lines that have arrived since the last call."""
        self._read_errors()
        try:
            chunk = os.read(self._output.fileno(), LONGEST_LINE)
        except BlockingIOError:
            return []
        if not chunk:
            self._bury()
        *lines, rest = (self._unread + chunk).split(b"\n")
        self._unread = rest if len(rest) <= LONGEST_LINE else b""
        return lines

    def _read_errors(self) -> None:
        """Copy what has arrived on the program's standard error, or hold it back."""
        if self._errors in self._readable:
            with suppress(BlockingIOError):
                chunk = os.read(self._errors.fileno(), LONGEST_LINE)
                if not chunk:
                    self._readable.remove(self._errors)
                self._held_back += chunk
        if self._answered:
            with suppress(OSError):  # nobody reads it
                os.write(STDERR, self._held_back)
            self._held_back = b""
        self._held_back = self._held_back[-LAST_WORDS:]

    def _bury(self) -> None:
        """Give up a program that has closed its output, most likely because it has ended."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(DYING)
        self._give_up()

    def _give_up(self) -> None:
        self._gone = True
        self._killed = self._killed or self._process.poll() is None
        with suppress(ProcessLookupError):  # it has already exited
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._read_errors()

    def _obituary(self) -> str:
        """Return why a program that has never answered is gone, with the end of its errors."""
        status = self._process.returncode
        if self._missed == PATIENCE:
            why = f"left its first {PATIENCE} requests unanswered"
        elif self._killed:
            why = "closed its output before its first answer"
        else:
            why = f"ended before its first answer, with status {status}"
        words = self._held_back.decode(errors="replace").strip()
        last_words = f", and these last words:\n{indent(words, '  ')}" if words else ""
        return f"the program {self._command!r} {why}{last_words}"


def _reason(error: OSError | ValueError) -> str:
    """Return why a program could not be started."""
    match error:
        case FileNotFoundError():
            return f"there is no program {quoted(error.filename)}"
        case PermissionError():
            return f"{quoted(error.filename)} is not a program that may be run"
        case OSError(strerror=str(problem)):
            return problem
        case _:
            return "the system cannot read its command"


def _parse_answer(line: bytes) -> dict[str, Any]:
    """Return the answer in a line, or an empty dict if it is invalid."""
    try:
        answer = parse_json(line)
    except RecordError:
        return {}
    return answer if isinstance(answer, dict) else {}
