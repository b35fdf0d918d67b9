"""The lines of the doctor, each made from facts and the time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from dobbm.cli.host_commands import COPYING
from dobbm.game.errors import DobbmError, counted
from dobbm.runtime.store import (
    StoreDamaged,
    StoreFull,
    StoreMissing,
    StoreReadOnly,
    StoreUnavailable,
)
from dobbm.text.characters import shown_name

if TYPE_CHECKING:
    from dobbm.runtime.store import Ban
    from dobbm.store.notes import Note

State: TypeAlias = Literal["ok", "look at", "broken"]
STATES: tuple[State, ...] = ("ok", "look at", "broken")
"""From good to bad; their places are the exit statuses."""

HOUR, DAY = 3600, 86_400
STALE = 36 * HOUR
"""The age in seconds of a backup after which a nightly one has been missed."""
EXPIRING = 14 * DAY
"""Seconds before its end in which a certificate should have been renewed."""
AGREES = 5.0
"""Seconds by which the clocks of servers may differ."""
NEARLY = 0.8
"""The share of a limit from which the host should think about it."""
ROOMY = 10
"""How many times as much as new tables must leave free should be free on a disk."""
GIGABYTE = 1_000_000_000
FULL = 1_000_000
"""The free bytes of a disk below which a database may find no room for an event."""
SHOWN_BANS = 5
OK = 200
BY_UNIT = "see 'journalctl --unit dobbm-backup'; try 'systemctl start dobbm-backup'"
"""Advice about backups to hosts whose server the script has installed."""
BY_HAND = "make one every night (docs/hosting.md, Backups); try 'dobbm backup FILE'"
"""Advice to the others."""
COPY_BY_UNIT, COPY_BY_HAND = BY_UNIT, "try 'dobbm backup --copy FILE'"


class Finding(NamedTuple):
    """One line of the doctor."""

    about: str
    state: State
    says: str
    do: str = ""
    """Advice to the host; empty if there is nothing to do."""


def settings(fault: str) -> Finding:
    """Say what is wrong with the settings of the server, if anything is."""
    if not fault:
        return Finding("settings", "ok", "they can be read")
    do = "mend it, and restart the server; docs/hosting.md lists the options"
    return Finding("settings", "broken", fault, do)


def server(address: str, status: int | None, running: str | None, installed: str) -> Finding:
    """Judge what answers at the server's address: its status, and the version that it names."""
    if status is None:
        do = "start it; if it listens elsewhere, name --host and --port in DOBBM_OPTIONS"
        return Finding("server", "broken", f"nothing answers at {address}", do)
    if running is None:
        do = "end it, or name --host and --port of the server in DOBBM_OPTIONS"
        return Finding("server", "broken", f"another program answers at {address}", do)
    if status != OK:
        do = "see the line of the database, and the server's log; then restart the server"
        return Finding("server", "broken", f"it runs at {address}, but is not ready", do)
    if running != installed:
        says = f"version {shown_name(running)} runs, but {installed} is installed"
        return Finding("server", "look at", says, "restart the server")
    return Finding("server", "ok", f"ready at {address}, version {running}")


def database(error: DobbmError | OSError) -> Finding:
    """Say why nothing can be learnt from the database, and what to do."""
    match error:
        case StoreMissing():
            do = "the first start makes one; if it is lost, restore a backup"
            do += " (docs/hosting.md, Backups)"
        case StoreDamaged():
            do = "'dobbm restore --help'"
        case StoreFull():
            do = "delete other files on its disk, such as old backups; restore nothing"
        case StoreReadOnly() | OSError():
            do = "'ls -l' shows owners and rights, 'chown' and 'chmod' change them"
        case StoreUnavailable():
            do = "start it, or mend DOBBM_DATABASE"
        case _:
            do = "mend DOBBM_DATABASE, or see docs/hosting.md, Upgrading"
    return Finding("database", "broken", str(error), do)


def disk(free: int, reserve: int, folder: str) -> Finding:
    """Judge the free bytes of the disk; new tables leave ``reserve`` of them free."""
    says = f"{free / GIGABYTE:,.1f} GB free at {folder}"
    do = "delete other files on it, such as old backups, or get a larger disk"
    if free < FULL:
        return Finding("disk", "broken", f"{says}: nothing can be stored", do)
    do += "; 'dobbm prune --older-than DAYS --shrink' makes the database smaller"
    if free <= reserve:
        leave = f"new tables leave {reserve / GIGABYTE:,.1f} GB free (--limit-free-disk)"
        return Finding("disk", "broken", f"{says}, but {leave}: none can be opened", do)
    return Finding("disk", "look at" if free < ROOMY * reserve else "ok", says, do)


def backup(notes: Mapping[str, Note], now: float, *, has_units: bool, fault: str = "") -> Finding:
    """Judge the age of the last backup, and whether one has failed since.

    ``fault`` is what is wrong with the file of the notes.
    """
    do = BY_UNIT if has_units else BY_HAND
    if fault:
        return Finding("backup", "broken", fault, f"remove it; {do}")
    last, failed = notes.get("backup"), notes.get("failed")
    says = _age(last, now)
    if failed:
        says = f"{shown_name(failed.what)} has failed {ago(now - failed.at)}; the last one: {says}"
        return Finding("backup", "broken", says, do)
    if last is None or now - last.at > STALE:
        return Finding("backup", "broken", says, do)
    return Finding("backup", "ok", says)


