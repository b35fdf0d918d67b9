"""Runs the commands that a host has set, to copy backups and to hear of failures."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path
from shutil import copyfile, which

from dobbm.cli.arguments import atomic_output
from dobbm.game.errors import DobbmError

COPY = "DOBBM_BACKUP_COPY"
"""The variable with the folder or the command that takes copies of backups."""
TELL = "DOBBM_TELL"
"""The variable with the command by which the host hears of a failure."""


COPYING = "the copy of the backup"
"""Names in a note the task that has failed."""


def verify_commands() -> None:
    """Raise ``DobbmError`` if a copy or a message could not be sent now."""
    target = os.environ.get(COPY, "")
    if _is_path(target):
        if not os.access(target, os.W_OK):
            raise DobbmError(f"{COPY}: there is no folder {target} to write to: is its disk there?")
        target = ""
    for variable, command in ((COPY, target), (TELL, os.environ.get(TELL, ""))):
        words = _words(variable, command)
        if words and not which(words[0]):
            raise DobbmError(f"{variable}: there is no program {words[0]}")


def _is_path(target: str) -> bool:
    return os.path.isabs(target) and (" " not in target or Path(target).is_dir())


def _words(variable: str, command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise DobbmError(f"{variable} cannot be read: {error}") from None


def copy_elsewhere(file: Path, target: str) -> None:
    """Copy a backup to the folder ``target``, or with the command ``target``.

    Raises ``DobbmError`` or ``OSError`` if there is no copy afterwards.
    """
    if _is_path(target) and not Path(target).exists():
        raise DobbmError(f"{COPY}: there is no folder {target}: is its disk there?")
    if not os.path.isabs(target) or not Path(target).is_dir():
        run_with(COPY, target, str(file))
        return
    with atomic_output(Path(target) / file.name) as unfinished:
        unfinished.chmod(0o600)
        copyfile(file, unfinished)
        with unfinished.open("rb") as copied:
            os.fsync(copied.fileno())


def run_with(variable: str, command: str, argument: str) -> None:
    """Run a command with an argument, in the place of ``{}`` or at the end.

    Raises ``DobbmError``, which names ``variable``, if it fails.
    """
    words = _words(variable, command)
    given = [word.replace("{}", argument) for word in words]
    if given == words:
        given.append(argument)
    try:
        done = subprocess.run(given, check=False, stdin=subprocess.DEVNULL)  # noqa: S603 - the host's
    except OSError as error:
        raise DobbmError(f"{variable}: {given[0]} cannot be run: {error.strerror}") from None
    if done.returncode:
        raise DobbmError(f"{variable}: {given[0]} has failed with status {done.returncode}")
