"""The session file, with every step of a session on its own line (docs/records.md).

A step is on disk before anybody sees it, so nothing visible is lost, however the program ends.
Resuming a session applies its steps again.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeAlias

from dobbm.files import naming, read_whole
from dobbm.folders import data_folder, is_data_folder
from dobbm.game.cards import Card
from dobbm.game.errors import DobbmError, SessionError, naming_json, quoted
from dobbm.game.fields import named, verified, verified_object
from dobbm.game.json_text import parse_line, write_json
from dobbm.game.record import from_record, to_record
from dobbm.game.rules import Rules
from dobbm.game.session import Session
from dobbm.game.setup import verified_players, verified_seat
from dobbm.locks import lock

VERSION = 1
"""Version of the file format."""

SESSIONS = "sessions"
"""The folder of the session files, in the folder of the user's data."""

LoggedEvent: TypeAlias = dict[str, Any]
Meta: TypeAlias = dict[str, Any]
"""Data that no rule depends on, such as names, bots and the seed."""


class SessionLog:
    """A session file, open and locked against other processes.

    ``session`` is the session as stored on disk, and ``meta`` is its metadata. ``torn`` is
    True if an incomplete last line was cut from the file.
    """

    def __init__(
        self, path: Path, file: io.FileIO, session: Session, meta: Meta, *, torn: bool = False
    ) -> None:
        self.path = path
        self.session = session
        self.meta = meta
        self.torn = torn
        self._file = file

    @classmethod
    def create(cls, path: Path, session: Session, meta: Meta) -> SessionLog:
        """Create the log of a new session, which must not have any deals yet.

        Raises ``SessionError`` if the file exists, and ``OSError`` if it cannot be written.
        """
        if is_data_folder(path.parent, SESSIONS):
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            file = io.FileIO(path, "x+")
        except FileExistsError:
            raise SessionError(f"{path} already exists: choose another name") from None
        _lock(file, path)
        log = cls(path, file, session, meta)
        log._append(_opening(session, meta))
        return log

    @classmethod
    def resume(cls, path: Path) -> SessionLog:
        """Open the log of a session begun earlier.

        Raises ``SessionError`` if the file is invalid or another game has it open, and ``OSError``
        if it cannot be opened.
        """
        file = io.FileIO(path, "r+")
        try:
            _lock(file, path)
            content = _content(path)
            stored = _read(path, content)
        except BaseException:
            file.close()
            raise
        file.truncate(stored.length)
        file.seek(stored.length)
        torn = stored.length < len(content)
        return cls(path, file, stored.session, stored.meta, torn=torn)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def begin(self, deck: Iterable[Card]) -> None:
        """Begin the next deal, as ``Session.begin`` does."""
        session = self.session.begin(deck)
        deal = session.deal
        assert deal
        self._append({"deal": to_record(deal)})
        self.session = session

    def apply(self, action: str) -> None:
        """Let the seat to act take ``action``, as ``Session.apply`` does."""
        deal = self.session.deal
        session = self.session.apply(action)
        assert deal
        self._append({"seat": deal.to_act, "action": action})
        self.session = session

    def agree_mussrunde(self) -> None:
        """Agree on a Mußrunde, as ``Session.agree_mussrunde`` does."""
        session = self.session.agree_mussrunde()
        self._append({"mussrunde": True})
        self.session = session

    def close_session(self) -> None:
        """End the session between two deals, as ``Session.close`` does."""
        session = self.session.close()
        self._append({"closed": True})
        self.session = session

    def _append(self, event: LoggedEvent) -> None:
        """Write one line and force it to disk; if that fails, remove the line completely."""
        start = self._file.tell()
        rest = memoryview(write_json(event, ascii_only=False).encode() + b"\n")
        try:
            with naming(self.path):
                while rest:
                    rest = rest[self._file.write(rest) :]
                os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(start)
            self._file.seek(start)
            raise


class StoredSession(NamedTuple):
    """The contents of a session file."""

    session: Session
    meta: Meta
    length: int
    """Bytes up to the end of the last complete line; the rest is ignored."""


def read_session(path: Path) -> Session:
    """Return the session in a file.

    Raises ``SessionError`` if the file is invalid, and ``OSError`` if it cannot be read.
    """
    return _read(path, _content(path)).session


def sessions_folder() -> Path:
    """Return the folder of the session files."""
    return data_folder() / SESSIONS