def copy(notes: Mapping[str, Note], target: str, now: float, *, has_units: bool) -> Finding:
    """Judge the age of the last copy of a backup elsewhere, at the ``target`` of the settings."""
    last = notes.get("copied")
    if not target and last is None:
        do = "set DOBBM_BACKUP_COPY: the disk may break, and the backups with it"
        return Finding("copy", "look at", "backups are on this machine only", do)
    failed = notes.get("failed")
    has_failed = failed is not None and failed.what == COPYING
    if has_failed or last is None or now - last.at > STALE:
        do = f"look whether the place is there; {COPY_BY_UNIT if has_units else COPY_BY_HAND}"
        says = f"it has failed; the last one: {_age(last, now)}" if has_failed else _age(last, now)
        return Finding("copy", "broken", says, do)
    return Finding("copy", "ok", _age(last, now))


def clock(newest: float | None, synchronised: bool | None, now: float) -> Finding:
    """Judge the clock by the newest event of the database, and by the system's own word."""
    do = "turn NTP on: 'timedatectl set-ntp true'"
    if newest is not None and newest > now + AGREES:
        says = f"it is {duration(newest - now)} behind the newest event"
        return Finding("clock", "broken", says, do)
    if synchronised is False:
        return Finding("clock", "look at", "nothing keeps it right", do)
    kept = "it is kept right" if synchronised else "it agrees with the events"
    return Finding("clock", "ok", kept)


def certificate(
    address: str | None, end: float | str | None, now: float, *, has_units: bool
) -> Finding:
    """Judge the end of the certificate at an address, or what happened instead of getting it."""
    log = "'journalctl --unit caddy'" if has_units else "the log of your proxy"
    do = f"see {log}; renew it as your proxy does"
    if address is None:
        return Finding("certificate", "ok", "no public address with https is set")
    if isinstance(end, str):
        return Finding("certificate", "broken", f"{address}: {end}", do)
    if end is None:
        says = f"{address} cannot be reached from here"
        return Finding("certificate", "look at", says, "open it on a phone without the network")
    left = end - now
    if left <= 0:
        return Finding("certificate", "broken", f"{address}: expired {ago(-left)}", do)
    says = f"{address}: valid for {duration(left)}"
    return Finding("certificate", "look at" if left < EXPIRING else "ok", says, do)


def limits(used: Mapping[str, float]) -> Finding:
    """Judge how much is used of each limit on what is stored."""
    do = "raise the limit (--limit-…), or prune old tables"
    nearly = {name: share for name, share in used.items() if share >= NEARLY}
    if not nearly:
        return Finding("limits", "ok", "none is near")
    listed = [f"--limit-{name.replace('_', '-')} {share:.0%}" for name, share in nearly.items()]
    state: State = "broken" if max(nearly.values()) >= 1 else "look at"
    return Finding("limits", state, f"used: {', '.join(listed)}", do)


def bans(found: Sequence[Ban], now: float) -> Finding:
    """Say who is locked out."""
    valid = [ban for ban in found if ban.end > now]
    if not valid:
        return Finding("bans", "ok", "nobody is locked out")
    listed = [f"{ban.kind} {shown_name(ban.banned)}" for ban in valid[:SHOWN_BANS]]
    more = [f"{len(valid) - SHOWN_BANS} more"] if len(valid) > SHOWN_BANS else []
    says = f"{counted(len(valid), 'ban')}: {', '.join([*listed, *more])}"
    return Finding("bans", "ok", says, "'dobbm tables bans' says why and until when")


def reports(count: int) -> Finding:
    """Say how many reports of people the host has not settled."""
    if not count:
        return Finding("reports", "ok", "none is open")
    says = f"{counted(count, 'report')} {'is' if count == 1 else 'are'} open"
    return Finding("reports", "look at", says, "'dobbm tables reports' says what, and what to do")


def proxy(notes: Mapping[str, Note], warning: str, now: float) -> Finding:
    """Say whether the server has met a proxy that names no clients."""
    met = notes.get("proxy")
    if met is None:
        return Finding("proxy", "ok", "none that names no clients has been seen")
    do = "set X-Forwarded-For in the proxy, and restart the server"
    return Finding("proxy", "look at", f"{ago(now - met.at)}, {warning}", do)


def lines(findings: Sequence[Finding], *, coloured: bool) -> Iterator[str]:
    """Yield the findings as lines for people."""
    width = max([len(finding.about) for finding in findings])
    for about, state, says, do in findings:
        label = f"{state:8}"
        if coloured:
            label = f"\x1b[{(32, 33, 31)[STATES.index(state)]}m{label}\x1b[0m"
        advice = f" → {do}" if do and (state != "ok" or about == "bans") else ""
        yield f"{label}{about:{width}}  {says}{advice}"


def worst(findings: Sequence[Finding]) -> int:
    """Return the exit status: 0 if all is well, 1 if something needs a look, else 2."""
    return max([STATES.index(finding.state) for finding in findings])


def ago(seconds: float) -> str:
    """Say how long ago something was."""
    return f"{duration(seconds)} ago"


def duration(seconds: float) -> str:
    """Return a time in its largest whole unit.

    >>> duration(100), duration(3600), duration(200_000)
    ('1 minute', '1 hour', '2 days')
    """
    for unit, name in ((DAY, "day"), (HOUR, "hour"), (60, "minute")):
        if seconds >= unit:
            return counted(int(seconds // unit), name)
    return counted(int(max(seconds, 0)), "second")


def _age(note: Note | None, now: float) -> str:
    if note is None:
        return "there is none"
    return f"{ago(now - note.at)}{': ' if note.what else ''}{shown_name(note.what)}"
