"""Notes beside a database: when it was backed up, what has failed, what its server has noticed.

They are not in the database: they can be written while it cannot be reached, and a backup that is
restored does not change them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from os import fstat
from os.path import samestat
from pathlib import Path
from typing import NamedTuple

from dobbm.files import give_to_owner, write_text
from dobbm.folders import data_folder
from dobbm.locks import lock
from dobbm.store.database import parse_url

BACKUP, COPIED, FAILED, PROXY = "backup", "copied", "failed", "proxy"
"""Kinds of notes: the last backup; its last copy elsewhere; what has failed since; when the server
met a proxy that names no clients."""

ENDING = ".notes"
UNREADABLE = (OSError, ValueError, TypeError, AttributeError)
"""The errors of a file that is damaged or none."""


class Note(NamedTuple):
    """Something that happened, and its time."""

    at: float
    """Unix seconds."""
    what: str = ""


class Notes:
    """The notes of one database, in a file; those of PostgreSQL are in the data folder."""

    def __init__(self, url: str) -> None:
        self._url = url

    def all(self) -> dict[str, Note]:
        """Return the newest note of each kind; none if they cannot be read."""
        with suppress(*UNREADABLE):
            return self._read()
        return {}

    @property
    def fault(self) -> str:
        """Say why there are no notes although there is a file; empty if all is well."""
        try:
            self._read()
        except FileNotFoundError:
            return ""
        except UNREADABLE:
            return f"{self._path()} cannot be read"
        return ""

    def _read(self) -> dict[str, Note]:
        kept = json.loads(self._path().read_text())
        return {kind: Note(*note) for kind, note in kept.items()}

    def write(self, kind: str, note: Note) -> None:
        """Replace the note of a kind.

        Raises ``OSError`` if the file cannot be written, and ``DobbmError`` if there is no place.
        """
        self._change(lambda notes: {**notes, kind: note})

    def remove(self, kind: str) -> None:
        """Remove the note of a kind, if there is one."""
        if kind in self.all():
            self._change(lambda notes: {other: notes[other] for other in notes if other != kind})

    def _change(self, change: Callable[[dict[str, Note]], dict[str, Note]]) -> None:
        path = self._path()
        path.parent.mkdir(parents=True, exist_ok=True)
        while True:
            path.touch(mode=0o600)
            with path.open() as file:
                lock(file)
                if samestat(fstat(file.fileno()), path.stat()):  # nobody has replaced it meanwhile
                    write_text(path, json.dumps(change(self.all())), 0o600)
                    give_to_owner(path, path.with_name(path.name.removesuffix(ENDING)))
                    return

    def _path(self) -> Path:
        parsed = parse_url(self._url)
        kind = parsed.get_backend_name()
        file = Path(parsed.database or kind)
        folder = file.resolve().parent if kind == "sqlite" else data_folder()
        return folder / f"{file.name}{ENDING}"