def new_path(now: datetime) -> Path:
    """Return an unused path for a session that begins ``now``."""
    folder, stem = sessions_folder(), f"{now:%Y-%m-%d-%H%M%S}"
    path, number = folder / f"{stem}.jsonl", 2
    while path.exists():
        path, number = folder / f"{stem}-{number}.jsonl", number + 1
    return path


def newest_unfinished() -> Path | None:
    """Return the file of the unfinished session played most recently, or None.

    Raises ``SessionError`` if a newer file is invalid, rather than skipping that file silently.
    """
    files = sorted(
        sessions_folder().glob("*.jsonl"),
        key=lambda path: (path.stat().st_mtime_ns, path.name),
        reverse=True,
    )
    for path in files:
        content = _content(path)
        # A program killed while writing the first line left nothing to resume.
        if b"\n" in content and not _read(path, content).session.over:
            return path
    return None


def _lock(file: io.FileIO, path: Path) -> None:
    """Lock the file against other games while it is open."""
    try:
        lock(file, wait=False)
    except BlockingIOError:
        raise SessionError(f"{path} is being played in another terminal") from None


@naming_json
def _read(path: Path, content: bytes) -> StoredSession:
    length = content.rfind(b"\n") + 1
    session: Session | None = None
    meta: Meta = {}
    for number, line in _lines(content[:length]):
        try:
            event = parse_line(line)
            if session is None:
                session, meta = _opened(event)
            else:
                session = _advanced(session, event)
        except DobbmError as error:
            raise SessionError(f"{path}, line {number}: {error}") from None
    if session is None:
        raise SessionError(f"{path}: there is no session in this file")
    return StoredSession(session, meta, length)


def _content(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        raise SessionError(f"{path} is not a file that holds a session")
    return read_whole(path)


def _lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the non-blank lines with their line numbers in the file, which count from 1."""
    for number, line in enumerate(content.split(b"\n"), 1):
        if line.strip():
            yield number, line


def _opening(session: Session, meta: Meta) -> LoggedEvent:
    rules = session.rules
    return {
        "session": {
            "version": VERSION,
            "players": session.players,
            "rules": {"preset": rules.preset, **rules.overrides()},
            "first_dealer": session.first_dealer,
            "meta": meta,
        }
    }


_OPENING = {"version": int, "players": int, "rules": dict, "first_dealer": int, "meta": dict}


def _opened(event: LoggedEvent) -> tuple[Session, Meta]:
    """Return the session and the metadata described by the first line."""
    opening = event.get("session")
    if event.keys() != {"session"} or not isinstance(opening, dict):
        raise SessionError('a session file must begin with {"session": {…}}')
    if opening.get("version") != VERSION:
        version = quoted(opening.get("version"))
        raise SessionError(f"this program reads session files of version {VERSION}, not {version}")
    verified_object(opening, "a session", SessionError, required=_OPENING)
    for field, kind in _OPENING.items():
        verified(opening[field], kind, field, SessionError)
    verified_seat(opening["first_dealer"], verified_players(opening["players"]), "first_dealer")
    options = dict(opening["rules"])
    rules = Rules.of(options.pop("preset", "pagat"), **options)
    return Session(rules, opening["players"], opening["first_dealer"]), opening["meta"]


def _advanced(session: Session, event: LoggedEvent) -> Session:
    """Return the session after one more line of the file."""
    if event.keys() == {"seat", "action"}:
        return _acted(session, event["seat"], event["action"])
    if event.keys() == {"deal"}:
        return _dealt(session, event["deal"])
    if event == {"mussrunde": True}:
        return session.agree_mussrunde()
    if event == {"closed": True}:
        return session.close()
    raise SessionError(
        "this is not a step of a session: expected a deal, an action, mussrunde or closed"
    )


def _acted(session: Session, seat: Any, action: Any) -> Session:
    if session.deal and (type(seat) is not int or seat != session.deal.to_act):
        raise SessionError(f"it is seat {session.deal.to_act}'s turn, not seat {quoted(seat)}'s")
    return session.apply(action)


def _dealt(session: Session, record: Any) -> Session:
    recorded = from_record(record)
    if recorded.actions:
        raise SessionError("a new deal must have no actions")
    session = session.begin(recorded.setup.deck)
    deal = session.deal
    assert deal
    if recorded.setup.rules != deal.setup.rules:
        raise SessionError("the rules of this deal are not those of the session")
    for field in ("dealer", "players", "must"):
        due, found = getattr(deal.setup, field), getattr(recorded.setup, field)
        if due != found:
            raise SessionError(
                f"{named(field)} of this deal should be {quoted(due)}, not {quoted(found)}"
            )
    return session
